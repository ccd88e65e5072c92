/**
 * One thing that the agent says, and the ledger of its progress: text generated, audio synthesised, sent, and
 * acknowledged as played (docs/explanation/media.md "Playback receipts and the heard ledger").
 */
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import { msOf } from '../audio/frames.js';

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

/** Length of all its text, as far as it is known, ms. */
const textMs = (utterance: Utterance): number =>
  utterance.complete && !utterance.truncated
    ? totalMs(utterance)
    : Math.max(totalMs(utterance), utterance.expectedMs);

/** When each word is spoken: as the synthesiser reported, otherwise in proportion to the whole text's length. */
export const wordTimes = (utterance: Utterance): readonly WordTiming[] => {
  if (utterance.words.length > 0) return utterance.words;
  const words = wordsOf(utterance.text);
  const timeAt = (index: number): number => (textMs(utterance) * index) / words.length;
  const times = words.map((word, index) => ({ word, startMs: timeAt(index), endMs: timeAt(index + 1) }));
  // The length of the whole is not known before its end has arrived.
  return utterance.complete && !utterance.truncated ? times : times.slice(0, -1);
};

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

/** The text heard once `playedMs` have played: by word timings if known, otherwise in proportion, at a word's end. */
export const heardText = (utterance: Utterance, playedMs: number): string => {
  if (playedMs <= 0) return '';
  if (utterance.complete && !utterance.truncated && playedMs >= totalMs(utterance)) return utterance.text;
  const heard = wordTimes(utterance).filter((word) => word.endMs <= playedMs).length;
  return wordsOf(utterance.text).slice(0, heard).join(' ');
};

/** The part of its text so far that was not heard by then. */
export const unheardText = (utterance: Utterance, playedMs: number): string =>
  wordsOf(utterance.text)
    .slice(wordsOf(heardText(utterance, playedMs)).length)
    .join(' ');
