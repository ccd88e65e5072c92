/** An ingestion thread that fails, in whatever way, never counts as having read its file. */
import t from 'tap';
import { createIngestionThreads } from '../../../operations/ingestion/thread.js';

const script = new URL('./misbehaving-worker.js', import.meta.url);
const threads = createIngestionThreads(script);
t.teardown(() => threads.close());
const never = new AbortController().signal;

const jobOf = (fileName: string) => ({ type: 'profile', file: { path: '', fileName } }) as const;

const typesOf = async (fileName: string, signal = never): Promise<readonly string[]> => {
  const types: string[] = [];
  for await (const { type } of threads.ingest(jobOf(fileName), signal)) types.push(type);
  return types;
};

t.test('a thread that has sent its last message has read its file', async (t) => {
  t.same(await typesOf('good'), ['source_part', 'done']);
});

t.test('a thread that ends earlier has not read its file', async (t) => {
  await t.rejects(typesOf('ends early'), /exited before its job/);
  await t.rejects(typesOf('exits'), /exited before its job/);
  await t.rejects(typesOf('throws'), /thrown in the thread/);
});

t.test('a file that takes too much memory is refused, even halfway, and is not retried', async (t) => {
  t.same(await typesOf('takes all memory'), ['source_part', 'refused']);
});

t.test('a full spool is reported as such', async (t) => {
  await t.rejects(typesOf('has no room'), { name: 'SpoolFull', forGood: true });
});

const threadOf = async (): Promise<number> => {
  for await (const message of threads.ingest(jobOf('says which thread it is'), never))
    if (message.type === 'done') return message.rows;
  throw new Error('the thread did not send its id');
};

t.test('a thread that has finished its job gets the next job, an abandoned thread does not', async (t) => {
  const first = await threadOf();
  t.equal(await threadOf(), first);
  for await (const { type } of threads.ingest(jobOf('good'), never)) if (type === 'source_part') break;
  t.not(await threadOf(), first);
});

t.test('concurrent jobs have threads of their own', async (t) => {
  const both = await Promise.all([threadOf(), threadOf()]);
  t.not(both[0], both[1]);
});

t.test('a job ends when it is aborted', async (t) => {
  const calling = new AbortController();
  const types = typesOf('says nothing more', calling.signal);
  calling.abort(new Error('stopped'));
  await t.rejects(types, /stopped/);
});
