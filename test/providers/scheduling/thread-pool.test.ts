/** The pool of threads that wait for work, tested with real threads. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import t from 'tap';
import { createThreadPool } from '../../../providers/scheduling/thread-pool.js';
import type { Lifetime } from '../../../testkit/lifetime.js';

/** A thread that answers with its id, or throws on the task `fail`. */
const SCRIPT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    parentPort.on('message', (task) => {
      if (task === 'fail') throw new Error('as requested');
      parentPort.postMessage(threadId);
    });`)}`,
);

const threadsFor = (t: Lifetime, keptMs: number) => {
  const threads = createThreadPool({ script: SCRIPT, limits: {}, nice: 0, maxIdle: 2, idleMs: keptMs });
  // Idle threads do not keep the process alive.
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

/** Resolves when the thread has exited, whether it failed or was terminated. */
const goneOf = (thread: Worker): Promise<unknown> => new Promise((resolve) => thread.once('exit', resolve));

t.test('K1: a thread has one taker, and is handed out again when its work is done', async (t) => {
  const threads = threadsFor(t, FAR_OFF_MS);
  const [first, second] = [threads.take(), threads.take()];
  const numbers = [await numberOf(first), await numberOf(second)];
  t.not(numbers[0], numbers[1]);
  threads.release(first);
  t.equal(await numberOf(threads.take()), numbers[0]);
});

t.test('K2: a failed thread is not handed out again', async (t) => {
  const threads = threadsFor(t, FAR_OFF_MS);
  const thread = threads.take();
  const number = await numberOf(thread);
  threads.release(thread);
  thread.postMessage('fail');
  await goneOf(thread);
  t.not(await numberOf(threads.take()), number);
});

t.test('K3: a thread that stays idle is terminated', async (t) => {
  const threads = threadsFor(t, 50);
  const thread = threads.take();
  const number = await numberOf(thread);
  threads.release(thread);
  await goneOf(thread);
  t.not(await numberOf(threads.take()), number);
});

t.test('K3: a thread that is taken again in time keeps running', async (t) => {
  const threads = threadsFor(t, 200);
  const thread = threads.take();
  const number = await numberOf(thread);
  threads.release(thread);
  const again = threads.take();
  await delay(400);
  t.equal(await numberOf(again), number);
});

t.test('no more threads wait than the pool keeps', async (t) => {
  const threads = threadsFor(t, FAR_OFF_MS);
  const three = [threads.take(), threads.take(), threads.take()];
  await Promise.all(three.map(numberOf));
  const [, , last] = three;
  if (last === undefined) throw new Error('the third thread is missing');
  const exited = goneOf(last);
  for (const thread of three) threads.release(thread);
  await exited;
  t.pass('the third ended');
});

/** A native module that fails to load because its thread is being terminated ends the process. */
t.test('a thread sets its priority without native modules, so it can be ended while it starts', async (t) => {
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { createRequire } from 'node:module';
      import { parentPort } from 'node:worker_threads';
      const { cache } = createRequire('${import.meta.url}');
      parentPort.postMessage(Object.keys(cache).filter((file) => file.endsWith('.node')));
      setInterval(() => undefined, 1000);`)}`,
  );
  const threads = createThreadPool({ script, limits: {}, nice: 1, maxIdle: 0, idleMs: FAR_OFF_MS });
  t.teardown(() => threads.close());
  const [loaded] = await once(threads.take(), 'message');
  t.same(loaded, []);
});
