/**
 * Other sounds on a telephone line: generated noises, the same on every run, 8,000 Hz, at a given level. Levels are RMS
 * in dBFS (0 = 32,768). For the bench of voice activity, for tests, and for the callees of the simulated network.
 */
import { atLevel, clipped } from '../media/rehearsal/level.js';
import { decodeMulaw, encodeMulaw } from '../providers/speech/dsp/g711.js';
import type { Synthesiser } from '../providers/speech/synthesiser.js';

const RATE = 8_000;

/** Noises that need no voice. */
export type NoiseKind = 'white' | 'pink' | 'car' | 'hum' | 'music' | 'ringback' | 'coughs';

/** `seconds` of a noise. For intermittent noises (ringback, coughs), `dbfs` is the RMS of the loud parts. */
export const noiseOf = (kind: NoiseKind, dbfs: number, seconds: number, seed = 1): Int16Array =>
  atLevel(MAKERS[kind](Math.round(seconds * RATE), randomFrom(seed)), dbfs);

/** Mixes one sound over the other from `atMs` on; the result is as long as both need. */
export const mixed = (base: Int16Array, overlay: Int16Array, atMs = 0): Int16Array => {
  const from = atMs * (RATE / 1_000);
  const both = new Int16Array(Math.max(base.length, from + overlay.length));
  both.set(base);
  for (let at = 0; at < overlay.length; at += 1)
    both[from + at] = clipped((both[from + at] ?? 0) + (overlay[at] ?? 0));
  return both;
};

/** The sounds in sequence. */
export const joined = (...parts: readonly Int16Array[]): Int16Array => {
  const whole = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

/** A text in one of the synthesiser's voices. */
export const voiceOf = async (voices: Synthesiser, text: string, voiceId: string): Promise<Int16Array> => {
  const parts: Int16Array[] = [];
  const request = { text, voiceId, language: 'en' };
  for await (const { mulaw } of voices.synthesise(request, new AbortController().signal))
    parts.push(decodeMulaw(mulaw));
  return joined(...parts);
};

/** The babble's sentences: their lengths differ, so that their pauses never coincide. */
const CHATTER: readonly string[] = [
  'We went to the market in the morning and bought apples, plums and a very large melon.',
  'The train was late again, so I walked along the river and met an old friend from school.',
  'Could you pass me the salt please, this soup needs a little more of everything.',
  'My brother has painted the whole house green and nobody knows what to say about it.',
  'They are going to close the bridge until April, so everybody has to drive around the lake.',
  'I never thought that a small garden could give so many tomatoes in one summer.',
];
const TALKERS = 8;

/** Eight people talking at once for `seconds`; the voices must be able to speak English. */
export const babble = async (voices: Synthesiser, dbfs: number, seconds: number): Promise<Int16Array> => {
  const room = new Float64Array(Math.round(seconds * RATE));
  const ids = voices.voices.map(({ id }) => id);
  for (let talker = 0; talker < TALKERS; talker += 1) {
    const texts = CHATTER.map((_, index) => CHATTER[(index * 5 + talker) % CHATTER.length] ?? '');
    const spoken: Int16Array[] = [];
    for (const text of texts) spoken.push(await voiceOf(voices, text, ids[talker % ids.length] ?? ''));
    const speech = atLevel(joined(...spoken), -26);
    const from = Math.round((talker * speech.length) / TALKERS);
    for (let at = 0; at < room.length; at += 1)
      room[at] = (room[at] ?? 0) + (speech[(at + from) % speech.length] ?? 0);
  }
  return atLevel(room, dbfs);
};

/** In the format of the simulated network: base64 µ-law. */
export const onTheWire = (pcm: Int16Array): string => Buffer.from(encodeMulaw(pcm)).toString('base64');

type Random = () => number;

/** Between -2 and 2, roughly normal: the sum of four uniform values. */
const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return () => uniform() + uniform() + uniform() + uniform();
};

const make = (length: number, sample: (second: number) => number): Float64Array => {
  const samples = new Float64Array(length);
  for (let at = 0; at < length; at += 1) samples[at] = sample(at / RATE);
  return samples;
};

const sines = (second: number, partials: readonly (readonly [hz: number, share: number])[]): number =>
  partials.reduce((sum, [hz, share]) => sum + share * Math.sin(2 * Math.PI * hz * second), 0);

/** A soft low-pass filter at `hz`. */
const lowPass = (hz: number): ((sample: number) => number) => {
  const share = 1 - Math.exp((-2 * Math.PI * hz) / RATE);
  let last = 0;
  return (sample) => {
    last += share * (sample - last);
    return last;
  };
};

/** Chords of four tones, a new one every half second, struck and dying away. */
const CHORDS = [
  [262, 330, 392, 523],
  [220, 262, 330, 440],
  [175, 220, 262, 349],
  [196, 247, 294, 392],
] as const;

const MAKERS: Readonly<Record<NoiseKind, (length: number, random: Random) => Float64Array>> = {
  white: (length, random) => make(length, random),
  /** Equal power in each octave: Paul Kellet's filter. */
  pink: (length, random) => {
    let low = 0;
    let middle = 0;
    let high = 0;
    return make(length, () => {
      const white = random();
      low = 0.99765 * low + white * 0.099046;
      middle = 0.963 * middle + white * 0.2965164;
      high = 0.57 * high + white * 1.0526913;
      return low + middle + high + white * 0.1848;
    });
  },
  /** A dark rumble that swells over a few seconds, and a little road hiss. */
  car: (length, random) => {
    const first = lowPass(250);
    const second = lowPass(500);
    return make(
      length,
      (s) => (second(first(random())) + 0.02 * random()) * (1 + 0.4 * Math.sin((2 * Math.PI * s) / 5.3)),
    );
  },
  hum: (length) =>
    make(length, (s) =>
      sines(s, [
        [50, 1],
        [100, 0.7],
        [150, 0.5],
        [250, 0.3],
        [350, 0.2],
        [450, 0.1],
      ]),
    ),
  music: (length) =>
    make(length, (s) => {
      const chord = CHORDS[Math.floor(s * 2) % CHORDS.length] ?? CHORDS[0];
      const fade = Math.exp(-1.5 * ((s * 2) % 1));
      return (
        fade *
        sines(
          s,
          chord.map((hz) => [hz, 1]),
        )
      );
    }),
  /** North America: 440 and 480 Hz, for two of every six seconds. */
  ringback: (length) =>
    make(length, (s) =>
      s % 6 >= 3 && s % 6 < 5
        ? sines(s, [
            [440, 1],
            [480, 1],
          ])
        : 0,
    ),
  /** Every two seconds a burst that dies away within a quarter of a second, followed by a shorter one. */
  coughs: (length, random) =>
    make(length, (s) => {
      const at = s % 2;
      const first = at >= 1 && at < 1.28 ? Math.exp(-(at - 1) / 0.09) : 0;
      const second = at >= 1.4 && at < 1.6 ? 0.7 * Math.exp(-(at - 1.4) / 0.07) : 0;
      return (first + second) * random();
    }),
};
