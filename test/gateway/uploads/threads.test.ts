/** Threads that fail in every possible way: their upload fails, and the next one is parsed. */
import t from 'tap';
import { createUploadThreads, type UploadTask } from '../../../gateway/uploads/threads.js';
import { openAccount, totalOf } from '../../../providers/spool/account.js';

const script = new URL('./misbehaving-worker.js', import.meta.url);

const task = (contentType: string): UploadTask => ({
  contentType,
  bodyPath: '',
  contentPath: '',
  account: openAccount({ total: totalOf(), maxBytes: 0, leastFreeBytes: 0, directory: '' }),
});

t.test('however a thread fails, its upload fails and the next one is parsed', async (t) => {
  const threads = createUploadThreads({ script, parseMs: 20_000 });
  t.teardown(() => threads.close());
  for (const [failure, message] of [
    ['throws', /thrown in the thread/],
    ['exits', /ended with code 3/],
    ['takes all memory', /memory limit/],
    ['cannot be copied', /failed|cloned/],
  ] as const) {
    await t.rejects(threads.parse(task(failure)), message, failure);
    t.match(await threads.parse(task('')), { type: 'parsed' }, `after a thread that ${failure}`);
  }
});

t.test('an answer that cannot be read is a failure, too', async (t) => {
  const threads = createUploadThreads({ script, parseMs: 20_000 });
  t.teardown(() => threads.close());
  await t.rejects(threads.parse(task('cannot be read')));
  t.match(await threads.parse(task('')), { type: 'parsed' });
});

t.test('a silent thread is only waited for up to a limit', async (t) => {
  const threads = createUploadThreads({ script, parseMs: 300 });
  t.teardown(() => threads.close());
  await t.rejects(threads.parse(task('is silent')), { code: 'uploads_busy' });
});

t.test('a thread that fails affects no other upload', async (t) => {
  const threads = createUploadThreads({ script, parseMs: 20_000 });
  t.teardown(() => threads.close());
  const ends = await Promise.allSettled(
    ['', 'exits', '', 'takes all memory', ''].map((failure) => threads.parse(task(failure))),
  );
  t.same(
    ends.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  );
});

t.test('closing ends running uploads', async (t) => {
  const threads = createUploadThreads({ script, parseMs: 20_000 });
  const silent = threads.parse(task('is silent'));
  const ended = t.rejects(silent);
  await threads.close();
  await ended;
  await t.rejects(threads.parse(task('')), { code: 'not_ready' });
});
