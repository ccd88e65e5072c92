/**
 * The steps between the bytes of a JSON body and its handler: limits, parsing, owner, schema, hash. Pure, so small bodies run
 * through them inline and large ones on a thread (`body-thread.ts`).
 */
import { createHash } from 'node:crypto';
import { canonicalize } from 'json-canonicalize';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { isUuid } from '../../schemas/ids.js';
import { isRecord } from '../../schemas/json.js';
import { parseJson } from '../../schemas/json-limits.js';
import type { PartCheck } from './validation.js';

/**
 * Decides when two requests are the same (docs/reference/api.md "Idempotency"): hashes the parts that must be equal, method,
 * path, and the body in canonical JSON (RFC 8785).
 */
export const hashRequest = (method: string, path: string, body: unknown): string =>
  createHash('sha256')
    .update(`${method} ${path} ${body === undefined ? '' : canonicalize(body)}`)
    .digest('hex');

/** The rules that a route sets for its body. */
export interface BodyRules {
  readonly check: PartCheck;
  /** Whether the body has a `businessId`. */
  readonly namesBusiness: boolean;
  /** A field that the handler receives as the bytes of its JSON; null: none. */
  readonly detached: string | null;
}

/** The caller and its request. */
export interface BodyRequester {
  readonly method: string;
  readonly path: string;
  /** The caller's business; a body that names another one is not examined. */
  readonly businessId: string;
  /** Whether the request can still succeed. If it cannot, only the owner of the body is checked. */
  readonly permitted: boolean;
}

/** Plain data, because it crosses threads. */
export type BodyVerdict =
  | {
      readonly type: 'unreadable';
      readonly code: 'json_malformed' | 'json_too_complex';
      readonly details: readonly ErrorDetail[];
    }
  | { readonly type: 'foreign' }
  /** The body belongs to the caller's business or names none; nothing else was checked. */
  | { readonly type: 'unchecked' }
  | { readonly type: 'invalid'; readonly details: readonly ErrorDetail[] }
  | {
      readonly type: 'good';
      /** Without the detached field. */
      readonly body: unknown;
      /** JSON of the detached field; null when the body has none. */
      readonly detached: Uint8Array | null;
      /** As {@link hashRequest}, over the whole body. */
      readonly hash: string;
    };

/** Whether a value names another business. A value that is not an id is left to schema validation. */
export const isForeign = (named: unknown, businessId: string): boolean =>
  typeof named === 'string' && isUuid(named) && named.toLowerCase() !== businessId;

/** Turns bytes into a body for the handler, or into a refusal. Never throws. */
export const readBodyOf = (bytes: Uint8Array, rules: BodyRules, requester: BodyRequester): BodyVerdict => {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'json_too_complex')
      return { type: 'unreadable', code: error.code, details: error.details };
    return { type: 'unreadable', code: 'json_malformed', details: [] };
  }
  return checkBody(value, rules, requester);
};

/** Does the same for a value that is already parsed. */
export const checkBody = (value: unknown, rules: BodyRules, requester: BodyRequester): BodyVerdict => {
  if (rules.namesBusiness && isRecord(value) && isForeign(value.businessId, requester.businessId))
    return { type: 'foreign' };
  if (!requester.permitted) return { type: 'unchecked' };
  const details = rules.check(value);
  if (details.length > 0) return { type: 'invalid', details };
  const hash = hashRequest(requester.method, requester.path, value);
  const { detached: name } = rules;
  if (name === null || !isRecord(value) || value[name] === undefined)
    return { type: 'good', body: value, detached: null, hash };
  const { [name]: field, ...body } = value;
  return { type: 'good', body, detached: new TextEncoder().encode(JSON.stringify(field)), hash };
};
