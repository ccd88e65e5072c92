import t from 'tap';
import { createAttempts } from '../../../operations/accounts/attempts.js';

t.test('too many failures within the window require a wait', async (t) => {
  const attempts = createAttempts(3, 60_000);
  for (const at of [0, 1_000, 2_000]) {
    t.equal(attempts.waitSeconds('ann', at), 0);
    attempts.recordFailure('ann', at);
  }
  t.equal(attempts.waitSeconds('ann', 2_000), 58);
  t.equal(attempts.waitSeconds('bea', 2_000), 0, 'others do not wait');
  t.equal(attempts.waitSeconds('ann', 59_999), 1);
  t.equal(attempts.waitSeconds('ann', 60_000), 0, 'the oldest failure is forgotten');
  attempts.recordFailure('ann', 60_000);
  t.equal(attempts.waitSeconds('ann', 60_000), 1);
  attempts.reset('ann');
  t.equal(attempts.waitSeconds('ann', 60_000), 0);
});

t.test('only a limited number of names is remembered', async (t) => {
  const attempts = createAttempts(1, 60_000);
  for (let name = 0; name <= 10_000; name += 1) attempts.recordFailure(`user ${name}`, 0);
  t.equal(attempts.waitSeconds('user 0', 1), 0, 'the oldest name is forgotten');
  t.equal(attempts.waitSeconds('user 1', 1), 60);
});

t.test('withdrawing a failure withdraws no other failure', async (t) => {
  const attempts = createAttempts(2, 60_000);
  attempts.recordFailure('ann', 0);
  attempts.recordFailure('ann', 5);
  t.equal(attempts.waitSeconds('ann', 5), 60);
  attempts.withdraw('ann', 7);
  t.equal(attempts.waitSeconds('ann', 5), 60, 'there was no failure at that time');
  attempts.withdraw('ann', 5);
  t.equal(attempts.waitSeconds('ann', 5), 0);
  attempts.recordFailure('ann', 10_000);
  t.equal(attempts.waitSeconds('ann', 10_000), 50);
});
