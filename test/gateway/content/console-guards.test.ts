/**
 * Protection of the console's pages and sessions against foreign pages, on the wire: headers of every address,
 * cross-site requests with a session's cookie, and files without secrets.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { newApiKey } from '../../../operations/accounts/api-keys.js';
import { KEY_PATTERN } from '../../../operations/accounts/key-format.js';
import { csrfTokenOf, sessionIdOf } from '../../../operations/accounts/sessions.js';
import { CONSOLE_PAGES } from '../../../schemas/accounts/console-pages.js';
import { SESSION_TOKEN, sessionTokenOf } from '../fakes/console.js';
import { BUSINESS } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';

const BUILT = fileURLToPath(new URL('../../../console', import.meta.url));

/** Headers that a browser sends for a foreign page, with the session's cookie. */
const FROM_ELSEWHERE = {
  cookie: `parley_session=${SESSION_TOKEN}`,
  origin: 'https://evil.example',
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'cors',
  'content-type': 'application/json',
};

t.test('every address of the built console has the security headers', async (t) => {
  const { url } = await startGateway(t, { consoleDir: BUILT });
  const assets = readdirSync(join(BUILT, 'assets'))
    .filter((name) => /\.(js|css|svg)$/.test(name))
    .map((name) => `/assets/${name}`);
  t.ok(assets.length > 0);
  const pages = ['/', ...CONSOLE_PAGES.map((page) => page.replace('{id}', 'some-id'))];
  for (const path of [...pages, ...assets]) {
    const { status, headers } = await fetch(`${url}${path}`);
    t.equal(status, 200, path);
    const policy = new Map(
      (headers.get('content-security-policy') ?? '').split('; ').map((directive): [string, string] => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources.join(' ')];
      }),
    );
    t.match(
      Object.fromEntries(policy),
      {
        'default-src': "'none'",
        'script-src': /^'self'$/,
        'style-src': /^'self'$/,
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-ancestors': "'none'",
      },
      path,
    );
    t.notMatch([...policy.values()].join(' '), /unsafe|https?:|\*/, path);
    t.equal(headers.get('x-content-type-options'), 'nosniff', path);
    t.equal(headers.get('referrer-policy'), 'no-referrer', path);
    t.equal(
      headers.get('cache-control'),
      path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      path,
    );
    t.ok(headers.get('etag'), path);
    t.equal(headers.get('access-control-allow-origin'), null, path);
  }
});

t.test('a cross-site request changes nothing with the cookie alone', async (t) => {
  const { gateway, url, operations } = await startGateway(t);
  const changing = gateway.routes.filter((route) => route.method !== 'GET' && route.public !== true);
  t.ok(changing.length > 50);
  for (const { method, path, operationId } of changing) {
    const response = await fetch(`${url}${path.replaceAll(/\{\w+\}/g, BUSINESS)}?businessId=${BUSINESS}`, {
      method,
      headers: { ...FROM_ELSEWHERE, 'idempotency-key': operationId },
      ...(method === 'DELETE' ? {} : { body: JSON.stringify({ businessId: BUSINESS }) }),
    });
    t.equal(response.status, 403, operationId);
    t.match(await response.json(), { error: { code: 'csrf_invalid' } }, operationId);
    t.equal(response.headers.get('access-control-allow-origin'), null, operationId);
  }
  t.same(operations.performed, [], 'nothing was done');

  const form = await fetch(`${url}/api/v1/console/keys`, {
    method: 'POST',
    headers: { ...FROM_ELSEWHERE, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'name=mine',
  });
  t.match(await form.json(), { error: { code: 'csrf_invalid' } }, 'nor as a form');

  const created = await fetch(`${url}/api/v1/console/keys`, {
    method: 'POST',
    headers: {
      ...FROM_ELSEWHERE,
      'x-csrf-token': csrfTokenOf(SESSION_TOKEN),
      'idempotency-key': 'k1',
    },
    body: JSON.stringify({ businessId: BUSINESS, name: 'CRM', scopes: ['contacts:read'] }),
  });
  t.equal(created.status, 201, 'the token decides');
  t.same(operations.performed, ['createKey k1']);
});

t.test('a foreign page cannot read the CSRF token, and no cache keeps a copy of it', async (t) => {
  const { url } = await startGateway(t);
  const read = await fetch(`${url}/api/v1/console/session`, { headers: FROM_ELSEWHERE });
  t.equal(read.status, 200);
  t.equal(read.headers.get('access-control-allow-origin'), null);
  t.equal(read.headers.get('access-control-allow-credentials'), null);
  t.equal(read.headers.get('cache-control'), 'no-store');
});

t.test('every answer that sets or removes the cookie restricts it to pages of the service', async (t) => {
  const { url } = await startGateway(t, { publicUrl: 'https://voice.example.org' });
  const password = 'right and long enough';
  const email = 'ann@example.org';
  const signedIn = {
    cookie: `__Host-parley_session=${SESSION_TOKEN}`,
    'x-csrf-token': csrfTokenOf(SESSION_TOKEN),
  };
  for (const [method, path, headers, body] of [
    ['POST', 'session', {}, { email, password }],
    ['POST', 'setup', {}, { token: 't'.repeat(43), businessName: 'Acme', name: 'Ann', email, password }],
    ['POST', 'join', {}, { token: `${BUSINESS}.${BUSINESS}.${'t'.repeat(43)}`, name: 'Ann', password }],
    ['POST', 'session/business', signedIn, { switchTo: BUSINESS }],
    ['POST', 'session/join', signedIn, { token: 'of a link' }],
    ['POST', 'session/password', signedIn, { current: 'right', next: password }],
    ['DELETE', 'session', signedIn, null],
  ] as const) {
    const answer = await fetch(`${url}/api/v1/console/${path}`, {
      method,
      headers: { ...headers, ...(body === null ? {} : { 'content-type': 'application/json' }) },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    });
    t.ok(answer.ok, `${method} ${path}: ${answer.status}`);
    const cookies = answer.headers.getSetCookie();
    t.match(cookies[0], /^__Host-parley_session=/, path);
    for (const cookie of cookies)
      t.match(cookie, /^(?:__Host-)?parley_\w+=[^;]*;.* Path=\/; HttpOnly; SameSite=Lax; Secure$/, path);
  }
});

t.test('every sign-in issues a new token, and ends the session of the request', async (t) => {
  const { url, operations } = await startGateway(t);
  const password = 'right and long enough';
  const planted = sessionTokenOf('viewer');
  const ask = async (
    path: string,
    token: string,
    body: object,
    more: Readonly<Record<string, string>> = {},
  ) => {
    const before = operations.performed.length;
    const { status, headers } = await fetch(`${url}/api/v1/console/${path}`, {
      method: 'POST',
      headers: { cookie: `parley_session=${token}`, 'content-type': 'application/json', ...more },
      body: JSON.stringify(body),
    });
    return { status, cookie: headers.get('set-cookie'), performed: operations.performed.slice(before) };
  };
  for (const [path, expected, body] of [
    ['session', 'signIn ann@example.org', { email: 'ann@example.org', password }],
    [
      'setup',
      'setUp ann@example.org',
      { token: 'of a link', businessName: 'Acme', name: 'Ann', email: 'ann@example.org', password },
    ],
    ['join', 'acceptInvitation Ann', { token: 'of a link', name: 'Ann', password }],
  ] as const) {
    const { cookie, performed: operationsOf } = await ask(path, planted, body);
    t.match(cookie, `parley_session=${SESSION_TOKEN};`, path);
    t.same(operationsOf, [expected, `endFormerSession ${sessionIdOf(planted)}`], path);
    t.same((await ask(path, 'x'.repeat(43), body)).performed, [expected], 'an unknown cookie ends nothing');
  }
  for (const [path, expected, body] of [
    ['session/business', `switchBusiness ${BUSINESS}`, { switchTo: BUSINESS }],
    ['session/join', 'joinTeam', { token: 'of a link' }],
  ] as const) {
    const csrf = { 'x-csrf-token': csrfTokenOf(planted) };
    const answer = await ask(path, planted, body, csrf);
    t.match(answer.cookie, `parley_session=${SESSION_TOKEN};`, path);
    t.same(answer.performed, [expected], 'the operation ends the session itself');
    t.match(await ask(path, planted, body), { status: 403, performed: [] }, 'the cookie alone is not enough');
  }
  const refused = await ask('session', planted, { email: 'ann@example.org', password: 'wrong' });
  t.same(refused, { status: 401, cookie: null, performed: [] }, 'a wrong password ends no session');
});

/** Secrets that no public file may contain. */
const SECRETS: Readonly<Record<string, RegExp>> = {
  'an API key': KEY_PATTERN,
  'an API key of an earlier version': /pk_[A-Za-z0-9-]{1,64}_[A-Za-z0-9-]{16,}/,
  'a key of a model': /\bsk-[A-Za-z0-9_-]{12,}/,
  'a private key': /BEGIN (?:[A-Z]+ )?PRIVATE/,
  'a key of AWS': /\bAKIA[A-Z0-9]{16}\b/,
  'a setting with its value':
    /\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*_(?:API_KEY|KEY_SECRET|ACCESS_KEY|SECRET|TOKEN|PASSWORD)["'`]?\s*[:=]\s*["'`]?[\w+/-]{8,}/,
  'a password of the tests': /correct horse|long enough to sign in/,
  'a source map': /sourceMappingURL=/,
};

const unpacked = (path: string): string => {
  const bytes = readFileSync(path);
  if (path.endsWith('.br')) return brotliDecompressSync(bytes).toString();
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};

/** The number of files, and the secrets found in them. */
const secretsIn = (dir: string): { readonly files: number; readonly found: readonly string[] } => {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const found = files.flatMap(({ name, parentPath }) => {
    const text = unpacked(join(parentPath, name));
    return Object.entries(SECRETS)
      .filter(([, secret]) => secret.test(text))
      .map(([what]) => `${name}: ${what}`);
  });
  return { files: files.length, found };
};

t.test('the files of the console contain no secret', async (t) => {
  const { files, found } = secretsIn(BUILT);
  t.ok(files > 10, `${files} files`);
  t.same(found, []);
});

t.test('a secret in a file is found', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-secrets-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'assets'));
  const planted: Readonly<Record<string, string>> = {
    'an API key': newApiKey('0'.repeat(32)).apiKey,
    'an API key of an earlier version': `pk_key0_${'0'.repeat(64)}`,
    'a key of a model': 'sk-proj-0123456789abcdef',
    'a private key': '-----BEGIN RSA PRIVATE KEY-----',
    'a key of AWS': 'AKIAIOSFODNN7EXAMPLE',
    'a setting with its value': 'const env={DEEPGRAM_API_KEY:"0123456789abcdef"}',
    'a password of the tests': 'correct horse battery staple',
    'a source map': '//# sourceMappingURL=index.js.map',
  };
  t.same(Object.keys(planted), Object.keys(SECRETS));
  for (const [what, text] of Object.entries(planted)) {
    const path = join(dir, 'assets', 'index-abc.js');
    writeFileSync(path, `export const a="${text}";`);
    t.same(secretsIn(dir).found, [`index-abc.js: ${what}`]);
    writeFileSync(path, '');
    writeFileSync(`${path}.gz`, gzipSync(text));
    t.same(secretsIn(dir).found, [`index-abc.js.gz: ${what}`], 'compressed, too');
    rmSync(`${path}.gz`);
  }
});
