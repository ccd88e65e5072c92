/** The console's files: caching, compression, security headers, and their addresses. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { CONSOLE_PAGES } from '../../../schemas/accounts/console-pages.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startGateway } from '../gateway-under-test.js';
import { sent } from '../sent.js';

const BUILT = fileURLToPath(new URL('../../../console', import.meta.url));

const PAGE = '<!doctype html><title>Parley</title>';
const DOCS = '<!doctype html><title>Parley API</title>';
const SCRIPT = 'export const page = 1;'.repeat(50);

const built = (t: Lifetime): string => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-console-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'assets'));
  writeFileSync(join(dir, 'index.html'), PAGE);
  writeFileSync(join(dir, 'docs.html'), DOCS);
  const script = join(dir, 'assets', 'index-abc.js');
  writeFileSync(script, SCRIPT);
  writeFileSync(`${script}.br`, brotliCompressSync(SCRIPT));
  writeFileSync(`${script}.gz`, gzipSync(SCRIPT));
  writeFileSync(join(dir, 'assets', 'packed-abc.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(dir, 'assets', 'secret.txt'), 'not public');
  return dir;
};

t.test('the service serves the files and pages of the console', async (t) => {
  const { url } = await startGateway(t, { consoleDir: built(t) });

  await t.test('every page has the same file, which is revalidated before each use', async (t) => {
    for (const path of ['/', ...CONSOLE_PAGES.map((page) => page.replace('{id}', 'some-id'))]) {
      const { status, headers, bytes } = await sent(`${url}${path}`);
      t.match(
        { status, type: headers['content-type'], cache: headers['cache-control'], text: bytes.toString() },
        { status: 200, type: 'text/html; charset=utf-8', cache: 'no-cache', text: PAGE },
        path,
      );
    }
    const { headers } = await sent(`${url}/`);
    const again = await sent(`${url}/calls`, { 'if-none-match': String(headers.etag) });
    t.match(again, { status: 304, bytes: { length: 0 } }, 'no body again');
    t.match(await sent(`${url}/`, {}, 'HEAD'), { status: 200, bytes: { length: 0 } });
  });

  await t.test('the API reference is a page of its own', async (t) => {
    const { status, headers, bytes } = await sent(`${url}/docs`);
    t.match(
      { status, cache: headers['cache-control'], text: bytes.toString() },
      { status: 200, cache: 'no-cache', text: DOCS },
    );
    t.match(await sent(`${url}/docs`, {}, 'HEAD'), { status: 200, bytes: { length: 0 } });
  });

  await t.test('every file has the security headers', async (t) => {
    for (const path of ['/', '/docs', '/assets/index-abc.js']) {
      const { headers } = await sent(`${url}${path}`);
      const policy = String(headers['content-security-policy']);
      t.match(policy, "default-src 'none'");
      t.match(policy, "script-src 'self';");
      t.match(policy, "style-src 'self';");
      t.match(policy, "frame-ancestors 'none'");
      t.notMatch(policy, 'unsafe');
      t.match(headers, { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    }
  });

  await t.test('a file is compressed for clients that accept it, and cached for ever', async (t) => {
    const path = `${url}/assets/index-abc.js`;
    const coding = async (accepted: string) => {
      const { headers, bytes } = await sent(path, accepted === '' ? {} : { 'accept-encoding': accepted });
      t.equal(headers.vary, 'Accept-Encoding');
      t.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      return { coding: headers['content-encoding'] ?? 'none', bytes: bytes.length };
    };
    t.same(await coding('gzip, deflate, br, zstd'), {
      coding: 'br',
      bytes: brotliCompressSync(SCRIPT).length,
    });
    t.match(await coding('gzip'), { coding: 'gzip' });
    t.match(await coding('br;q=0, gzip;q=0.5'), { coding: 'gzip' });
    t.same(await coding(''), { coding: 'none', bytes: SCRIPT.length });
    t.match(await coding('identity'), { coding: 'none' });
  });

  await t.test('a file of a published package, which has one form, is sent in every form', async (t) => {
    const path = `${url}/assets/packed-abc.js`;
    for (const [accepted, decoded] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
      ['identity', (bytes: Buffer) => bytes],
    ] as const)
      for (const request of ['first', 'second']) {
        const { headers, bytes } = await sent(path, { 'accept-encoding': accepted });
        t.equal(headers['content-encoding'] ?? 'identity', accepted);
        t.equal(decoded(bytes).toString(), SCRIPT, `${accepted}, ${request} request`);
      }
  });

  await t.test('other addresses are not found', async (t) => {
    for (const path of [
      '/api/v1/nothing',
      '/nothing',
      '/calls/a/b',
      '/assets/other.js',
      '/assets/secret.txt',
      '/assets/..%2Findex.html',
    ]) {
      const { status, headers, bytes } = await sent(`${url}${path}`);
      t.equal(status, 404, path);
      t.equal(headers['content-type'], 'application/json; charset=utf-8');
      t.match(JSON.parse(bytes.toString()), { ok: false, error: { code: 'route_not_found' } });
    }
    t.match(await sent(`${url}/`, {}, 'POST'), { status: 405 });
  });
});

t.test('an unknown address is a page for browsers, and a refusal for programs', async (t) => {
  const { url } = await startGateway(t, { consoleDir: built(t) });
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
  const { status, headers, bytes } = await sent(`${url}/nonsense`, browser);
  t.match(
    { status, type: headers['content-type'], cache: headers['cache-control'], text: bytes.toString() },
    { status: 404, type: 'text/html; charset=utf-8', cache: 'no-store', text: PAGE },
  );
  t.match(headers['content-security-policy'], "default-src 'none'");
  t.match(await sent(`${url}/nonsense/deeper`, browser, 'HEAD'), { status: 404, bytes: { length: 0 } });
  const again = await sent(`${url}/nonsense`, { ...browser, 'if-none-match': String(headers.etag) });
  t.equal(again.status, 404, 'also where the browser has the page');
  const refusals: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
    ['/nonsense', { accept: '*/*' }, 'GET'],
    ['/nonsense', {}, 'GET'],
    ['/nonsense', browser, 'POST'],
    ['/api/v1/nonsense', browser, 'GET'],
    ['/assets/nonsense.js', browser, 'GET'],
  ];
  for (const [path, accepted, method] of refusals) {
    const refused = await sent(`${url}${path}`, accepted, method);
    t.equal(refused.status, 404);
    t.match(refused.bytes.toString(), '"route_not_found"', `${method} ${path}`);
  }
});

t.test('a service without a built console has no page', async (t) => {
  const { url } = await startGateway(t, { consoleDir: join(tmpdir(), 'parley-no-console') });
  t.match(await sent(`${url}/`), { status: 404 });
});

t.test('the built pages have no inline code, and names with hashes', async (t) => {
  const page = readFileSync(join(BUILT, 'index.html'), 'utf8');
  for (const [name, html] of [
    ['index.html', page],
    ['docs.html', readFileSync(join(BUILT, 'docs.html'), 'utf8')],
  ] as const)
    t.notMatch(
      html,
      /<style|style=|<script(?![^>]*src=)|\son\w+=/,
      `${name} has no inline script and no inline style`,
    );
  for (const name of readdirSync(join(BUILT, 'assets')).filter((file) => /\.(js|css)$/.test(file)))
    t.match(name, /-[\w-]{8}\.(js|css)$/, 'a name contains the hash of its content');
  // The package has the compressed forms alone.
  const assets = readdirSync(join(BUILT, 'assets'));
  t.same(
    assets.filter((file) => /\.(js|css)$/.test(file) && !assets.includes(`${file}.br`)),
    [],
    'every file has a compressed form',
  );
});
