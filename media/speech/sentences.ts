/** Cuts a stream of tokens into sentences, so that speech can start before the model has finished. */

/** A sentence end followed by a space: an abbreviation or a decimal in the middle does not count. */
const SENTENCE_END = /[.!?…。！？]["')\]]?\s+/g;
/** A shorter piece is joined with the next: "Dr. Ray" or "1. Open" is not a sentence. */
const SHORTEST = 8;

export interface Sentences {
  /** Adds text, returns the sentences that are complete now. */
  push(text: string): readonly string[];
  /** The remaining text when no more follows; empty if there is none. */
  rest(): string;
}

export const createSentences = (): Sentences => {
  let buffer = '';
  return {
    push: (text) => {
      buffer += text;
      const complete: string[] = [];
      let from = 0;
      for (const match of buffer.matchAll(SENTENCE_END)) {
        const to = match.index + match[0].length;
        const sentence = buffer.slice(from, to).trim();
        if (sentence.length < SHORTEST) continue;
        complete.push(sentence);
        from = to;
      }
      buffer = buffer.slice(from);
      return complete;
    },
    rest: () => {
      const rest = buffer.trim();
      buffer = '';
      return rest;
    },
  };
};
