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
    const contexts = new Map<string, { text: string; readonly stop: AbortController }>();
    return (message) => {
      const id = String(message.context_id);
      const context = contexts.get(id) ?? { text: '', stop: new AbortController() };
      if (message.cancel === true) {
        context.stop.abort();
        contexts.delete(id);
        return;
      }
      const field = invalidField(message);
      if (field !== null) return sendError(dialogue, id, field);
      contexts.set(id, context);
      context.text += String(message.transcript);
      if (message.continue === true) return;
      contexts.delete(id);
      // The context stays known by its id until it has been spoken, so that it can be cancelled.
      contexts.set(id, context);
      void speakContext(dialogue, id, context.text, context.stop.signal).then(() => contexts.delete(id));
    };
  },
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

const speakContext = (dialogue: Dialogue, id: string, text: string, signal: AbortSignal): Promise<void> => {
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
              start: begun.map(({ startMs }) => startMs / 1_000),
              end: begun.map(({ endMs }) => endMs / 1_000),
            },
          });
        send('chunk', { data, step_time: 1, flush_id: 0 });
      },
      end: () => sendJson(dialogue, { type: 'done', context_id: id, done: true, status_code: 200 }),
      cut: () => socket.terminate(),
      rubbish: () => socket.send(RUBBISH),
      refuse: () => sendError(dialogue, id, text),
    },
    signal,
  );
};
