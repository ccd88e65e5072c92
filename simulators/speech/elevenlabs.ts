/** The simulated ElevenLabs (docs/reference/protocols/synthesis.md "ElevenLabs"): five contexts per connection, letters with times. */

import { toneWords } from '../support/tones.js';
import { type Dialogue, RUBBISH, type SocketProvider, sendJson } from './sockets.js';
import { speak } from './world.js';

const MAX_CONTEXTS = 5;

interface Context {
  text: string;
  /** Flushed text is spoken to its end, even after the context was closed. */
  spoken: Promise<void> | null;
  closing: boolean;
}

export const elevenlabs: SocketProvider = {
  name: 'elevenlabs',
  path: /^\/v1\/text-to-speech\/[^/]+\/multi-stream-input$/,
  keyOf: ({ headers }) => {
    const key = headers['xi-api-key'];
    return typeof key === 'string' ? key : null;
  },
  converse: (dialogue) => {
    const { query, socket } = dialogue;
    const contexts = new Map<string, Context>();
    if (query.get('output_format') !== 'ulaw_8000') socket.close(1_008, 'output_format');

    const contextOf = (id: string): Context | null => {
      const known = contexts.get(id);
      if (known !== undefined) return known;
      if (contexts.size >= MAX_CONTEXTS) {
        sendJson(dialogue, { error: 'max_active_conversations', code: 1_008, message: 'secret words' });
        socket.close(1_008, 'max_active_conversations');
        return null;
      }
      const context: Context = { text: '', spoken: null, closing: false };
      contexts.set(id, context);
      return context;
    };

    const end = async (id: string, context: Context): Promise<void> => {
      if (context.closing) return;
      context.closing = true;
      await context.spoken;
      contexts.delete(id);
      sendJson(dialogue, { contextId: id, isFinal: true });
    };

    return ({ context_id, text, flush, close_context, close_socket }) => {
      if (close_socket === true) return socket.close(1_000);
      const id = String(context_id);
      // A finished context no longer exists: closing it again has no effect.
      const context = close_context === true ? (contexts.get(id) ?? null) : contextOf(id);
      if (context === null) return;
      if (typeof text === 'string') context.text += text === ' ' ? '' : text;
      if (flush === true) {
        const flushed = context.text.trim();
        context.text = '';
        context.spoken = speakContext(dialogue, id, flushed);
      }
      if (close_context === true) void end(id, context);
    };
  },
};

const speakContext = async (dialogue: Dialogue, id: string, text: string): Promise<void> => {
  const { world, visit, socket } = dialogue;
  const letters = lettersOf(text);
  let isEnded = false;
  await speak(
    world,
    visit,
    text,
    {
      piece: (mulaw, fromMs) => {
        const audio = Buffer.from(mulaw).toString('base64');
        const untilMs = fromMs + mulaw.length / 8;
        const begun = letters.filter(({ startMs }) => startMs >= fromMs && startMs < untilMs);
        const alignment = {
          chars: begun.map(({ letter }) => letter),
          charStartTimesMs: begun.map(({ startMs }) => startMs - fromMs),
          charDurationsMs: begun.map(({ lengthMs }) => lengthMs),
        };
        sendJson(dialogue, { audio, contextId: id, isFinal: null, alignment, normalizedAlignment: null });
      },
      end: () => {
        isEnded = true;
      },
      cut: () => socket.terminate(),
      rubbish: () => socket.send(RUBBISH),
      refuse: () =>
        sendJson(dialogue, {
          error: 'voice_id_does_not_exist',
          contextId: id,
          code: 1_008,
          message: 'secret words',
        }),
    },
    new AbortController().signal,
  );
  // A stalled context never becomes final.
  if (!isEnded) await new Promise<never>(() => undefined);
};

/** Each letter of a word has the same share of its time; a space has none. */
const lettersOf = (text: string) =>
  toneWords(text).flatMap(({ word, startMs, endMs }, index) => {
    const lengthMs = (endMs - startMs) / word.length;
    const space = index === 0 ? [] : [{ letter: ' ', startMs, lengthMs: 0 }];
    return [
      ...space,
      ...[...word].map((letter, at) => ({ letter, startMs: startMs + at * lengthMs, lengthMs })),
    ];
  });
