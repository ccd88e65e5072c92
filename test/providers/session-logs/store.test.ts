/** Session logs in the store of all nodes: sent, served, erased and removed in time, in every kind of store. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { createDirectoryBlobs } from '../../../providers/recordings/blobs/directory.js';
import { createJetStreamBlobs } from '../../../providers/recordings/blobs/jetstream.js';
import { type BlobStore, bytesSource } from '../../../providers/recordings/blobs/store.js';
import { expiredBefore, firstKeptDay, sweepSessionLogs } from '../../../providers/session-logs/expiry.js';
import { DAY_MS, dayOf, logKey, logsOf, spoolName } from '../../../providers/session-logs/keys.js';
import { memberOf } from '../../../providers/session-logs/members.js';
import { createSessionLogStore, type SessionLogStore } from '../../../providers/session-logs/store.js';
import type { UploadedCount } from '../../../providers/session-logs/uploads.js';
import { connectNats } from '../../../src/nats/connection.js';
import { startNats } from '../../../testkit/nats/server.js';
import { seededBytes } from '../../../testkit/seeded.js';
import { until } from '../../../testkit/until.js';
import { BLOB_STORES } from '../recordings/blobs/stores.js';
import { keysOf, switched } from '../recordings/recording-stores.js';

const BUSINESS = randomUUID();
const NOW = Date.UTC(2026, 10, 30, 12);

interface Opened {
  readonly store: SessionLogStore;
  readonly dir: string;
  readonly counted: UploadedCount[];
  readonly logged: string[];
}

interface Options {
  readonly days?: number;
  readonly copyTo?: string | null;
}

let spools = 0;
const openStore = (t: Test, blobs: BlobStore, { days = 30, copyTo = null }: Options = {}): Opened => {
  spools += 1;
  const dir = join(t.testdirName, `spool-${spools}`);
  mkdirSync(dir, { recursive: true });
  const counted: UploadedCount[] = [];
  const logged: string[] = [];
  const store = createSessionLogStore({
    dir,
    blobs,
    days,
    copyTo,
    now: () => NOW,
    count: (what) => void counted.push(what),
    logger: pino({}, { write: (line: string) => void logged.push(line) }),
  });
  t.teardown(() => store.close());
  return { store, dir, counted, logged };
};

interface Spooled {
  readonly callId: string;
  readonly content: Uint8Array;
  readonly at?: number;
  readonly state?: 'open' | 'done';
  readonly thread?: number;
}

/** Puts a log into a spool as a session does. */
const spool = (
  dir: string,
  { callId, content, at = NOW - 60_000, state = 'done', thread = 0 }: Spooled,
): void => {
  const writer = `${at}-${randomUUID().slice(0, 8)}`;
  const name = spoolName({ day: dayOf(at), businessId: BUSINESS, callId, writer, thread, state });
  writeFileSync(join(dir, name), content);
};

const callAt = (callId: string, from = NOW - 120_000) => ({ businessId: BUSINESS, callId, from, until: NOW });

const readAll = async (store: SessionLogStore, callId: string): Promise<Buffer | null> => {
  const content = await store.read(callAt(callId));
  if (content === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
};

for (const [kind, open] of Object.entries(BLOB_STORES))
  t.test(`session logs in a ${kind}`, async (t) => {
    t.testdir();
    const opener = await open(t);
    const blobs = await opener();
    const { store, dir, counted } = openStore(t, blobs);
    const other = openStore(t, await opener());
    const callId = randomUUID();
    const first = await memberOf(seededBytes(1, 300_000));
    const second = await memberOf(seededBytes(2, 900));
    spool(dir, { callId, content: second, at: NOW - 5_000 });
    spool(other.dir, { callId, content: first, at: NOW - 90_000 });
    store.start();
    other.store.start();
    await until('both sessions are stored', async () => (await keysOf(blobs, 'session-logs/')).length === 2);
    t.ok((await readAll(other.store, callId))?.equals(Buffer.concat([first, second])), 'in order, any node');
    t.same(readdirSync(dir), []);
    t.same(counted, ['stored']);
    t.equal(await readAll(store, randomUUID()), null);
    t.equal(await store.read({ ...callAt(callId), businessId: randomUUID() }), null, 'of its business alone');

    const neighbour = randomUUID();
    spool(dir, { callId: neighbour, content: second });
    await until('it is stored', async () => (await readAll(store, neighbour)) !== null);
    t.equal(await store.erase(callAt(callId)), true);
    t.equal(await store.erase(callAt(callId)), false);
    t.equal(await readAll(store, callId), null);
    t.ok((await readAll(store, neighbour))?.equals(second), 'the log of another call stays');

    spool(dir, { callId, content: first });
    await until('the log of the erased call is gone', () => readdirSync(dir).length === 0);
    t.equal(await readAll(other.store, callId), null, 'a session that ends after the erasing is not kept');
  });

t.test('no byte of an erased log remains, in the store and in the spool', async (t) => {
  const secret = 'my secret is platypus';
  /** Files that contain the word, or a part of the compressed log. */
  const holding = (dir: string, member: Buffer): readonly string[] =>
    readdirSync(dir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => {
        const bytes = readFileSync(path);
        return bytes.includes(secret) || bytes.includes(member.subarray(20, 52));
      });
  const check = async (t: Test, blobs: BlobStore, storeDir: string, size: number): Promise<void> => {
    const { store, dir } = openStore(t, blobs);
    const callId = randomUUID();
    const member = await memberOf(Buffer.concat([Buffer.from(secret), seededBytes(size, size)]));
    spool(dir, { callId, content: member });
    t.equal(holding(dir, member).length, 1);
    store.start();
    await until('it is stored', async () => (await readAll(store, callId)) !== null);
    t.not(holding(storeDir, member).length, 0, 'the test finds the log');
    // A second session has ended, and is not stored yet.
    spool(dir, { callId, content: member });
    await store.erase(callAt(callId));
    await until(
      'nothing is left',
      () => holding(dir, member).length + holding(storeDir, member).length === 0,
    );
    t.equal(await readAll(store, callId), null);
  };
  await t.test('directory', async (t) => {
    const storeDir = t.testdir();
    await check(t, createDirectoryBlobs(join(storeDir, 'blobs'), randomUUID), join(storeDir, 'blobs'), 500);
  });
  await t.test('object store', async (t) => {
    t.testdir();
    const nats = await startNats(t);
    const nc = await connectNats(nats, 'test');
    t.teardown(() => nc.close());
    const blobs = await createJetStreamBlobs(nc, randomUUID);
    for (const size of [500, 400_000]) await check(t, blobs, nats.store, size);
  });
});

t.test('the log of a killed process is finished and sent at the next start', async (t) => {
  const blobs = createDirectoryBlobs(join(t.testdir(), 'blobs'), randomUUID);
  const { store, dir, logged } = openStore(t, blobs);
  const whole = await memberOf(seededBytes(3, 5_000));
  const [callId, empty] = [randomUUID(), randomUUID()];
  spool(dir, { callId, content: Buffer.concat([whole, whole, whole.subarray(0, 777)]), state: 'open' });
  spool(dir, { callId: empty, content: whole.subarray(0, 10), state: 'open' });
  const live = randomUUID();
  spool(dir, { callId: live, content: whole, state: 'open', thread: 3 });
  await store.adopt(0);
  store.start();
  await until('it is stored', async () => (await readAll(store, callId)) !== null);
  t.ok((await readAll(store, callId))?.equals(Buffer.concat([whole, whole])), 'without its torn end');
  t.equal(await readAll(store, empty), null);
  t.equal(await readAll(store, live), null, 'the log of another thread stays open');
  await store.adopt(null);
  await until('it is stored', async () => (await readAll(store, live)) !== null);
  t.equal(logged.filter((line) => line.includes('session_log.adopted')).length, 2);
});

t.test('while the store is unavailable logs wait, and are sent when it is back', async (t) => {
  const blobs = switched(createDirectoryBlobs(join(t.testdir(), 'blobs'), randomUUID));
  const { store, dir, counted, logged } = openStore(t, blobs);
  const callId = randomUUID();
  const content = await memberOf(seededBytes(4, 100));
  blobs.away = true;
  store.start();
  spool(dir, { callId, content });
  await until('a failure is counted', () => counted.includes('store_failed'));
  t.equal(readdirSync(dir).length, 1);
  await t.rejects(store.read(callAt(callId)), { code: 'recordings_unavailable' });
  await t.rejects(store.erase(callAt(callId)), { code: 'recordings_unavailable' });
  blobs.away = false;
  await store.close();
  t.ok(logged.some((line) => line.includes('session_log.store_failed')));
  const later = openStore(t, blobs);
  spool(later.dir, { callId, content });
  later.store.start();
  await until('it is stored', async () => (await readAll(later.store, callId)) !== null);
});

t.test('an operator can have a copy of each log, with and without logs in the store', async (t) => {
  const folder = t.testdir();
  const content = await memberOf(seededBytes(5, 100));
  for (const days of [30, 0]) {
    const blobs = createDirectoryBlobs(join(folder, `blobs-${days}`), randomUUID);
    const copyTo = join(folder, `copies-${days}`);
    const { store, dir } = openStore(t, blobs, { days, copyTo });
    const callId = randomUUID();
    spool(dir, { callId, content });
    store.start();
    await until('the spool is empty', () => readdirSync(dir).length === 0);
    const [name = ''] = readdirSync(copyTo);
    t.match(name, new RegExp(`^${callId}\\..*\\.session\\.gz$`));
    t.ok(readFileSync(join(copyTo, name)).equals(content));
    t.equal((await readAll(store, callId)) !== null, days > 0);
  }
  const blobs = createDirectoryBlobs(join(folder, 'blobs'), randomUUID);
  writeFileSync(join(folder, 'file'), '');
  const { store, dir, counted } = openStore(t, blobs, { copyTo: join(folder, 'file', 'copies') });
  const callId = randomUUID();
  spool(dir, { callId, content });
  store.start();
  await until('it is stored', async () => (await readAll(store, callId)) !== null);
  t.ok(counted.includes('copy_failed'), 'a directory that cannot be written keeps no log from the store');
});

t.test('logs are removed when their time is over', async (t) => {
  const blobs = createDirectoryBlobs(join(t.testdir(), 'blobs'), randomUUID);
  const days = [0, 1, 29, 30, 31, 32, 61, 200, 400];
  for (const age of days) {
    const day = dayOf(NOW - age * DAY_MS);
    const id = { day, businessId: BUSINESS, callId: randomUUID(), writer: `w${age}` };
    await blobs.put(logKey(id), bytesSource(Buffer.from('x')));
  }
  const agesLeft = async (): Promise<readonly number[]> =>
    (await keysOf(blobs, 'session-logs/'))
      .map((key) => Number(/w(\d+)\.gz$/.exec(key)?.[1]))
      .sort((a, b) => a - b);
  const sweep = (kept: number) =>
    sweepSessionLogs({ blobs, days: kept, now: () => NOW, logger: pino({ level: 'silent' }) });
  await sweep(400);
  t.same(await agesLeft(), days);
  await sweep(30);
  t.same(await agesLeft(), [0, 1, 29, 30]);
  await sweep(1);
  t.same(await agesLeft(), [0, 1]);
  await sweep(0);
  t.same(await agesLeft(), []);
});

t.test('every day before the first that is kept is swept, at the edges of months and years', async (t) => {
  for (let age = 0; age < 500; age += 1) {
    const now = NOW + age * DAY_MS;
    const firstKept = firstKeptDay({ days: 30, now: () => now });
    const prefixes = expiredBefore(firstKept).map(logsOf);
    const isSwept = (day: string): boolean => prefixes.some((prefix) => logsOf(day).startsWith(prefix));
    for (const back of [0, 1, 28, 29, 30, 31, 32, 33, 59, 60, 61, 62, 63, 92, 364, 365, 366, 367, 700]) {
      const day = dayOf(now - back * DAY_MS);
      if (isSwept(day) !== day < firstKept) t.fail(`${day} on ${dayOf(now)}`);
    }
    if (prefixes.length > 54) t.fail(`${prefixes.length} removals`);
  }
  t.pass();
});

t.test('a log that has expired when its node comes back is not stored', async (t) => {
  const blobs = createDirectoryBlobs(join(t.testdir(), 'blobs'), randomUUID);
  const { store, dir } = openStore(t, blobs);
  spool(dir, { callId: randomUUID(), content: await memberOf(seededBytes(6, 9)), at: NOW - 40 * DAY_MS });
  store.start();
  await until('the spool is empty', () => readdirSync(dir).length === 0);
  t.same(await keysOf(blobs), []);
  t.notOk(existsSync(join(t.testdirName, 'blobs', 'session-logs')));
});
