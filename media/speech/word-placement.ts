/**
 * Places the words of a text in audio that came without word times: a forced alignment in small, by the usual lengths of
 * their sounds (spoken-sounds.ts) and by how loud and bright the audio is (../audio/sound-levels.ts). Pure.
 *
 * L1. The result for each word is a probability over the times at which it may have ended: it counts as heard from the time
 *     at which it had ended with a probability of {@link CERTAIN}. Doubt therefore claims fewer words, never more.
 * L2. Where the audio is not complete, the length of the whole is an estimate, and so is the place of every word in it.
 *
 * It takes about a ms for a second of speech (1.2 on a loaded machine), and is made once for an utterance that was cut.
 */
import { LEVEL_MS, type SoundLevel } from '../audio/sound-levels.js';
import type { PauseKind, Sound, SoundKind, SpokenSounds } from './spoken-sounds.js';

/** When a word was probably spoken, ms of its utterance. */
export interface PlacedTime {
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
/** How far the length of an incomplete text may be from the expected one. */
const EXPECTED_SPREAD = 0.2;
/** No voice speaks this many times slower or faster than usual. */
const MOST_RATE = 4;
/** A measure that does not exist yet fits everything. */
const UNKNOWN = 1;
/** Likelihoods below this count as this: no single measure excludes anything. */
const LEAST = 0.1;
/** Paths less likely than the best one by this factor are dropped. */
const NEGLIGIBLE = 1e-25;

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

type Likelihoods = Readonly<Record<SoundKind | 'silence', Float64Array>>;

/** The times of the words, one for each. */
export const placeWords = (words: readonly SpokenSounds[], audio: SpokenAudio): readonly PlacedTime[] => {
  const usualMs = words.reduce((ms, word) => ms + lengthOf(word), 0);
  const count = words.reduce((sum, { sounds }) => sum + sounds.length, 0);
  const { loudest, speechMs } = voiceOf(audio.levels);
  const wholeMs = Math.max(audio.levels.length * LEVEL_MS, audio.expectedMs ?? 0);
  if (count === 0 || count > MOST_SOUNDS || speechMs === 0) return inProportion(words, wholeMs);
  const voicedMs = audio.expectedMs === null ? speechMs : wholeMs - pausesOf(words);
  const rate = Math.min(MOST_RATE, Math.max(1 / MOST_RATE, voicedMs / usualMs));
  const frames = Math.ceil((audio.expectedMs === null ? wholeMs : wholeMs * 1.4) / LEVEL_MS);
  const likelihoods = likelihoodsOf(audio.levels, loudest, frames);
  const chain = chainOf(words, rate);
  const last = lastFrames(likelihoods.silence, frames, audio.expectedMs);
  const forwards = forward(chain, likelihoods, frames);
  const placed = backward(chain, likelihoods, frames, last, forwards);
  return placed === null ? inProportion(words, wholeMs) : timesOf(words, chain, placed);
};

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

/** A sound of the text, in order, with the likelihood of each length in frames. */
interface Link {
  readonly kind: SoundKind;
  readonly lengths: Float64Array;
  readonly word: number;
  /** How likely a pause follows: nothing but at the end of a word. */
  readonly pause: number;
}

const chainOf = (words: readonly SpokenSounds[], rate: number): readonly Link[] =>
  words.flatMap(({ sounds }, word) =>
    sounds.map((sound, index) => ({
      kind: sound.kind,
      lengths: lengthsOf(sound, rate),
      word,
      pause: index === sounds.length - 1 ? pauseAfter(words, word) : 0,
    })),
  );

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

/** Likelihoods by frame, of which only those from `from` on are kept. */
interface Row {
  readonly from: number;
  readonly values: Float64Array;
}

const valueAt = ({ from, values }: Row, frame: number): number => values[frame - from] ?? 0;

/** Drops what is negligible, and scales the rest; `offset`: the frame of the first value. */
const compact = (values: Float64Array, offset = 0): Row => {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  if (most === 0) return { from: 0, values: new Float64Array(0) };
  const least = most * NEGLIGIBLE;
  let from = 0;
  while ((values[from] ?? 0) < least) from += 1;
  let to = values.length;
  while ((values[to - 1] ?? 0) < least) to -= 1;
  const kept = values.slice(from, to);
  for (let index = 0; index < kept.length; index += 1) kept[index] = (kept[index] ?? 0) / most;
  return { from: offset + from, values: kept };
};

/** The likelihoods that a sound begins, and that it ends, at each frame, by what was before. */
interface Forwards {
  readonly begins: readonly Row[];
  readonly ends: readonly Row[];
}

const forward = (chain: readonly Link[], likelihoods: Likelihoods, frames: number): Forwards => {
  const begins: Row[] = [];
  const ends: Row[] = [];
  const { silence } = likelihoods;
  const first = new Float64Array(frames + 1);
  first[0] = 1;
  for (let frame = 1; frame <= frames; frame += 1)
    first[frame] = (first[frame - 1] ?? 0) * (silence[frame - 1] ?? 0);
  let row = compact(first);
  for (const { kind, lengths, pause } of chain) {
    begins.push(row);
    const likelihood = likelihoods[kind];
    const ended = new Float64Array(row.values.length + lengths.length);
    for (let index = 0; index < row.values.length; index += 1) {
      const begun = row.values[index] ?? 0;
      if (begun < NEGLIGIBLE) continue;
      const start = row.from + index;
      ended[index] = (ended[index] ?? 0) + begun * (lengths[0] ?? 0);
      let weight = begun;
      const most = Math.min(lengths.length - 1, frames - start);
      for (let length = 1; length <= most; length += 1) {
        weight *= likelihood[start + length - 1] ?? 0;
        if (weight < NEGLIGIBLE) break;
        ended[index + length] = (ended[index + length] ?? 0) + weight * (lengths[length] ?? 0);
      }
    }
    const end = compact(ended, row.from);
    ends.push(end);
    row = pause === 0 ? end : compact(afterPause(end, silence, pause, frames));
  }
  return { begins, ends };
};

/** When the next sound begins if a pause may follow. */
const afterPause = (ended: Row, silence: Float64Array, pause: number, frames: number): Float64Array => {
  const begins = new Float64Array(frames + 1);
  let paused = 0;
  for (let frame = ended.from; frame <= frames; frame += 1) {
    const now = valueAt(ended, frame);
    begins[frame] = now * (1 - pause) + paused;
    paused = (paused * STAYS + now * pause * (1 - STAYS)) * (silence[frame] ?? 0);
  }
  return begins;
};

/** How likely a pause lasts for another measure. */
const STAYS = 0.97;

/** How likely the last sound ends at each frame, by what follows it. */
const lastFrames = (silence: Float64Array, frames: number, expectedMs: number | null): Float64Array => {
  const last = new Float64Array(frames + 1);
  last[frames] = 1;
  for (let frame = frames - 1; frame >= 0; frame -= 1)
    last[frame] = (last[frame + 1] ?? 0) * (silence[frame] ?? 0);
  if (expectedMs === null) return last;
  const expected = expectedMs / LEVEL_MS;
  return last.map(
    (value, frame) => value * Math.exp(-0.5 * ((frame - expected) / (expected * EXPECTED_SPREAD)) ** 2),
  );
};

/** For each link, how likely it ends at each frame; null: no path fits the audio. */
const backward = (
  chain: readonly Link[],
  likelihoods: Likelihoods,
  frames: number,
  last: Float64Array,
  { begins, ends }: Forwards,
): { readonly ends: readonly Row[]; readonly begins: readonly Row[] } | null => {
  const endings: Row[] = [];
  const beginnings: Row[] = [];
  const { silence } = likelihoods;
  /** The likelihood of all that follows the end of the current link. */
  let after: Row = compact(last);
  for (let index = chain.length - 1; index >= 0; index -= 1) {
    const link = chain[index];
    const [begun, ended] = [begins[index], ends[index]];
    if (link === undefined || begun === undefined || ended === undefined) return null;
    const rest =
      link.pause === 0 || index === chain.length - 1
        ? after
        : compact(beforePause(after, silence, link.pause));
    const ending = product(ended, rest);
    if (ending.values.length === 0) return null;
    endings[index] = ending;
    const likelihood = likelihoods[link.kind];
    const before = new Float64Array(begun.values.length);
    for (let offset = 0; offset < before.length; offset += 1) {
      const start = begun.from + offset;
      let weight = 1;
      let sum = (link.lengths[0] ?? 0) * valueAt(rest, start);
      const most = Math.min(link.lengths.length - 1, frames - start);
      for (let length = 1; length <= most; length += 1) {
        weight *= likelihood[start + length - 1] ?? 0;
        if (weight < NEGLIGIBLE) break;
        sum += weight * (link.lengths[length] ?? 0) * valueAt(rest, start + length);
      }
      before[offset] = sum;
    }
    after = compact(before, begun.from);
    beginnings[index] = product(begun, after);
  }
  return { ends: endings, begins: beginnings };
};

/** The likelihood of what follows the end of a word after which a pause may come. */
const beforePause = (after: Row, silence: Float64Array, pause: number): Float64Array => {
  const until = after.from + after.values.length;
  const rest = new Float64Array(until);
  let paused = 0;
  for (let frame = until - 1; frame >= 0; frame -= 1) {
    const begin = valueAt(after, frame);
    const inPause: number = (paused * STAYS + valueAt(after, frame + 1)) * (silence[frame] ?? 0);
    rest[frame] = begin * (1 - pause) + inPause * pause * (1 - STAYS);
    paused = inPause;
  }
  return rest;
};

const product = (a: Row, b: Row): Row => {
  const values = new Float64Array(a.values.length);
  for (let index = 0; index < values.length; index += 1)
    values[index] = (a.values[index] ?? 0) * valueAt(b, a.from + index);
  const kept = compact(values);
  return { from: a.from + kept.from, values: kept.values };
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
  { ends, begins }: { readonly ends: readonly Row[]; readonly begins: readonly Row[] },
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
