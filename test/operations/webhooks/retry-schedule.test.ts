import t from 'tap';
import { GIVE_UP_MS, waitAfter } from '../../../operations/webhooks/delivery-attempt.js';

t.test('retries follow the schedule of the contract for 72 hours', async (t) => {
  const waits = Array.from({ length: 10 }, (_, index) => waitAfter(index + 1, 0.5) / 1_000);
  t.same(waits, [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400, 14_400]);
  t.equal(waitAfter(1, 0), 4_500);
  t.ok(waitAfter(1, 0.999) < 5_500);
  let attempts = 1;
  for (let at = 0; at + waitAfter(attempts, 0.5) < GIVE_UP_MS; attempts += 1) at += waitAfter(attempts, 0.5);
  t.equal(attempts, 25, 'attempts in all');
});
