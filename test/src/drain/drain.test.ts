/** The drain of a node: its effects on the node and on queued calls. */
import { pino } from 'pino';
import { Registry } from 'prom-client';
import t from 'tap';
import { createDrain, type Drain } from '../../../src/drain/drain.js';
import type { Look } from '../../../src/drain/drain-state.js';
import { until } from '../../../testkit/until.js';

const NOTHING: Look = { sessions: 0, calls: 0, hasSuccessor: false };

/** A node whose clock and calls the test controls. */
const startNode = (drainMs = 600_000) => {
  const registry = new Registry();
  const lines: Record<string, unknown>[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const steps: string[] = [];
  let at = 0;
  let look: Look | Error = { ...NOTHING, sessions: 1, calls: 1 };
  const drain: Drain = createDrain({ drainMs, now: () => at, registry, logger });
  const run = drain.run({
    leave: () => void steps.push('leave'),
    look: async () => {
      if (look instanceof Error) throw look;
      return look;
    },
    handOver: async () => void steps.push('hand over'),
  });
  const gauge = async (name: string): Promise<number> =>
    (await registry.getSingleMetric(name)?.get())?.values[0]?.value ?? Number.NaN;
  return {
    drain,
    run,
    done: steps,
    gauge,
    events: () => lines.map(({ event }) => event),
    pass: (ms: number) => {
      at += ms;
    },
    see: (seen: Partial<Look> | Error) => {
      look = seen instanceof Error ? seen : { ...NOTHING, ...seen };
    },
  };
};

t.test('a single node waits for its calls, reports that, and holds queued calls', async (t) => {
  const node = startNode();
  const placing = new AbortController();
  t.equal(node.drain.notReady(), null);
  t.equal(await node.drain.untilPlacementAllowed(placing.signal), true, 'while it serves');
  t.equal(await node.gauge('parley_draining'), 0);
  node.drain.request('SIGTERM', false);
  t.match(node.drain.notReady(), { code: 'draining', refuses: { what: 'calls', as: 'not_ready' } });
  t.ok(node.drain.isDraining());
  const queued = node.drain.untilPlacementAllowed(placing.signal);
  await until('its call is counted', async () => (await node.gauge('parley_drain_calls')) === 1);
  t.match(node.drain.notReady(), { message: /live calls \(1\).*at the latest in 600 seconds/ });
  node.see({});
  t.equal(await node.run, 'drained');
  placing.abort();
  t.equal(await queued, false, 'the queued call is left to the next process');
  t.same(node.done, ['leave']);
  t.same(node.events(), ['service.stop_requested', 'service.draining', 'service.drained']);
  t.equal(await node.gauge('parley_draining'), 1);
});

t.test('a successor gets the calls, and queued calls are placed', async (t) => {
  const node = startNode();
  node.see({ sessions: 1, calls: 1, hasSuccessor: true });
  node.drain.request('SIGTERM', false);
  t.equal(await node.drain.untilPlacementAllowed(new AbortController().signal), true);
  t.match(node.drain.notReady(), { code: 'draining', refuses: null });
  node.pass(3_000);
  await until('the hand-over', () => node.done.includes('hand over'));
  node.see({ sessions: 0, calls: 1, hasSuccessor: true });
  t.equal(await node.run, 'drained');
  t.same(node.done, ['leave', 'hand over'], 'once');
});

t.test('a second request stops the node at once, even while it cannot see its calls', async (t) => {
  const node = startNode();
  node.see(new Error('the views are away'));
  node.drain.request('SIGTERM', false);
  await until('a failed look', () => node.events().includes('service.drain_look_failed'));
  node.pass(1_000);
  node.drain.request('SIGTERM', false);
  t.equal(await node.run, 'hurried');
});

t.test('the deadline ends the drain', async (t) => {
  const node = startNode(5_000);
  node.drain.request('SIGTERM', false);
  node.pass(5_000);
  t.equal(await node.run, 'deadline');
  t.match(node.events().at(-1), 'service.drained');
});
