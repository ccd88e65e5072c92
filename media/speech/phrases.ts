/** Phrases that the agent says of its own accord if its instructions do not give them, by language. */
import { languageOf } from '../../schemas/language-tag.js';
import { PHRASES_BY_LANGUAGE } from './phrases-by-language.js';

/** Whole sentences in one language, as they are spoken in a polite telephone call. */
export interface Phrases {
  /** Asks whether the customer is still there. */
  readonly nudge: string;
  /** Says goodbye because the call has reached its maximum length. */
  readonly closing: string;
  readonly apology: string;
  /** Spoken while a reply is pending; empty: nothing is. */
  readonly filler: string;
  /** Spoken while something that the reply needs takes longer. */
  readonly stillWorking: string;
  /** Asks the customer to repeat, if the model cannot. */
  readonly notUnderstood: string;
}

const { en: ENGLISH } = PHRASES_BY_LANGUAGE;
const WRITTEN: ReadonlyMap<string, Phrases> = new Map(Object.entries(PHRASES_BY_LANGUAGE));

/** Whether there are phrases in this language, BCP 47; otherwise a model has to write them. */
export const hasPhrases = (language: string): boolean => WRITTEN.has(languageOf(language));

/** `After silence, say "…".` in the instructions sets the text of a nudge. */
const OWN_NUDGE = /after silence,? say ["“]([^"”]+)["”]/i;

/** The phrases of a call: the agent's own `filler` and nudge take the place of those in `phrases`. */
export const withOwn = (phrases: Phrases, instructions: string, filler: string | undefined): Phrases => ({
  ...phrases,
  nudge: OWN_NUDGE.exec(instructions)?.[1] ?? phrases.nudge,
  filler: filler ?? phrases.filler,
});

/**
 * The phrases in a language, BCP 47. In another language than those of {@link hasPhrases} they are English until a model
 * has written them, and there is no filler.
 */
export const phrasesFor = (language: string, instructions = ''): Phrases =>
  withOwn(WRITTEN.get(languageOf(language)) ?? { ...ENGLISH, filler: '' }, instructions, undefined);
