/**
 * Bounds the size of a refusal: a client's mistakes must not come back multiplied. One rule for all refusals, wherever their
 * problems were found.
 */
import type { ErrorDetail } from '../../schemas/errors.js';

/** Problems that one refusal lists. */
export const MAX_PROBLEMS = 100;
/** Characters of one problem: of its path, and of its message. */
const MAX_PATH_CHARACTERS = 200;
const MAX_MESSAGE_CHARACTERS = 1_000;
/** All problems of a refusal together, bytes of JSON; with the rest of the answer they stay under 64 kB. */
const MAX_DETAILS_BYTES = 56_000;

/** The beginning of a text, with an ellipsis if it was cut. */
const shortened = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  // The cut must not split a surrogate pair.
  return `${text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

/** Shortens the message of a refusal, which may quote the request. */
export const shortMessage = (message: string): string => shortened(message, MAX_MESSAGE_CHARACTERS);

/** The first problems, as many as fit into `maxBytes` of JSON and {@link MAX_PROBLEMS}, each with its texts shortened. */
export const shortDetails = (
  details: readonly ErrorDetail[],
  maxBytes = MAX_DETAILS_BYTES,
): readonly ErrorDetail[] => {
  const kept: ErrorDetail[] = [];
  let bytes = 0;
  for (const { path, message } of details.slice(0, MAX_PROBLEMS)) {
    const detail = { path: shortened(path, MAX_PATH_CHARACTERS), message: shortMessage(message) };
    bytes += Buffer.byteLength(JSON.stringify(detail)) + 1;
    if (bytes > maxBytes) break;
    kept.push(detail);
  }
  return kept;
};
