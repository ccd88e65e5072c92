/** Every public event has a schema in the API document and a row in the reference, and the API promises no others. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { API_VERSION } from '../../../gateway/api-routes.js';
import { openApiDocument } from '../../../gateway/document/openapi.js';
import { PUBLIC_SOURCES } from '../../../operations/public-events/catalogue.js';
import { isRecord } from '../../../schemas/json.js';
import { eventReference } from '../../../scripts/generated/event-reference.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';
import { dereferenced } from '../../../testkit/api/documents.js';

const REFERENCE = fileURLToPath(new URL('../../../../docs/reference/events.md', import.meta.url));
/** Live events that no event of the journal causes (docs/how-to/live-updates.md). */
const NOT_IN_JOURNAL = ['call.voices', 'stream.ended', 'stream.opened', 'stream.reset'];

const published: object = JSON.parse(JSON.stringify(openApiDocument(routesWithoutService(), API_VERSION)));
const document = dereferenced(published)(published);
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const sorted = (names: readonly unknown[]): readonly unknown[] => [...new Set(names)].sort();

const EVENTS = PUBLIC_SOURCES.flatMap(({ kind, events }) => events.map((event) => ({ kind, ...event })));

t.test('subscriptions accept the names of the catalogue, and no others', async (t) => {
  const json = ['requestBody', 'content', 'application/json', 'schema'];
  const operation = at(document, 'paths', '/api/v1/webhook-subscriptions', 'post');
  const accepted = list(at(operation, ...json, 'properties', 'events', 'items', 'enum'));
  t.ok(accepted.length > 30, `${accepted.length} names`);
  t.same(sorted(EVENTS.flatMap(({ webhooks }) => webhooks)), sorted(accepted));
});

t.test('the API describes the live events of the catalogue, and no others', async (t) => {
  const operation = at(document, 'paths', '/api/v1/live', 'get');
  const schemas = list(
    at(operation, 'responses', '200', 'content', 'text/event-stream', 'x-events', 'anyOf'),
  );
  const partsOf = (schema: unknown) => [schema, ...list(at(schema, 'allOf'))];
  const described = schemas.map((schema) =>
    partsOf(schema)
      .map((part) => at(part, 'properties', 'type', 'const'))
      .find((type) => type !== undefined),
  );
  t.equal(new Set(described).size, schemas.length, 'each schema has a name of its own');
  const live = EVENTS.flatMap((event) => event.live ?? []);
  t.same(sorted([...live, ...NOT_IN_JOURNAL]), sorted(described));
});

t.test('every entry is made from known events, and has a row in the reference', async (t) => {
  const rows = readFileSync(REFERENCE, 'utf8').split('\n');
  for (const { kind, from, when, webhooks, live } of EVENTS) {
    t.match(when, /^[A-Z\d].+\.$/, 'a sentence');
    t.ok(from.length > 0 && from.every((type) => Object.hasOwn(kind.versions, type)), when);
    t.ok(webhooks.length > 0 || live !== null, `${when} It is public.`);
    const names = [...webhooks, ...(live === null ? [] : [live]), ...from].map((name) => `\`${name}\``);
    t.ok(
      rows.some((row) => row.includes(when) && names.every((name) => row.includes(name))),
      `${from.join(', ')} is documented`,
    );
  }
});

t.test('a topic without public events of the journal has no section', async (t) => {
  t.notMatch(eventReference(PUBLIC_SOURCES), /`voices`/);
  t.notMatch(eventReference([]), /##/);
});
