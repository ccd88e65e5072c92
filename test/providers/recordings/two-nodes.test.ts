/** A call that moves between nodes, each with its own disk, over one real nats-server. */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { createDirectoryBlobs } from '../../../providers/recordings/blobs/directory.js';
import { createJetStreamBlobs } from '../../../providers/recordings/blobs/jetstream.js';
import { createHolders } from '../../../providers/recordings/holders.js';
import { connectNats } from '../../../src/nats/connection.js';
import { startNats, type TestNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import { decode, probe } from './ffmpeg.js';
import { bytesOf, keysOf, type OpenedStore, openStore, play, saved, switched } from './recording-stores.js';
import { loudness, melody, placeOf, warble } from './signals.js';

const WRITER = fileURLToPath(new URL('./write-tracks.js', import.meta.url));

t.setTimeout(200_000);

/** A folder in the directory of the test, which outlives its node. */
const folderOf = (t: Test, name: string): string => {
  if (!existsSync(t.testdirName)) t.testdir();
  return join(t.testdirName, name);
};

const nodeOn = async (t: Test, nats: TestNats, name: string): Promise<OpenedStore> => {
  const nc = await connectNats(nats, name);
  t.teardown(() => nc.close());
  return openStore(t, {
    dir: folderOf(t, name),
    blobs: await createJetStreamBlobs(nc, randomUUID),
    holders: createHolders(nc),
  });
};

/** Runs a separate node that records a customer and is killed after `ms`. Resolves with the time written, ms. */
const recordAndDie = async (
  dir: string,
  natsUrl: string,
  business: string,
  call: string,
  ms: number,
): Promise<number> => {
  const child = spawn(process.execPath, [WRITER, dir, natsUrl, business, call], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let writtenMs = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    writtenMs = Number(line);
    if (writtenMs >= ms) child.kill('SIGKILL');
  }
  return writtenMs;
};

t.test('a node finishes what another node recorded, and both serve it', async (t) => {
  const nats = await startNats(t);
  const [a, b] = [await nodeOn(t, nats, 'a'), await nodeOn(t, nats, 'b')];
  const [business, call] = [randomUUID(), randomUUID()];
  const customer = warble(1_500, 300);
  const agent = warble(2_000, 700);
  const tracks = await a.store.openTracks(business, call);
  play(tracks, 'agent', 0, agent);
  play(tracks, 'customer', 2_500, customer);
  await tracks.close();
  const facts = await b.store.finish(business, call);
  t.match(facts, { durationMs: 4_000 });
  const [left, right] = await decode(await saved(t, b.store, business, call));
  t.ok(Math.abs(placeOf(agent, right, 0, 30)) <= 1);
  t.ok(Math.abs(placeOf(customer, left, 2_500, 30) - 2_500) <= 1);
  t.same(await bytesOf(a.store, business, call), await bytesOf(b.store, business, call));
  t.same(await keysOf(a.blobs), [`${business}/${call}.opus`]);
});

t.test('a call that moves on from a killed node has one recording with both halves', async (t) => {
  const nats = await startNats(t);
  const b = await nodeOn(t, nats, 'b');
  const [business, call] = [randomUUID(), randomUUID()];
  const writtenMs = await recordAndDie(folderOf(t, 'a'), nats.url, business, call, 7_500);
  // The carrier reconnects two seconds later, on the call's clock.
  const movedAt = writtenMs + 2_000;
  const tracks = await b.store.openTracks(business, call);
  const customer = warble(1_000, 500);
  const agent = warble(1_500, 700);
  play(tracks, 'agent', movedAt, agent);
  play(tracks, 'customer', movedAt + 1_700, customer);
  await tracks.close();
  t.match(await b.store.finish(business, call), { durationMs: movedAt + 2_700 });

  const path = await saved(t, b.store, business, call);
  t.match(await probe(path), { codec: 'opus', channels: 2 });
  const [left, right] = await decode(path);
  const first = melody(writtenMs);
  t.ok(Math.abs(placeOf(first.subarray(0, 8_000), left, 0, 30)) <= 1, 'the first half begins the recording');
  const keptMs = writtenMs - 4_000;
  const tail = first.subarray((keptMs - 1_000) * 8, keptMs * 8);
  t.ok(
    Math.abs(placeOf(tail, left, keptMs - 1_000, 30) - (keptMs - 1_000)) <= 1,
    `all but the last seconds of ${writtenMs} ms are kept`,
  );
  t.ok(loudness(left, writtenMs + 200, movedAt) < 10, 'silence while no node had the call');
  t.ok(Math.abs(placeOf(agent, right, movedAt, 30) - movedAt) <= 1, 'the second half is in its place');
  t.ok(Math.abs(placeOf(customer, left, movedAt + 1_700, 30) - movedAt - 1_700) <= 1, 'on both tracks');
});

t.test('a node that restarts sends audio that only its disk had', async (t) => {
  const nats = await startNats(t);
  const b = await nodeOn(t, nats, 'b');
  const [business, call] = [randomUUID(), randomUUID()];
  // The killed node never reaches the store.
  const writtenMs = await recordAndDie(folderOf(t, 'a'), '-', business, call, 2_500);
  t.same(await keysOf(b.blobs), []);
  const a = await nodeOn(t, nats, 'a');
  a.store.start(async () => 'owed');
  await until('the leftover to be sent', () => a.counted.includes('leftover_sent'));
  t.same(readdirSync(join(a.dir, 'spool')), []);
  const tracks = await b.store.openTracks(business, call);
  const after = warble(500, 700);
  play(tracks, 'agent', 6_000, after);
  await tracks.close();
  t.match(await b.store.finish(business, call), { durationMs: 6_500 });
  const [left, right] = await decode(await saved(t, b.store, business, call));
  t.ok(Math.abs(placeOf(melody(1_000), left, 0, 30)) <= 1, 'the beginning is kept');
  t.ok(
    loudness(left, writtenMs - 1_100, writtenMs - 1_000) > 50,
    `all but the last second of ${writtenMs} ms is kept`,
  );
  t.ok(Math.abs(placeOf(after, right, 6_000, 30) - 6_000) <= 1, 'audio after the restart is in its place');
});

t.test('finishing on a node includes leftovers of an earlier process of the node', async (t) => {
  const nats = await startNats(t);
  const a = await nodeOn(t, nats, 'a');
  const [business, call] = [randomUUID(), randomUUID()];
  const writtenMs = await recordAndDie(a.dir, '-', business, call, 2_500);
  const facts = await a.store.finish(business, call);
  t.ok((facts?.durationMs ?? 0) >= writtenMs - 1_000, `${facts?.durationMs} of ${writtenMs} ms`);
  t.same(readdirSync(join(a.dir, 'spool')), []);
});

t.test('two nodes that finish at once return the same facts, and the file is complete', async (t) => {
  const nats = await startNats(t);
  const [a, b] = [await nodeOn(t, nats, 'a'), await nodeOn(t, nats, 'b')];
  for (let round = 0; round < 5; round += 1) {
    const [business, call] = [randomUUID(), randomUUID()];
    for (const [index, { store }] of [a, b].entries()) {
      const tracks = await store.openTracks(business, call);
      play(tracks, 'customer', index * 1_000, warble(1_000, 300));
      await tracks.close();
    }
    const finishing = [a, b, a].map(async ({ store }, index) => {
      await delay(index * round * 40);
      return store.finish(business, call);
    });
    const [first, ...others] = await Promise.all(finishing);
    t.match(first, { durationMs: 2_000 });
    for (const facts of others) t.same(facts, first);
    const [left] = await decode(await saved(t, a.store, business, call));
    t.equal(left.length, 16_000);
    t.ok(loudness(left, 200, 900) > 50 && loudness(left, 1_200, 1_900) > 50, 'both nodes are heard');
    t.same(await keysOf(a.blobs, `tracks/${business}/`), []);
  }
});

t.test('finishing waits for a node that still writes, and for one that cannot send', async (t) => {
  const nats = await startNats(t);
  const nc = await connectNats(nats, 'a');
  t.teardown(() => nc.close());
  const shared = folderOf(t, 'blobs');
  const blobs = switched(createDirectoryBlobs(shared, randomUUID));
  const a = openStore(t, { dir: folderOf(t, 'a'), blobs, holders: createHolders(nc) });
  const b = openStore(t, {
    dir: folderOf(t, 'b'),
    blobs: createDirectoryBlobs(shared, randomUUID),
    holders: createHolders(nc),
  });
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await a.store.openTracks(business, call);
  play(tracks, 'customer', 0, warble(1_000, 300));
  const finished = b.store.finish(business, call);
  await delay(500);
  play(tracks, 'customer', 1_000, warble(1_000, 300));
  blobs.away = true;
  await tracks.close();
  await delay(500);
  t.equal(await b.store.open(business, call), null, 'not finished without its audio');
  blobs.away = false;
  t.match(await finished, { durationMs: 2_000 });
});

t.test('a recording stays owed while a live node cannot send its audio', async (t) => {
  const nats = await startNats(t);
  const nc = await connectNats(nats, 'a');
  t.teardown(() => nc.close());
  const shared = folderOf(t, 'blobs');
  const blobs = switched(createDirectoryBlobs(shared, randomUUID));
  const a = openStore(t, { dir: folderOf(t, 'a'), blobs, holders: createHolders(nc) });
  const b = openStore(t, {
    dir: folderOf(t, 'b'),
    blobs: createDirectoryBlobs(shared, randomUUID),
    holders: createHolders(nc),
  });
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await a.store.openTracks(business, call);
  play(tracks, 'agent', 0, warble(1_000, 300));
  blobs.away = true;
  await tracks.close();
  const began = Date.now();
  await t.rejects(b.store.finish(business, call), /is not uploaded yet/);
  t.ok(Date.now() - began < 15_000, 'it does not hang');
  blobs.away = false;
  await until('the audio to be sent', () => a.store.unsentBytes() === 0);
  t.match(await b.store.finish(business, call), { durationMs: 1_000 });
});

t.test('tracks that are never closed do not prevent finishing', async (t) => {
  const nats = await startNats(t);
  const [a, b] = [await nodeOn(t, nats, 'a'), await nodeOn(t, nats, 'b')];
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await a.store.openTracks(business, call);
  play(tracks, 'agent', 0, warble(1_000, 300));
  const began = Date.now();
  t.match(await b.store.finish(business, call), { durationMs: 1_000 }, 'with the audio sent meanwhile');
  t.ok(Date.now() - began < 15_000);
  t.match(b.logged.join(''), 'recording.finished_while_open');
});

t.test('no audio is lost while the store is unreachable', async (t) => {
  const nats = await startNats(t);
  const a = await nodeOn(t, nats, 'a');
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await a.store.openTracks(business, call);
  const audio = melody(60_000);
  play(tracks, 'customer', 0, audio.subarray(0, 4_000 * 8));
  await until('the first piece', async () => (await keysOf(a.blobs, 'tracks/')).length > 0);
  await nats.kill('SIGKILL');
  play(tracks, 'customer', 4_000, audio.subarray(4_000 * 8));
  play(tracks, 'agent', 70_000, warble(1_000, 700));
  await until('a piece to fail', () => a.counted.includes('piece_failed'), 20_000);
  t.ok(a.store.unsentBytes() >= 56_000 * 8, 'the audio waits on the disk');
  await tracks.close();
  await nats.restart();
  await until('the audio to be sent', () => a.store.unsentBytes() === 0, 30_000);
  t.match(a.logged.join(''), /recording.upload_failed/);
  t.match(a.logged.join(''), /recording.upload_resumed/);
  const b = await nodeOn(t, nats, 'b');
  t.match(await b.store.finish(business, call), { durationMs: 71_000 });
  const [left, right] = await decode(await saved(t, b.store, business, call));
  for (const atMs of [0, 3_500, 30_000, 58_500])
    t.ok(
      Math.abs(placeOf(audio.subarray(atMs * 8, (atMs + 1_000) * 8), left, atMs + 20, 30) - atMs) <= 1,
      `at ${atMs} ms`,
    );
  t.ok(loudness(right, 70_100, 70_900) > 50);
});
