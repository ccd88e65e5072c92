/**
 * Conditional answers (RFC 9110 section 13.1.2): an answer to a read carries a validator, and is not sent again to a client that
 * names it.
 *
 * The validator is a hash of the data. It is weak because the envelope around the data contains the request's id, so no two
 * answers are the same byte for byte. It changes whenever the data change.
 */
import { hash } from 'node:crypto';

/** Cached by the requesting client only and revalidated before each use: it is a tenant's data, and may change at once. */
export const CACHE_PRIVATE = 'private, no-cache';
/** For answers that must not be cached at all. */
export const NO_STORE = 'no-store';

/** 132 bits. */
const DIGEST_CHARACTERS = 22;

/** The validator of data with these bytes. */
export const validatorOf = (data: Uint8Array): string =>
  `W/"${hash('sha256', data, 'base64url').slice(0, DIGEST_CHARACTERS)}"`;

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"/g;

/** Whether If-None-Match names the answer or is `*`. A malformed list names none. */
export const matchesValidator = (ifNoneMatch: string | undefined, validator: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(ENTITY_TAG)?.some((tag) => opaque(tag) === opaque(validator)) ?? false;
};

/** The part of a validator that weak comparison considers. */
const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);
