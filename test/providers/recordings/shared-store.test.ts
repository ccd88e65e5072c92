import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { recordingEffects } from '../../../operations/effects/call/index.js';
import { createDirectoryBlobs } from '../../../providers/recordings/blobs/directory.js';
import { bytesSource } from '../../../providers/recordings/blobs/store.js';
import { until } from '../../../testkit/until.js';
import { decode, probe } from './ffmpeg.js';
import { bytesOf, keysOf, openStore, play, saved, switched } from './recording-stores.js';
import { loudness, placeOf, warble } from './signals.js';

t.test('places both voices at their times and levels, each on its own channel', async (t) => {
  const { store } = openStore(t);
  const [business, call] = [randomUUID(), randomUUID()];
  const customer = warble(1_500, 300);
  const agent = warble(2_000, 700);
  const tracks = await store.openTracks(business, call);
  play(tracks, 'agent', 240, agent);
  play(tracks, 'customer', 3_000, customer);
  play(tracks, 'agent', 4_000, agent);
  await tracks.close();
  const facts = await store.finish(business, call);
  const path = await saved(t, store, business, call);
  t.match(facts, { filename: `${call}.opus`, durationMs: 6_000, bytes: readFileSync(path).length });
  const probed = await probe(path);
  t.match(probed, { codec: 'opus', channels: 2 });
  t.ok(Math.abs(probed.durationMs - 6_000) <= 20, `ffprobe says ${probed.durationMs} ms`);

  const [left, right] = await decode(path);
  t.equal(left.length, 48_000, 'the length is exact to the sample');
  for (const [signal, channel, atMs] of [
    [agent, right, 240],
    [customer, left, 3_000],
    [agent, right, 4_000],
  ] as const) {
    const place = placeOf(signal, channel, atMs, 50);
    t.ok(Math.abs(place - atMs) <= 1, `at ${atMs} ms: found at ${place} ms`);
    const length = signal.length / 8;
    const change = loudness(channel, atMs, atMs + length) - loudness(signal, 0, length);
    t.ok(Math.abs(change) < 1, `at ${atMs} ms: ${change.toFixed(2)} dB louder`);
  }
  t.ok(loudness(left, 300, 2_200) < loudness(right, 300, 2_200) - 40, 'the agent is not on the left');
  t.ok(loudness(right, 3_000, 3_900) < loudness(left, 3_000, 3_900) - 40, 'the customer is not on the right');
  t.ok(loudness(left, 2_400, 2_900) < 10, 'gaps are silence');
});

t.test('finishing again returns the same facts and leaves the file unchanged', async (t) => {
  const { store, blobs } = openStore(t);
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await store.openTracks(business, call);
  play(tracks, 'customer', 0, warble(500, 300));
  await tracks.close();
  await tracks.close();
  const first = await store.finish(business, call);
  const bytes = await bytesOf(store, business, call);
  t.same(await keysOf(blobs), [`${business}/${call}.opus`], 'the pieces are removed');
  t.same(await store.finish(business, call), first);
  // A crash during the removal of pieces left one. It must not become a recording with one voice.
  const late = await store.openTracks(business, call);
  play(late, 'agent', 0, warble(9_000, 700));
  await late.close();
  t.same(await store.finish(business, call), first);
  t.same(await bytesOf(store, business, call), bytes);
  t.same(await keysOf(blobs), [`${business}/${call}.opus`]);
});

t.test('a closed call leaves nothing on the disk of its node', async (t) => {
  const { store, dir, blobs } = openStore(t);
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await store.openTracks(business, call);
  play(tracks, 'agent', 0, warble(1_000, 300));
  t.ok(store.unsentBytes() >= 8_000, 'the audio is only on the disk');
  await tracks.close();
  t.equal(store.unsentBytes(), 0);
  t.same(readdirSync(join(dir, 'spool')), []);
  t.equal((await keysOf(blobs, `tracks/${business}/${call}/`)).length, 1);
  t.equal(await store.open(business, call), null, 'pieces are not served');
  await store.finish(business, call);
  t.same(readdirSync(join(dir, 'spool')), []);
});

t.test('skips a damaged piece, and keeps the rest of the recording', async (t) => {
  const { store, blobs, logged } = openStore(t);
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await store.openTracks(business, call);
  play(tracks, 'agent', 0, warble(1_000, 300));
  await tracks.close();
  for (const bytes of ['', 'PRP1', 'x'.repeat(5_000)])
    await blobs.put(`tracks/${business}/${call}/w${bytes.length}/p0`, bytesSource(Buffer.from(bytes)));
  t.match(await store.finish(business, call), { durationMs: 1_000 });
  t.equal(logged.filter((line) => line.includes('recording.piece_damaged')).length, 3);
});

t.test('a call without audio has no recording', async (t) => {
  const { store } = openStore(t);
  t.equal(await store.finish(randomUUID(), randomUUID()), null);
  const [business, call] = [randomUUID(), randomUUID()];
  await (await store.openTracks(business, call)).close();
  t.equal(await store.finish(business, call), null, 'opened, but without audio');
  t.equal(await store.open(business, call), null);
});

t.test('a second socket of the same call keeps recording when the first one closes late', async (t) => {
  const { store } = openStore(t);
  const [business, call] = [randomUUID(), randomUUID()];
  const [first, second] = await Promise.all([
    store.openTracks(business, call),
    store.openTracks(business, call),
  ]);
  play(first, 'customer', 0, warble(200, 300));
  play(second, 'customer', 200, warble(200, 300));
  await first.close();
  play(first, 'customer', 5_000, warble(200, 300));
  play(second, 'customer', 400, warble(600, 300));
  const finished = store.finish(business, call);
  await second.close();
  t.match(await finished, { durationMs: 1_000 }, 'all of the second, nothing of the closed first');
});

t.test('serves ranges of the file', async (t) => {
  const { store } = openStore(t);
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await store.openTracks(business, call);
  play(tracks, 'agent', 0, warble(3_000, 300));
  await tracks.close();
  await store.finish(business, call);
  const bytes = await bytesOf(store, business, call);
  const file = await store.open(business, call);
  t.match(file, { size: bytes.length, filename: `${call}.opus`, contentType: 'audio/ogg; codecs=opus' });
  const pieces: Uint8Array[] = [];
  for await (const piece of file?.read(100, 4_999) ?? []) pieces.push(piece);
  t.same(Buffer.concat(pieces), bytes.subarray(100, 5_000));
});

t.test('refuses ids other than UUIDs before it writes anything', async (t) => {
  const { store, dir } = openStore(t);
  for (const bad of ['../../etc', '', '..', `${randomUUID()}/x`, randomUUID().toUpperCase()]) {
    await t.rejects(store.openTracks(bad, randomUUID()), { message: /UUID/ });
    await t.rejects(store.finish(randomUUID(), bad), { message: /UUID/ });
    await t.rejects(store.open(randomUUID(), bad), { message: /UUID/ });
  }
  t.same(readdirSync(join(dir, '..')), []);
});

t.test('logs audio that cannot be stored once, and keeps the rest', async (t) => {
  const { store, logged } = openStore(t);
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await store.openTracks(business, call);
  for (const atMs of [Number.NaN, -1, Number.POSITIVE_INFINITY, 1e12])
    tracks.write('agent', atMs, new Uint8Array(160));
  play(tracks, 'agent', 0, warble(100, 300));
  await tracks.close();
  t.match(await store.finish(business, call), { durationMs: 100 });
  t.equal(logged.length, 1);
  t.match(logged[0], 'recording.write_failed');
});

t.test("the call's effect returns the facts", async (t) => {
  const { store } = openStore(t);
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await store.openTracks(business, call);
  play(tracks, 'agent', 0, warble(100, 300));
  await tracks.close();
  const answer = await recordingEffects(store).finish_recording({
    ref: { kind: 'call', business, id: call },
    key: 'finish_recording',
    effect: { kind: 'finish_recording' },
    resumed: false,
    attempt: 1,
    signal: new AbortController().signal,
    assertOurs: () => undefined,
  });
  t.match(answer, { type: 'recording_result', recording: { durationMs: 100 } });
});

t.test(
  'drops audio while the disk is nearly full, logs that once, and records again when there is room',
  async (t) => {
    let free = 0;
    const { store, logged } = openStore(t, { freeBytes: async () => free });
    const [business, call] = [randomUUID(), randomUUID()];
    const tracks = await store.openTracks(business, call);
    play(tracks, 'agent', 0, warble(1_000, 300));
    let atMs = 1_000;
    const keepWritingUntil = (what: string, isDone: () => boolean): Promise<unknown> =>
      until(what, () => {
        play(tracks, 'agent', atMs, warble(20, 300));
        atMs += 20;
        return isDone();
      });
    await keepWritingUntil('the disk to count as full', () => logged.length > 0);
    t.match(logged[0], /recording.write_failed.*the disk is nearly full/);
    await keepWritingUntil('the earlier audio to be sent', () => store.unsentBytes() === 0);
    free = 2 ** 40;
    await keepWritingUntil('new audio to be accepted', () => store.unsentBytes() > 0);
    t.equal(logged.length, 1, 'logged once');
    await tracks.close();
    t.match(await store.finish(business, call), { durationMs: atMs });
  },
);

t.test('opening a recording reports an unreachable store', async (t) => {
  const blobs = switched(createDirectoryBlobs(join(t.testdir(), 'blobs'), randomUUID));
  const { store } = openStore(t, { dir: join(t.testdirName, 'node'), blobs });
  blobs.away = true;
  await t.rejects(store.open(randomUUID(), randomUUID()), { code: 'recordings_unavailable' });
});
