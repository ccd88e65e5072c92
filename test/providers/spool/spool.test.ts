/** The spool is bounded, private, and removed after its process has ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import t, { type Test } from 'tap';
import { SpoolFull, takeBytes } from '../../../providers/spool/account.js';
import { openSpool, type Spool, type SpoolOptions, type SpoolPlace } from '../../../providers/spool/spool.js';

const HOLDER = fileURLToPath(new URL('./hold-spool.js', import.meta.url));

const open = (t: Test, dir: string, changed: Partial<SpoolOptions> = {}): Spool => {
  const spool = openSpool({
    dir,
    maxBytes: 1_000,
    leastFreeBytes: 0,
    newId: randomUUID,
    onError: (error) => t.fail(String(error)),
    ...changed,
  });
  t.teardown(() => spool.close());
  return spool;
};

const refusal = ({ account }: SpoolPlace, bytes: number): unknown => {
  try {
    return takeBytes(account, bytes);
  } catch (error) {
    return error;
  }
};

const holder = async (t: Test, dir: string): Promise<{ process: ChildProcess; directory: string }> => {
  const child = spawn(process.execPath, [HOLDER, dir], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  const [line]: [Buffer] = await once(child.stdout, 'data').then(([chunk]) => [chunk]);
  return { process: child, directory: line.toString().trim() };
};

t.test('the next start removes the files of killed processes, but not those of live ones', async (t) => {
  const dir = t.testdir();
  const [dead, living] = [await holder(t, dir), await holder(t, dir)];
  dead.process.kill('SIGKILL');
  await once(dead.process, 'exit');
  t.ok(existsSync(join(dead.directory, 'file')), 'a killed process leaves its files');
  // From a version without locks, or with a lost lock.
  mkdirSync(join(dir, 'unlocked'));
  const spool = open(t, dir);
  t.notOk(existsSync(dead.directory));
  t.notOk(existsSync(join(dir, 'unlocked')));
  t.ok(existsSync(join(living.directory, 'file')));
  t.equal(spool.leftovers, 2);
  await spool.close();
  await spool.close();
  const left = readdirSync(dir).filter((name) => !name.startsWith('opening'));
  t.equal(left.length, 2, 'the directory and the lock of the live process');
});

t.test('directories are private to this user, even if they existed before', async (t) => {
  const dir = join(t.testdir(), 'spool');
  mkdirSync(dir, { mode: 0o755 });
  const place = open(t, dir).open();
  for (const path of [dir, join(place.directory, '..'), place.directory])
    t.equal(statSync(path).mode & 0o777, 0o700, path);
});

t.test('all places share one limit, and a closed place gives its bytes back', async (t) => {
  const spool = open(t, t.testdir());
  const [first, second] = [spool.open(), spool.open()];
  takeBytes(first.account, 700);
  writeFileSync(join(first.directory, 'file'), 'x');
  t.match(refusal(second, 301), { name: 'SpoolFull', forGood: false });
  takeBytes(second.account, 300);
  t.equal(spool.usedBytes(), 1_000);
  await first.close();
  await first.close();
  t.notOk(existsSync(first.directory));
  t.equal(spool.usedBytes(), 300);
  // It would not fit even alone.
  t.match(refusal(second, 701), { forGood: true });
  t.throws(() => takeBytes(first.account, 1), /closed/);
});

t.test('leaves free space on the disk for others', async (t) => {
  const place = open(t, t.testdir(), { leastFreeBytes: 1e18 }).open();
  t.throws(() => takeBytes(place.account, 1), SpoolFull);
});

t.test('bytes that another thread takes are counted, too', async (t) => {
  const spool = open(t, t.testdir());
  const place = spool.open();
  const account = new URL('../../../providers/spool/account.js', import.meta.url).href;
  const thread = new Worker(
    `import { workerData, parentPort } from 'node:worker_threads';
     import { takeBytes } from '${account}';
     takeBytes(workerData, 400);
     try { takeBytes(workerData, 601) } catch (error) { parentPort.postMessage(error.name) }`,
    { eval: true, workerData: place.account },
  );
  t.same(await once(thread, 'message'), ['SpoolFull']);
  t.equal(spool.usedBytes(), 400);
  await place.close();
  t.equal(spool.usedBytes(), 0);
});
