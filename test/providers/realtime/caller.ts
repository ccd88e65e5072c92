/** A caller who speaks to a simulator through a speech-to-speech engine, and the resulting events. */

import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import { REALTIME_LIMITS, type RealtimeLimits } from '../../../providers/realtime/limits.js';
import type {
  RealtimeEngine,
  RealtimeEvent,
  RealtimeStream,
} from '../../../providers/realtime/realtime-engine.js';
import { type SpeechPart, speak } from '../../../simulators/support/spoken.js';
import { seeded } from '../../../testkit/seeded.js';
import { until } from '../../../testkit/until.js';

/** Distinctive, so that it is found wherever it leaks. */
export const KEY = 'sk-7d3b91c0f2a84e6b';
export const WORDS = 'where is my order'.split(' ');
export const SENTENCE = WORDS.join(' ');

/** As in a call, except for times that would make tests slow. */
export const LIMITS: RealtimeLimits = {
  ...REALTIME_LIMITS,
  connectMs: 600,
  recoverMs: 1_500,
  pausesMs: [0, 50, 100],
  pingMs: 100,
  silentMs: 800,
  transcriptMs: 700,
  finishMs: 1_000,
  catchUpSpeed: 20,
};

export const LOOK_UP = {
  name: 'look_up',
  description: 'Looks up where an order is.',
  parameters: {
    type: 'object',
    properties: { order: { type: 'string' } },
    required: ['order'],
    additionalProperties: false,
  },
} as const;

/** The sentence, followed by the silence that ends a turn. */
export const sentence = (silenceMs = 700): Uint8Array => {
  const parts: SpeechPart[] = WORDS.flatMap((_word, word) => [{ word, ms: 180 }, { silenceMs: 60 }]);
  return speak([{ silenceMs: 400 }, ...parts, { silenceMs }], seeded(11));
};

export interface Caller {
  readonly stream: RealtimeStream;
  readonly events: readonly RealtimeEvent[];
  /** All audio that was written, in order. */
  readonly written: () => Uint8Array;
  /** Writes the audio in frames, faster than real time. */
  says(audio: Uint8Array): Promise<void>;
  respond(response: string, uses?: Parameters<RealtimeStream['respond']>[0]['uses']): void;
  of<T extends RealtimeEvent['type']>(type: T): readonly Extract<RealtimeEvent, { readonly type: T }>[];
  comes(type: RealtimeEvent['type'], count?: number): Promise<void>;
  text(response: string): string;
  audioMs(response: string): number;
  /** All events, as a log would show them. */
  inspected(): string;
}

export const call = (engine: RealtimeEngine, isPrepared = true): Caller => {
  const events: RealtimeEvent[] = [];
  const frames: Uint8Array[] = [];
  const stream = engine.open({ language: 'en-US', voiceId: 'openai:cedar' }, (event) => events.push(event));
  if (isPrepared) stream.prepare({ instructions: 'You are Ada.', tools: [LOOK_UP] });
  const of = <T extends RealtimeEvent['type']>(type: T) =>
    events.filter((event): event is Extract<RealtimeEvent, { readonly type: T }> => event.type === type);
  return {
    stream,
    events,
    written: () => Buffer.concat(frames),
    says: async (audio) => {
      for (let at = 0; at < audio.length; at += 160) {
        const frame = audio.slice(at, at + 160);
        frames.push(frame);
        stream.write(frame);
        if ((at / 160) % 10 === 9) await delay(5);
      }
    },
    respond: (response, uses = []) => stream.respond({ response, notes: [], uses }),
    of,
    comes: async (type, count = 1) => {
      await until(`${count} ${type}`, async () => of(type).length >= count);
    },
    text: (response) =>
      of('text')
        .filter((event) => event.response === response)
        .map(({ text }) => text)
        .join(''),
    audioMs: (response) =>
      of('audio').reduce((sum, event) => sum + (event.response === response ? event.mulaw.length / 8 : 0), 0),
    inspected: () => inspect(events, { depth: 5 }),
  };
};
