/** Placeholders in the texts of an agent. */
import type { AgentProfile } from '../../actors/agent/events.js';
import type { ErrorDetail } from '../../schemas/errors.js';
import { placeholdersOf } from '../../schemas/text.js';

/** The placeholders of a text that the agent has no variable for. `path`: the place of the text in the body. */
export const undeclaredProblems = (
  path: string,
  text: string,
  { dataSourceVariables }: Pick<AgentProfile, 'dataSourceVariables'>,
): readonly ErrorDetail[] => {
  const declared = new Set(dataSourceVariables.map(({ alias }) => alias));
  return placeholdersOf(text)
    .filter((name) => !declared.has(name))
    .map((name) => ({ path, message: `{{${name}}} is not declared; grant it in dataSourceVariables` }));
};
