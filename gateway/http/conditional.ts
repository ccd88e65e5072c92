/**
 * Conditional requests (RFC 9110 section 13): an answer to a read carries a validator, and is not sent again to a client that names it.
 * What several clients edit has a strong validator: a tag, which changes with what they edit, and the hash of the data. A change that
 * names it in If-Match applies to exactly this tag.
 *
 * The other validator is a hash of the data. It is weak because the envelope around the data contains the request's id, so no two
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

/** The strong validator of data with this tag. */
export const strongValidatorOf = (tag: string, data: Uint8Array): string =>
  `"${tag}-${hash('sha256', data, 'base64url').slice(0, DIGEST_CHARACTERS)}"`;

/** The tag of a strong validator; the hash may be left out. */
const STRONG = /^"(\w+)(?:-[\w-]*)?"$/;

/**
 * The tags that If-Match names; null if the change is not conditional: it is absent or `*`. Weak and malformed validators never match
 * (RFC 9110 section 13.1.1), so that the list may be empty.
 */
export const expectedTags = (ifMatch: string | undefined): readonly string[] | null => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  return (ifMatch.match(ENTITY_TAG) ?? []).flatMap((validator) => STRONG.exec(validator)?.[1] ?? []);
};

const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"/g;

/** Whether If-None-Match names the answer or is `*`. A malformed list names none. */
export const matchesValidator = (ifNoneMatch: string | undefined, validator: string): boolean => {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.match(ENTITY_TAG)?.some((tag) => opaque(tag) === opaque(validator)) ?? false;
};

/** The part of a validator that weak comparison considers. */
const opaque = (tag: string): string => (tag.startsWith('W/') ? tag.slice(2) : tag);
