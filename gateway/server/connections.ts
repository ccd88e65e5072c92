/**
 * Counts and bounds the open connections. Without a bound the process runs out of file descriptors, and calls lose their journal,
 * their recordings and their next media socket.
 */

import type { HttpResponse, TemplatedApp } from 'uWebSockets.js';
import { readFileSync } from 'node:fs';

/** Open connections at a time; each holds up to some 20 KiB here and a descriptor. */
const MAX_CONNECTIONS = 8_192;
/** The share of descriptors for connections; the rest is for the journal, the read models, recordings and providers. */
const SHARE_OF_DESCRIPTORS = 0.75;

export interface Connections {
  /** Open connections, including media sockets. */
  count(): number;
  /** Reports the end of a websocket; uWebSockets reports the end of other connections itself. */
  websocketEnded(): void;
}

/** Keeps at most `limit` connections of the app open; further ones are closed at once, unread. */
export const boundConnections = (app: TemplatedApp, limit: number, onRefused: () => void): Connections => {
  let open = 0;
  /** `change`: 1 for an opened connection, -1 for an ended one. */
  const track = (res: HttpResponse, change: unknown): void => {
    open += Number(change);
    if (change !== 1 || open <= limit) return;
    onRefused();
    // Calls this function again, with a change of -1.
    res.close();
  };
  app.filter(track);
  return {
    count: () => open,
    websocketEnded: () => {
      open -= 1;
    },
  };
};

/** How many connections this process can afford: a share of its file descriptor limit, at most {@link MAX_CONNECTIONS}. */
export const affordableConnections = (limits = limitsOfProcess()): number => {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return soft === undefined
    ? MAX_CONNECTIONS
    : Math.min(MAX_CONNECTIONS, Math.floor(Number(soft) * SHARE_OF_DESCRIPTORS));
};

/** The limits that Linux reports; empty elsewhere. */
const limitsOfProcess = (): string => {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
};
