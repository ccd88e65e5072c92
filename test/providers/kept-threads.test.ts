/** Threads that wait for the next piece of work, with real threads. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import t from 'tap';
import { createKeptThreads } from '../../providers/kept-threads.js';
import type { Lifetime } from '../../testkit/lifetime.js';

/** A thread that answers with its number, or fails when it is told to. */
const SCRIPT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', (task) => {
      if (task === 'fail') throw new Error('told to');
      parentPort.postMessage(threadId);
    });`)}`,
);

const threadsFor = (t: Lifetime, keptMs: number) => {
  const threads = createKeptThreads({ script: SCRIPT, limits: {}, nice: 0, kept: 2, keptMs });
  // Threads that wait keep no process alive.
  const alive = setInterval(() => undefined, 1_000);
  t.teardown(async () => {
    clearInterval(alive);
    await threads.close();
  });
  return threads;
};

const FAR_OFF_MS = 600_000;

const numberOf = async (thread: Worker): Promise<unknown> => {
  thread.postMessage('who');
  const [number] = await once(thread, 'message');
  return number;
};

/** Resolves when the thread is gone, whether it failed or was ended. */
const goneOf = (thread: Worker): Promise<unknown> => new Promise((resolve) => thread.once('exit', resolve));

t.test('K1: a thread has one taker, and is given out again when its work is done', async (t) => {
  const threads = threadsFor(t, FAR_OFF_MS);
  const [one, two] = [threads.take(), threads.take()];
  const numbers = [await numberOf(one), await numberOf(two)];
  t.not(numbers[0], numbers[1]);
  threads.giveBack(one);
  t.equal(await numberOf(threads.take()), numbers[0]);
});

t.test('K2: one that failed is not given out again', async (t) => {
  const threads = threadsFor(t, FAR_OFF_MS);
  const thread = threads.take();
  const number = await numberOf(thread);
  threads.giveBack(thread);
  thread.postMessage('fail');
  await goneOf(thread);
  t.not(await numberOf(threads.take()), number);
});

t.test('K3: one that nobody wants is ended, and its memory is given back', async (t) => {
  const threads = threadsFor(t, 50);
  const thread = threads.take();
  const number = await numberOf(thread);
  threads.giveBack(thread);
  await goneOf(thread);
  t.not(await numberOf(threads.take()), number);
});

t.test('K3: one that was taken again in time works on', async (t) => {
  const threads = threadsFor(t, 200);
  const thread = threads.take();
  const number = await numberOf(thread);
  threads.giveBack(thread);
  const again = threads.take();
  await delay(400);
  t.equal(await numberOf(again), number);
});

t.test('no more wait than are kept', async (t) => {
  const threads = threadsFor(t, FAR_OFF_MS);
  const three = [threads.take(), threads.take(), threads.take()];
  await Promise.all(three.map(numberOf));
  const [, , last] = three;
  if (last === undefined) throw new Error('three were taken');
  const over = goneOf(last);
  for (const thread of three) threads.giveBack(thread);
  await over;
  t.pass('the third ended');
});

/** What is native, and fails to load because its thread is being ended, ends the process. */
t.test('a thread loads nothing native for its place, so that it may be ended while it starts', async (t) => {
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { createRequire } from 'node:module';
      import { parentPort } from 'node:worker_threads';
      const { cache } = createRequire('${import.meta.url}');
      parentPort.postMessage(Object.keys(cache).filter((file) => file.endsWith('.node')));
      setInterval(() => undefined, 1000);`)}`,
  );
  const threads = createKeptThreads({ script, limits: {}, nice: 1, kept: 0, keptMs: FAR_OFF_MS });
  t.teardown(() => threads.close());
  const [loaded] = await once(threads.take(), 'message');
  t.same(loaded, []);
});
