/** Audio that calls leave behind: what is removed, and when. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { createDirectoryBlobs } from '../../../providers/recordings/blobs/directory.js';
import { bytesSource } from '../../../providers/recordings/blobs/store.js';
import { createLocalHolders } from '../../../providers/recordings/holders.js';
import { type Fate, sweepOnce, verdictOn } from '../../../providers/recordings/orphans.js';
import { writerName } from '../../../providers/recordings/tracks/spool.js';
import { createUploads } from '../../../providers/recordings/uploads.js';
import { until } from '../../../testkit/until.js';
import { keysOf, openStore, play, switched } from './recording-stores.js';
import { warble } from './signals.js';

const HOUR_MS = 3_600_000;
const NOW = Date.UTC(2026, 10, 21);

const open = (t: Test) => {
  const spools = join(t.testdir(), 'spool');
  mkdirSync(spools);
  const blobs = switched(createDirectoryBlobs(join(t.testdirName, 'blobs'), randomUUID));
  const logged: string[] = [];
  const logger = pino({}, { write: (line: string) => void logged.push(line) });
  const common = { blobs, now: () => NOW, logger, count: () => undefined };
  const uploads = createUploads({
    ...common,
    dir: spools,
    newId: randomUUID,
    random: () => 0.5,
    freeBytes: async () => Number.POSITIVE_INFINITY,
    holders: createLocalHolders(),
  });
  t.teardown(() => uploads.close());
  const fates = new Map<string, Fate>();
  const sweep = (): Promise<boolean> =>
    sweepOnce({
      ...common,
      spools,
      uploads,
      workshop: join(t.testdirName, 'work', 'own'),
      fateOf: async (_, callId) => {
        const fate = fates.get(callId);
        if (fate === undefined) throw new Error('the call does not answer');
        return fate;
      },
    });
  /** A call with a spool on this disk and a piece in the store, both begun `ageMs` ago. */
  const call = async (fate: Fate | null, ageMs: number): Promise<{ business: string; id: string }> => {
    const [business, id] = [randomUUID(), randomUUID()];
    if (fate !== null) fates.set(id, fate);
    const writer = writerName(NOW - ageMs, 'abcdef01');
    writeFileSync(join(spools, `${business}.${id}.${writer}.customer`), Buffer.alloc(8_000, 1));
    await blobs.put(`tracks/${business}/${id}/${writer}/p000000`, bytesSource(Buffer.from('piece')));
    return { business, id };
  };
  return { sweep, call, fates, blobs, uploads, logged, spoolNames: () => readdirSync(spools) };
};

t.test('the fate of a call and the age of its audio decide what is removed', async (t) => {
  t.equal(verdictOn('owed', 0, NOW), 'keep', 'however old');
  t.equal(verdictOn('finished', NOW, NOW), 'remove');
  t.equal(verdictOn('unknown', NOW - 24 * HOUR_MS, NOW), 'keep');
  t.equal(verdictOn('unknown', NOW - 24 * HOUR_MS - 1, NOW), 'remove');
});

t.test('removes leftovers of finished and forgotten calls, here and in the store', async (t) => {
  const { sweep, call, blobs, spoolNames, logged } = open(t);
  await call('finished', HOUR_MS);
  await call('unknown', 25 * HOUR_MS);
  await blobs.put('b1/c1.opus', bytesSource(Buffer.from('finished')));
  t.equal(await sweep(), true);
  t.same(spoolNames(), []);
  t.same(await keysOf(blobs), ['b1/c1.opus'], 'finished recordings are kept');
  t.equal(logged.filter((line) => line.includes('recording.orphan_removed')).length, 4);
});

t.test('sends audio that a call still needs from this disk, and keeps it in the store', async (t) => {
  const { sweep, call, blobs, spoolNames } = open(t);
  const owed = await call('owed', 100 * HOUR_MS);
  const young = await call('unknown', HOUR_MS);
  t.equal(await sweep(), true);
  t.same(spoolNames(), []);
  for (const { business, id } of [owed, young])
    t.equal((await keysOf(blobs, `tracks/${business}/${id}/`)).length, 2, 'its piece and its spool');
});

t.test('keeps everything of a call that does not answer, without delaying others', async (t) => {
  const { sweep, call, fates, blobs, spoolNames } = open(t);
  const silent = await call(null, HOUR_MS);
  await call('finished', HOUR_MS);
  t.equal(await sweep(), false, 'the sweep is repeated soon');
  t.equal(spoolNames().length, 1);
  t.equal((await keysOf(blobs)).length, 1);
  fates.set(silent.id, 'finished');
  t.equal(await sweep(), true);
  t.same([spoolNames(), await keysOf(blobs)], [[], []]);
});

t.test('an unreachable store loses nothing, and is swept once it is back', async (t) => {
  const { sweep, call, blobs, spoolNames } = open(t);
  await call('owed', HOUR_MS);
  blobs.away = true;
  t.equal(await sweep(), false);
  t.equal(spoolNames().length, 1);
  blobs.away = false;
  t.equal(await sweep(), true);
  t.equal(spoolNames().length, 0);
});

t.test('leaves the tracks of a live call of this process alone', async (t) => {
  const { sweep, fates, uploads, spoolNames } = open(t);
  const [business, id] = [randomUUID(), randomUUID()];
  fates.set(id, 'finished');
  const tracks = await uploads.open(business, id);
  play(tracks, 'agent', 0, warble(100, 300));
  await sweep();
  t.equal(spoolNames().length, 2);
  await tracks.close();
});

t.test('a starting node clears unfinished work of a killed process', async (t) => {
  const dir = join(t.testdir(), 'node');
  mkdirSync(join(dir, 'work', 'of-a-killed-process'), { recursive: true });
  writeFileSync(join(dir, 'work', 'of-a-killed-process', 'customer'), 'x');
  const { store } = openStore(t, { dir });
  store.start(async () => 'owed');
  await until('the unfinished work to be removed', () => readdirSync(join(dir, 'work')).length === 0);
});
