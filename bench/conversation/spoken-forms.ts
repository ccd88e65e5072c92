/**
 * Judges the spoken forms of written lines (media/speech/spoken/) with the corpus: each line is cut into sentences as a reply is, and
 * the voice must be given exactly the expected words.
 */
import { createSentences } from '../../media/speech/sentences.js';
import { spokenForms, spokenText } from '../../media/speech/spoken/spoken-forms.js';
import { readSpokenForms } from './corpora.js';
import { halvesOf } from './split.js';

/** The letters that a model's tokens have on average. */
const TOKEN_LETTERS = 4;

/** What the voice is given for a text that arrives in pieces of that many letters. */
export const spokenOf = (written: string, language: string, letters: number = TOKEN_LETTERS): string => {
  const sentences = createSentences({ language });
  const pieces: string[] = [];
  for (let at = 0; at < written.length; at += letters)
    pieces.push(...sentences.push(written.slice(at, at + letters)));
  pieces.push(sentences.rest());
  return pieces
    .map((piece) => spokenText(spokenForms(piece, language)))
    .filter((spoken) => spoken !== '')
    .join(' ');
};

interface Failure {
  readonly id: string;
  readonly spoken: string;
  readonly expected: string;
}

export interface SpokenFormFigures {
  readonly open: { readonly cases: number; readonly correct: number; readonly failures: readonly Failure[] };
  /** Without the failures: the half stays unread (corpora/README.md). */
  readonly heldOut: { readonly cases: number; readonly correct: number };
  /** Median and longest time of one line, ms. */
  readonly medianMs: number;
  readonly longestMs: number;
}

/** Speaks every line of the corpus. */
export const measureSpokenForms = (): SpokenFormFigures => {
  const { open, heldOut } = halvesOf(readSpokenForms().cases);
  const times: number[] = [];
  const failuresOf = (cases: typeof open): readonly Failure[] =>
    cases.flatMap(({ id, written, spoken: expected, language }) => {
      const startedAt = performance.now();
      const spoken = spokenOf(written, language);
      times.push(performance.now() - startedAt);
      return spoken === expected ? [] : [{ id, spoken, expected }];
    });
  // Patterns are compiled at their first use.
  failuresOf(open);
  times.length = 0;
  const failures = failuresOf(open);
  const heldOutFailures = failuresOf(heldOut).length;
  const sorted = times.toSorted((a, b) => a - b);
  return {
    open: { cases: open.length, correct: open.length - failures.length, failures },
    heldOut: { cases: heldOut.length, correct: heldOut.length - heldOutFailures },
    medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0,
    longestMs: sorted.at(-1) ?? 0,
  };
};
