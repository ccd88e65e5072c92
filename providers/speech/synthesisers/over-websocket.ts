/** A synthesiser of a provider that speaks over websockets: its dialect on the connections of a pool. */
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
  /** Of websockets, without a trailing slash. */
  readonly address: string;
  /** Asked each time. */
  readonly voices: () => readonly Voice[];
  /** Ends what keeps the voices up to date. */
  readonly onClose: () => Promise<void>;
  readonly deadlines?: SpeechDeadlines;
  readonly guard?: ConnectionGuard | undefined;
}

/** Opens its first connection when it is first asked to speak. */
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
    // A stream that runs away goes on at the provider until it is told to stop.
    if (end !== 'whole') passenger.leave();
  });
  // At once: whoever reads may be waiting for what never comes.
  const leave = (): void => passenger.leave();
  signal.addEventListener('abort', leave, { once: true });
  try {
    yield* mailbox.items();
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}
