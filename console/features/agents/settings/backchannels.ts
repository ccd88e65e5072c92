/** Words that do not interrupt the agent, as its editor has them: one a line. */
import { AGENTS } from '../messages.js';

/** Limits of the API (schemas/agents/agent.ts). */
const MAX_LINES = 50;
const MAX_CHARACTERS = 40;
/** Something that a voice can say (schemas/patterns.ts). */
const SPOKEN = /[\p{L}\p{N}]/u;

/** Without empty lines. */
export const backchannelsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Why the service would refuse the words; undefined: it accepts them. */
export const backchannelProblem = (text: string): string | undefined => {
  const texts = AGENTS.backchannelProblems;
  const lines = backchannelsOf(text);
  if (lines.length > MAX_LINES) return texts.tooMany(MAX_LINES);
  const long = lines.find((line) => line.length > MAX_CHARACTERS);
  if (long !== undefined) return texts.tooLong(long, MAX_CHARACTERS);
  const silent = lines.find((line) => !SPOKEN.test(line));
  return silent === undefined ? undefined : texts.unspoken(silent);
};
