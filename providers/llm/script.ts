/**
 * The script of the offline model. An agent's instructions contain it, between any other text:
 *
 *     When the customer says "book a table" or "reserve a table", say "For how many people?".
 *     When the customer says "goodbye", say "Goodbye!". Then hang up.
 *     When the customer says "hola", say "¡Hola!". Then switch to "es".
 *     Otherwise, say "You said {heard}. I did not understand that.".
 *
 * Straight and curly quotes are equivalent, case is ignored, and a sentence may span several lines.
 * In an answer, `{heard}` stands for the customer's words, `{passage}` for what the agent's sources say about them, and
 * `«name»` for the fact of that name (untrusted.ts), `{remembered}` for what is remembered of the customer. A rule with `{passage}`
 * or `{remembered}` applies only if there is such a passage or memory.
 * `At the end, also say "Could you give me your number?".` adds a sentence to every answer.
 * (`After silence, say "…".` belongs to the media session.)
 */

export interface Rule {
  /** Empty: the rule for everything else. */
  readonly phrases: readonly string[];
  readonly answer: string;
  /** Whether the agent hangs up after the answer. */
  readonly hangUp: boolean;
  /** The language in which the answer is given, BCP 47; null: that of the call. */
  readonly language: string | null;
}

/** Share of a phrase's words that the customer must have said for its rule to apply. */
const MIN_COVERAGE = 0.6;

interface Token {
  readonly type: 'quote' | 'word' | 'mark';
  readonly text: string;
}

const TOKEN = /"(?<straight>[^"]*)"|“(?<curly>[^“”]*)”|(?<word>[\p{L}\p{N}']+)|(?<mark>[.,;:!?])/gu;

const tokensOf = (text: string): readonly Token[] =>
  Array.from(text.matchAll(TOKEN), ({ groups = {} }): Token => {
    const quote = groups.straight ?? groups.curly;
    if (quote !== undefined) return { type: 'quote', text: quote };
    if (groups.word !== undefined) return { type: 'word', text: groups.word.toLowerCase() };
    return { type: 'mark', text: groups.mark ?? '' };
  });

/** Reads tokens from a position; each step reports whether it matched. */
const reader = (tokens: readonly Token[], start: number) => {
  let at = start;
  const marks = (): void => {
    while (tokens[at]?.type === 'mark') at += 1;
  };
  return {
    at: (): number => at,
    /** Matches these words, with optional punctuation before each. */
    words: (...expected: readonly string[]): boolean => {
      const before = at;
      for (const word of expected) {
        marks();
        const token = tokens[at];
        if (token?.type !== 'word' || token.text !== word) {
          at = before;
          return false;
        }
        at += 1;
      }
      return true;
    },
    quote: (): string | null => {
      const before = at;
      marks();
      const token = tokens[at];
      if (token?.type === 'quote') {
        at += 1;
        return token.text;
      }
      at = before;
      return null;
    },
  };
};

/** The rule that begins at a token, and the index after it. */
const ruleAt = (
  tokens: readonly Token[],
  start: number,
): { readonly rule: Rule; readonly end: number } | null => {
  const read = reader(tokens, start);
  const phrases: string[] = [];
  if (read.words('when', 'the', 'customer', 'says')) {
    for (let phrase = read.quote(); phrase !== null; phrase = read.quote()) {
      phrases.push(phrase);
      read.words('or');
    }
    if (phrases.length === 0) return null;
  } else if (!read.words('otherwise')) return null;
  const answer = read.words('say') ? read.quote() : null;
  if (answer === null) return null;
  const language = read.words('then', 'switch', 'to') ? read.quote() : null;
  const hangUp = read.words('then', 'hang', 'up');
  return { rule: { phrases, answer, hangUp, language }, end: read.at() };
};

/** The rules in order; any other text is ignored. Never throws; linear in the length of the text. */
export const parseScript = (instructions: string): readonly Rule[] => {
  const tokens = tokensOf(instructions);
  const rules: Rule[] = [];
  for (let at = 0; at < tokens.length; ) {
    const found = ruleAt(tokens, at);
    if (found !== null) rules.push(found.rule);
    at = found?.end ?? at + 1;
  }
  return rules;
};

/** The sentences that every answer ends with. */
export const closingSentences = (instructions: string): readonly string[] => {
  const tokens = tokensOf(instructions);
  const sentences: string[] = [];
  for (let at = 0; at < tokens.length; ) {
    const read = reader(tokens, at);
    const sentence = read.words('at', 'the', 'end', 'also', 'say') ? read.quote() : null;
    if (sentence !== null) sentences.push(sentence);
    at = sentence === null ? at + 1 : read.at();
  }
  return sentences;
};

/** All phrases of the script, as hints for a recogniser. */
export const scriptedPhrases = (instructions: string): readonly string[] => [
  ...new Set(parseScript(instructions).flatMap((rule) => rule.phrases)),
];

/** Words without case, accents and punctuation. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}']+/gu) ?? [];

/**
 * How well the heard words fit a phrase: the share of the phrase's words that were said, and a smaller part that
 * shrinks with additional words. Of two phrases that were both said, the longer one therefore fits better.
 */
const likeness = (phrase: readonly string[], heard: readonly string[]): number => {
  const words = new Set(heard);
  const shared = phrase.filter((word) => words.has(word)).length;
  const covered = phrase.length === 0 ? 0 : shared / phrase.length;
  if (covered < MIN_COVERAGE) return 0;
  return covered + shared / (phrase.length + heard.length);
};

/** The rule whose phrase best fits the heard words, the earlier one if equal; otherwise the rule for everything else. */
export const pickRule = (rules: readonly Rule[], heard: string): Rule | null => {
  const words = wordsOf(heard);
  let best: Rule | null = null;
  let bestLikeness = 0;
  for (const rule of rules) {
    for (const phrase of rule.phrases) {
      const score = likeness(wordsOf(phrase), words);
      if (score > bestLikeness) [best, bestLikeness] = [rule, score];
    }
  }
  return best ?? rules.find(({ phrases }) => phrases.length === 0) ?? null;
};
