import t from 'tap';
import { createWaiters } from '../../../../views/kernel/store/waiters.js';

t.test('readers wait while it is unknown whether the applied commits still hold', async (t) => {
  const waiters = createWaiters();
  waiters.advance(0, 10);
  waiters.advance(1, 10);
  waiters.hold(0);
  await waiters.wait(1, 10, 50);
  await t.rejects(waiters.wait(0, 5, 20), { code: 'not_ready' }, 'although it was applied');
  let through = false;
  const waiting = waiters.wait(0, 5, 5_000).then(() => {
    through = true;
  });
  waiters.reset([3, 10]);
  waiters.advance(0, 4);
  waiters.release(0);
  await new Promise(setImmediate);
  t.equal(through, false, 'the rebuilt tables have not come that far');
  waiters.advance(0, 5);
  await waiting;
  waiters.hold(0);
  const late = t.rejects(waiters.wait(0, 5, 5_000), { code: 'not_ready' });
  waiters.close();
  await late;
});
