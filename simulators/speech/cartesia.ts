/** The simulated Cartesia (docs/reference/protocols/synthesis.md "Cartesia"). */
import { isRecord } from '../support/json.js';
import { toneWords } from '../support/tones.js';
import { type Dialogue, RUBBISH, type SocketProvider, sendJson } from './sockets.js';
import { speak } from './world.js';

type Json = Readonly<Record<string, unknown>>;

const isMulaw = (format: unknown): boolean =>
  isRecord(format) &&
  format.container === 'raw' &&
  format.encoding === 'pcm_mulaw' &&
  format.sample_rate === 8_000;

export const cartesia: SocketProvider = {
  name: 'cartesia',
  path: /^\/tts\/websocket$/,
  keyOf: ({ headers }) => headers.authorization?.replace(/^Bearer /, '') ?? null,
  converse: (dialogue) => {
    const contexts = new Map<string, Context>();
    return (message) => {
      const id = String(message.context_id);
      const context = contexts.get(id) ?? newContext();
      if (message.cancel === true) {
        context.stop.abort();
        contexts.delete(id);
        return;
      }
      const field = invalidField(message);
      if (field !== null) return sendError(dialogue, id, field);
      contexts.set(id, context);
      context.text += String(message.transcript);
      if (message.flush === true && message.continue === true) return flush(dialogue, id, context, contexts);
      if (message.continue === true) return;
      contexts.delete(id);
      // The context stays known by its id until it has been spoken, so that it can be cancelled.
      contexts.set(id, context);
      void speakContext(dialogue, id, context.text, context.stop.signal).then(() => contexts.delete(id));
    };
  },
};

/** What was sent for a context, and how much of it was spoken. */
interface Context {
  text: string;
  readonly stop: AbortController;
  flushes: number;
  /** The audio of earlier flushes, ms. */
  spokenMs: number;
  /** Resolves when all flushes so far are spoken. */
  spoken: Promise<void>;
  expiry: NodeJS.Timeout | undefined;
}

const newContext = (): Context => ({
  text: '',
  stop: new AbortController(),
  flushes: 0,
  spokenMs: 0,
  spoken: Promise.resolve(),
  expiry: undefined,
});

/** A context is closed this long after its last audio, ms. */
const EXPIRES_MS = 1_000;

/** Speaks what was sent since the last flush, after all that was flushed before. */
const flush = (dialogue: Dialogue, id: string, context: Context, contexts: Map<string, Context>): void => {
  clearTimeout(context.expiry);
  context.flushes += 1;
  const flushId = context.flushes;
  const { text, stop } = context;
  context.text = '';
  context.spoken = context.spoken.then(async () => {
    if (stop.signal.aborted) return;
    const fromMs = context.spokenMs;
    const part = { flushId, fromMs, onPiece: (ms: number) => (context.spokenMs += ms) };
    await speakContext(dialogue, id, text, stop.signal, part);
    if (flushId !== context.flushes || stop.signal.aborted) return;
    context.expiry = setTimeout(() => {
      contexts.delete(id);
      sendJson(dialogue, { type: 'done', context_id: id, done: true, status_code: 200 });
    }, EXPIRES_MS).unref();
  });
};

const invalidField = ({ model_id, transcript, voice, output_format }: Json): string | null => {
  if (typeof model_id !== 'string') return 'model_id';
  if (typeof transcript !== 'string') return 'transcript';
  if (!isRecord(voice) || voice.mode !== 'id' || typeof voice.id !== 'string') return 'voice';
  return isMulaw(output_format) ? null : 'output_format';
};

const sendError = (dialogue: Dialogue, id: string, field: string): void =>
  sendJson(dialogue, {
    type: 'error',
    context_id: id,
    done: true,
    status_code: 400,
    error_code: 'invalid_request',
    title: 'Invalid request',
    message: `secret words of the provider about ${field}`,
    request_id: 'r-1',
  });

/** One flush of a context. */
interface Part {
  readonly flushId: number;
  readonly fromMs: number;
  readonly onPiece: (ms: number) => void;
}

const speakContext = (
  dialogue: Dialogue,
  id: string,
  text: string,
  signal: AbortSignal,
  part: Part | null = null,
): Promise<void> => {
  const offsetMs = part?.fromMs ?? 0;
  const { world, visit, socket } = dialogue;
  const words = toneWords(text);
  const send = (type: string, more: object): void =>
    sendJson(dialogue, { type, context_id: id, done: false, status_code: 206, ...more });
  return speak(
    world,
    visit,
    text,
    {
      piece: (mulaw, fromMs) => {
        const data = Buffer.from(mulaw).toString('base64');
        const untilMs = fromMs + mulaw.length / 8;
        const begun = words.filter(({ startMs }) => startMs >= fromMs && startMs < untilMs);
        if (begun.length > 0)
          send('timestamps', {
            word_timestamps: {
              words: begun.map(({ word }) => word),
              start: begun.map(({ startMs }) => (offsetMs + startMs) / 1_000),
              end: begun.map(({ endMs }) => (offsetMs + endMs) / 1_000),
            },
          });
        part?.onPiece(mulaw.length / 8);
        send('chunk', { data, step_time: 1, flush_id: part?.flushId ?? 0 });
      },
      end: () =>
        part === null
          ? sendJson(dialogue, { type: 'done', context_id: id, done: true, status_code: 200 })
          : send('flush_done', { flush_done: true, flush_id: part.flushId }),
      cut: () => socket.terminate(),
      rubbish: () => socket.send(RUBBISH),
      refuse: () => sendError(dialogue, id, text),
    },
    signal,
  );
};
