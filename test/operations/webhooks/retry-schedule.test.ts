import t from 'tap';
import { GIVE_UP_MS, nextWait, waitAfter } from '../../../operations/webhooks/retry-schedule.js';

t.test('retries follow the schedule of the contract for 72 hours', async (t) => {
  const waits = Array.from({ length: 10 }, (_, index) => waitAfter(index + 1, 0.5) / 1_000);
  t.same(waits, [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 14_400, 14_400]);
  t.equal(waitAfter(1, 0), 4_500);
  t.ok(waitAfter(1, 0.999) < 5_500);
  let attempts = 1;
  for (let at = 0; at + waitAfter(attempts, 0.5) < GIVE_UP_MS; attempts += 1) at += waitAfter(attempts, 0.5);
  t.equal(attempts, 25, 'attempts in all');
});

t.test('a requested delay is kept, and neither shortens the schedule nor gives an event up', async (t) => {
  const H = 3_600_000;
  const wait = (attempts: number, retryAfterMs: number | null, ageMs = 0, random = 0.5): number | null =>
    nextWait({ attempts, retryAfterMs, ageMs, random });
  t.equal(wait(1, null), 5_000);
  t.equal(wait(1, 1_000), 5_000, 'not sooner than scheduled');
  t.equal(wait(1, 120_000, 0, 0), 120_000, 'never sooner than requested');
  t.equal(wait(1, 120_000), 126_000, 'spread, because many events are refused at once');
  t.equal(wait(9, 24 * H, 60 * H), 12 * H - 1, 'the last attempt is still made');
  t.equal(wait(9, 24 * H, 69 * H), null, 'after the last attempt of the schedule, none follows');
});
