/**
 * The times of the text's own words, of the words that a provider says it speaks: those may be cut otherwise, come without
 * marks, or be read out. What was heard is counted in the text's words (`heardText` in media/utterance.ts), so there is one
 * time for each of them, in their order. Pure.
 */
import type { WordTiming } from '../synthesiser.js';

export interface WordAligner {
  /** Ms from the start of the utterance's audio. Gives the words of the text that are known to have ended. */
  take(spoken: readonly WordTiming[]): readonly WordTiming[];
  /** The rest, of an audio of that length; none where nothing was ever told. */
  end(lengthMs: number): readonly WordTiming[];
}

/** A spoken word that is not the next one of the text may be one this far on, letters. */
const MOST_SKIPPED = 40;

const bare = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

export const createWordAligner = (text: string): WordAligner => {
  const own = text.split(/\s+/).filter((word) => word !== '');
  let letters = '';
  /** Where each word ends in them. */
  const ends = own.map((word) => {
    letters += bare(word);
    return letters.length;
  });
  const starts = new Set([0, ...ends]);
  let at = 0;
  let next = 0;
  let startMs: number | null = null;
  let endMs = 0;
  let isTold = false;

  /** All words that end before a letter. Their last moment is `untilMs`. */
  const complete = (letter: number, untilMs: number): readonly WordTiming[] => {
    const words: WordTiming[] = [];
    for (; next < own.length && (ends[next] ?? 0) <= letter; next += 1) {
      const begun: number = startMs ?? endMs;
      startMs = null;
      endMs = Math.max(begun, untilMs);
      words.push({ word: own[next] ?? '', startMs: begun, endMs });
    }
    return words;
  };

  const place = (word: string): number => {
    if (word === '') return -1;
    if (letters.startsWith(word, at)) return at;
    const found = letters.indexOf(word, at);
    return found - at <= MOST_SKIPPED && starts.has(found) ? found : -1;
  };

  const takeOne = (spoken: WordTiming): readonly WordTiming[] => {
    isTold = true;
    const word = bare(spoken.word);
    const found = place(word);
    if (found < 0) {
      // Part of what is read out for a word of the text: that word lasts as long.
      startMs ??= spoken.startMs;
      return [];
    }
    const skipped = found > at ? complete(found, spoken.startMs) : [];
    startMs ??= spoken.startMs;
    at = found + word.length;
    return [...skipped, ...complete(at, spoken.endMs)];
  };

  return {
    take: (spoken) => spoken.flatMap(takeOne),
    end: (lengthMs) => (isTold ? complete(letters.length, lengthMs) : []),
  };
};
