/**
 * One thing that the agent says, and the ledger of how far it has come: text generated, audio synthesised,
 * sent, and acknowledged as played (media.md, "Playback receipts and the heard ledger").
 */
import type { WordTiming } from '../providers/speech/synthesiser.js';
import { msOf } from './frames.js';

export type UtteranceKind = 'greeting' | 'reply' | 'nudge' | 'closing' | 'apology';

export interface Utterance {
  readonly id: string;
  readonly generation: number;
  readonly kind: UtteranceKind;
  readonly text: string;
  /** Synthesised so far, µ-law. */
  chunks: Uint8Array[];
  bytes: number;
  words: WordTiming[];
  /** No more audio will come. */
  complete: boolean;
  /** Its audio ended before its text: the words beyond it were never made, and so never said. */
  truncated: boolean;
  /** How long the whole text is expected to take, ms: what counts until all of its audio is there. */
  readonly expectedMs: number;
  sentBytes: number;
  /** Proven by receipts, ms. */
  ackedMs: number;
  /** Earliest proof that playing began: when a mark came, less the ms that it stands for. */
  firstPlayedAt: number | null;
  firstSentAt: number | null;
  /** When its first and last frames play by our own reckoning, ms. */
  startsAt: number | null;
  endsAt: number | null;
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
  expectedMs,
  truncated: false,
  chunks: [],
  bytes: 0,
  words: [],
  complete: false,
  sentBytes: 0,
  ackedMs: 0,
  firstPlayedAt: null,
  firstSentAt: null,
  startsAt: null,
  endsAt: null,
  cleared: false,
});

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

/** What was heard once `playedMs` have been played: by word timings where known, else in proportion, at a word's end. */
export const heardText = (utterance: Utterance, playedMs: number): string => {
  if (playedMs <= 0) return '';
  const whole = textMs(utterance);
  const words = utterance.text.split(/\s+/).filter((word) => word !== '');
  if (utterance.complete && !utterance.truncated && playedMs >= whole) return utterance.text;
  const heard =
    utterance.words.length > 0
      ? utterance.words.filter((word) => word.endMs <= playedMs).length
      : Math.floor(words.length * Math.min(1, playedMs / Math.max(whole, 1)));
  return words.slice(0, heard).join(' ');
};
