/** How a node opens the configured recording store. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import t, { type Test } from 'tap';
import { type Config, readConfig } from '../../src/config/index.js';
import { observeMedia } from '../../src/media-threads/metrics.js';
import { recordingCounter } from '../../src/metrics/node.js';
import { connectNats } from '../../src/nats/connection.js';
import { recordingSpool } from '../../src/node/stores.js';
import { openRecordings } from '../../src/recordings.js';
import { startNats } from '../../testkit/nats/server.js';
import { until } from '../../testkit/until.js';
import { S3_TEST_BUCKET, S3_TEST_CREDENTIALS, startS3 } from '../support/files/s3-simulator.js';

const open = async (t: Test, env: Readonly<Record<string, string>>) => {
  const nats = await startNats(t);
  const nc = await connectNats(nats, 'test');
  t.teardown(() => nc.close());
  const config: Config = readConfig({ dataDir: join(t.testdirName, 'node') }, env);
  const registry = new Registry();
  const logged: string[] = [];
  const logger = pino({}, { write: (line: string) => void logged.push(line) });
  const store = await openRecordings({
    config,
    nats,
    nc,
    replicas: 1,
    spool: recordingSpool(config),
    count: recordingCounter(registry),
    journalTime: Date.now,
    logger,
  });
  observeMedia(registry, { mediaHost: { sessions: () => 0 }, recordings: store, threads: null });
  t.teardown(() => store.close());
  return { store, registry, logged };
};

const s3Env = (url: string) => ({
  PARLEY_RECORDINGS: `s3://${S3_TEST_BUCKET}/voice`,
  PARLEY_S3_ENDPOINT: url,
  AWS_ACCESS_KEY_ID: S3_TEST_CREDENTIALS.accessKeyId,
  AWS_SECRET_ACCESS_KEY: S3_TEST_CREDENTIALS.secretAccessKey,
});

t.test('each kind of store keeps a recording, and reports metrics', async (t) => {
  const s3 = await startS3(t);
  t.testdir();
  const kinds = {
    'object-store': {},
    directory: { PARLEY_RECORDINGS: `file:${join(t.testdirName, 'shared', 'recordings')}` },
    s3: s3Env(s3.url),
  };
  for (const [kind, env] of Object.entries(kinds)) {
    const { store, registry } = await open(t, env);
    const [business, call] = [randomUUID(), randomUUID()];
    const tracks = await store.openTracks(business, call);
    tracks.write('agent', 0, new Uint8Array(8_000));
    t.match(await registry.metrics(), /parley_recording_unsent_bytes 8000/, kind);
    await tracks.close();
    const facts = await store.finish(business, call);
    t.match(facts, { durationMs: 1_000 }, kind);
    t.equal((await store.open(business, call))?.size, facts?.bytes);
    t.match(await registry.metrics(), /parley_recording_events_total\{what="finished"\} 1/);
  }
  t.match([...s3.objects.keys()], [/^voice\/[^/]+\/[^/]+\.opus$/]);
});

t.test('a store that denies access is refused at the start', async (t) => {
  const s3 = await startS3(t);
  t.testdir();
  await t.rejects(open(t, { ...s3Env(s3.url), AWS_SECRET_ACCESS_KEY: 'wrong' }), {
    name: 'ConfigError',
    message: /SignatureDoesNotMatch: set AWS_ACCESS_KEY_ID/,
  });
  await t.rejects(open(t, { ...s3Env(s3.url), PARLEY_RECORDINGS: 's3://unknown-bucket' }), {
    name: 'ConfigError',
    message: /NoSuchBucket: create the bucket/,
  });
  writeFileSync(join(t.testdirName, 'file'), '');
  await t.rejects(open(t, { PARLEY_RECORDINGS: `file:${join(t.testdirName, 'file', 'recordings')}` }), {
    name: 'ConfigError',
    message: /use a directory that this user can write to/,
  });
});

t.test('calls are recorded although the store does not answer at the start', async (t) => {
  const s3 = await startS3(t);
  t.testdir();
  s3.mode = 'away';
  const { store, logged } = await open(t, s3Env(s3.url));
  t.match(logged.join(''), /recording.store_away/);
  s3.mode = 'serving';
  const [business, call] = [randomUUID(), randomUUID()];
  const tracks = await store.openTracks(business, call);
  tracks.write('agent', 0, new Uint8Array(8_000));
  await tracks.close();
  t.match(await store.finish(business, call), { durationMs: 1_000 });
});

t.test(
  'recordings of an earlier version are served from disk, and moved unless they are already in place',
  async (t) => {
    const [business, call] = [randomUUID(), randomUUID()];
    const earlier = join(t.testdir(), 'node', 'recordings', business);
    mkdirSync(earlier, { recursive: true });
    const writeRecording = (): void => writeFileSync(join(earlier, `${call}.opus`), 'an earlier recording');

    writeRecording();
    const { store } = await open(t, {});
    store.start(async () => 'owed');
    await until('the recording is served', async () => (await store.open(business, call)) !== null);
    await until('the recording is moved', () => readdirSync(earlier).length === 0);

    writeRecording();
    const inPlace = await open(t, { PARLEY_RECORDINGS: `file:${join(t.testdirName, 'node', 'recordings')}` });
    inPlace.store.start(async () => 'owed');
    const other = randomUUID();
    const tracks = await inPlace.store.openTracks(business, other);
    tracks.write('agent', 0, new Uint8Array(8_000));
    await tracks.close();
    await inPlace.store.finish(business, other);
    t.equal((await inPlace.store.open(business, call))?.size, 20, 'a recording in place is not moved');
  },
);
