/**
 * Derives the times of the text's own words from the words that a provider reports, while they arrive: they may be split
 * differently, lack punctuation, or be spelled out (../../timing-match.ts). Each word of the text gets one time, in order.
 * Pure.
 */
import type { WordTiming } from '../../synthesiser.js';
import { isSameWord, type MatchedTime, matchTimings } from '../../timing-match.js';
import { writtenWords } from '../../written-words.js';

export interface WordAligner {
  /** Times are ms from the start of the utterance's audio. Returns the words of the text that are known to have ended. */
  take(spoken: readonly WordTiming[]): readonly WordTiming[];
  /** Returns the remaining words, for audio of that length; none if the reported words do not fit the text. */
  end(lengthMs: number): readonly WordTiming[];
}

export const createWordAligner = (text: string): WordAligner => {
  const own = writtenWords(text);
  const reported: WordTiming[] = [];
  let next = 0;
  let endMs = 0;

  const complete = (word: string, time: NonNullable<MatchedTime>): WordTiming => {
    const startMs = Math.max(endMs, time.startMs);
    endMs = Math.max(startMs, time.endMs);
    next += 1;
    return { word, startMs, endMs };
  };

  /** The words from the next one on whose time is known; `restMs`: when all others end, null: not known. */
  const known = (times: readonly MatchedTime[], restMs: number | null): readonly WordTiming[] => {
    const words: WordTiming[] = [];
    for (const { text: word } of own.slice(next)) {
      const time = times[next] ?? (restMs === null ? null : { startMs: endMs, endMs: restMs });
      if (time === null) break;
      words.push(complete(word, time));
    }
    return words;
  };

  /** A last word that is spelled out lasts until the end of the audio: its last words may not have been reported. */
  const withOpenEnd = (times: readonly MatchedTime[], lengthMs: number): readonly MatchedTime[] => {
    const last = times.at(-1) ?? null;
    const isReported = isSameWord(own.at(-1)?.text ?? '', reported.at(-1)?.word ?? '');
    return last === null || isReported ? times : [...times.slice(0, -1), { ...last, endMs: lengthMs }];
  };

  return {
    take: (spoken) => {
      if (spoken.length === 0) return [];
      reported.push(...spoken);
      return known(matchTimings(own, reported, false) ?? [], null);
    },
    end: (lengthMs) => {
      if (reported.length === 0) return [];
      const times = matchTimings(own, reported, true);
      return times === null && next === 0 ? [] : known(withOpenEnd(times ?? [], lengthMs), lengthMs);
    },
  };
};
