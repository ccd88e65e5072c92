/** Documents are read at a lower priority than calls, in a process that ends with the reading. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { createIngestionThreads } from '../../../operations/ingestion/thread.js';
import { until } from '../../../testkit/until.js';
import { pdf, pdfOf } from '../../support/files/documents.js';

const threads = createIngestionThreads();
t.teardown(() => threads.close());
const dir = t.testdir();
t.setTimeout(120_000);

const jobOf = (fileName: string, content: Uint8Array) => {
  const path = join(dir, fileName);
  writeFileSync(path, content);
  return { type: 'document', file: { path, fileName } } as const;
};

/** Niceness of the process that reads a document for this process; null: there is none. */
const reader = (): number | null => {
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('documents/reader-process.js')) continue;
      const fields = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      // proc(5): state and parent follow the name; the niceness is the seventeenth field after it.
      if (Number(fields[1]) === process.pid) return Number(fields[16]);
    } catch {
      // The process has ended in the meantime.
    }
  }
  return null;
};

t.test('a document is read to its end', async (t) => {
  const messages: unknown[] = [];
  for await (const message of threads.ingest(
    jobOf('a.pdf', pdf(['We open at nine.'])),
    new AbortController().signal,
  ))
    messages.push(message);
  t.same(messages, [{ type: 'document', text: 'We open at nine.', issues: [] }]);
  t.equal(reader(), null);
});

t.test('the job of a damaged file reports the error of the library', async (t) => {
  const messages: unknown[] = [];
  const { signal } = new AbortController();
  for await (const message of threads.ingest(jobOf('cut.pdf', pdf(['x']).subarray(0, 300)), signal))
    messages.push(message);
  const { file } = jobOf('cut.xlsx', Buffer.from('PK\u0003\u0004 and no more'));
  for await (const message of threads.ingest({ type: 'profile', file }, signal)) messages.push(message);
  t.match(messages, [
    { type: 'refused', issues: [{ code: 'document_damaged' }], detail: /\w+: \w+/ },
    { type: 'refused', issues: [{ code: 'archive_damaged' }], detail: /\w+: \w+/ },
  ]);
});

t.test(
  'the process has a low priority, and ends when the reading is aborted',
  { skip: process.platform === 'linux' ? false : 'threads have priorities only on Linux' },
  async (t) => {
    const calling = new AbortController();
    const bomb = pdfOf([Buffer.alloc(200_000_000, 'BT /F1 12 Tf (aaaa) Tj ET\n')]);
    const reading = (async () => {
      for await (const message of threads.ingest(jobOf('bomb.pdf', bomb), calling.signal))
        t.match(message, { type: 'refused' }, 'the reader was quicker than this test');
    })();
    reading.catch(() => undefined);
    await until('the reader has a low priority', () => reader() === 10, 30_000);
    calling.abort(new Error('stopped'));
    await t.rejects(reading, /stopped/);
    await until('the process has ended', () => reader() === null);
  },
);
