/**
 * Derives the times of the text's own words from the words that a provider reports, which may be split differently, lack
 * punctuation, or be spelled out. Heard text is counted in the text's words (`heardText` in media/speech/utterance.ts), so each of
 * them gets one time, in order. Pure.
 */
import type { WordTiming } from '../../synthesiser.js';

export interface WordAligner {
  /** Times are ms from the start of the utterance's audio. Returns the words of the text that are known to have ended. */
  take(spoken: readonly WordTiming[]): readonly WordTiming[];
  /** Returns the remaining words, for audio of that length; none if the provider never reported a word. */
  end(lengthMs: number): readonly WordTiming[];
}

/** A spoken word that is not the next one of the text is searched for up to this far ahead, letters. */
const MAX_SKIPPED = 40;

const lettersOf = (word: string): string => word.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

export const createWordAligner = (text: string): WordAligner => {
  const own = text.split(/\s+/).filter((word) => word !== '');
  let letters = '';
  /** The end of each word in `letters`. */
  const ends = own.map((word) => {
    letters += lettersOf(word);
    return letters.length;
  });
  const starts = new Set([0, ...ends]);
  let at = 0;
  let next = 0;
  let startMs: number | null = null;
  let endMs = 0;
  let hasTimings = false;

  /** Completes all words that end before a letter; they end at `untilMs`. */
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
    return found - at <= MAX_SKIPPED && starts.has(found) ? found : -1;
  };

  const takeWord = (spoken: WordTiming): readonly WordTiming[] => {
    hasTimings = true;
    const word = lettersOf(spoken.word);
    const found = place(word);
    if (found < 0) {
      // Part of the spelled-out form of a word of the text, which lasts as long.
      startMs ??= spoken.startMs;
      return [];
    }
    const skipped = found > at ? complete(found, spoken.startMs) : [];
    startMs ??= spoken.startMs;
    at = found + word.length;
    return [...skipped, ...complete(at, spoken.endMs)];
  };

  return {
    take: (spoken) => spoken.flatMap(takeWord),
    end: (lengthMs) => (hasTimings ? complete(letters.length, lengthMs) : []),
  };
};
