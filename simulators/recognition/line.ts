/** One connection to a simulated recogniser: input is recorded and heard, until its fault occurs. */
import type { WebSocket } from 'ws';
import { createWordDetector } from '../support/word-detector.js';
import type { Dialect, DialectSession, Line } from './dialect.js';
import type { Fault } from './world.js';

/** As Connection in world.ts, while it is open. */
export interface OpenConnection {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly messages: string[];
  readonly audio: Uint8Array[];
  open: boolean;
}

export interface LineOptions {
  readonly dialect: Dialect;
  readonly url: URL;
  readonly vocabulary: readonly string[];
  readonly fault: Fault;
  readonly connection: OpenConnection;
  /** As Dialect.open. */
  isKey(key: string | null): boolean;
}

/** Length of the text in a huge message. */
const MEGABYTE = 1_024 * 1_024;

/** Serves a socket that has just been opened. */
export const createLine = (
  client: WebSocket,
  { dialect, url, vocabulary, fault, connection, isKey }: LineOptions,
): void => {
  const detector = createWordDetector(vocabulary);
  let silent = fault.type === 'stall';
  let session: DialectSession | null = null;
  connection.open = true;
  const line: Line = {
    url,
    detector,
    say: (message) => {
      if (!silent) client.send(JSON.stringify(message));
    },
    close: (code) => {
      if (!silent) client.close(code);
    },
    flush: () => {
      for (const hearing of detector.flush()) session?.hear(hearing);
    },
  };
  const applyFault = (): void => {
    if (!('afterMs' in fault) || detector.heardMs() < fault.afterMs || silent) return;
    switch (fault.type) {
      case 'cut':
        return client.terminate();
      case 'close':
        client.close(fault.code);
        break;
      case 'error':
        session?.fail();
        break;
      case 'rubbish':
        client.send(RUBBISH[fault.form]);
        break;
      case 'mute':
        break;
    }
    silent = true;
  };
  /** Audio after the moment of a fault is not heard. */
  const heard = (mulaw: Uint8Array): void => {
    const until = 'afterMs' in fault ? Math.max(0, fault.afterMs * 8 - detector.heardMs() * 8) : mulaw.length;
    const part = mulaw.subarray(0, until);
    for (const hearing of detector.hear(part)) if (!silent) session?.hear(hearing);
    applyFault();
    detector.hear(mulaw.subarray(part.length));
  };
  session = dialect.open(line, isKey);
  client.on('message', (data: Buffer, binary) => {
    try {
      const taken = session?.take(data, binary);
      if (taken?.type === 'other') connection.messages.push(binary ? '[binary]' : data.toString('utf8'));
      if (taken?.type !== 'audio') return;
      connection.audio.push(Uint8Array.from(taken.mulaw));
      heard(taken.mulaw);
    } catch {
      client.close(1008);
    }
  });
  client.on('ping', (data) => {
    if (fault.type !== 'stall') client.pong(data);
  });
  client.on('error', () => undefined);
  client.on('close', () => {
    connection.open = false;
  });
};

const RUBBISH: Readonly<Record<'text' | 'list' | 'huge', string>> = {
  text: 'service is restarting, key secret-of-the-provider {',
  list: '[{"type":"Results"}]',
  huge: JSON.stringify({ type: 'Results', transcript: 'x'.repeat(MEGABYTE) }),
};
