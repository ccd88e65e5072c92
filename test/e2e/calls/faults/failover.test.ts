/**
 * Two nodes behind a balancer: one is killed with SIGKILL while calls are up, then the other. The checks are those of
 * `npm run bench:failover`, with fewer calls.
 */
import t from 'tap';
import { runFailover } from '../../../../bench/failover/run.js';
import { PROMISES } from '../../../../bench/failover/verdict.js';
import { testCacheDir } from '../../../../testkit/nats/server.js';

const CALLS = 4;
const KILLS = 2;
/** If the bench itself stood still for longer than this, the faults that it finds may be its own, ms. */
const STOOD_STILL_MS = 300;

t.setTimeout(460_000);

t.test('calls continue when their node dies, twice', async (t) => {
  t.setTimeout(440_000);
  const run = () =>
    runFailover({
      calls: CALLS,
      kills: KILLS,
      killEveryMs: 5_000,
      downMs: 500,
      topics: 6,
      cacheDir: testCacheDir(),
      log: (line) => t.comment(line),
    });
  let result = await run();
  const { balancerMs, networkMs } = result.stoodStill;
  if (result.faults.length > 0 && Math.max(balancerMs, networkMs) > STOOD_STILL_MS) {
    t.comment(JSON.stringify({ again: result.stoodStill, faults: result.faults }));
    result = await run();
  }
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
