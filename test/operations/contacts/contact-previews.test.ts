/** Previews of uploads: bounded in time and space, and nothing is left of them. */
import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import t, { type Test } from 'tap';
import type { Caller } from '../../../operations/caller.js';
import { contactPreviewOperations } from '../../../operations/contacts/contact-previews.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { createSpoolPlaces, PREVIEW_READERS } from '../../../operations/ingestion/reading.js';
import { createIngestionThreads, type Ingest } from '../../../operations/ingestion/thread.js';
import { openSpool } from '../../../providers/spool/spool.js';
import { stub } from '../../../testkit/stub.js';

const threads = createIngestionThreads();
t.teardown(() => threads.close());

const BUSINESS = randomUUID();
const caller = stub<Caller>({ businessId: BUSINESS });
const body = { businessId: BUSINESS, fileName: 'people.csv', contentBase64: '' };
const bytes = (text: string): Uint8Array => Buffer.from(text);

interface Options {
  readonly ingest?: Ingest;
  readonly maxBytes?: number;
  readonly deadlineMs?: number;
}

const previews = (t: Test, { ingest = threads.ingest, maxBytes = 1e8, deadlineMs }: Options = {}) => {
  const dir = t.testdir();
  const onError = (error: unknown) => t.fail(String(error));
  const spool = openSpool({ dir, maxBytes, leastFreeBytes: 0, newId: randomUUID, onError });
  t.teardown(() => spool.close());
  const views = stub<OperationsDeps['views']>({ dataSource: () => null });
  const previewing = { ingest, withPlace: createSpoolPlaces(spool, PREVIEW_READERS) };
  const files = (): number =>
    readdirSync(dir, { withFileTypes: true, recursive: true }).filter(
      (entry) => entry.isFile() && !entry.name.endsWith('.lock'),
    ).length;
  const isEmpty = (): boolean => spool.usedBytes() === 0 && files() === 0;
  return { ...contactPreviewOperations({ previewing, views }, deadlineMs), isEmpty };
};

t.test('a file is read in the thread of imports, and nothing is left of it', async (t) => {
  const { preview, isEmpty } = previews(t);
  const read = await preview(caller, body, bytes('Mobile;Due\n+14155550101;05/06/2026\n'));
  t.match(read, { format: 'csv', delimiter: ';', rows: 1, columns: [{ use: 'mobile' }, { key: 'Due' }] });
  t.ok(isEmpty());
});

t.test('a file that cannot be read is refused with what to do', async (t) => {
  const { preview, isEmpty } = previews(t);
  const refusals: readonly (readonly [string, Uint8Array, RegExp])[] = [
    ['people.csv', bytes(''), /empty/],
    ['people.xlsx', bytes('Mobile\n1'), /not one/],
    ['people.csv', Uint8Array.from({ length: 400 }, (_, n) => n % 32), /not text/],
    ['people.json', bytes('{"rows": 7}'), /array of objects|JSON/],
    ['people.csv', bytes('Mobile,Note\n+14155550101,"never closed\n'), /quote/],
  ];
  for (const [fileName, content, message] of refusals)
    await t.rejects(preview(caller, { ...body, fileName }, content), {
      code: 'file_unreadable',
      details: [{ path: '/file', message }],
    });
  t.ok(isEmpty());
});

t.test('an unknown country is refused before the file is read', async (t) => {
  const { preview } = previews(t, {
    ingest: () => {
      throw new Error('read');
    },
  });
  const mapping = { defaultCountry: 'XX' };
  await t.rejects(preview(caller, { ...body, mapping }, bytes('Mobile\n')), { code: 'validation_failed' });
});

t.test('a preview ends at its deadline', async (t) => {
  // The deadline does not keep a process alive.
  const alive = setTimeout(() => undefined, 30_000);
  t.teardown(() => clearTimeout(alive));
  const ingest: Ingest = async function* (_job, signal) {
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  };
  const { preview, isEmpty } = previews(t, { ingest, deadlineMs: 50 });
  const both = [preview(caller, body, bytes('Mobile\n')), preview(caller, body, bytes('Mobile\n'))];
  for (const read of await Promise.allSettled(both))
    t.match(read, { reason: { code: 'preview_too_slow' } }, 'reading, and waiting for its turn');
  t.ok(isEmpty());
});

t.test('a full spool is said to be full', async (t) => {
  const { preview, isEmpty } = previews(t, { maxBytes: 5 });
  await t.rejects(preview(caller, body, bytes('Mobile\n+14155550101\n')), { code: 'spool_full' });
  t.ok(isEmpty());
});

t.test('a fault of the thread is no refusal', async (t) => {
  const { preview } = previews(t, {
    ingest: async function* () {
      yield { type: 'done', rows: 0, issues: { kept: [], failedRows: 0 } };
    },
  });
  await t.rejects(preview(caller, body, bytes('Mobile\n')), /without a preview/);
});
