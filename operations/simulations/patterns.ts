/** Matches regular expressions that a client wrote, for a limited time: some backtrack without end. */
import { createContext, Script } from 'node:vm';

/** All patterns of one question together, ms; they take less than one unless they backtrack. */
const MATCH_MS = 250;

/** A regular expression, and the text that it must match, ignoring case. */
export type PatternMatch = readonly [pattern: string, text: string];

const script = new Script(
  "candidates.findIndex((matches) => matches.every(([pattern, text]) => new RegExp(pattern, 'iu').test(text)))",
);

/** The index of the first candidate all of whose patterns match; -1: there is none. @throws Error after {@link MATCH_MS} */
export const firstMatching = (candidates: readonly (readonly PatternMatch[])[]): number => {
  // Without patterns nothing has to be evaluated.
  if (candidates[0]?.length === 0) return 0;
  const found: unknown = script.runInContext(createContext({ candidates }), { timeout: MATCH_MS });
  return typeof found === 'number' ? found : -1;
};
