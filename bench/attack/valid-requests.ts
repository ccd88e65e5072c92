/** Valid requests of each operation: values of its schemas, with ids that exist where some are known. */
import { createGeneratorSync, type JsonSchema } from 'json-schema-faker';
import type { Fixtures } from './fixtures.js';
import type { KnownIds } from './known-ids.js';
import { likelyBody, likelyQuery } from './likely.js';
import type { Operation, Schema } from './operations.js';

/** A request before it is serialised. */
export interface Draft {
  readonly operation: Operation;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined if there is none. */
  readonly body: unknown;
}

export interface Credentials {
  readonly businessId: string;
  readonly apiKey: string;
  readonly cookie: string;
  readonly csrfToken: string;
}

/** Values for names that the schemas leave open, chosen to get further than random ones. */
const LIKELY: Readonly<Record<string, readonly string[]>> = {
  mobile: ['+14155552671', '+14155552672', '+14155552673', '+4915112345678'],
  toNumber: ['+14155552671', '+14155552672', '+14155552673', '+4915112345678'],
  // Nothing listens there, so no delivery leaves the machine.
  callbackUrl: ['https://127.0.0.1:9/hook'],
  liveVoiceId: ['flite:slt', 'flite:rms'],
  languageCode: ['en', 'de'],
  timezone: ['Europe/Berlin'],
};
/** Share of hand-written bodies, where there is one. */
const LIKELY_SHARE = 0.5;
/** How often a value that violates its own schema is generated again: the generator does not keep every rule. */
const ATTEMPTS = 10;

/** `random` returns numbers from 0 to 1; the same numbers produce the same requests. */
export const createValidRequests = (
  ids: KnownIds,
  credentials: Credentials,
  fixtures: Fixtures,
  random: () => number,
) => {
  const generate = (schema: Schema): unknown => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return createGeneratorSync({
          seed: Math.floor(random() * 2 ** 31),
          optionalsProbability: 0.4,
          maxItems: 3,
          maxLength: 60,
          formats: { uuid: () => uuid(random) },
        }).generate(schemaOf(schema));
      } catch (error) {
        // The generator gives up when `minProperties` requires more properties than it happened to choose.
        if (attempt === ATTEMPTS) throw error;
      }
    }
  };

  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];

  const withKnownIds = (value: unknown, name: string): unknown => {
    if (Array.isArray(value)) return value.map((item) => withKnownIds(item, name));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withKnownIds(part, key)]));
    if (typeof value !== 'string') return value;
    if (name === 'businessId') return credentials.businessId;
    return pick(ids.of(name)) ?? pick(LIKELY[name] ?? []) ?? value;
  };

  const bodyFor = (operation: Operation): unknown => {
    if (operation.body === null) return undefined;
    const { businessId } = credentials;
    const byHand = random() < LIKELY_SHARE ? likelyBody(operation.id, fixtures, random) : null;
    if (byHand !== null) return { businessId, ...byHand };
    let body: unknown;
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      body = withKnownIds(generate(operation.body), '');
      if (operation.isValidBody(body)) break;
    }
    return body;
  };

  return (operation: Operation): Draft => {
    const parametersIn = (where: 'path' | 'query'): Record<string, string> =>
      Object.fromEntries(
        operation.parameters
          .filter(({ name, required, in: at }) => at === where && (required || random() < chance(name)))
          .map(({ name, schema }) => [name, String(withKnownIds(generate(schema), name))]),
      );
    return {
      operation,
      params: parametersIn('path'),
      query: {
        ...parametersIn('query'),
        ...(random() < LIKELY_SHARE ? likelyQuery(operation.id, fixtures) : {}),
      },
      headers: {
        ...(operation.sessionOnly
          ? { cookie: credentials.cookie, 'x-csrf-token': credentials.csrfToken }
          : operation.needsCredentials
            ? { authorization: `Bearer ${credentials.apiKey}` }
            : {}),
        ...(operation.parameters.some(({ name }) => name === 'Idempotency-Key')
          ? { 'idempotency-key': uuid(random) }
          : {}),
        ...(operation.body === null ? {} : { 'content-type': 'application/json' }),
      },
      body: bodyFor(operation),
    };
  };
};

/** How often an optional parameter is sent; a cursor is only valid if it comes from an earlier answer. */
const chance = (name: string): number => (name === 'cursor' ? 0.02 : 0.3);

/** Converts to the generator's own type. */
const schemaOf = (schema: Schema): JsonSchema => ({ ...schema });

const uuid = (random: () => number): string => {
  const hex = Array.from({ length: 30 }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(12, 15)}-a${hex.slice(15, 18)}-${hex.slice(18, 30)}`;
};
