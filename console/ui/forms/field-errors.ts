/** Assigns the details of a refusal to the fields of a form. */
import type { ApiProblem } from '../../api/client.js';
import { detailOf } from '../Problem/field-details.js';

type Details = ApiProblem['details'];

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`);

/** The place that `path` belongs to: the one with the longest path around it; undefined if there is none. */
export const ownerOf = (path: string, places: readonly string[]): string | undefined =>
  places
    .filter((place) => isWithin(path, place))
    .reduce<string | undefined>(
      (longest, place) => (place.length > (longest?.length ?? -1) ? place : longest),
      undefined,
    );

/** Details of one place in the language of the page. */
export const messageOf = (details: Details): string =>
  details.map(({ message }) => detailOf(message)).join('; ');

/** The errors at this path of the body, or below it; undefined if there are none. */
export const errorAt = (problem: ApiProblem | null, path: string): string | undefined => {
  const details = (problem?.details ?? []).filter((detail) => isWithin(detail.path, path));
  return details.length === 0 ? undefined : messageOf(details);
};

/** The details that no field shows. */
export const otherDetails = (problem: ApiProblem, paths: readonly string[]): Details =>
  problem.details.filter(({ path }) => ownerOf(path, paths) === undefined);
