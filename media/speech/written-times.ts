/**
 * Times of written words from those of spoken ones: a synthesiser gets the spoken form of a text (spoken/spoken-forms.ts) and reports
 * when its words are said, while transcript and receipts count the written ones. Pure.
 *
 * T1. Every written word gets one time, in order; a word of a form that spans several has the times of the whole form.
 * T2. A written word is reported once all that is spoken for it is: never earlier.
 * T3. Words without a spoken form end with the word before them.
 */
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import { createWordAligner } from '../../providers/speech/synthesisers/websocket/word-aligner.js';
import { type SpokenForm, spokenText } from './spoken/spoken-forms.js';

export interface WrittenTimes {
  /** Takes times of spoken words as they arrive, ms; returns the written words that are known to have ended. */
  take(spoken: readonly WordTiming[]): readonly WordTiming[];
  /** The remaining words, for audio of that length, ms; none if no word was ever reported. */
  end(lengthMs: number): readonly WordTiming[];
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');
const lengthOf = (text: string): number => text.replaceAll(/\s/g, '').length;

export const createWrittenTimes = (forms: readonly SpokenForm[]): WrittenTimes => {
  const aligner = createWordAligner(spokenText(forms));
  let next = 0;
  /** Letters of the next form that were spoken already. */
  let letters = 0;
  let startMs: number | null = null;
  let endMs = 0;

  /** T3 */
  const silent = (): readonly WordTiming[] => {
    const words: WordTiming[] = [];
    for (let form = forms[next]; form !== undefined && form.spoken === ''; form = forms[next]) {
      for (const word of wordsOf(form.written)) words.push({ word, startMs: endMs, endMs });
      next += 1;
    }
    return words;
  };

  const takeWord = (spoken: WordTiming): readonly WordTiming[] => {
    const before = next === 0 && letters === 0 ? silent() : [];
    const form = forms[next];
    if (form === undefined) return before;
    startMs ??= spoken.startMs;
    endMs = Math.max(endMs, spoken.endMs);
    letters += lengthOf(spoken.word);
    const isUnchanged = form.spoken === form.written;
    // Languages without spaces have several words in one form.
    const own = isUnchanged && spoken.word !== form.written ? [{ ...spoken, endMs }] : [];
    if (letters < lengthOf(form.spoken)) {
      if (own.length > 0) startMs = null;
      return [...before, ...own];
    }
    const from = startMs;
    letters = 0;
    startMs = null;
    next += 1;
    const ended =
      own.length > 0 ? own : wordsOf(form.written).map((word) => ({ word, startMs: from, endMs }));
    return [...before, ...ended, ...silent()];
  };

  return {
    take: (spoken) => aligner.take(spoken).flatMap(takeWord),
    end: (lengthMs) => aligner.end(lengthMs).flatMap(takeWord),
  };
};
