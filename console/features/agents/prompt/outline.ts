/** The outline of instructions: their headings, as in Markdown. Pure. */
import { countWords } from '../agent-draft.js';

export interface Heading {
  readonly title: string;
  /** 1 is the highest. */
  readonly level: number;
  /** Where its line begins and ends, in characters of the text. */
  readonly from: number;
  readonly to: number;
  /** Words of its section, without those of its subsections. */
  readonly words: number;
  /** Whether nothing stands under it, not even a subsection. */
  readonly isEmpty: boolean;
}

const HEADING = /^(#{1,6})[ \t]+(\S.*?)[ \t]*$/gm;

export const outlineOf = (text: string): readonly Heading[] => {
  const found = Array.from(text.matchAll(HEADING), ({ index, 0: line, 1: marks = '', 2: title = '' }) => ({
    title,
    level: marks.length,
    from: index,
    to: index + line.length,
  }));
  return found.map((heading, place) => {
    const next = found[place + 1];
    const words = countWords(text.slice(heading.to, next?.from ?? text.length));
    const hasSubsection = next !== undefined && next.level > heading.level;
    return { ...heading, words, isEmpty: words === 0 && !hasSubsection };
  });
};
