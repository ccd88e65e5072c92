/** The contract of every blob store, tested through two clients of each, as two nodes have them. */
import { createHash } from 'node:crypto';
import t, { type Test } from 'tap';
import {
  type BlobSource,
  type BlobStore,
  bytesSource,
  inParts,
  readBlob,
  type StoredBlob,
} from '../../../../providers/recordings/blobs/store.js';
import { BLOB_STORES } from './stores.js';

const MIB = 1024 * 1024;

const pattern = (bytes: number, seed: number): Buffer => {
  const content = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 1) content[at] = (at * 7 + (at >> 8) * 13 + seed) & 0xff;
  return content;
};

const keysUnder = async (blobs: BlobStore, prefix: string): Promise<readonly string[]> => {
  const keys: string[] = [];
  for await (const key of blobs.list(prefix)) keys.push(key);
  return keys;
};

const opened = async (blobs: BlobStore, key: string): Promise<StoredBlob> => {
  const blob = await blobs.open(key);
  if (blob === null) throw new Error(`${key} does not exist`);
  return blob;
};

/** A source in odd chunks that breaks off after `until` bytes. */
const slowly = (bytes: Buffer, until = bytes.length): BlobSource => ({
  bytes: bytes.length,
  read: async function* () {
    for (let at = 0; at < until; at += 70_001) yield bytes.subarray(at, Math.min(until, at + 70_001));
    if (until < bytes.length) throw new Error('the source broke off');
  },
});

const readsWholeAndInRanges = async (t: Test, writer: BlobStore, reader: BlobStore): Promise<void> => {
  for (const size of [0, 1, 100_000, 128 * 1024, 128 * 1024 + 1, 2 * MIB + 5, 17 * MIB]) {
    const bytes = pattern(size, size % 251);
    const key = `sizes/${size}.opus`;
    t.equal(await writer.put(key, slowly(bytes)), true, `${size} bytes`);
    const blob = await opened(reader, key);
    t.equal(blob.bytes, size);
    t.ok((await readBlob(blob)).equals(bytes), `${size} bytes are unchanged`);
    for (const [from, to] of [
      [0, 0],
      [size - 1, size - 1],
      [128 * 1024 - 1, 128 * 1024],
      [MIB - 1, MIB],
      [70_000, 300_000],
    ] as const) {
      if (from < 0 || to >= size) continue;
      const parts: Uint8Array[] = [];
      for await (const part of blob.read(from, to)) parts.push(part);
      t.ok(Buffer.concat(parts).equals(bytes.subarray(from, to + 1)), `${from} to ${to} of ${size}`);
    }
  }
};

/** Keys that begin alike are distinguished. */
const listsKeys = async (t: Test, writer: BlobStore, reader: BlobStore): Promise<void> => {
  const keys = Array.from({ length: 25 }, (_, index) => `tracks/b1/c1/w/p${String(index).padStart(6, '0')}`);
  const others = ['tracks/b1/c10/w/p000000', 'tracks/b10/c1/w/p000000', 'b1/c1.opus', 'tracks/b1/c1.opus'];
  await Promise.all([...keys, ...others].map((key) => writer.put(key, bytesSource(Buffer.from(key)))));
  t.same(await keysUnder(reader, 'tracks/b1/c1/'), keys);
  t.same(await keysUnder(reader, 'tracks/unknown/'), []);
  const all = await keysUnder(reader, 'tracks/');
  t.same(new Set(all), new Set([...keys, ...others.filter((key) => key.startsWith('tracks/'))]));
  t.ok((await keysUnder(reader, '')).includes('b1/c1.opus'), 'an empty prefix lists all keys');
};

for (const [name, start] of Object.entries(BLOB_STORES))
  t.test(name, async (t) => {
    const open = await start(t);
    const [first, second] = [await open(), await open()];

    await t.test('a node reads what another node wrote, whole and in ranges', (t) =>
      readsWholeAndInRanges(t, first, second),
    );

    await t.test('writes a blob only once, small or large', async (t) => {
      for (const size of [1_000, 9 * MIB]) {
        const key = `once/${size}`;
        t.equal(await first.put(key, bytesSource(pattern(size, 1))), true);
        t.equal(await second.put(key, bytesSource(pattern(size + 1, 2))), false);
        t.equal(await first.put(key, bytesSource(pattern(size, 1))), false, 'not even by its writer');
        t.ok((await readBlob(await opened(first, key))).equals(pattern(size, 1)), 'the first blob is kept');
      }
    });

    await t.test('stores exactly one of several concurrent blobs, and stores it whole', async (t) => {
      const bytes = [1, 2, 3, 4].map((seed) => pattern(300_000, seed));
      const stored = await Promise.all(
        bytes.map((each, index) => (index % 2 === 0 ? first : second).put('at-once/x', bytesSource(each))),
      );
      const there = await readBlob(await opened(second, 'at-once/x'));
      t.equal(stored.filter((was) => was).length, 1, 'one writer learns that its blob is stored');
      t.ok(there.equals(bytes[stored.indexOf(true)] ?? Buffer.alloc(0)), 'it is the blob of that writer');
    });

    await t.test('a source that breaks off leaves no blob, and the key stays free', async (t) => {
      for (const size of [1_000_000, 12 * MIB]) {
        const bytes = pattern(size, 3);
        await t.rejects(first.put(`broken/${size}`, slowly(bytes, size - 200_000)), /broke off/);
        t.equal(await second.open(`broken/${size}`), null);
        t.same(await keysUnder(second, 'broken/'), []);
        t.equal(await second.put(`broken/${size}`, slowly(bytes)), true);
        t.ok((await readBlob(await opened(first, `broken/${size}`))).equals(bytes));
        await first.removeAll('broken/');
      }
    });

    await t.test('listings contain all keys under a prefix, in order, and no others', (t) =>
      listsKeys(t, first, second),
    );

    await t.test('removal frees the keys under a prefix, and keeps their neighbours', async (t) => {
      await first.put('gone/c1/a', bytesSource(Buffer.from('a')));
      await first.put('gone/c1/large', bytesSource(pattern(400_000, 5)));
      await first.put('gone/c10/a', bytesSource(Buffer.from('b')));
      await second.removeAll('gone/c1/');
      await second.removeAll('gone/c1/');
      t.same(await keysUnder(first, 'gone/'), ['gone/c10/a']);
      t.equal(await first.open('gone/c1/large'), null);
      t.equal(await first.put('gone/c1/large', bytesSource(Buffer.from('new'))), true);
      t.equal(String(await readBlob(await opened(second, 'gone/c1/large'))), 'new');
    });

    await t.test('a read fails if the blob is removed meanwhile, instead of ending early', async (t) => {
      await first.put('vanishing/x', bytesSource(pattern(3 * MIB, 6)));
      const blob = await opened(second, 'vanishing/x');
      await first.removeAll('vanishing/');
      await t.rejects(readBlob(blob));
    });

    await t.test('refuses invalid keys and prefixes', async (t) => {
      for (const key of [
        '',
        '/',
        '../x',
        'a/../b',
        'a//b',
        'a b',
        'a/',
        '.a',
        'a*',
        'ä',
        `${'a/'.repeat(9)}a`,
      ]) {
        await t.rejects(first.put(key, bytesSource(Buffer.from('x'))), /invalid blob key/, key);
        await t.rejects(first.open(key), /invalid blob key/);
      }
      for (const prefix of ['a', '../', 'a/*/'])
        await t.rejects(first.removeAll(prefix), /invalid blob/, prefix);
    });
  });

t.test('parts have the requested length, whatever the chunks', async (t) => {
  const bytes = pattern(1_000_003, 9);
  for (const size of [1_000, 70_001, 128 * 1024, 2_000_000]) {
    const parts: Buffer[] = [];
    for await (const part of inParts(slowly(bytes), size)) parts.push(part);
    t.ok(parts.slice(0, -1).every((part) => part.length === size));
    t.equal(
      createHash('sha256').update(Buffer.concat(parts)).digest('hex'),
      createHash('sha256').update(bytes).digest('hex'),
    );
  }
});
