/** A synthesiser over WebSockets: a provider's dialect on the connections of a pool. */
import { randomUUID } from 'node:crypto';
import type { ConnectionGuard } from '../../../egress/connection-guard.js';
import type { SpeechChunk, Synthesiser, Voice } from '../../synthesiser.js';
import type { SpeechDialect } from '../dialect.js';
import { SPEECH_DEADLINES, type SpeechDeadlines } from '../limits.js';
import { type ProviderSpeechRequest, requestSpeech } from '../speech-requests.js';
import { createAccount } from './account.js';
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
  const provider = {
    provider: dialect.name,
    deadlines,
    speak: (request: ProviderSpeechRequest, signal: AbortSignal) => speakOnce(pool, request, signal),
  };
  return {
    name: dialect.name,
    get voices() {
      return voices();
    },
    synthesise: (request, signal) => requestSpeech(provider, request, signal),
    close: async () => {
      await Promise.all([onClose(), pool.close()]);
    },
  };
};

async function* speakOnce(
  pool: ConnectionPool,
  { text, voice, language, background, speed, reply }: ProviderSpeechRequest,
  signal: AbortSignal,
): AsyncGenerator<SpeechChunk, void> {
  const mailbox = createMailbox<SpeechChunk>();
  const account = createAccount(text);
  const handle = pool.begin(
    { id: randomUUID(), text, voice, language, speed, reply },
    { background },
    (received) => {
      const { chunk, end } = account(received);
      if (chunk !== null) mailbox.push(chunk);
      if (end === null) return;
      mailbox.end(end === 'whole' ? null : end);
      // A runaway stream continues at the provider until it is cancelled.
      if (end !== 'whole') handle.cancel();
    },
  );
  // Leaves immediately on abort, because the reader may be waiting for an item that never arrives.
  const cancel = (): void => handle.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    yield* mailbox.items();
  } finally {
    signal.removeEventListener('abort', cancel);
    cancel();
  }
}
