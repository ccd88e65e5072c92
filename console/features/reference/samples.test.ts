/** The samples of the API reference: what they look like, and that each of them is one that the client accepts. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { curlOf } from './curl.js';
import { type ExampleRequest, exampleRequestOf } from './request.js';
import { clientFunctionOf, typescriptOf } from './typescript.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const START: ExampleRequest = {
  operationId: 'startVoiceCall',
  method: 'POST',
  path: '/api/v1/voice/calls',
  pathParameters: [],
  query: [],
  body: { businessId: 'b-1', agentId: 'a-1', toNumber: '+14155550100', note: "it's 5" },
  isKeyed: true,
  isAuthorised: true,
  answer: 'json',
};

describe('curl', () => {
  test('has the key, an idempotency key and the body, quoted for the shell', () => {
    expect(curlOf(START, 'http://127.0.0.1:8080')).toBe(
      [
        "curl -X POST 'http://127.0.0.1:8080/api/v1/voice/calls'",
        '-H "Authorization: Bearer $PARLEY_API_KEY"',
        '-H "Idempotency-Key: $(uuidgen)"',
        "-H 'Content-Type: application/json'",
        `-d '{\n  "businessId": "b-1",\n  "agentId": "a-1",\n  "toNumber": "+14155550100",\n  "note": "it'\\''s 5"\n}'`,
      ].join(' \\\n  '),
    );
  });

  test('fills in and encodes parameters', () => {
    const request: ExampleRequest = {
      ...START,
      method: 'GET',
      path: '/api/v1/things/{id}',
      pathParameters: [{ name: 'id', value: 'a b' }],
      query: [{ name: 'businessId', value: 'b&1' }],
      body: null,
      isKeyed: false,
      isAuthorised: false,
    };
    expect(curlOf(request, '')).toBe("curl '/api/v1/things/a%20b?businessId=b%261'");
  });
});

test('a sample for TypeScript leaves out the business, which the client fills in', () => {
  expect(
    typescriptOf(START, { name: 'calls.start', returns: { kind: 'answer' } })
      .split('\n')
      .slice(3),
  ).toEqual([
    'console.log(await parley.calls.start({',
    "  agentId: 'a-1',",
    "  toNumber: '+14155550100',",
    "  note: 'it\\'s 5',",
    '}));',
  ]);
});

describe('every operation that a key can send', async () => {
  const { routesWithoutService } = await import(join(ROOT, 'dist/scripts/generated/routes.js'));
  const { openApiDocument } = await import(join(ROOT, 'dist/gateway/document/openapi.js'));
  const document: { readonly paths: Readonly<Record<string, object>> } = openApiDocument(
    routesWithoutService(),
    '1',
  );
  const requests = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => exampleRequestOf(document, path, method) ?? []),
  );
  mkdirSync(join(ROOT, '.cache'), { recursive: true });
  const dir = mkdtempSync(join(ROOT, '.cache', 'samples-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test('has a function of the client', () => {
    expect(requests.length).toBeGreaterThan(80);
    expect(requests.filter(({ operationId }) => clientFunctionOf(operationId) === null)).toEqual([]);
  });

  test('has a sample that compiles', () => {
    mkdirSync(join(dir, 'node_modules'), { recursive: true });
    symlinkSync(join(ROOT, 'packages/client'), join(dir, 'node_modules/parley-voice-client'));
    for (const request of requests) {
      const sender = clientFunctionOf(request.operationId);
      if (sender !== null)
        writeFileSync(join(dir, `${request.operationId}.ts`), typescriptOf(request, sender));
    }
    const options = { strict: true, module: 'NodeNext', target: 'ES2022', noEmit: true, types: ['node'] };
    writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(dir, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: { ...options, skipLibCheck: true, typeRoots: [join(ROOT, 'node_modules/@types')] },
      }),
    );
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
    const compiled = spawnSync(process.execPath, [tsc, '-p', dir], { encoding: 'utf8' });
    expect(compiled.stdout).toBe('');
    expect(compiled.status).toBe(0);
  }, 60_000);
});
