/** An ingestion thread that fails, in whatever way, is never taken for one that has read its file. */
import t from 'tap';
import { ingest } from '../../../operations/ingestion/thread.js';

const script = new URL('./misbehaving-worker.js', import.meta.url);
const never = new AbortController().signal;

const typesOf = async (fileName: string, signal = never): Promise<readonly string[]> => {
  const types: string[] = [];
  for await (const { type } of ingest({ job: 'profile', file: { path: '', fileName } }, signal, script))
    types.push(type);
  return types;
};

t.test('one that has said its last has read its file', async (t) => {
  t.same(await typesOf('good'), ['source_part', 'done']);
});

t.test('one that ends before that has not', async (t) => {
  await t.rejects(typesOf('ends early'), /ended before its job/);
  await t.rejects(typesOf('exits'), /ended before its job/);
  await t.rejects(typesOf('throws'), /thrown in the thread/);
});

t.test('a file that takes too much memory is refused, also in the middle, and not tried again', async (t) => {
  t.same(await typesOf('takes all memory'), ['source_part', 'refused']);
});

t.test('a full spool is told as such', async (t) => {
  await t.rejects(typesOf('has no room'), { name: 'SpoolFull', forGood: true });
});
