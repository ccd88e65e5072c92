/** Uploads leave nothing behind and keep no slot, however they end; a full spool refuses and recovers. */
import { randomUUID } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createUploads } from '../../../gateway/uploads/index.js';
import { openSpool, type Spool } from '../../../providers/spool/spool.js';
import { until } from '../../../testkit/until.js';
import { BUSINESS, CATEGORY } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';
import { rawUpload } from './raw-upload.js';

const MISBEHAVING = new URL('./misbehaving-worker.js', import.meta.url);

const upload = (bytes: number): string =>
  JSON.stringify({
    businessId: BUSINESS,
    categoryIds: [CATEGORY],
    fileName: 'people.csv',
    contentBase64: Buffer.alloc(bytes, 'x').toString('base64'),
  });

const spoolIn = (t: Tap, dir: string, maxBytes = 1024 * 1024): Spool => {
  const spool = openSpool({
    dir,
    maxBytes,
    leastFreeBytes: 0,
    newId: randomUUID,
    onError: (error) => t.fail(String(error)),
  });
  t.teardown(() => spool.close());
  return spool;
};

interface Tap {
  fail(message: string): unknown;
  teardown(work: () => Promise<void>): unknown;
}

const filesIn = (dir: string): readonly string[] =>
  readdirSync(dir, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.lock'))
    .map((entry) => join(entry.parentPath, entry.name));

const untilHolds = (spool: Spool, bytes: number): Promise<true> =>
  until(`the spool has ${bytes} bytes`, () => spool.usedBytes() >= bytes);

const untilEmpty = (spool: Spool): Promise<true> =>
  until('the spool is empty', () => spool.usedBytes() === 0);

t.test('a body waits in a file that only this user can read, and goes when its sender does', async (t) => {
  const dir = t.testdir();
  const spool = spoolIn(t, dir);
  const { url, apiKey } = await startGateway(t, { spool });
  const raw = rawUpload({ url, apiKey, length: 500_000 });
  await raw.send(' '.repeat(250_000));
  await untilHolds(spool, 250_000);
  const files = filesIn(dir);
  t.equal(files.length, 1);
  for (const path of files) t.equal(statSync(path).mode & 0o777, 0o600);
  raw.end();
  t.ok(await untilEmpty(spool));
  t.same(filesIn(dir), []);
});

t.test('nothing is left of an upload that was accepted, malformed or refused', async (t) => {
  const dir = t.testdir();
  const spool = spoolIn(t, dir);
  const { url, apiKey } = await startGateway(t, { spool });
  for (const [body, status] of [
    [upload(1_000), 202],
    ['{"fileName":', 400],
    ['{"contentBase64":"no"}', 400],
    [upload(10).replace(BUSINESS, randomUUID()), 403],
  ] as const) {
    const raw = rawUpload({ url, apiKey, length: body.length });
    await raw.send(body);
    t.match(await raw.answer, { status });
    t.ok(await untilEmpty(spool));
    t.same(filesIn(dir), []);
  }
});

t.test('a full spool refuses an upload, and accepts the next one once there is room', async (t) => {
  const spool = spoolIn(t, t.testdir());
  const { url, apiKey } = await startGateway(t, { spool });
  const first = rawUpload({ url, apiKey, length: 900_000 });
  await first.send(' '.repeat(800_000));
  await untilHolds(spool, 800_000);
  const body = upload(400_000);
  const second = rawUpload({ url, apiKey, length: body.length });
  await second.send(body);
  t.match(await second.answer, { status: 503, code: 'spool_full', retryAfter: /^\d+$/ });
  first.end();
  t.ok(await untilEmpty(spool));
  const small = upload(1_000);
  const third = rawUpload({ url, apiKey, length: small.length });
  await third.send(small);
  t.match(await third.answer, { status: 202 });
});

t.test('a thread that fails releases its slot, and leaves no file behind', async (t) => {
  const dir = t.testdir();
  const spool = spoolIn(t, dir);
  const uploads = createUploads(spool, MISBEHAVING);
  t.teardown(() => uploads.close());
  const receive = (contentType: string) =>
    uploads.receive({
      businessId: BUSINESS,
      contentType,
      streamBody: (write) => write(Buffer.from('body')),
    });
  // More than there are slots and places.
  for (let n = 0; n < 12; n += 1) await t.rejects(receive('exits'));
  t.equal(spool.usedBytes(), 0);
  t.same(filesIn(dir), []);
  const { release } = await receive('');
  await release();
  t.equal(spool.usedBytes(), 0);
});

t.test('a business that holds all its slots does not keep another waiting', async (t) => {
  const uploads = createUploads(spoolIn(t, t.testdir()), MISBEHAVING);
  t.teardown(() => uploads.close());
  const receive = (businessId: string) =>
    uploads.receive({ businessId, contentType: '', streamBody: (write) => write(Buffer.from('body')) });
  const [first, second] = [await receive('a'), await receive('a')];
  let third = false;
  const waits = receive('a').then((upload) => {
    third = true;
    return upload;
  });
  const other = await receive('b');
  t.notOk(third);
  await first.release();
  await (await waits).release();
  for (const upload of [second, other]) await upload.release();
});

t.test('a business may have eight uploads in progress, and all businesses sixty-four', async (t) => {
  const uploads = createUploads(spoolIn(t, t.testdir()), MISBEHAVING);
  t.teardown(() => uploads.close());
  let arrived = (): void => undefined;
  const whole = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const receive = (businessId: string) =>
    uploads.receive({ businessId, contentType: 'exits', streamBody: () => whole });
  const under: Promise<unknown>[] = [];
  for (let business = 0; business < 8; business += 1) {
    for (let n = 0; n < 8; n += 1) under.push(receive(String(business)));
    await t.rejects(receive(String(business)), { code: business < 7 ? 'uploads_limited' : /uploads_/ });
  }
  await t.rejects(receive('another'), { code: 'uploads_busy' });
  const ended = Promise.allSettled(under);
  arrived();
  await ended;
  await t.rejects(receive('another'), /ended with code 3/, 'there is room again');
});
