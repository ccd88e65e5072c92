/** A bell wakes all who wait, and nobody waits for longer than they wanted to. */
import t from 'tap';
import { createBell } from '../../../actors/runtime/bell.js';

/** Whether a promise is settled by now. */
const isSettled = async (promise: Promise<void>): Promise<boolean> => {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  return settled;
};

t.test('a ring wakes all who wait, once', async (t) => {
  const bell = createBell();
  const first = bell.rung(null);
  const second = bell.rung(null);
  t.notOk(await isSettled(first));
  bell.ring();
  t.ok(await isSettled(first));
  t.ok(await isSettled(second));
  t.notOk(await isSettled(bell.rung(1_000, AbortSignal.timeout(1))), 'who comes later waits for the next');
});

t.test('it is not waited for longer than wanted, nor after an abort', async (t) => {
  const bell = createBell();
  await bell.rung(1);
  const abort = new AbortController();
  const waiting = bell.rung(null, abort.signal);
  abort.abort();
  await waiting;
  await bell.rung(null, abort.signal);
  t.pass('all three came back');
});
