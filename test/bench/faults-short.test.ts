/** Four short seeds of `npm run bench:faults`: processes die, freeze, drain and are far away, under load. */
import t from 'tap';
import { runSeed } from '../../bench/faults/run-seed.js';
import { beside } from '../../testkit/beside.js';

/** A quiet machine takes a quarter of a minute for a seed; one that is busy takes several times as long. */
const TIMEOUT_MS = 600_000;
t.setTimeout(2 * TIMEOUT_MS);
// Most of a seed is waiting.
t.jobs = 2;

/** Between them: killed nodes and a frozen one, an orderly restart, a killed server, bad callbacks, a bad Meta. */
const SEEDS = [1, 3, 12, 14] as const;

for (const seed of SEEDS)
  t.test(`seed ${seed} breaks no promise`, beside(TIMEOUT_MS), async (t) => {
    const { result } = await runSeed({ seed, profile: 'short' });
    t.comment(`${result.faults.join(', ')}: ${result.seconds} s, ${result.calls} calls`);
    t.same(result.violations, []);
    t.ok(result.repeated > 10, 'accepted requests were repeated');
  });
