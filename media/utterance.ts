/**
 * One thing that the agent says, and the ledger of how far it has come: text generated, audio synthesised,
 * sent, and acknowledged as played (docs/media.md "Playback receipts and the heard ledger").
 */
import type { WordTiming } from '../providers/speech/synthesiser.js';
import { msOf } from './frames.js';

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
  /** All of it, unless an engine makes it: then it grows with its sound. */
  text: string;
  /** The engine's response that it is said in; null: a synthesiser says it. */
  response: string | null;
  /** Synthesised so far, µ-law. */
  chunks: Uint8Array[];
  bytes: number;
  words: WordTiming[];
  /** No more audio will come. */
  complete: boolean;
  /** Its audio ended before its text: the words beyond it were never made, and so never said. */
  truncated: boolean;
  /** How long the whole text is expected to take, ms: what counts until all of its audio is there. */
  expectedMs: number;
  sentBytes: number;
  /** The chunk that holds the next byte to be sent, and how many bytes lie before it. */
  reading: { index: number; before: number };
  /** Proven by receipts, ms. */
  ackedMs: number;
  /** Earliest proof that playing began: when a mark came, less the ms that it stands for. */
  firstPlayedAt: number | null;
  firstSentAt: number | null;
  /** When its first and last frames play by our own reckoning, ms. */
  startsAt: number | null;
  endsAt: number | null;
  /** Where its sound runs on without a gap: from which ms of it, and when that plays. */
  runs: { readonly fromMs: number; readonly atMs: number }[];
  /** Cleared: receipts that come from now on prove nothing. */
  cleared: boolean;
}

export const newUtterance = (
  id: string,
  generation: number,
  kind: UtteranceKind,
  text: string,
  expectedMs: number,
): Utterance => ({
  id,
  generation,
  kind,
  text,
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
});

/** When its first `playedMs` have been played, by our own reckoning: gaps for want of audio included. */
export const playedAt = (utterance: Utterance, playedMs: number): number | null => {
  const run = utterance.runs.findLast(({ fromMs }) => fromMs < playedMs) ?? utterance.runs[0];
  return run === undefined ? null : run.atMs + playedMs - run.fromMs;
};

/** How much of what was sent has been played at `atMs`, by our own reckoning. */
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

/** Length of all its text, as far as it is known, ms. */
const textMs = (utterance: Utterance): number =>
  utterance.complete && !utterance.truncated
    ? totalMs(utterance)
    : Math.max(totalMs(utterance), utterance.expectedMs);

/** When each word is spoken: as the synthesiser said, else in proportion to the whole text's length. */
export const wordTimes = (utterance: Utterance): readonly WordTiming[] => {
  if (utterance.words.length > 0) return utterance.words;
  const words = wordsOf(utterance.text);
  const each = (index: number): number => (textMs(utterance) * index) / words.length;
  const times = words.map((word, index) => ({ word, startMs: each(index), endMs: each(index + 1) }));
  // How long the whole is, is not known before its end is there.
  return utterance.complete && !utterance.truncated ? times : times.slice(0, -1);
};

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** What was heard once `playedMs` have been played: by word timings where known, else in proportion, at a word's end. */
export const heardText = (utterance: Utterance, playedMs: number): string => {
  if (playedMs <= 0) return '';
  if (utterance.complete && !utterance.truncated && playedMs >= totalMs(utterance)) return utterance.text;
  const heard = wordTimes(utterance).filter((word) => word.endMs <= playedMs).length;
  return wordsOf(utterance.text).slice(0, heard).join(' ');
};

/** What of its text so far was not heard then. */
export const unheardText = (utterance: Utterance, playedMs: number): string =>
  wordsOf(utterance.text)
    .slice(wordsOf(heardText(utterance, playedMs)).length)
    .join(' ');
