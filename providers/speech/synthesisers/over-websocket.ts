/** A synthesiser over WebSockets: a provider's dialect on the connections of a pool. */
import { randomUUID } from 'node:crypto';
import type { ConnectionGuard } from '../../connection-guard.js';
import type { SpeechChunk, Synthesiser, Voice } from '../synthesiser.js';
import { createAccount } from './account.js';
import { type Asked, askForSpeech } from './asking.js';
import type { SpeechDialect } from './dialect.js';
import { SPEECH_DEADLINES, type SpeechDeadlines } from './limits.js';
import { createMailbox } from './mailbox.js';
import { type ConnectionPool, createPool } from './pool.js';

export interface WebsocketSynthesiserOptions {
  readonly dialect: SpeechDialect;
  readonly key: string;
  /** Base address of WebSockets, without a trailing slash. */
  readonly address: string;
  /** Called each time. */
  readonly voices: () => readonly Voice[];
  /** Stops the refresh of the voices. */
  readonly onClose: () => Promise<void>;
  readonly deadlines?: SpeechDeadlines;
  readonly guard?: ConnectionGuard | undefined;
}

/** Opens its first connection with the first request. */
export const createWebsocketSynthesiser = (options: WebsocketSynthesiserOptions): Synthesiser => {
  const { dialect, key, address, voices, onClose, deadlines = SPEECH_DEADLINES, guard } = options;
  const pool = createPool({ dialect, key, address, deadlines, guard });
  const asking = {
    provider: dialect.name,
    deadlines,
    speak: (asked: Asked, signal: AbortSignal) => speakOnce(pool, asked, signal),
  };
  return {
    name: dialect.name,
    get voices() {
      return voices();
    },
    synthesise: (request, signal) => askForSpeech(asking, request, signal),
    close: async () => {
      await Promise.all([onClose(), pool.close()]);
    },
  };
};

async function* speakOnce(
  pool: ConnectionPool,
  { text, voice, language, background }: Asked,
  signal: AbortSignal,
): AsyncGenerator<SpeechChunk, void> {
  const mailbox = createMailbox<SpeechChunk>();
  const account = createAccount(text);
  const passenger = pool.board({ id: randomUUID(), text, voice, language }, { background }, (received) => {
    const { chunk, end } = account(received);
    if (chunk !== null) mailbox.push(chunk);
    if (end === null) return;
    mailbox.end(end === 'whole' ? null : end);
    // A runaway stream continues at the provider until it is cancelled.
    if (end !== 'whole') passenger.leave();
  });
  // Leaves immediately on abort, because the reader may be waiting for an item that never arrives.
  const leave = (): void => passenger.leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    yield* mailbox.items();
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}
