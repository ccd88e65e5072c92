/**
 * One thing that the agent says, and the ledger of its progress: text generated, audio synthesised, sent, and
 * acknowledged as played (docs/explanation/media.md "Playback receipts and the heard ledger").
 */
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import { matchTimings } from '../../providers/speech/timing-match.js';
import { type SpokenWord, type WrittenWord, writtenWords } from '../../providers/speech/written-words.js';
import { msOf } from '../audio/frames.js';
import { createSoundLevels, type SoundLevels } from '../audio/sound-levels.js';
import type { SpokenForm } from './spoken/spoken-forms.js';
import { isJapanese, soundsOf } from './spoken-sounds.js';
import { createWordPlacement } from './word-placement.js';

export type UtteranceKind =
  | 'disclosure'
  | 'greeting'
  | 'reply'
  | 'nudge'
  | 'closing'
  | 'apology'
  | 'filler'
  | 'keys'
  | 'message';

export interface Utterance {
  readonly id: string;
  readonly generation: number;
  readonly kind: UtteranceKind;
  /** The whole text, unless an engine speaks it: then it grows with the audio. */
  text: string;
  /** What is said for its words; empty: unknown, because an engine speaks it. */
  readonly forms: readonly SpokenForm[];
  /** The engine response that speaks it; null: a synthesiser does. */
  response: string | null;
  /** Synthesised so far, µ-law. */
  chunks: Uint8Array[];
  bytes: number;
  words: WordTiming[];
  /** No more audio will come. */
  complete: boolean;
  /** Its audio ended before its text: the remaining words were never synthesised, and so never spoken. */
  truncated: boolean;
  /** Expected length of the whole text, ms; it counts until all of the audio has arrived. */
  expectedMs: number;
  sentBytes: number;
  /** The chunk that holds the next byte to send, and the number of bytes before that chunk. */
  reading: { index: number; before: number };
  /** Playback proven by receipts, ms. */
  ackedMs: number;
  /** Earliest proof that playback began: when a mark arrived, minus the ms that it stands for. */
  firstPlayedAt: number | null;
  firstSentAt: number | null;
  /** When its first frame starts to play and its last one ends, by our own estimate, ms. */
  startsAt: number | null;
  endsAt: number | null;
  /** Stretches of its audio without a gap: from which ms of it, and when that plays. */
  runs: { readonly fromMs: number; readonly atMs: number }[];
  /** Cleared: receipts that arrive from now on prove nothing. */
  cleared: boolean;
  /** How much at its beginning was heard before, ms: speech that was cut resumes at the beginning of a word. */
  repeatedMs: number;
  /** It continues a text that was cut, and no white space was at the cut. */
  isGlued: boolean;
  /** The measures of its first chunks; null: none was needed yet. */
  measured: { readonly levels: SoundLevels; chunks: number } | null;
  /** Its words as they were placed last. */
  placed: Placed | null;
}

/** A word of an utterance's text, and when it is spoken, ms of its audio. */
export interface TimedWord extends WrittenWord {
  /** Most likely beginning; null: not known. */
  readonly startMs: number | null;
  /** By then it has been heard; infinite: not known before the whole has been heard. */
  readonly endMs: number;
}

interface Placed {
  /** What the placement is based on. */
  readonly basis: string;
  /** Does the work for so many sounds. Whether all is done. */
  advance(sounds: number): boolean;
  /** The words; does the work that is left. */
  words(): readonly TimedWord[];
}

export const newUtterance = (
  id: string,
  generation: number,
  kind: UtteranceKind,
  text: string,
  expectedMs: number,
  forms: readonly SpokenForm[] = [],
): Utterance => ({
  id,
  generation,
  kind,
  text,
  forms,
  response: null,
  expectedMs,
  truncated: false,
  chunks: [],
  bytes: 0,
  words: [],
  complete: false,
  sentBytes: 0,
  reading: { index: 0, before: 0 },
  ackedMs: 0,
  firstPlayedAt: null,
  firstSentAt: null,
  startsAt: null,
  endsAt: null,
  runs: [],
  cleared: false,
  repeatedMs: 0,
  isGlued: false,
  measured: null,
  placed: null,
});

/** When its first `playedMs` have played, by our own estimate: gaps for lack of audio included. */
export const playedAt = (utterance: Utterance, playedMs: number): number | null => {
  const run = utterance.runs.findLast(({ fromMs }) => fromMs < playedMs) ?? utterance.runs[0];
  return run === undefined ? null : run.atMs + playedMs - run.fromMs;
};

/** How much of the sent audio has played at `atMs`, by our own estimate. */
export const reckonedMs = (utterance: Utterance, atMs: number): number => {
  const run = utterance.runs.findLast((sent) => sent.atMs <= atMs);
  if (run === undefined) return 0;
  const next = utterance.runs[utterance.runs.indexOf(run) + 1];
  return Math.min(run.fromMs + atMs - run.atMs, next?.fromMs ?? sentMs(utterance));
};

export const totalMs = (utterance: Utterance): number => msOf(utterance.bytes);
export const sentMs = (utterance: Utterance): number => msOf(utterance.sentBytes);
export const fullySent = (utterance: Utterance): boolean =>
  utterance.complete && utterance.sentBytes >= utterance.bytes;
export const fullyPlayed = (utterance: Utterance): boolean =>
  fullySent(utterance) && utterance.ackedMs >= totalMs(utterance);

const isWhole = ({ complete, truncated }: Utterance): boolean => complete && !truncated;

/** The words of its text so far, with the times that the synthesiser reported, or else by its sound. */
export const timedWords = (utterance: Utterance): readonly TimedWord[] => placedOf(utterance).words();

/** Places its words ahead of the need for them, so many sounds at a time. Whether all are placed. */
export const placeAhead = (utterance: Utterance, sounds: number): boolean =>
  placedOf(utterance).advance(sounds);

const placedOf = (utterance: Utterance): Placed => {
  const { text, bytes, words, complete, truncated } = utterance;
  const basis = `${text.length} ${bytes} ${words.length} ${complete} ${truncated}`;
  if (utterance.placed?.basis !== basis) utterance.placed = place(utterance, basis);
  return utterance.placed;
};

const place = (utterance: Utterance, basis: string): Placed => {
  const { text, words: timings } = utterance;
  const words = writtenWords(text);
  const matched = timings.length === 0 ? null : matchTimings(words, timings, isWhole(utterance));
  if (matched === null) return placeBySound(utterance, basis, words);
  const placed = words.map((word, index) => {
    const time = matched[index] ?? null;
    return { ...word, startMs: time?.startMs ?? null, endMs: time?.endMs ?? Number.POSITIVE_INFINITY };
  });
  return { basis, advance: () => true, words: () => placed };
};

const placeBySound = (utterance: Utterance, basis: string, words: readonly WrittenWord[]): Placed => {
  const { text, expectedMs } = utterance;
  const whole = isWhole(utterance);
  const japanese = isJapanese(text);
  const placement = createWordPlacement(
    spokenWords(utterance, words).map((word) => soundsOf(word, japanese)),
    {
      levels: levelsOf(utterance).levels,
      expectedMs: whole ? null : Math.max(totalMs(utterance), expectedMs),
    },
  );
  let placed: readonly TimedWord[] | null = null;
  const timed = (): readonly TimedWord[] => {
    const times = placement.times();
    return words.map((word, index) => {
      const time = times[index];
      // The length of the whole is not known before its end has arrived.
      const isOpen = !whole && index === words.length - 1;
      const endMs = isOpen ? undefined : time?.endMs;
      return { ...word, startMs: time?.startMs ?? null, endMs: endMs ?? Number.POSITIVE_INFINITY };
    });
  };
  return {
    basis,
    advance: placement.advance,
    words: () => {
      placed ??= timed();
      return placed;
    },
  };
};

/**
 * The words with what the voice was given for each. Of words that are spoken as one, the first has all the sounds, so that
 * none counts as heard before the end of all.
 */
const spokenWords = ({ text, forms }: Utterance, words: readonly WrittenWord[]): readonly SpokenWord[] => {
  const spoken = forms.flatMap((form) =>
    form.written.split(/\s+/).map((_, index) => (index === 0 ? form.spoken : '')),
  );
  const pieces = [...text.matchAll(/\S+/g)];
  if (pieces.length !== spoken.length) return words;
  return words.map((word) => {
    const at = pieces.findLastIndex(({ index }) => index <= word.from);
    // A piece of a script without spaces has several words, which are spoken as they are written.
    const isWhole = pieces[at]?.[0] === word.text;
    return isWhole ? { text: word.text, spoken: spoken[at] ?? word.text } : word;
  });
};

/** The measures of its audio so far: each chunk is measured once. */
const levelsOf = (utterance: Utterance): SoundLevels => {
  utterance.measured ??= { levels: createSoundLevels(), chunks: 0 };
  const { measured, chunks } = utterance;
  for (const chunk of chunks.slice(measured.chunks)) measured.levels.push(chunk);
  measured.chunks = chunks.length;
  return measured.levels;
};

/** How many of its words have been heard once `playedMs` have played. */
const heardCount = (words: readonly TimedWord[], playedMs: number): number => {
  const next = words.findIndex(({ endMs }) => endMs > playedMs);
  return next === -1 ? words.length : next;
};

/** The text heard once `playedMs` have played, as it is written, up to the end of a word. */
export const heardText = (utterance: Utterance, playedMs: number): string => {
  if (playedMs <= 0) return '';
  if (isWhole(utterance) && playedMs >= totalMs(utterance)) return utterance.text;
  const words = timedWords(utterance);
  const last = words[heardCount(words, playedMs) - 1];
  return last === undefined ? '' : utterance.text.slice(words[0]?.from, last.to);
};

/** The part of its text so far that was not heard by then. */
export const unheardText = (utterance: Utterance, playedMs: number): string => {
  if (playedMs <= 0) return utterance.text.trim();
  if (isWhole(utterance) && playedMs >= totalMs(utterance)) return '';
  const words = timedWords(utterance);
  return utterance.text.slice(words[heardCount(words, playedMs)]?.from ?? utterance.text.length).trim();
};

/** A word that began earlier than this before the cut is not repeated from its beginning: an address takes many seconds, ms. */
const MOST_REPEATED_MS = 3_000;

/** From where speech resumes that was cut after `playedMs`: the beginning of the first word that was not heard, ms. */
export const resumeMs = (utterance: Utterance, playedMs: number): number => {
  if (playedMs <= 0 || (isWhole(utterance) && playedMs >= totalMs(utterance))) return playedMs;
  const words = timedWords(utterance);
  const startMs = words[heardCount(words, playedMs)]?.startMs ?? null;
  if (startMs === null || startMs < playedMs - MOST_REPEATED_MS) return playedMs;
  return Math.min(playedMs, Math.max(0, startMs));
};
