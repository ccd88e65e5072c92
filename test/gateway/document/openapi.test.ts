/** The OpenAPI document: valid by the standard's own schema, complete, and without dead references. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import t from 'tap';
import { errorCodesOf } from '../../../gateway/document/error-codes.js';
import { messageOf, statusOf } from '../../../schemas/errors.js';
import { isRecord } from '../../../schemas/json.js';
import { startGateway } from '../gateway-under-test.js';
import { sent } from '../sent.js';

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId: string;
            readonly summary: string;
            readonly parameters: readonly {
              readonly name: string;
              readonly in: string;
              readonly required: boolean;
            }[];
            readonly 'x-scopes': readonly string[];
            readonly responses: Readonly<
              Record<
                string,
                { readonly description: string; readonly headers: Readonly<Record<string, unknown>> }
              >
            >;
          }
        >
      >
    >
  >;
}

/** Operations whose lists are bounded by the service, or by the single record that they show. */
const BOUNDED: ReadonlySet<string> = new Set([
  ...['listChannels', 'listVoices', 'readWebhookContract', 'readVoiceCall', 'readAgentTest', 'listProviders'],
  'listTools',
  'listSavedViews',
  'listVoiceCallTags',
  ...[
    'readAnalytics',
    'readCampaignSeries',
    'listChannelAccounts',
    'listSentTemplates',
    'listTemplates',
    'readLedgerSummary',
    'listInvitations',
    'listQuotas',
  ],
  ...['listOwnSessions', 'listQuotas', 'readSession'],
]);

const propertiesOf = (schema: object | null): Readonly<Record<string, unknown>> =>
  schema !== null && 'properties' in schema && isRecord(schema.properties) ? schema.properties : {};

const listsIn = (schema: object | null): readonly string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([name, value]) =>
    isRecord(value) && value.type === 'array' ? [name] : [],
  );

t.test('the OpenAPI document', async (t) => {
  const { gateway, url } = await startGateway(t);
  const response = await fetch(`${url}/api/v1/openapi.json`);
  t.equal(response.status, 200, 'needs no key');
  t.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  const text = await response.text();
  const document: Document = JSON.parse(text);

  await t.test('is OpenAPI 3.1 by the standard', async (t) => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(text));
    t.ok(result.valid, JSON.stringify(result.errors));
    t.equal(validator.version, '3.1');
    t.equal(document.info.version, '1.4.0');
  });

  await t.test('has no dead references', async (t) => {
    for (const [, pointer = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      const target = pointer
        .split('/')
        .reduce<unknown>(
          (value, name) =>
            typeof value === 'object' && value !== null
              ? new Map(Object.entries(value)).get(name)
              : undefined,
          document,
        );
      t.ok(target, pointer);
    }
  });

  await t.test('pages every list except those that never grow', async (t) => {
    const lists = gateway.routes.filter(
      ({ method, response }) => method === 'GET' && listsIn(response).length > 0,
    );
    t.ok(lists.length > 15);
    for (const { operationId, query, response, errors } of lists) {
      const paged = ['limit', 'cursor'].every((name) => name in propertiesOf(query));
      if (BOUNDED.has(operationId)) t.notOk(paged, `${operationId} is no longer an exception`);
      else {
        t.ok(paged && 'nextCursor' in propertiesOf(response), `${operationId} accepts and returns a cursor`);
        t.ok(errors.includes('cursor_invalid'), `${operationId} refuses an invalid cursor`);
      }
    }
  });

  await t.test('describes every route with its scopes, headers and refusals', async (t) => {
    for (const route of gateway.routes) {
      const operation = document.paths[route.path]?.[route.method.toLowerCase()];
      t.match(operation, { operationId: route.operationId, 'x-scopes': route.scopes, summary: /.{10}/ });
      const key = operation?.parameters.find(({ name }) => name === 'Idempotency-Key');
      t.equal(key?.required ?? false, route.idempotent === true);
      t.equal(key !== undefined, route.idempotent !== false);
      for (const [, name] of route.path.matchAll(/\{(\w+)\}/g))
        t.ok(operation?.parameters.some((parameter) => parameter.name === name && parameter.in === 'path'));
      for (const code of errorCodesOf(route)) {
        const refusal = operation?.responses[String(statusOf(code))];
        t.match(refusal?.description, `\`${code}\`: ${messageOf(code)}`);
        t.ok(refusal?.headers['X-Request-Id']);
      }
    }
    const ids = gateway.routes.map(({ operationId }) => operationId);
    t.equal(new Set(ids).size, ids.length, 'ids of operations are unique');
  });
});

t.test('the document is sent compressed, and not again to a client that has it', async (t) => {
  const { url } = await startGateway(t);
  const path = `${url}/api/v1/openapi.json`;
  const plain = await sent(path);
  const brotli = await sent(path, { 'accept-encoding': 'gzip, br' });
  const gzip = await sent(path, { 'accept-encoding': 'gzip' });
  t.match(
    [plain, brotli, gzip].map(({ headers }) => headers['content-encoding']),
    [undefined, 'br', 'gzip'],
  );
  t.ok(brotliDecompressSync(brotli.bytes).equals(plain.bytes), 'br holds the same document');
  t.ok(gunzipSync(gzip.bytes).equals(plain.bytes), 'gzip holds the same document');
  t.ok(
    brotli.bytes.length * 10 < plain.bytes.length,
    `${brotli.bytes.length} of ${plain.bytes.length} bytes`,
  );
  t.equal(plain.headers.vary, 'Accept-Encoding');
  const known = { 'if-none-match': String(brotli.headers.etag), 'accept-encoding': 'br' };
  t.match(await sent(path, known), { status: 304, bytes: { length: 0 } });
  t.match(await sent(path, {}, 'HEAD'), { status: 200, bytes: { length: 0 } });
});
