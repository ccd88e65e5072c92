/**
 * What is done with a JSON body between its bytes and its handler: limits, parsing, whose it is, schema, hash. Pure,
 * so that a small body goes through it at once and a large one in a thread (`body-thread.ts`).
 */
import type { ErrorDetail } from '../schemas/errors.js';
import { DomainError } from '../schemas/errors.js';
import { isUuid } from '../schemas/ids.js';
import { isRecord } from '../schemas/json.js';
import { parseJson } from '../schemas/json-limits.js';
import { hashRequest } from './request-hash.js';
import type { PartCheck } from './validation.js';

/** What there is to know of a route. */
export interface BodyRules {
  readonly check: PartCheck;
  /** Whether the body says which business is meant. */
  readonly namesBusiness: boolean;
  /** A field whose value the handler gets as the bytes of its JSON; null when there is none. */
  readonly detached: string | null;
}

/** Who asks, and for what. */
export interface BodyAsker {
  readonly method: string;
  readonly path: string;
  /** The caller's; a body that names another one is not looked at. */
  readonly businessId: string;
  /** Whether the request can still succeed: when it cannot, nothing but whose it is needs to be known. */
  readonly permitted: boolean;
}

/** Plain data: it comes from a thread. */
export type BodyVerdict =
  | {
      readonly type: 'unreadable';
      readonly code: 'json_malformed' | 'json_too_complex';
      readonly details: readonly ErrorDetail[];
    }
  | { readonly type: 'foreign' }
  /** Of the caller's business, as far as it says; nothing else was looked at. */
  | { readonly type: 'unchecked' }
  | { readonly type: 'invalid'; readonly details: readonly ErrorDetail[] }
  | {
      readonly type: 'good';
      /** Without its detached field. */
      readonly body: unknown;
      /** JSON of the detached field; null when the body has none. */
      readonly detached: Uint8Array | null;
      /** As {@link hashRequest}, over all of it. */
      readonly hash: string;
    };

/** Whether a value names a business, and another one. What is no id at all is a mistake that the schema tells. */
export const isForeign = (named: unknown, businessId: string): boolean =>
  typeof named === 'string' && isUuid(named) && named.toLowerCase() !== businessId;

/** From bytes to a body that its handler may have. Never throws. */
export const readBodyOf = (bytes: Uint8Array, rules: BodyRules, asker: BodyAsker): BodyVerdict => {
  let value: unknown;
  try {
    value = parseJson(bytes);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'json_too_complex')
      return { type: 'unreadable', code: error.code, details: error.details };
    return { type: 'unreadable', code: 'json_malformed', details: [] };
  }
  return judgeBody(value, rules, asker);
};

/** The same for a value that was parsed already. */
export const judgeBody = (value: unknown, rules: BodyRules, asker: BodyAsker): BodyVerdict => {
  if (rules.namesBusiness && isRecord(value) && isForeign(value.businessId, asker.businessId))
    return { type: 'foreign' };
  if (!asker.permitted) return { type: 'unchecked' };
  const details = rules.check(value);
  if (details.length > 0) return { type: 'invalid', details };
  const hash = hashRequest(asker.method, asker.path, value);
  const { detached: name } = rules;
  if (name === null || !isRecord(value) || value[name] === undefined)
    return { type: 'good', body: value, detached: null, hash };
  const { [name]: field, ...body } = value;
  return { type: 'good', body, detached: new TextEncoder().encode(JSON.stringify(field)), hash };
};
