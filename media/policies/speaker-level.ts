/**
 * A second speaker near the customer's phone is quieter than the customer. How loud the customer speaks is learned within the
 * call, from words that were recognised.
 *
 * S1. Nothing is judged before {@link LEAST_KNOWN} pieces of speech are known.
 * S2. Words are another speaker's only if they are {@link QUIETER_DB} below the customer's usual level: voices do not
 *     vary that much within a call without a reason.
 * S3. The reason may be the customer, who has moved away from the phone: the second piece of quiet speech in a row counts, and
 *     is learned.
 */
import { msOf } from '../audio/frames.js';

const LEAST_KNOWN = 3;
const QUIETER_DB = 10;
/** Pieces of speech that are remembered, the latest ones. */
const MOST_KNOWN = 9;
/** Audio whose level is kept: words arrive later than their sound, ms. */
const KEPT_MS = 12_000;
/** Shorter pieces of speech have no level of their own, ms. */
const LEAST_MS = 240;
/** Share of the audio of words that is sound, not pauses. */
const SOUND_SHARE = 0.4;

interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

export interface SpeakerLevel {
  /** The customer's next audio, which was spoken at `atMs`. `power`: its mean square (PowerMeter); 0: it is no voice. */
  sound(atMs: number, power: number, bytes: number): void;
  /** Whether a sound of that power is another speaker's. */
  isOther(power: number): boolean;
  /** Whether words are another speaker's. Changes nothing. */
  isOtherSpeech(words: Span): boolean;
  /** Final words; returns whether they are another speaker's (S3). */
  judge(words: Span): boolean;
}

export const createSpeakerLevel = (): SpeakerLevel => {
  let sounds: { readonly atMs: number; readonly power: number }[] = [];
  let known: number[] = [];
  let hasQuietBefore = false;

  const usual = (): number | null => {
    if (known.length < LEAST_KNOWN) return null;
    const sorted = [...known].sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? null;
  };

  const isQuiet = (power: number): boolean => {
    const level = usual();
    return level !== null && power > 0 && 10 * Math.log10(power) < level - QUIETER_DB;
  };

  /** Mean power of the loud part of words; null if it is not known. */
  const powerOf = ({ startMs, endMs }: Span): number | null => {
    if (endMs - startMs < LEAST_MS) return null;
    const powers = sounds
      .filter(({ atMs }) => atMs >= startMs && atMs < endMs)
      .map(({ power }) => power)
      .sort((a, b) => b - a);
    const loud = powers.slice(0, Math.ceil(powers.length * SOUND_SHARE));
    if (loud.length === 0) return null;
    return loud.reduce((sum, power) => sum + power, 0) / loud.length;
  };

  return {
    sound: (atMs, power, bytes) => {
      if (bytes === 0) return;
      sounds.push({ atMs, power });
      // Removing the oldest one by one would move all others each time.
      if (sounds.length > (2 * KEPT_MS) / msOf(bytes))
        sounds = sounds.filter((sound) => sound.atMs > atMs - KEPT_MS);
    },
    isOther: isQuiet,
    isOtherSpeech: (words) => {
      const power = powerOf(words);
      return power !== null && isQuiet(power) && !hasQuietBefore;
    },
    judge: (words) => {
      const power = powerOf(words);
      if (power === null || power === 0) return false;
      const isOther = isQuiet(power) && !hasQuietBefore;
      hasQuietBefore = isOther;
      if (!isOther) known = [...known.slice(1 - MOST_KNOWN), 10 * Math.log10(power)];
      return isOther;
    },
  };
};
