/**
 * Places the words of a text in audio that came without word times: a forced alignment in small, by the usual lengths of
 * their sounds (spoken-sounds.ts) and by how loud and bright the audio is (../audio/sound-levels.ts). Pure.
 *
 * L1. The result for each word is a probability over the times at which it may have ended: it counts as heard from the time
 *     at which it had ended with a probability of {@link CERTAIN}. Doubt therefore claims fewer words, never more.
 * L2. Where the audio is not complete, the length of the whole is an estimate, and so is the place of every word in it.
 *
 * It takes half a ms for a second of speech, once the code is warm, and is made once for an utterance that is cut. It can be
 * done in parts, ahead of that.
 */
import { LEVEL_MS, type SoundLevel } from '../audio/sound-levels.js';
import { type Alignment, align, type Likelihoods, type Link, type Row } from './sound-alignment.js';
import type { PauseKind, Sound, SoundKind, SpokenSounds } from './spoken-sounds.js';

/** When a word was probably spoken, ms of its utterance. */
interface PlacedTime {
  /** Most likely beginning. */
  readonly startMs: number;
  /** By then it has ended, as far as can be known. */
  readonly endMs: number;
}

export interface SpokenAudio {
  readonly levels: readonly SoundLevel[];
  /** Expected length of the whole, ms; null: the levels are the whole. */
  readonly expectedMs: number | null;
}

/** A word counts as heard once it has ended with this probability. */
const CERTAIN = 0.975;
/** Rounding of levels and lengths, ms, added to every end. */
const MARGIN_MS = 20;
/** Texts with more sounds are placed in proportion to their usual lengths, later by {@link PROPORTION_MS}. */
const MOST_SOUNDS = 1_500;
const PROPORTION_MS = 600;
/** Neighbouring measures say nearly the same: each counts for this part of one. */
const WEIGHT = 0.4;
/** Quieter than the voice by this much is silence, dB. */
const SILENT_DB = 32;
/** Silence this long is a pause, not the closure of a stop, ms. */
const PAUSE_MS = 80;
/** No voice speaks this many times slower or faster than usual. */
const MOST_RATE = 4;
/** A measure that does not exist yet fits everything. */
const UNKNOWN = 1;
/** Likelihoods below this count as this: no single measure excludes anything. */
const LEAST = 0.1;

/** Level below the voice's loudest parts, dB, and share of crossings, with their spreads, of each kind of sound. */
const LOOKS: Readonly<
  Record<Exclude<SoundKind, 'any'> | 'silence', readonly [number, number, number, number]>
> = {
  vowel: [-4, 5, 0.1, 0.06],
  sonorant: [-7, 7, 0.07, 0.06],
  fricative: [-26, 11, 0.42, 0.25],
  stop: [-30, 12, 0.2, 0.2],
  silence: [-50, 8, 0.1, 0.4],
};
/** How likely a pause follows a word. */
const PAUSES: Readonly<Record<PauseKind, number>> = { none: 0.02, some: 0.6, long: 0.9 };

const KINDS: readonly (SoundKind | 'silence')[] = [
  'vowel',
  'sonorant',
  'fricative',
  'stop',
  'any',
  'silence',
];

/** The placement of the words of one text, which takes its time. */
export interface WordPlacement {
  /** Does the work for so many sounds; each needs two turns. Whether all is done. */
  advance(sounds: number): boolean;
  /** The times of the words, one for each; does the work that is left. */
  times(): readonly PlacedTime[];
}

export const createWordPlacement = (words: readonly SpokenSounds[], audio: SpokenAudio): WordPlacement => {
  const work = place(words, audio);
  let times: readonly PlacedTime[] | null = null;
  const next = (): void => {
    const { done, value } = work.next();
    if (done === true) times = value;
  };
  return {
    advance: (sounds) => {
      for (let count = 0; count < sounds && times === null; count += 1) next();
      return times !== null;
    },
    times: () => {
      while (times === null) next();
      return times;
    },
  };
};

function* place(
  words: readonly SpokenSounds[],
  audio: SpokenAudio,
): Generator<undefined, readonly PlacedTime[]> {
  const usualMs = words.reduce((ms, word) => ms + lengthOf(word), 0);
  const count = words.reduce((sum, { sounds }) => sum + sounds.length, 0);
  const { loudest, speechMs } = voiceOf(audio.levels);
  const wholeMs = Math.max(audio.levels.length * LEVEL_MS, audio.expectedMs ?? 0);
  if (count === 0 || count > MOST_SOUNDS || speechMs === 0) return inProportion(words, wholeMs);
  const voicedMs = audio.expectedMs === null ? speechMs : wholeMs - pausesOf(words);
  const rate = Math.min(MOST_RATE, Math.max(1 / MOST_RATE, voicedMs / usualMs));
  const frames = Math.ceil((audio.expectedMs === null ? wholeMs : wholeMs * 1.4) / LEVEL_MS);
  const likelihoods = likelihoodsOf(audio.levels, loudest, frames);
  yield;
  const chain = chainOf(words, rate);
  const aligned = yield* align(chain, likelihoods, frames, audio.expectedMs);
  return aligned === null ? inProportion(words, wholeMs) : timesOf(words, chain, aligned);
}

const lengthOf = ({ sounds }: SpokenSounds): number =>
  sounds.reduce((ms, sound) => ms + sound.ms * (1 - sound.silent), 0);

const pausesOf = (words: readonly SpokenSounds[]): number =>
  words.slice(0, -1).reduce((ms, { pause }) => ms + (pause === 'none' ? 0 : pause === 'some' ? 150 : 300), 0);

/** The voice's loudest level, dB, and how long it speaks, ms. */
const voiceOf = (levels: readonly SoundLevel[]): { readonly loudest: number; readonly speechMs: number } => {
  const sorted = Float64Array.from(levels, ({ db }) => db).sort();
  const loudest = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  let speechMs = 0;
  let silentMs = 0;
  for (const { db } of levels) {
    if (db < loudest - SILENT_DB) silentMs += LEVEL_MS;
    else {
      speechMs += LEVEL_MS + (silentMs < PAUSE_MS ? silentMs : 0);
      silentMs = 0;
    }
  }
  return { loudest, speechMs: loudest <= 0 ? 0 : speechMs };
};

const likelihoodsOf = (levels: readonly SoundLevel[], loudest: number, frames: number): Likelihoods => {
  const likelihoods: Record<SoundKind | 'silence', Float64Array> = {
    vowel: new Float64Array(frames).fill(UNKNOWN),
    sonorant: new Float64Array(frames).fill(UNKNOWN),
    fricative: new Float64Array(frames).fill(UNKNOWN),
    stop: new Float64Array(frames).fill(UNKNOWN),
    any: new Float64Array(frames).fill(UNKNOWN),
    silence: new Float64Array(frames).fill(UNKNOWN),
  };
  for (let frame = 0; frame < Math.min(frames, levels.length); frame += 1) {
    const level = levels[frame];
    if (level === undefined) break;
    let best = 0;
    let ofSpeech = 0;
    for (const kind of KINDS) {
      if (kind === 'any') continue;
      const [db, dbSpread, crossings, crossingsSpread] = LOOKS[kind];
      const a = (Math.max(-60, level.db - loudest) - db) / dbSpread;
      const b = kind === 'silence' ? 0 : (level.crossings - crossings) / crossingsSpread;
      const found = Math.exp(-0.5 * (a * a + b * b) * WEIGHT);
      likelihoods[kind][frame] = found;
      best = Math.max(best, found);
      if (kind !== 'silence') ofSpeech = Math.max(ofSpeech, found);
    }
    likelihoods.any[frame] = ofSpeech;
    for (const kind of KINDS)
      likelihoods[kind][frame] = Math.max(LEAST, (likelihoods[kind][frame] ?? 0) / Math.max(best, 1e-9));
  }
  return likelihoods;
};

const chainOf = (words: readonly SpokenSounds[], rate: number): readonly Link[] => {
  const known = new Map<Sound, Float64Array>();
  const lengthsOfKnown = (sound: Sound): Float64Array => {
    const lengths = known.get(sound) ?? lengthsOf(sound, rate);
    known.set(sound, lengths);
    return lengths;
  };
  return words.flatMap(({ sounds }, word) =>
    sounds.map((sound, index) => ({
      kind: sound.kind,
      lengths: lengthsOfKnown(sound),
      word,
      pause: index === sounds.length - 1 ? pauseAfter(words, word) : 0,
    })),
  );
};

/** A word without a sound, such as a dash, adds its pause to the word before it. */
const pauseAfter = (words: readonly SpokenSounds[], word: number): number => {
  let likely = PAUSES[words[word]?.pause ?? 'none'];
  for (let next = word + 1; words[next]?.sounds.length === 0; next += 1)
    likely = Math.max(likely, PAUSES[words[next]?.pause ?? 'none']);
  return likely;
};

const lengthsOf = ({ ms, spreadMs, silent }: Sound, rate: number): Float64Array => {
  const [mean, spread] = [(ms * rate) / LEVEL_MS, (spreadMs * rate) / LEVEL_MS];
  const lengths = new Float64Array(Math.ceil(mean + 3.5 * spread) + 1);
  let sum = 0;
  for (let frames = 1; frames < lengths.length; frames += 1) {
    const likelihood = Math.exp(-0.5 * ((frames - mean) / spread) ** 2) + 0.01;
    lengths[frames] = likelihood;
    sum += likelihood;
  }
  for (let frames = 1; frames < lengths.length; frames += 1)
    lengths[frames] = ((lengths[frames] ?? 0) / sum) * (1 - silent);
  lengths[0] = silent;
  return lengths;
};

/** The first frame by which the sum reaches a share of the whole. */
const frameAt = ({ from, values }: Row, share: number): number => {
  const whole = values.reduce((sum, value) => sum + value, 0);
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) {
    sum += values[index] ?? 0;
    if (sum >= whole * share) return from + index;
  }
  return from + values.length;
};

/** L1 */
const timesOf = (
  words: readonly SpokenSounds[],
  chain: readonly Link[],
  { ends, begins }: Alignment,
): readonly PlacedTime[] => {
  let [startMs, endMs] = [0, 0];
  return words.map((_, word) => {
    const first = chain.findIndex((link) => link.word === word);
    const last = chain.findLastIndex((link) => link.word === word);
    const [begin, end] = [begins[first], ends[last]];
    // A word without a sound, such as a dash, is heard with the word before it.
    if (begin === undefined || end === undefined) return { startMs: endMs, endMs };
    startMs = Math.max(startMs, frameAt(begin, 0.5) * LEVEL_MS);
    endMs = Math.max(endMs, frameAt(end, CERTAIN) * LEVEL_MS + MARGIN_MS);
    return { startMs, endMs };
  });
};

const inProportion = (words: readonly SpokenSounds[], wholeMs: number): readonly PlacedTime[] => {
  const lengths = words.map((word) => lengthOf(word) + 1);
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  let before = 0;
  return lengths.map((length) => {
    const startMs = (before / whole) * wholeMs;
    before += length;
    return { startMs, endMs: Math.min(wholeMs, (before / whole) * wholeMs + PROPORTION_MS) };
  });
};
