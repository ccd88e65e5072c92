/**
 * How likely each sound of a text begins and ends at each measure of its audio: the forward and the backward pass over a chain
 * of sounds with usual lengths. Pure; the passes yield after each sound, so that the work can be spread over time.
 */
import { LEVEL_MS } from '../audio/sound-levels.js';
import type { SoundKind } from './spoken-sounds.js';

/** How far the length of an incomplete text may be from the expected one. */
const EXPECTED_SPREAD = 0.2;
/** Paths less likely than the best one by this factor are dropped. One of 1e-10 places other words in some cuts. */
const NEGLIGIBLE = 1e-12;

/** How well each measure of the audio fits each kind of sound, by measure. */
export type Likelihoods = Readonly<Record<SoundKind | 'silence', Float64Array>>;

/** A sound of the text, in order, with the likelihood of each length in frames. */
export interface Link {
  readonly kind: SoundKind;
  readonly lengths: Float64Array;
  readonly word: number;
  /** How likely a pause follows: nothing but at the end of a word. */
  readonly pause: number;
}

/** Likelihoods by frame, of which only those from `from` on are kept. */
export interface Row {
  readonly from: number;
  readonly values: Float64Array;
}

const valueAt = ({ from, values }: Row, frame: number): number => values[frame - from] ?? 0;

/** Drops what is negligible, and scales the rest in place; `offset`: the frame of the first value. */
const compact = (values: Float64Array, offset = 0): Row => {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  if (most === 0) return { from: 0, values: new Float64Array(0) };
  const least = most * NEGLIGIBLE;
  let from = 0;
  while ((values[from] ?? 0) < least) from += 1;
  let to = values.length;
  while ((values[to - 1] ?? 0) < least) to -= 1;
  const kept = values.subarray(from, to);
  for (let index = 0; index < kept.length; index += 1) kept[index] = (kept[index] ?? 0) / most;
  return { from: offset + from, values: kept };
};

/** For each link, how likely it begins, and how likely it ends, at each frame. */
export interface Alignment {
  readonly begins: readonly Row[];
  readonly ends: readonly Row[];
}

/**
 * Aligns the chain with `frames` measures of audio; `expectedMs`: length of the whole, null: the audio is the whole. Yields
 * after each link of each pass. Null: no path fits the audio.
 */
export function* align(
  chain: readonly Link[],
  likelihoods: Likelihoods,
  frames: number,
  expectedMs: number | null,
): Generator<undefined, Alignment | null> {
  const forwards = yield* forward(chain, likelihoods, frames);
  return yield* backward(chain, likelihoods, lastFrames(likelihoods.silence, frames, expectedMs), forwards);
}

/** By what was before alone. */
function* forward(
  chain: readonly Link[],
  likelihoods: Likelihoods,
  frames: number,
): Generator<undefined, Alignment> {
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
    const end = compact(endingAt(row, lengths, likelihoods[kind], frames), row.from);
    ends.push(end);
    row = pause === 0 ? end : compact(afterPause(end, silence, pause, frames));
    yield;
  }
  return { begins, ends };
}

/** For each frame from the first beginning on, the likelihood that the sound ends there. */
const endingAt = (
  begun: Row,
  lengths: Float64Array,
  likelihood: Float64Array,
  frames: number,
): Float64Array => {
  const { from, values } = begun;
  const ended = new Float64Array(values.length + lengths.length);
  for (let index = 0; index < values.length; index += 1) {
    let weight = values[index] ?? 0;
    if (weight < NEGLIGIBLE) continue;
    ended[index] = (ended[index] ?? 0) + weight * (lengths[0] ?? 0);
    const start = from + index;
    const to = Math.min(lengths.length, frames - start + 1);
    for (let length = 1; length < to; length += 1) {
      weight *= likelihood[start + length - 1] ?? 0;
      ended[index + length] = (ended[index + length] ?? 0) + weight * (lengths[length] ?? 0);
    }
  }
  return ended;
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

/** By what was before and by what follows. */
function* backward(
  chain: readonly Link[],
  likelihoods: Likelihoods,
  last: Float64Array,
  { begins, ends }: Alignment,
): Generator<undefined, Alignment | null> {
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
    const before = leadingTo(rest, begun, link, likelihoods[link.kind]);
    after = compact(before, begun.from);
    beginnings[index] = product(begun, after);
    yield;
  }
  return { ends: endings, begins: beginnings };
}

/** For each frame at which the link may begin, the likelihood of it and of all that follows (`rest`). */
const leadingTo = (rest: Row, begun: Row, { lengths }: Link, likelihood: Float64Array): Float64Array => {
  const before = new Float64Array(begun.values.length);
  const { values } = rest;
  for (let offset = 0; offset < before.length; offset += 1) {
    const start = begun.from + offset;
    const base = start - rest.from;
    // Nothing is read beyond an array: that costs ten times as much as a value of it.
    const to = Math.min(lengths.length, values.length - base);
    if (base + lengths.length <= 0) continue;
    let weight = 1;
    let sum = base >= 0 && base < values.length ? (lengths[0] ?? 0) * (values[base] ?? 0) : 0;
    let length = 1;
    for (; length + base < 0; length += 1) weight *= likelihood[start + length - 1] ?? 0;
    for (; length < to; length += 1) {
      weight *= likelihood[start + length - 1] ?? 0;
      sum += weight * (lengths[length] ?? 0) * (values[base + length] ?? 0);
    }
    before[offset] = sum;
  }
  return before;
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
  const from = Math.max(a.from, b.from);
  const to = Math.min(a.from + a.values.length, b.from + b.values.length);
  const values = new Float64Array(Math.max(0, to - from));
  for (let index = 0; index < values.length; index += 1)
    values[index] = (a.values[from - a.from + index] ?? 0) * (b.values[from - b.from + index] ?? 0);
  return compact(values, from);
};
