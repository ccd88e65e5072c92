/** Leases without a server: when a lease holds, when a node is given up, and that the two never overlap. */
import fc from 'fast-check';
import t from 'tap';
import {
  BEAT_MS,
  GIVE_UP_MS,
  LEASE_MS,
  leaseHolds,
  NO_NODES,
  type Nodes,
  onBeat,
  onEcho,
  onFarewell,
} from '../../../../actors/runtime/cluster/lease.js';
import { createLeaseClock } from '../../../../actors/runtime/timekeeping/lease-clock.js';
import { casesOf } from '../../../support/full-run.js';

const living = ({ living }: Nodes): readonly string[] => [...living.keys()].toSorted();
const givenUp = ({ dead }: Nodes): readonly string[] => [...dead.keys()].toSorted();

t.test('a lease lasts from the sending of the latest beat that came back', async (t) => {
  t.notOk(leaseHolds(null, 0), 'there is no lease without a beat');
  t.ok(leaseHolds(1_000, 1_000 + LEASE_MS - 1));
  t.notOk(leaseHolds(1_000, 1_000 + LEASE_MS));
});

t.test(
  'a node that is stalled for a second and a half keeps its lease, whenever the stall begins',
  async (t) => {
    for (let begun = 0; begun <= BEAT_MS; begun += 10) {
      // The last beat was sent at 0; the next one leaves as soon as the node continues.
      const continuesAt = begun + 1_500;
      t.ok(leaseHolds(0, continuesAt), `stalled ${begun} ms after a beat`);
    }
  },
);

t.test('gives up a silent node, keeps a node that is heard, and readmits one that comes back', async (t) => {
  let nodes = onBeat(onBeat(NO_NODES, 'a', 0), 'b', 0);
  nodes = onEcho(onBeat(nodes, 'b', GIVE_UP_MS), GIVE_UP_MS, 0);
  t.same([living(nodes), givenUp(nodes)], [['a', 'b'], []], 'not yet');
  nodes = onEcho(nodes, GIVE_UP_MS + 1, 0);
  t.same([living(nodes), givenUp(nodes)], [['b'], ['a']]);
  nodes = onBeat(nodes, 'a', 5_000);
  t.same([living(nodes), givenUp(nodes)], [['a', 'b'], []]);
});

t.test('a node that says farewell is neither living nor given up', async (t) => {
  const nodes = onFarewell(onBeat(NO_NODES, 'a', 0), 'a');
  t.same([living(nodes), givenUp(nodes)], [[], []]);
  t.same(givenUp(onFarewell(onEcho(onBeat(NO_NODES, 'a', 0), 60_000, 0), 'a')), []);
});

t.test('forgets after a while that a node was given up', async (t) => {
  const nodes = onEcho(onBeat(NO_NODES, 'a', 0), 60_000, 0);
  t.same(givenUp(onEcho(nodes, 600_000, 0)), ['a']);
  t.same(givenUp(onEcho(nodes, 660_000, 0)), []);
});

t.test('a node that could not hear gives no node up for beats that it missed', async (t) => {
  const nodes = onBeat(NO_NODES, 'a', 0);
  t.same(givenUp(onEcho(nodes, 60_000, 59_000)), [], 'it has heard again for a second');
  t.same(givenUp(onEcho(nodes, 59_001 + GIVE_UP_MS, 59_000)), ['a']);
});

t.test(
  'by the time a node is given up its own lease has ended, whatever stalls or is delayed before',
  async () => {
    const delayMs = fc.integer({ min: 0, max: 4_000 });
    const step = fc.record({ stillMs: delayMs, toItself: delayMs, toOther: delayMs });
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
        // A beats whenever it is not stalled. Its beats reach A itself and B; B's own beats come back at once.
        let at = 0;
        const beats = steps.map(({ stillMs, toItself, toOther }) => {
          at += BEAT_MS + stillMs;
          return { sentAt: at, echoAt: at + toItself, heardAt: at + toOther };
        });
        const end = at + 20_000;
        for (let now = 0; now < end; now += BEAT_MS / 2) {
          const heard = beats.filter(({ heardAt }) => heardAt <= now);
          if (heard.length === 0) continue;
          let nodes = NO_NODES;
          for (const { heardAt } of heard.toSorted((a, b) => a.heardAt - b.heardAt))
            nodes = onBeat(nodes, 'a', heardAt);
          const isGivenUp = givenUp(onEcho(nodes, now, 0)).includes('a');
          const came = beats.filter(({ echoAt }) => echoAt <= now).map(({ sentAt }) => sentAt);
          const confirmedAt = came.length === 0 ? null : Math.max(...came);
          // A beat that B has not heard yet may have come back to A. Only then may A be given up while its lease holds:
          // a server that delivers to one node and not to the other counts as unreachable.
          const unheard = beats.some(({ echoAt, heardAt }) => echoAt <= now && heardAt > now);
          if (isGivenUp && !unheard && leaseHolds(confirmedAt, now)) return false;
        }
        return true;
      }),
      { numRuns: casesOf(200) },
    );
  },
);

t.test('the clock continues while the machine sleeps, and never goes back', async (t) => {
  let monotonic = 0;
  let wall = 1_000_000;
  let boot = 50_000;
  const clock = createLeaseClock(
    () => monotonic,
    () => wall,
    () => boot,
  );
  const pass = (monotonicMs: number, wallMs: number, bootMs = monotonicMs): number => {
    monotonic += monotonicMs;
    wall += wallMs;
    boot += bootMs;
    return clock();
  };
  t.equal(pass(100, 100), 100);
  t.equal(pass(0, 60_000, 60_000), 60_100, 'suspended for a minute');
  t.equal(pass(100, -3_600_000), 60_200, 'the wall clock was set back');
  t.equal(pass(100, 3_600_000), 60_300, 'the wall clock was set forward');
  t.equal(pass(10, -3_600_000, 30_010), 90_310, 'suspended, and the wall clock set back meanwhile');
  t.equal(pass(5_000, 5_000), 95_310, 'stopped for five seconds');
  for (let look = 0; look < 1_000; look += 1) pass(0.1, look % 10 === 0 ? 1 : 0);
  t.ok(Math.abs(clock() - 95_410) < 1, 'coarse steps of the wall clock do not add up');
});
