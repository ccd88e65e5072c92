/** Short seeds of `npm run bench:faults`: processes die, freeze, drain and respond late, under load. */
import t from 'tap';
import { runSeed } from '../../../bench/faults/run-seed.js';
import { concurrent } from '../../../testkit/concurrent.js';

/** A seed takes a quarter of a minute on a quiet machine, and several times as long on a busy one. */
const TIMEOUT_MS = 600_000;
t.setTimeout(2 * TIMEOUT_MS);
// A seed spends most of its time waiting.
t.jobs = 4;

/** A killed node and a killed server, a frozen node, orderly restarts, bad callbacks, an unreliable Meta. */
const SEEDS = [1, 3, 12, 14, 31];

for (const seed of SEEDS)
  t.test(`seed ${seed} breaks no promise`, concurrent(TIMEOUT_MS), async (t) => {
    const { result } = await runSeed({ seed, profile: 'short' });
    t.comment(`${result.faults.join(', ')}: ${result.seconds} s, ${result.calls} calls`);
    t.same(result.violations, []);
    t.ok(result.repeated > 10, 'accepted requests were repeated');
  });
