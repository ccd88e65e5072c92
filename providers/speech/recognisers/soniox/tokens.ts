/** Joins Soniox' tokens, which are parts of words, to words and texts. */
import type { RecognisedWord } from '../../recogniser.js';
import { meanOf } from '../messages.js';
import type { HeardFinal } from '../recognition-protocol.js';

export interface Token {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly confidence: number;
}

/** Empty if there are no tokens. */
export const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map(({ text }) => text)
    .join('')
    .trim();

/** Null if the tokens have no text. */
export const finalOf = (tokens: readonly Token[], endOfUtterance: boolean): HeardFinal | null => {
  const text = textOf(tokens);
  const [first] = tokens;
  const last = tokens.at(-1);
  if (first === undefined || last === undefined || text === '') return null;
  return {
    type: 'final',
    text,
    startMs: first.startMs,
    endMs: last.endMs,
    settledMs: last.endMs,
    confidence: meanOf(
      tokens.map(({ confidence }) => confidence),
      1,
    ),
    endOfUtterance,
    words: wordsOf(tokens),
  };
};

/** A word begins with a space. */
const wordsOf = (tokens: readonly Token[]): readonly RecognisedWord[] => {
  const words: RecognisedWord[] = [];
  for (const { text, startMs, endMs } of tokens) {
    const last = words.at(-1);
    if (last === undefined || text.startsWith(' ')) words.push({ text: text.trim(), startMs, endMs });
    else words[words.length - 1] = { text: last.text + text.trim(), startMs: last.startMs, endMs };
  }
  return words.filter(({ text }) => text !== '');
};
