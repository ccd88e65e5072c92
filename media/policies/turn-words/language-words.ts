/** The words that show in one language whether a turn goes on. All are lower case; lists are separated by spaces. */
export interface LanguageWords {
  /** Sounds of a customer who is thinking. */
  readonly hesitations: string;
  /** Words that more words always follow: conjunctions, articles, possessives. */
  readonly open: string;
  /** Words that more words usually follow, and that may also be the last of a sentence: prepositions, verb particles. */
  readonly hanging: string;
  /** Short answers that are often continued: "yes, but …". */
  readonly answers: string;
  /** Endings of several words that more words follow, or that announce a look-up; separated by `|`. */
  readonly phrases: string;
}

/** For languages that are written without spaces, or that put these words at the end of others. */
export interface LanguageEndings {
  readonly hesitation: RegExp;
  readonly open: RegExp;
  readonly hanging: RegExp;
  readonly answer: RegExp;
}
