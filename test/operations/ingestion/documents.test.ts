/** Documents are read behind the calls, in a process that goes with the thread that started it. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createIngestionThreads } from '../../../operations/ingestion/thread.js';
import { until } from '../../../testkit/until.js';
import { pdf, pdfOf } from '../../support/documents.js';

const threads = createIngestionThreads();
t.teardown(() => threads.close());
const dir = t.testdir();
t.setTimeout(120_000);

const jobOf = (fileName: string, content: Uint8Array) => {
  const path = join(dir, fileName);
  writeFileSync(path, content);
  return { type: 'document', file: { path, fileName } } as const;
};

/** The process that reads a document for this one: its niceness, or null where there is none. */
const reader = (): number | null => {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('documents/reader-process.js')) continue;
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      // proc(5): what follows the name are state and parent; the niceness is the seventeenth.
      if (Number(fields[1]) === process.pid) return Number(fields[16]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return null;
};

t.test('a document is read to its end', async (t) => {
  const told: unknown[] = [];
  for await (const message of threads.ingest(
    jobOf('a.pdf', pdf(['We open at nine.'])),
    new AbortController().signal,
  ))
    told.push(message);
  t.same(told, [{ type: 'document', text: 'We open at nine.', issues: [] }]);
  t.equal(reader(), null);
});

t.test('of a file that is damaged its job says what the library said', async (t) => {
  const told: unknown[] = [];
  const { signal } = new AbortController();
  for await (const message of threads.ingest(jobOf('cut.pdf', pdf(['x']).subarray(0, 300)), signal))
    told.push(message);
  const { file } = jobOf('cut.xlsx', Buffer.from('PK\u0003\u0004 and no more'));
  for await (const message of threads.ingest({ type: 'profile', file }, signal)) told.push(message);
  t.match(told, [
    { type: 'refused', issues: [{ code: 'document_damaged' }], detail: /\w+: \w+/ },
    { type: 'refused', issues: [{ code: 'archive_damaged' }], detail: /\w+: \w+/ },
  ]);
});

t.test(
  'its process stands behind the calls, and ends when the reading is called off',
  { skip: process.platform === 'linux' ? false : 'priorities are of threads on Linux alone' },
  async (t) => {
    const calling = new AbortController();
    const bomb = pdfOf([Buffer.alloc(200_000_000, 'BT /F1 12 Tf (aaaa) Tj ET\n')]);
    const reading = (async () => {
      for await (const message of threads.ingest(jobOf('bomb.pdf', bomb), calling.signal))
        t.match(message, { type: 'refused' }, 'it was quicker than this test');
    })();
    reading.catch(() => undefined);
    await until('it stands back', () => reader() === 10, 30_000);
    calling.abort(new Error('stopped'));
    await t.rejects(reading, /stopped/);
    await until('its process is gone', () => reader() === null);
  },
);
