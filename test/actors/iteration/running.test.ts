/** A run of a campaign: what may be done when, and how its blocks share the lines. */
import t from 'tap';
import type { IterationCommand } from '../../../actors/iteration/commands.js';
import { iteration } from '../../../actors/iteration/index.js';
import type { CallWindow } from '../../../schemas/campaigns/call-window.js';
import { settledSettings } from '../../../schemas/campaigns/iteration-settings.js';
import { fold } from '../../support/actors/fold.js';

const create = (window: CallWindow | null = null, startAt: number | null = null): IterationCommand => ({
  type: 'create',
  campaignId: 'k',
  campaignName: 'K',
  ordinal: 1,
  channel: 'voice',
  agentId: 'a',
  settings: settledSettings(window === null ? {} : { window }),
  audience: {
    contactIds: [],
    categoryIds: [],
    excludeContactIds: [],
    fromIterationIds: [],
    outcomes: [],
    recommendedBySummaryRunId: null,
  },
  startAt,
});
const act = (action: 'start' | 'pause' | 'cancel'): IterationCommand => ({ type: 'act', action });
const load = (block: number, eligible: number, cursor: string | null = null): IterationCommand => ({
  type: 'block_loaded',
  block,
  size: eligible,
  eligible,
  cursor,
});
const report = (
  block: number,
  number: number,
  facts: {
    readonly returned?: number;
    readonly wanted?: number;
    readonly finished?: boolean;
    readonly grantSeq?: number;
  },
): IterationCommand => ({
  type: 'block_report',
  block,
  report: { report: number, returned: 0, wanted: 0, finished: false, grantSeq: 1, ...facts },
});

/** A run after these commands, one a millisecond. */
const after = (...commands: readonly IterationCommand[]) => {
  const run = fold(iteration);
  for (const [at, command] of commands.entries()) run.apply(command, at);
  return run;
};

t.test(
  'nothing may be done with a run that does not exist, and a repeated creation changes nothing',
  async (t) => {
    t.throws(() => after(act('start')), { code: 'iteration_not_found' });
    t.throws(() => iteration.queries(after().state).get(), { code: 'iteration_not_found' });
    t.same(after(create()).apply(create(), 5), []);
  },
);

t.test('a run is started, paused, resumed and cancelled', async (t) => {
  const run = after(create());
  t.throws(() => run.apply(act('pause'), 1), { code: 'iteration_not_started' });
  run.apply(act('start'), 2);
  t.same(run.apply(act('start'), 3), [], 'a repetition changes nothing');
  t.match(run.state, { status: 'running', gate: { is: 'open' } });
  run.apply(act('pause'), 4);
  t.same(run.apply(act('pause'), 5), []);
  t.match(run.state, { status: 'paused', gate: { is: 'closed', reason: 'status' } });
  run.apply(act('start'), 6);
  t.match(run.state, { status: 'running', gate: { is: 'open' } });
  run.apply(act('cancel'), 7);
  t.same(run.apply(act('cancel'), 8), []);
  t.match(run.state, { status: 'cancelling', gate: { is: 'cancelled' } });
  t.throws(() => run.apply(act('start'), 9), { code: 'iteration_ended' });
  run.apply(load(0, 0), 10);
  t.match(iteration.queries(run.state).get(), { status: 'cancelled', audienceReady: true });
  t.throws(() => run.apply(act('cancel'), 11), { code: 'iteration_ended' });
});

t.test('a scheduled run starts at its time', async (t) => {
  const run = after(create(null, 10_000));
  t.same(run.timers(), { start: 10_000 });
  run.advance(9_999);
  t.equal(run.state.status, 'scheduled');
  const early = { commandId: 'early', at: 9_999, command: { type: 'timer_due', name: 'start' } } as const;
  t.same(iteration.decide(run.state, early), [], 'an early timer starts nothing');
  run.advance(10_000);
  t.equal(run.state.status, 'running');
});

t.test('a run ends once, when its whole audience is in blocks and each is finished', async (t) => {
  const run = after(create(), act('start'), load(0, 1, 'next'), report(0, 1, { finished: true }));
  t.equal(run.state.status, 'running', 'more of the audience follows');
  t.same(run.apply(load(0, 5), 5), [], 'a block that is loaded twice counts once');
  run.apply(load(1, 2), 6);
  t.equal(run.state.status, 'running');
  t.same(run.apply(load(2, 5), 7), [], 'nothing follows the end of the audience');
  run.apply(report(1, 1, { finished: true }), 8);
  t.equal(run.state.status, 'completed');
});

t.test('lines are counted every five seconds, and again when the run resumes', async (t) => {
  const run = after(create(), act('start'), { type: 'size', permits: 4 });
  t.same(run.timers(), { size: 5_002 });
  t.same(run.apply({ type: 'size', permits: 9 }, 100), [], 'no count is awaited');
  t.equal(run.state.permits, 4);
  run.advance(5_002);
  t.equal(run.state.sizeAt, null);
  run.apply({ type: 'size', permits: 9 }, 5_100);
  t.equal(run.state.permits, 9);
  run.apply(act('pause'), 5_200);
  t.same(run.timers(), {}, 'a paused run counts no lines');
});

t.test('blocks share the permits, and none holds more than there are', async (t) => {
  const run = after(create(), act('start'), load(0, 200, 'next'), load(1, 200), {
    type: 'size',
    permits: 70,
  });
  t.same(
    run.state.blocks.map(({ permits, wanted }) => [permits, wanted]),
    [
      [50, 150],
      [20, 180],
    ],
  );
  run.apply({ type: 'block_directed', block: 0, gate: { seq: 1, is: 'open' }, grantSeq: 1 }, 10);
  t.equal(run.state.blocks[0]?.permits, 50, 'there are no more');
  run.apply(report(1, 1, { returned: 20, wanted: 0 }), 11);
  t.same(
    run.state.blocks.map(({ permits }) => permits),
    [70, 0],
    'returned permits go to the block that has received its last grant',
  );
  t.same(run.apply(report(1, 1, { returned: 20 }), 12), [], 'a repeated report returns nothing again');
  t.same(run.apply(report(7, 1, {}), 13), [], 'a block that does not exist');
});

t.test('permits under way when a block reported are not wanted twice', async (t) => {
  const run = after(create(), act('start'), load(0, 200), { type: 'size', permits: 60 });
  run.apply(report(0, 1, { wanted: 200, grantSeq: 0 }), 10);
  t.equal(run.state.blocks[0]?.wanted, 150, 'the grant of 50 had not arrived');
});

t.test('the report of a block that is not known here yet is sent again', async (t) => {
  const run = after(create(), act('start'));
  t.throws(() => run.apply(report(0, 1, {}), 5), { code: 'not_ready' });
});

t.test('outside of its window a run places no calls, and continues when it opens', async (t) => {
  const window: CallWindow = { timezone: 'UTC', days: ['mon'], start: '09:00', end: '10:00' };
  const opensAt = Date.parse('2026-01-05T09:00:00Z');
  const run = fold(iteration);
  run.apply(create(window), opensAt - 60_000);
  run.apply(act('start'), opensAt - 60_000);
  t.match(run.state, { status: 'running', gate: { is: 'closed', reason: 'window' } });
  run.apply({ type: 'size', permits: 5 }, opensAt - 50_000);
  t.same(run.timers(), { size: opensAt });
  run.advance(opensAt);
  t.match(run.state.gate, { is: 'open', reason: 'status' });
  const closesAt = opensAt + 3_600_000;
  run.apply({ type: 'size', permits: 5 }, closesAt - 1_000);
  t.same(run.timers(), { size: closesAt }, 'sooner than five seconds');
  run.advance(closesAt);
  t.match(run.state.gate, { is: 'closed', reason: 'window' });
});
