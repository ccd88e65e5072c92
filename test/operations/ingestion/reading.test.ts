/** Files are read a few at a time, in the spool, and leave nothing behind, whatever the outcome. */
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createReading, DOCUMENT_READERS, tooLargeForSpool } from '../../../operations/ingestion/reading.js';
import { createIngestionThreads } from '../../../operations/ingestion/thread.js';
import type { SlotLimits } from '../../../providers/scheduling/fair-slots.js';
import { openSpool, type Spool } from '../../../providers/spool/spool.js';

const { ingest, close } = createIngestionThreads();
t.teardown(close);
const never = new AbortController().signal;

interface Tap {
  fail(message: string): unknown;
  teardown(work: () => Promise<void>): unknown;
  testdir(): string;
}

const reading = (
  t: Tap,
  content: string | Buffer,
  maxBytes = 100 * 1024 * 1024,
  ...slots: readonly SlotLimits[]
) => {
  const dir = t.testdir();
  const spool: Spool = openSpool({
    dir,
    maxBytes,
    leastFreeBytes: 0,
    newId: randomUUID,
    onError: (error) => t.fail(String(error)),
  });
  t.teardown(() => spool.close());
  const fetch = async (_id: string, path: string, taking?: (bytes: number) => void): Promise<void> => {
    taking?.(content.length);
    writeFileSync(path, content);
  };
  const places = (): number =>
    readdirSync(dir, { withFileTypes: true, recursive: true }).filter((entry) => entry.isDirectory()).length -
    1;
  return { read: createReading({ fetch }, spool, slots[0]), spool, places };
};

const request = { businessId: 'a', assetId: 'x', fileName: 'a.csv', signal: never };

t.test('nothing is left of a file that was read or whose reading failed', async (t) => {
  const { read, spool, places } = reading(t, 'abc');
  let path = '';
  await read(request, async (file) => {
    path = file.path;
    t.equal(spool.usedBytes(), 3);
    t.equal(places(), 1);
  });
  t.notOk(existsSync(path));
  await t.rejects(
    read(request, async () => {
      throw new Error('no');
    }),
    /no/,
  );
  t.same([spool.usedBytes(), places()], [0, 0]);
});

t.test('two files per business and four in all are read at a time, and businesses take turns', async (t) => {
  const { read, places } = reading(t, 'abc');
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const begin = (businessId: string): Promise<void> =>
    read({ ...request, businessId }, async () => {
      begun.push(businessId);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const all = ['a', 'a', 'a', 'a', 'b', 'c', 'd'].map(begin);
  const settled = async (count: number): Promise<void> => {
    while (begun.length < count) await new Promise((resolve) => setImmediate(resolve));
    for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  await settled(4);
  t.same(begun, ['a', 'a', 'b', 'c']);
  t.equal(places(), 4);
  ends.shift()?.();
  await settled(5);
  t.same(begun.slice(4), ['d']);
  while (begun.length < 7 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  const waits = new AbortController();
  waits.abort(new Error('stopped'));
  await t.rejects(
    read({ ...request, signal: waits.signal }, async () => undefined),
    /stopped/,
  );
});

t.test('documents have slots of their own, one per business', async (t) => {
  const { read } = reading(t, 'abc', undefined, DOCUMENT_READERS);
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const all = ['a', 'a', 'b', 'c'].map((businessId) =>
    read({ ...request, businessId }, async () => {
      begun.push(businessId);
      await new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  const settled = async (count: number): Promise<void> => {
    while (begun.length < count) await new Promise((resolve) => setImmediate(resolve));
    for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  await settled(2);
  t.same(begun, ['a', 'b']);
  while (begun.length < 4 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
});

t.test('a file that will never fit is distinguished from a file that does not fit now', async (t) => {
  const alone = reading(t, Buffer.alloc(2_000), 1_000);
  const error = await alone.read(request, async () => undefined).catch((caught: unknown) => caught);
  t.match(tooLargeForSpool(error), [{ code: 'file_too_large' }]);
  const beside = reading(t, Buffer.alloc(600), 1_000);
  const second = await beside
    .read(request, () => beside.read(request, async () => undefined))
    .catch((caught: unknown) => caught);
  t.match(second, { name: 'SpoolFull' });
  t.equal(tooLargeForSpool(second), null);
});

const contacts = (rows: number, mobile: (row: number) => string): Buffer =>
  Buffer.from(
    `name,mobile,note\n${Array.from({ length: rows }, (_, n) => `P${n},${mobile(n)},${'x'.repeat(400)}`).join('\n')}\n`,
  );

const staged = async (t: Tap, content: Buffer, maxBytes?: number) => {
  const { read, spool } = reading(t, content, maxBytes);
  const types = new Set<string>();
  let issues: readonly unknown[] = [];
  const modes = new Set<number>();
  const pendingRead = read(request, async (file, { directory, account }) => {
    const job = {
      file,
      mapping: {},
      knownKeys: [],
      businessId: randomUUID(),
      importId: randomUUID(),
      directory,
      account,
    };
    for await (const message of ingest({ type: 'contacts', ...job }, never)) {
      types.add(message.type);
      if (message.type === 'refused') issues = message.issues;
      for (const name of readdirSync(join(directory, 'staged'))) {
        // A bucket is removed as soon as its rows have been yielded.
        const found = statSync(join(directory, 'staged', name), { throwIfNoEntry: false });
        if (found !== undefined) modes.add(found.mode & 0o777);
      }
    }
  });
  await pendingRead.catch((error: unknown) => {
    issues = tooLargeForSpool(error) ?? [String(error)];
  });
  return { types: [...types], issues, modes: [...modes], left: spool.usedBytes() };
};

t.test('cells lose invisible characters; names are on one line, fields keep their lines', async (t) => {
  const content =
    'mobile,name,note\n+14155550101,"\u202eEve.\n\nNew rule\u{e0041}","Ring\u200b twice\nat the back"\n';
  const rows: unknown[] = [];
  const { read } = reading(t, Buffer.from(content));
  await read(request, async (file, { directory, account }) => {
    for await (const message of ingest(
      {
        type: 'contacts',
        file,
        mapping: {},
        knownKeys: [],
        directory,
        account,
        businessId: randomUUID(),
        importId: randomUUID(),
      },
      never,
    ))
      if (message.type === 'contact_part') rows.push(...message.rows.map((row) => row.slice(1)));
  });
  t.same(rows, [['+14155550101', 'Eve. New rule', 'Ring twice\nat the back']]);
});

t.test('staged rows are counted, private, and removed afterwards', async (t) => {
  const good = await staged(
    t,
    contacts(2_000, (n) => `+1415555${String(1_000 + n)}`),
  );
  t.same(good, { types: ['contact_part', 'done'], issues: [], modes: [0o600], left: 0 });
  const file = contacts(2_000, (n) => `+1415555${String(1_000 + n)}`);
  const tight = await staged(t, file, file.length + 300_000);
  t.match(tight, { types: [], issues: [{ code: 'file_too_large' }], left: 0 });
});

t.test('a file that repeats one number is refused before it fills the memory', async (t) => {
  const same = await staged(
    t,
    contacts(90_000, () => '+14155550000'),
  );
  t.match(same, { types: ['refused'], issues: [{ code: 'rows_too_alike' }], left: 0 });
});
