/** The OpenAPI documents: valid by the standard's own schema, complete, and without dead references. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import t from 'tap';
import { errorCodesOf } from '../../../gateway/document/error-codes.js';
import { responseKeyOf } from '../../../gateway/document/responses.js';
import { ERRORS } from '../../../schemas/error-table.js';
import { statusOf } from '../../../schemas/errors.js';
import { isRecord } from '../../../schemas/json.js';
import { dereferenced, targetOf } from '../../../testkit/api/documents.js';
import { startGateway } from '../gateway-under-test.js';
import { sent } from '../sent.js';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
  }[];
  readonly 'x-scopes'?: readonly string[];
  readonly 'x-error-codes'?: readonly string[];
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly headers: Readonly<Record<string, unknown>> }>
  >;
}

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly 'x-common-error-codes': readonly { readonly codes: readonly string[] }[];
}

const DOCUMENTS = ['/api/v1/openapi.json', '/api/v1/console/openapi.json'];

/** Operations whose lists are bounded by the service, or by the single record that they show. */
const BOUNDED: ReadonlySet<string> = new Set([
  ...['listChannels', 'listVoices', 'readWebhookContract', 'readVoiceCall', 'readAgentTest', 'listProviders'],
  'listTools',
  'listAlertRules',
  'listSavedViews',
  'listQuickAnswers',
  'listQuickAnswersFor',
  'listVoiceCallTags',
  'countVoiceCalls',
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
  ...['listOwnSessions', 'listQuotas', 'readSession', 'readStart', 'readHome'],
]);

const propertiesOf = (schema: object | null): Readonly<Record<string, unknown>> =>
  schema !== null && 'properties' in schema && isRecord(schema.properties) ? schema.properties : {};

const listsIn = (schema: object | null): readonly string[] =>
  Object.entries(propertiesOf(schema)).flatMap(([name, value]) =>
    isRecord(value) && value.type === 'array' ? [name] : [],
  );

/** The `paths` of a document with everything that they refer to. */
const fullPaths = (text: string): Document['paths'] => {
  const document: Document = JSON.parse(text);
  const { paths }: Document = JSON.parse(JSON.stringify(dereferenced(document)(document)));
  return paths;
};

t.test('the API documents', async (t) => {
  const { gateway, url } = await startGateway(t);
  const texts = await Promise.all(
    DOCUMENTS.map(async (path) => {
      const response = await fetch(`${url}${path}`);
      t.equal(response.status, 200, 'needs no key');
      t.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
      return response.text();
    }),
  );
  const [text = '', consoleText = ''] = texts;

  await t.test('are OpenAPI 3.1 by the standard', async (t) => {
    for (const each of texts) {
      const validator = new Validator();
      const result = await validator.validate(JSON.parse(each));
      t.ok(result.valid, JSON.stringify(result.errors));
      t.equal(validator.version, '3.1');
      t.equal(JSON.parse(each).info.version, '1.4.0');
    }
  });

  await t.test('have no dead references, and no component without a reference', async (t) => {
    for (const each of texts) {
      const document: { readonly components: Readonly<Record<string, object>> } = JSON.parse(each);
      const pointers = new Set(
        [...each.matchAll(/"\$ref":"(#\/[^"]+)"/g)].map(([, pointer = '']) => pointer),
      );
      for (const pointer of pointers) t.ok(targetOf(document, pointer), pointer);
      const { securitySchemes: _schemes, ...components } = document.components;
      for (const [kind, named] of Object.entries(components))
        for (const name of Object.keys(named)) t.ok(pointers.has(`#/components/${kind}/${name}`), name);
      // Generators make a type TextParameter of the parameter Text.
      const { parameters = {}, schemas = {} } = components;
      t.notOk(Object.keys(parameters).some((name) => `${name}Parameter` in schemas));
    }
  });

  await t.test('separate what a key can call from what only the console calls', async (t) => {
    const idsIn = (document: string): readonly string[] =>
      Object.values(fullPaths(document)).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      );
    const ofConsole = gateway.routes.filter(
      ({ path, sessionOnly }) => sessionOnly === true || path.startsWith('/api/v1/console/'),
    );
    t.ok(ofConsole.length > 40);
    t.same(
      [...idsIn(consoleText)].sort(),
      ofConsole.map(({ operationId }) => operationId).sort(),
      'the console has a document of its own',
    );
    t.equal(idsIn(text).length + ofConsole.length, gateway.routes.length);
    t.notMatch(text, '/api/v1/console/');
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

  await t.test('describe every route with its scopes, headers and refusals', async (t) => {
    const paths = { ...fullPaths(text), ...fullPaths(consoleText) };
    const common = new Set(
      texts.flatMap((each) => {
        const document: Document = JSON.parse(each);
        return document['x-common-error-codes'].flatMap(({ codes }) => codes);
      }),
    );
    for (const route of gateway.routes) {
      const operation = paths[route.path]?.[route.method.toLowerCase()];
      t.match(operation, { operationId: route.operationId, summary: /.{10}/ });
      if (!route.path.startsWith('/api/v1/console/')) t.same(operation?.['x-scopes'], route.scopes);
      const key = operation?.parameters.find(({ name }) => name === 'Idempotency-Key');
      t.equal(key?.required ?? false, route.idempotent === true);
      t.equal(key !== undefined, route.idempotent !== false);
      for (const [, name] of route.path.matchAll(/\{(\w+)\}/g))
        t.ok(operation?.parameters.some((parameter) => parameter.name === name && parameter.in === 'path'));
      for (const code of errorCodesOf(route)) {
        const refusal = operation?.responses[responseKeyOf(statusOf(code))];
        t.match(refusal?.headers['X-Request-Id'], { description: /.+/ });
        t.ok(operation?.['x-error-codes']?.includes(code) || common.has(code), `${code} is listed`);
      }
      for (const code of operation?.['x-error-codes'] ?? [])
        t.ok(errorCodesOf(route).some((c) => c === code));
    }
    const ids = gateway.routes.map(({ operationId }) => operationId);
    t.equal(new Set(ids).size, ids.length, 'ids of operations are unique');
  });
});

t.test('the API documents explain each code once', async (t) => {
  const { gateway, url } = await startGateway(t);
  const texts = await Promise.all(DOCUMENTS.map(async (path) => (await fetch(`${url}${path}`)).text()));
  const codes = new Set(gateway.routes.flatMap(errorCodesOf));
  for (const code of codes)
    t.ok(
      texts.some((each) =>
        each.includes(JSON.stringify(`- \`${code}\`: ${ERRORS[code].meaning}`).slice(1, -1)),
      ),
      code,
    );
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
  const sizes = `${plain.bytes.length} bytes, gzip ${gzip.bytes.length}, br ${brotli.bytes.length}`;
  t.comment(sizes);
  t.ok(plain.bytes.length < 717_000 && brotli.bytes.length < 80_000, sizes);
  t.equal(plain.headers.vary, 'Accept-Encoding');
  const known = { 'if-none-match': String(brotli.headers.etag), 'accept-encoding': 'br' };
  t.match(await sent(path, known), { status: 304, bytes: { length: 0 } });
  t.match(await sent(path, {}, 'HEAD'), { status: 200, bytes: { length: 0 } });
});
