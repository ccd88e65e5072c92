/**
 * Two nodes behind a balancer, and one of them is killed with SIGKILL while calls are up, then the other. The same
 * checks as `npm run bench:failover`, with fewer calls.
 */
import t from 'tap';
import { runFailover } from '../../../bench/failover/run.js';
import { PROMISES } from '../../../bench/failover/verdict.js';
import { testCacheDir } from '../../../testkit/nats.js';

const CALLS = 4;
const KILLS = 2;

t.setTimeout(230_000);

t.test('calls whose node dies under them go on, twice', async (t) => {
  t.setTimeout(220_000);
  const result = await runFailover({
    calls: CALLS,
    kills: KILLS,
    killEveryMs: 5_000,
    downMs: 500,
    topics: 3,
    cacheDir: testCacheDir(),
    log: (line) => t.comment(line),
  });
  t.comment(JSON.stringify(result.gaps));
  t.equal(result.kills, KILLS);
  t.equal(result.fewestUp, CALLS, 'all calls were up when a node was killed');
  t.ok(result.losses >= CALLS, `${result.losses} streams were lost`);
  for (const [promise, text] of Object.entries(PROMISES))
    t.same(
      result.faults.filter((fault) => fault.promise === promise),
      [],
      text,
    );
});
