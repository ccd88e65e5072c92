/** The other party of a call: its sounds on the line, and what the recogniser reports of its words. */

import type { VirtualCall } from './virtual-call.js';
import { callerSound } from './voices.js';

/** A word with the space before it, if there is one; ms of the call. */
export interface SpokenWord {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
}

interface RecogniserTimes {
  /** From the end of a word until the partial result with it, ms; null: there are no partial results. */
  readonly partialMs: number | null;
  /** From the end of the last word until the final result, ms. */
  readonly finalMs: number;
  /** Whether the recogniser reports the end of an utterance with its final results. */
  readonly endOfUtterance: boolean;
}

/** Says words, with their sound. `finalText`: the text of the final result; absent: the words. */
export const say = (
  call: VirtualCall,
  words: readonly SpokenWord[],
  { partialMs, finalMs, endOfUtterance }: RecogniserTimes,
  finalText: string = textOf(words),
): void => {
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return;
  const { startMs } = first;
  call.sound(callerSound(last.endMs - startMs), startMs);
  if (partialMs !== null)
    for (const [index, { endMs }] of words.entries()) {
      const atMs = endMs + partialMs;
      if (atMs >= last.endMs + finalMs) break;
      const text = textOf(words.slice(0, index + 1));
      call.at(atMs, () =>
        call.feed({ type: 'recognised', event: { type: 'partial', text, startMs, endMs } }),
      );
    }
  const { endMs } = last;
  const event = { type: 'final', text: finalText, startMs, endMs, confidence: 1, endOfUtterance } as const;
  call.at(endMs + finalMs, () => call.feed({ type: 'recognised', event }));
};

const textOf = (words: readonly SpokenWord[]): string =>
  words
    .map(({ text }) => text)
    .join('')
    .trim();

const WITHOUT_SPACES: ReadonlySet<string> = new Set(['ja', 'th', 'zh']);
/** The length of a word in which people speak fast enough to be understood on the phone, ms. */
const MS_PER_CHARACTER = 70;
const LEAST_WORD_MS = 160;

/** The words of a text from `startMs` on, each as long as it takes to say; marks alone are no words. */
export const wordsFrom = (text: string, language: string, startMs: number): readonly SpokenWord[] => {
  const isSegmented = WITHOUT_SPACES.has(language);
  const pieces = isSegmented
    ? [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)].map(({ segment }) => segment)
    : text.split(/(?=\s)/u);
  let atMs = startMs;
  const words: SpokenWord[] = [];
  for (const piece of pieces) {
    const last = words.at(-1);
    if (!/[\p{L}\p{N}]/u.test(piece)) {
      if (last !== undefined) words[words.length - 1] = { ...last, text: last.text + piece };
      continue;
    }
    const lengthMs = Math.max(LEAST_WORD_MS, piece.trim().length * MS_PER_CHARACTER * (isSegmented ? 2 : 1));
    words.push({ text: piece, startMs: atMs, endMs: atMs + lengthMs });
    atMs += lengthMs;
  }
  return words;
};

const SIGNS: Readonly<Record<string, { readonly stop: string; readonly question: string }>> = {
  ar: { stop: '.', question: '؟' },
  hi: { stop: '।', question: '?' },
  ja: { stop: '。', question: '？' },
  zh: { stop: '。', question: '？' },
};
const LATIN = { stop: '.', question: '?' };
const WRITTEN_SIGN = /[.!?。！？।؟]+$/u;

/** A text as a recogniser writes it that does, or does not, write the sign at its end. */
export const withSign = (text: string, language: string, isWritten: boolean, isQuestion: boolean): string => {
  const own = WRITTEN_SIGN.exec(text)?.[0];
  if (!isWritten) return text.replace(WRITTEN_SIGN, '');
  const { stop, question } = SIGNS[language] ?? LATIN;
  return own === undefined ? text + (isQuestion ? question : stop) : text;
};
