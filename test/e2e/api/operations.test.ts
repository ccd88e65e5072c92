/**
 * The operations that a call needs, on a real service: answers are as the API documents publish them, and what
 * must be refused is refused with the agreed code, without effect. (test/gateway/routes/contract.test.ts has a case for every
 * operation, test/e2e/control-plane/ covers what surrounds a call.)
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t, { type Test } from 'tap';
import { SCOPES } from '../../../schemas/accounts/access.js';
import { dereferenced, fetchDocuments } from '../../../testkit/api/documents.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { type Case, changeOf, createFixtures, operationCases, UNKNOWN_ID } from './operation-cases.js';
import { type Answer, type Request, send } from './raw-request.js';

interface Operation {
  readonly operationId: string;
  readonly 'x-scopes'?: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: {
      readonly 'application/json': {
        readonly schema: { readonly properties: Readonly<Record<string, object>> };
      };
    };
  };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const OTHER_BUSINESS = '11111111-1111-4111-8111-111111111111';

t.setTimeout(150_000);

const world = await startWorld(t);
const { businessId } = world;
const documents = (await fetchDocuments(world.service().url)).map(
  (document): Document => JSON.parse(JSON.stringify(dereferenced(document)(document))),
);
const operations = documents
  .flatMap(({ paths }) => Object.entries(paths))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
const cases = await operationCases(world, await createFixtures(world));
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const keyWithout = async (scope: string): Promise<string> => {
  const scopes = SCOPES.filter((candidate) => candidate !== scope).join(',');
  const { apiKey } = await parley([
    ...['admin', 'key', 'create', '--business', businessId, '--scopes', scopes],
    ...['--data-dir', world.dataDir],
  ]);
  return String(apiKey);
};
const needed = [...new Set(operations.flatMap(({ operation }) => operation['x-scopes'] ?? []))];
const keys = new Map(
  await Promise.all(needed.map(async (scope) => [scope, await keyWithout(scope)] as const)),
);

/** An operation under test, and a request of it that succeeds. */
interface Trial {
  readonly operation: Operation;
  readonly sample: Case;
  readonly request: Request;
  readonly isIdempotent: boolean;
  /** Sends the request with a change for which it must be refused. */
  refused(what: string, changed: Partial<Request>, status: number, code: string): Promise<Answer>;
}

const trialOf = (t: Test, method: string, operation: Operation, sample: Case): Trial => {
  const { path, body } = sample;
  const request: Request = { method, path, ...(body === undefined ? {} : { body }) };
  return {
    operation,
    sample,
    request,
    isIdempotent: operation.parameters.some(({ name }) => name === 'Idempotency-Key'),
    refused: async (what, changed, status, code) => {
      const answer = await send(world, { ...request, ...changed });
      t.match(answer, { status, code }, what);
      return answer;
    },
  };
};

const refusesUnauthorised = async (t: Test, { operation, sample, refused }: Trial): Promise<void> => {
  await refused('no key', { key: null }, 401, 'api_key_missing');
  await refused('another key', { key: `pk_${'a'.repeat(32)}_${'b'.repeat(64)}` }, 401, 'api_key_invalid');
  await refused('a damaged key', { key: `${world.apiKey.slice(0, -1)}` }, 401, 'api_key_invalid');
  for (const scope of operation['x-scopes'] ?? []) {
    const answer = await refused(`without ${scope}`, { key: keys.get(scope) ?? '' }, 403, 'scope_missing');
    t.match(answer.text, scope, 'it names the scope');
  }
  if (sample.path.includes(businessId))
    await refused(
      'a foreign business',
      { path: sample.path.replace(businessId, OTHER_BUSINESS) },
      403,
      'business_mismatch',
    );
};

const refusesUnknownFieldsOfTheQuery = async (t: Test, { sample, refused }: Trial): Promise<void> => {
  const path = `${sample.path}${sample.path.includes('?') ? '&' : '?'}colour=red`;
  const unknown = await refused('an unknown query field', { path }, 400, 'validation_failed');
  t.same(
    unknown.details.map(({ path }) => path),
    ['colour'],
  );
};

const refusesInvalidBodies = async (t: Test, { operation, sample, refused }: Trial): Promise<void> => {
  const { body } = sample;
  if (body === undefined) return;
  await refused(
    'a foreign business',
    { body: { ...body, businessId: OTHER_BUSINESS } },
    403,
    'business_mismatch',
  );
  const unknown = await refused(
    'an unknown field',
    { body: { ...body, colour: 'red' } },
    400,
    'validation_failed',
  );
  t.same(
    unknown.details.map(({ path }) => path),
    ['/colour'],
  );
  const { properties = {} } = operation.requestBody?.content['application/json'].schema ?? {};
  for (const name of Object.keys(properties)) {
    const refusal = await refused(
      `${name} of a wrong type`,
      { body: { ...body, [name]: { wrong: [] } } },
      400,
      'validation_failed',
    );
    t.ok(
      refusal.details.every(({ path }) => path.startsWith(`/${name}`)),
      `it names ${name}`,
    );
  }
  const { businessId: _left, ...without } = { businessId, ...body };
  await refused('no businessId', { body: without }, 400, 'validation_failed');
  await refused('malformed JSON', { rawBody: '{"businessId":' }, 400, 'json_malformed');
  await refused('no object', { rawBody: '[]' }, 400, 'validation_failed');
  await refused('another content type', { contentType: 'text/plain' }, 415, 'content_type_unsupported');
  await refused(
    'too large',
    { rawBody: JSON.stringify({ ...body, padding: 'x'.repeat(1024 * 1024) }) },
    413,
    'body_too_large',
  );
};

const refusesInvalidIdempotencyKeys = async ({ isIdempotent, refused }: Trial): Promise<void> => {
  if (!isIdempotent) return;
  await refused('no Idempotency-Key', { idempotencyKey: null }, 400, 'idempotency_key_missing');
  await refused('a key with a space', { idempotencyKey: 'a b' }, 400, 'idempotency_key_invalid');
  await refused('513 characters', { idempotencyKey: 'k'.repeat(513) }, 400, 'idempotency_key_invalid');
};

const answersOnceAndAsPublished = async (t: Test, trial: Trial): Promise<void> => {
  const { operation, sample, request, isIdempotent, refused } = trial;
  const { operationId } = operation;
  const idempotencyKey = 'k'.repeat(512 - operationId.length) + operationId;
  const answer = await send(world, { ...request, idempotencyKey });
  t.equal(answer.status, sample.status, `${operationId}: ${answer.text.slice(0, 200)}`);
  t.ok(operation.responses[String(sample.status)], 'a documented status');
  const schema = operation.responses[String(sample.status)]?.content['application/json']?.schema;
  if (schema !== undefined)
    t.ok(ajv.validate(schema, JSON.parse(answer.text)), `as published: ${ajv.errorsText()}`);
  if (!isIdempotent) return;
  const replayed = await send(world, { ...request, idempotencyKey });
  t.equal(replayed.headers.get('idempotency-replayed'), 'true');
  t.equal(replayed.text, answer.text, 'the same answer');
  const other =
    sample.body === undefined
      ? { path: sample.path.replace(/calls\/[0-9a-f-]{36}/, `calls/${UNKNOWN_ID}`) }
      : { body: { ...sample.body, ...changeOf(operationId) } };
  await refused(
    'another request under the same key',
    { ...other, idempotencyKey },
    409,
    'idempotency_key_conflict',
  );
};

t.test('every case belongs to a published operation', async (t) => {
  const published = new Set(operations.map(({ operation }) => operation.operationId));
  t.same(
    Object.keys(cases).filter((operationId) => !published.has(operationId)),
    [],
  );
});

for (const { method, operation } of operations) {
  const sample = cases[operation.operationId];
  if (sample === undefined) continue;
  t.test(`${operation.operationId}: refuses what it must, then answers as published`, async (t) => {
    const trial = trialOf(t, method, operation, sample);
    await refusesUnauthorised(t, trial);
    await refusesUnknownFieldsOfTheQuery(t, trial);
    await refusesInvalidBodies(t, trial);
    await refusesInvalidIdempotencyKeys(trial);
    await answersOnceAndAsPublished(t, trial);
  });
}
