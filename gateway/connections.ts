/**
 * How many connections there are, and that they are not too many: without a bound the process runs out of file
 * descriptors, and with them calls lose their journal, their recordings and their next media socket.
 */

import type { HttpResponse, TemplatedApp } from 'uWebSockets.js';
import { readFileSync } from 'node:fs';

/** Connections at a time; each holds up to some 20 KiB here and a descriptor. */
const MAX_CONNECTIONS = 8_192;
/** The rest is for the journal, the read models, recordings and providers. */
const SHARE_OF_DESCRIPTORS = 0.75;

export interface Connections {
  /** Open ones, media sockets too. */
  count(): number;
  /** A websocket has ended; uWebSockets tells of the ends of others by itself. */
  websocketEnded(): void;
}

/** Keeps at most `most` connections of the app open; one beyond that is closed at once, unread. */
export const boundConnections = (app: TemplatedApp, most: number, onRefused: () => void): Connections => {
  let open = 0;
  /** `change`: 1 for a connection that was opened, -1 for one that has ended. */
  const note = (res: HttpResponse, change: unknown): void => {
    open += Number(change);
    if (change !== 1 || open <= most) return;
    onRefused();
    // Comes back to this very function, with a change of -1.
    res.close();
  };
  app.filter(note);
  return {
    count: () => open,
    websocketEnded: () => {
      open -= 1;
    },
  };
};

/** How many connections this process can afford: what its limit of file descriptors allows, at most {@link MAX_CONNECTIONS}. */
export const affordableConnections = (limits = limitsOfProcess()): number => {
  const [, soft] = /^Max open files\s+(\d+)/m.exec(limits) ?? [];
  return soft === undefined
    ? MAX_CONNECTIONS
    : Math.min(MAX_CONNECTIONS, Math.floor(Number(soft) * SHARE_OF_DESCRIPTORS));
};

/** As Linux tells it; empty elsewhere. */
const limitsOfProcess = (): string => {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
};
