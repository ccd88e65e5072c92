/** A bell wakes all waiters, and a waiter waits no longer than its limit. */
import t from 'tap';
import { createBell } from '../../../../actors/runtime/cluster/bell.js';

/** Whether the promise has settled. */
const isSettled = async (promise: Promise<void>): Promise<boolean> => {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return settled;
};

t.test('a ring wakes all waiters once', async (t) => {
  const bell = createBell();
  const first = bell.waitForRing(null);
  const second = bell.waitForRing(null);
  t.notOk(await isSettled(first));
  bell.ring();
  t.ok(await isSettled(first));
  t.ok(await isSettled(second));
  t.notOk(
    await isSettled(bell.waitForRing(1_000, AbortSignal.timeout(1))),
    'a later waiter waits for the next',
  );
});

t.test('a wait ends at its limit, and at once when it is aborted', async (t) => {
  const bell = createBell();
  await bell.waitForRing(1);
  const abort = new AbortController();
  const waiting = bell.waitForRing(null, abort.signal);
  abort.abort();
  await waiting;
  await bell.waitForRing(null, abort.signal);
  t.pass('all three waits ended');
});
