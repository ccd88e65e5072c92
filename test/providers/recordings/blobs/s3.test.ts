/** Particulars of S3 among the blob stores: conditional writes, credentials, lost answers, outages. */
import { randomUUID } from 'node:crypto';
import t, { type Test } from 'tap';
import { createS3Blobs, type S3Options } from '../../../../providers/recordings/blobs/s3.js';
import { bytesSource, readBlob } from '../../../../providers/recordings/blobs/store.js';
import { S3_TEST_BUCKET, type S3Simulator, startS3 } from '../../../support/files/s3-simulator.js';
import { s3Options } from './stores.js';

t.setTimeout(90_000);

const MIB = 1024 * 1024;
const small = bytesSource(Buffer.from('a small blob'));
const large = bytesSource(Buffer.alloc(9 * MIB, 7));

const open = async (t: Test, s3: S3Simulator, options: Partial<S3Options> = {}) => {
  const blobs = await createS3Blobs({ ...s3Options(s3.url), ...options }, randomUUID);
  t.teardown(() => blobs.close());
  return blobs;
};

const failureOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => new Error('it did not fail'),
    (error: unknown) => error,
  );

t.test('probes the bucket before the first blob, and leaves nothing behind', async (t) => {
  const s3 = await startS3(t);
  const blobs = await open(t, s3);
  await blobs.probe();
  t.equal(s3.objects.size, 0);
  await blobs.put('a/b', small);
  t.same([...s3.objects.keys()], ['eu/voice/a/b'], 'under the prefix');
});

t.test('reports why a store refuses, and what to configure instead', async (t) => {
  const s3 = await startS3(t);
  const secret = { accessKeyId: 'TESTKEY', secretAccessKey: 'wrong' };
  for (const [options, message] of [
    [
      { bucket: 'another-bucket' },
      /s3:\/\/another-bucket\/eu\/voice\/ responded with 404 NoSuchBucket: create the bucket/,
    ],
    [{ credentials: secret }, /responded with 403 SignatureDoesNotMatch: set AWS_ACCESS_KEY_ID/],
    [{ credentials: { ...secret, accessKeyId: 'NOBODY' } }, /403 InvalidAccessKeyId/],
  ] as const) {
    const blobs = await open(t, s3, options);
    await t.rejects(blobs.probe(), { name: 'BlobStoreRefused', message });
    await t.rejects(blobs.put('a/b', small), { name: 'BlobStoreRefused' });
  }
  t.equal(s3.objects.size, 0);
});

t.test(
  'a store that is unreachable or does not answer fails in time, and is used again once it is back',
  async (t) => {
    const s3 = await startS3(t);
    const blobs = await open(t, s3);
    s3.mode = 'away';
    t.notMatch(await failureOf(blobs.probe()), /BlobStoreRefused|did not fail/);
    await t.rejects(blobs.put('a/b', small));
    await t.rejects(blobs.open('a/b'));
    s3.mode = 'silent';
    const began = Date.now();
    await t.rejects(blobs.open('a/b'));
    t.ok(Date.now() - began < 35_000, `${Date.now() - began} ms`);
    s3.mode = 'serving';
    t.equal(await blobs.put('a/b', small), true);
    t.equal((await blobs.open('a/b'))?.bytes, small.bytes);
  },
);

for (const conditions of ['ignored', 'refused'] as const)
  t.test(`looks for the blob before each write if conditional writes are ${conditions}`, async (t) => {
    const s3 = await startS3(t);
    s3.conditions = conditions;
    const blobs = await open(t, s3);
    for (const [key, source] of [
      ['a/small', small],
      ['a/large', large],
    ] as const) {
      t.equal(await blobs.put(key, source), true, key);
      t.equal(await blobs.put(key, bytesSource(Buffer.alloc(source.bytes, 1))), false, key);
      const blob = await blobs.open(key);
      t.equal(blob?.bytes, source.bytes);
    }
    t.equal(s3.uploads.size, 0);
  });

t.test(
  'of two concurrent writers of a large blob one learns that it was first, and no upload is left',
  async (t) => {
    const s3 = await startS3(t);
    const [first, second] = [await open(t, s3), await open(t, s3)];
    const stored = await Promise.all([
      first.put('a/b', large),
      second.put('a/b', bytesSource(Buffer.alloc(9 * MIB, 8))),
    ]);
    t.same([...stored].sort(), [false, true]);
    const blob = await first.open('a/b');
    const bytes = blob === null ? Buffer.alloc(0) : await readBlob(blob);
    t.ok(bytes.equals(Buffer.alloc(9 * MIB, stored[0] ? 7 : 8)));
    t.equal(s3.uploads.size, 0);
  },
);

t.test('a blob is stored although the answer is lost, and another put reports that it exists', async (t) => {
  const s3 = await startS3(t);
  const blobs = await open(t, s3);
  await blobs.probe();
  s3.loseNextAnswer = true;
  await blobs.put('a/b', small);
  t.equal(String(s3.objects.get('eu/voice/a/b')), 'a small blob');
  t.equal(await blobs.put('a/b', small), false);
});

t.test('aborts a large upload that fails, so that its parts are not billed', async (t) => {
  const s3 = await startS3(t);
  const blobs = await open(t, s3);
  await t.rejects(
    blobs.put('a/b', {
      bytes: 20 * MIB,
      read: async function* () {
        yield Buffer.alloc(9 * MIB);
        throw new Error('the disk is gone');
      },
    }),
    /disk is gone/,
  );
  t.equal(s3.uploads.size, 0);
  t.equal(s3.objects.size, 0);
});

t.test('a reader gets the blob as it was when it was opened, or an error', async (t) => {
  const s3 = await startS3(t);
  const blobs = await open(t, s3);
  await blobs.put('a/b', bytesSource(Buffer.alloc(3 * MIB, 1)));
  const blob = await blobs.open('a/b');
  if (blob === null) throw new Error('the blob does not exist');
  const read = blob.read(0, 3 * MIB - 1)[Symbol.asyncIterator]();
  t.equal((await read.next()).value?.length, MIB, 'a mebibyte at a time');
  // Another program overwrites the blob.
  s3.objects.set('eu/voice/a/b', Buffer.alloc(3 * MIB, 2));
  await t.rejects(async () => read.next());
});

t.test('a listing continues over all of its pages', async (t) => {
  const s3 = await startS3(t);
  const blobs = await open(t, s3);
  for (let index = 0; index < 30; index += 1) await blobs.put(`a/k${index}`, small);
  const before = s3.requests.length;
  const keys: string[] = [];
  for await (const key of blobs.list('a/')) keys.push(key);
  t.equal(keys.length, 30);
  const pages = s3.requests.slice(before).filter((request) => request.startsWith(`GET /${S3_TEST_BUCKET}/?`));
  t.ok(pages.length >= 5, `${pages.length} pages`);
});

t.test('reports parts that could not be removed, because they are billed', async (t) => {
  const s3 = await startS3(t);
  const left: string[] = [];
  const blobs = await createS3Blobs(s3Options(s3.url), randomUUID, (key) => {
    left.push(key);
  });
  t.teardown(() => blobs.close());
  await t.rejects(
    blobs.put('a/b', {
      bytes: 20 * MIB,
      read: async function* () {
        yield Buffer.alloc(9 * MIB);
        s3.mode = 'away';
        throw new Error('the disk is gone');
      },
    }),
    /disk is gone/,
    'the first error is reported',
  );
  t.same(left, ['eu/voice/a/b']);
  t.equal(s3.uploads.size, 1);
});
