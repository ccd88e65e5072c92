/** Assigns the details of a refusal to the fields of a form. */
import type { ApiProblem } from '../../api/client.js';
import { detailOf } from '../Problem/field-details.js';

/** The errors at this path of the body, or below it; undefined if there are none. */
export const errorAt = (problem: ApiProblem | null, path: string): string | undefined => {
  const messages = (problem?.details ?? [])
    .filter((detail) => detail.path === path || detail.path.startsWith(`${path}/`))
    .map(({ message }) => detailOf(message));
  return messages.length === 0 ? undefined : messages.join('; ');
};

/** The details that no field shows. */
export const otherDetails = (problem: ApiProblem, paths: readonly string[]): ApiProblem['details'] =>
  problem.details.filter(
    ({ path }) => !paths.some((fieldPath) => path === fieldPath || path.startsWith(`${fieldPath}/`)),
  );
