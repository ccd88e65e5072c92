/**
 * Answers that a client has already (RFC 9110 section 13.1.2): what was read carries a validator, and is not sent again to
 * who names it.
 *
 * The validator is a hash of the data. It is weak because the envelope around them has the id of its request, which makes
 * no two answers the same, byte for byte; it changes whenever the data do.
 */
import { hash } from 'node:crypto';

/** Kept by the one who asked alone, who asks each time whether it still holds: it is a tenant's, and may change at once. */
export const PRIVATE_COPY = 'private, no-cache';
/** For what must be kept by nobody. */
export const NO_COPY = 'no-store';

/** 132 bits. */
const DIGEST_CHARACTERS = 22;

/** The validator of data with these bytes. */
export const validatorOf = (data: Uint8Array): string =>
  `W/"${hash('sha256', data, 'base64url').slice(0, DIGEST_CHARACTERS)}"`;

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"/g;

/** Whether If-None-Match names the answer, or any. What is no list of validators names none. */
export const isNamed = (ifNoneMatch: string | undefined, validator: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(ENTITY_TAG)?.some((tag) => opaque(tag) === opaque(validator)) ?? false;
};

/** Weak comparison looks at nothing else. */
const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);
