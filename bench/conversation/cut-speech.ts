/** Cuts speech without word times at random receipts, and compares the words that count as heard with those that were played. */

import { heardText, newUtterance, totalMs, type Utterance } from '../../media/speech/utterance.js';
import { encodeMulaw } from '../../providers/speech/dsp/g711.js';
import { writtenWords } from '../../providers/speech/written-words.js';
import type { TrueSpeech } from './word-truth.js';

/** Counts of cuts. */
export interface CutFigures {
  readonly cuts: number;
  /** A word counts as heard of which not all was played. */
  readonly claimTooMuch: number;
  /** More than one word is missing that was played to its end. */
  readonly lackMoreThanOne: number;
  /** Words that are missing, over all cuts. */
  readonly missingWords: number;
  /** The longest time that the placement of the words of one utterance took, ms. */
  readonly longestMs: number;
}

/** Which of an utterance's words count as heard after `playedMs`. */
export type HeardRule = (utterance: Utterance, playedMs: number) => string;

/** The rule before words were placed by their sound: all words are equally long. For comparison. */
export const equallyLong: HeardRule = (utterance, playedMs) => {
  const words = writtenWords(utterance.text);
  const heard = Math.floor((playedMs / totalMs(utterance)) * words.length + 1e-9);
  return utterance.text.slice(0, words[heard - 1]?.to ?? 0);
};

/** `random`: numbers in [0, 1). Receipts come every `markEveryMs`. */
export const cutSpeech = (
  speech: TrueSpeech,
  cuts: number,
  markEveryMs: number,
  random: () => number,
  rule: HeardRule = heardText,
): CutFigures => {
  const utterance = completeUtterance(speech);
  const marks = Math.floor(totalMs(utterance) / markEveryMs);
  const figures = { cuts: 0, claimTooMuch: 0, lackMoreThanOne: 0, missingWords: 0, longestMs: 0 };
  for (let cut = 0; cut < cuts && marks > 0; cut += 1) {
    const playedMs = (1 + Math.floor(random() * marks)) * markEveryMs;
    if (playedMs >= totalMs(utterance)) continue;
    const startedAt = performance.now();
    const claimed = writtenWords(rule(utterance, playedMs)).length;
    figures.longestMs = Math.max(figures.longestMs, performance.now() - startedAt);
    const played = speech.ends.filter((endMs) => endMs <= playedMs).length;
    figures.cuts += 1;
    figures.claimTooMuch += claimed > played ? 1 : 0;
    figures.lackMoreThanOne += played - claimed > 1 ? 1 : 0;
    figures.missingWords += Math.max(0, played - claimed);
  }
  return figures;
};

/** All of its audio has arrived, without word times. */
const completeUtterance = ({ text, pcm }: TrueSpeech): Utterance => {
  const utterance = newUtterance('u1', 1, 'reply', text, 0);
  const audio = encodeMulaw(pcm);
  utterance.chunks = [audio];
  utterance.bytes = audio.length;
  utterance.complete = true;
  return utterance;
};

export const sumOf = (all: readonly CutFigures[]): CutFigures =>
  all.reduce(
    (sum, figures) => ({
      cuts: sum.cuts + figures.cuts,
      claimTooMuch: sum.claimTooMuch + figures.claimTooMuch,
      lackMoreThanOne: sum.lackMoreThanOne + figures.lackMoreThanOne,
      missingWords: sum.missingWords + figures.missingWords,
      longestMs: Math.max(sum.longestMs, figures.longestMs),
    }),
    { cuts: 0, claimTooMuch: 0, lackMoreThanOne: 0, missingWords: 0, longestMs: 0 },
  );
