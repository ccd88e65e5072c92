/**
 * The passages of a text: what an agent is given of a source.
 *
 * P1. A passage is whole paragraphs, joined while they are short, and cut at sentences where they are long.
 * P2. A heading begins a passage, and all passages up to the next heading carry it: "Opening hours" is what a customer asks for, and the
 *     hours themselves do not say it.
 */

/** A part of a text. */
export interface TextPassage {
  /** The heading that it stands under; empty: none. */
  readonly heading: string;
  readonly text: string;
}

/** A paragraph or a few; long enough to make sense alone, short enough that several fit a model's context. */
const PASSAGE_CHARACTERS = 900;
const LONGEST_HEADING = 80;
/** A heading of Markdown, whatever it ends with. */
const MARKED = /^#{1,6}\s+(.+?)\s*#*$/;
/** What a sentence, a line of a list or of a table ends or begins with. */
const NO_HEADING = /[.!?:;,。！？：；，、।]["'”’»)]*$|^[-*•|>]|^\d+[.)]\s|\|/;
const SENTENCE = /[^.!?。！？।]*[.!?。！？।]+\s*|[^.!?。！？।]+/gu;

/** The heading that a paragraph is; null: it is none. */
const headingOf = (paragraph: string): string | null => {
  const line = paragraph.trim();
  if (line.includes('\n') || line.length > LONGEST_HEADING) return null;
  const marked = MARKED.exec(line)?.[1];
  if (marked !== undefined) return marked;
  return line === '' || NO_HEADING.test(line) ? null : line;
};

/** Splits a text into its passages; nothing of it is lost. */
export const passagesOf = (text: string): readonly TextPassage[] => {
  const passages: TextPassage[] = [];
  let heading = '';
  // Short lines that follow one another are a list, not headings.
  let hasText = true;
  let current = '';
  const flush = (): void => {
    if (current.trim() !== '') passages.push({ heading, text: current.trim() });
    current = '';
  };
  for (const paragraph of text.split(/\n\s*\n/)) {
    const found = headingOf(paragraph);
    if (found !== null && hasText) {
      flush();
      heading = found;
      hasText = false;
      continue;
    }
    hasText ||= found === null;
    for (const piece of piecesOf(paragraph)) {
      if (current.length + piece.length > PASSAGE_CHARACTERS) flush();
      current += piece;
    }
    current += '\n';
  }
  flush();
  // The last line of a text is no heading.
  const isShown = heading === '' || passages.at(-1)?.heading === heading;
  return isShown ? passages : [...passages, { heading: '', text: heading }];
};

const piecesOf = (paragraph: string): readonly string[] => {
  if (paragraph.length <= PASSAGE_CHARACTERS) return [paragraph];
  return (paragraph.match(SENTENCE) ?? [paragraph]).flatMap((sentence) => {
    const cut: string[] = [];
    for (let from = 0; from < sentence.length; from += PASSAGE_CHARACTERS)
      cut.push(sentence.slice(from, from + PASSAGE_CHARACTERS));
    return cut;
  });
};
