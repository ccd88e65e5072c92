/** Gathers words with times from the letters with times that some providers send. Pure. */
import type { WordTiming } from '../../synthesiser.js';
import { isUnspaced } from '../../written-words.js';
import type { Letter } from '../dialect.js';

export interface WordGatherer {
  /** Takes the letters of a piece of audio that begins `atMs` into the utterance's. Returns the words that ended. */
  take(letters: readonly Letter[], atMs: number): readonly WordTiming[];
  /** Ends the letters, and returns the last word. */
  end(): readonly WordTiming[];
}

/** White space separates words, wherever the pieces are split; letters of scripts without it are words of their own. */
export const createWordGatherer = (): WordGatherer => {
  let open: WordTiming | null = null;
  const close = (): readonly WordTiming[] => {
    const words = open === null ? [] : [open];
    open = null;
    return words;
  };
  return {
    take: (letters, atMs) => {
      const words: WordTiming[] = [];
      for (const { letter, startMs, endMs } of letters) {
        if (letter.trim() === '' || isUnspaced(letter)) words.push(...close());
        if (isUnspaced(letter)) words.push({ word: letter, startMs: atMs + startMs, endMs: atMs + endMs });
        else if (letter.trim() !== '')
          open = {
            word: `${open?.word ?? ''}${letter}`,
            startMs: open?.startMs ?? atMs + startMs,
            endMs: Math.max(open?.endMs ?? 0, atMs + endMs),
          };
      }
      return words;
    },
    end: close,
  };
};
