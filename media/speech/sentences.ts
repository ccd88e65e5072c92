/**
 * Cuts a stream of tokens into the pieces that a voice is given one by one: sentences, lines of a list, and at first perhaps a
 * clause, so that speech can start before the model has finished.
 *
 * G1. The pieces in order, apart from the white space between them, are the text. How it is split into tokens changes them only
 *     where a token ends with a space: an emoji or a small letter after that begins the next piece.
 * G2. The dot of an abbreviation, an ordinal, a number, an address or an ellipsis that continues ends no piece
 *     (sentence-ends.ts).
 * G3. A piece of fewer than {@link SHORTEST} letters is joined with the next one of its line.
 * G4. Only the first piece of a text may end at a clause, after `clauseLetters` letters.
 */
import { createSentenceEnds, weightOf } from './sentence-ends.js';

const SHORTEST = 8;
/** The first half of a character. */
const HALF = /[\ud800-\udbff]$/;

export interface Sentences {
  /** Adds text, returns the sentences that are complete now. */
  push(text: string): readonly string[];
  /** The remaining text when no more follows; empty if there is none. */
  rest(): string;
}

export interface SentenceOptions {
  /** BCP 47. Default: English. */
  readonly language?: string;
  /** The first piece may end at a clause after this many letters. Default: only at a sentence. */
  readonly clauseLetters?: number;
}

export const createSentences = ({ language = 'en', clauseLetters }: SentenceOptions = {}): Sentences => {
  const ends = createSentenceEnds(language);
  let buffer = '';
  let hasPiece = false;

  const cut = (isWhole: boolean): readonly string[] => {
    const pieces: string[] = [];
    let from = 0;
    for (const { at, isLineEnd } of ends.of(buffer, isWhole)) {
      const piece = buffer.slice(from, at).trim();
      // G3
      if (piece === '' || (!isLineEnd && weightOf(piece) < SHORTEST)) continue;
      pieces.push(piece);
      from = at;
    }
    // G4
    if (!hasPiece && pieces.length === 0 && clauseLetters !== undefined) {
      const at = ends.clause(buffer, clauseLetters);
      if (at !== null) {
        pieces.push(buffer.slice(0, at).trim());
        from = at;
      }
    }
    hasPiece ||= pieces.length > 0;
    buffer = buffer.slice(from);
    return pieces;
  };

  return {
    push: (text) => {
      buffer += text;
      // Half of an emoji shows nothing.
      return HALF.test(buffer) ? [] : cut(false);
    },
    rest: () => {
      const rest = buffer.trim();
      buffer = '';
      return rest;
    },
  };
};
