/** Where in a form a refusal belongs. */
import type { ApiProblem } from '../api/client.js';

/** What is wrong with what stands at this place of the body, or within it; undefined: nothing. */
export const wrongAt = (problem: ApiProblem | null, path: string): string | undefined => {
  const messages = (problem?.details ?? [])
    .filter((detail) => detail.path === path || detail.path.startsWith(`${path}/`))
    .map(({ message }) => message);
  return messages.length === 0 ? undefined : messages.join('; ');
};

/** The refusal without what is said at its fields. */
export const besides = (problem: ApiProblem, paths: readonly string[]): ApiProblem['details'] =>
  problem.details.filter(({ path }) => !paths.some((one) => path === one || path.startsWith(`${one}/`)));
