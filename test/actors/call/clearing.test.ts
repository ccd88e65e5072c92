/** When a call may be placed, and when it may not. */
import t from 'tap';
import { CLEARANCE_MS } from '../../../actors/call/clearing.js';
import type { CallEvent } from '../../../actors/call/events.js';
import { call } from '../../../actors/call/index.js';
import { fold } from '../../support/actors/fold.js';
import { CLEARED, START } from './call-script.js';

t.test(
  'a call that a rule refuses ends for its reason, is never placed, and lists the rules it met',
  async (t) => {
    const folded = fold(call);
    folded.apply(START, 0);
    const rules = [
      { rule: 'suppression', result: 'refused', code: 'suppressed', allowedFrom: null },
      { rule: 'destination', result: 'passed' },
    ] as const;
    const result = { outcome: 'refused', reason: 'suppressed', rules } as const;
    t.match(folded.apply({ type: 'clear_result', result }, 5), [
      { type: 'call.ended', status: 'cancelled', endedBy: 'system', endReason: 'suppressed', rules },
    ]);
    t.same(folded.apply(CLEARED, 6), []);
    t.same(folded.effects(), ['settle'], 'its line and its credit are returned');
  },
);

t.test('an expired clearance places no call', async (t) => {
  const folded = fold(call);
  folded.apply(START, 0);
  t.match(folded.apply(CLEARED, CLEARANCE_MS + 1), [{ type: 'call.ended', endReason: 'internal' }]);
});

t.test('continues a call of an older build that has a line and is not placed', async (t) => {
  const older: readonly CallEvent[] = [
    {
      type: 'call.accepted',
      agent: START.agent,
      callee: START.callee,
      campaign: {
        campaignId: 'k',
        campaignName: 'K',
        iterationId: 'i',
        block: 0,
        claim: { index: 0, revision: 1 },
      },
      carrier: 'loopback',
      reservedBlocks: 1,
    },
    { type: 'call.line_leased' },
  ];
  const state = older.reduce(
    (before, event) => call.evolve(before, event, 0),
    call.initial({ kind: 'call', business: 'b1', id: 'c1' }),
  );
  t.match(call.effects(state), { clear: { kind: 'clear', to: '+14155550123', campaign: { block: 0 } } });
  const placed = call.decide(state, { commandId: 'c', at: 1, command: CLEARED });
  t.match(placed, [{ type: 'call.placing', carrier: 'loopback' }]);
});

t.test('a suppression ends a call that is not placed, and a later clearance changes nothing', async (t) => {
  const folded = fold(call);
  folded.apply(START, 0);
  t.match(folded.apply({ type: 'order_suppression', hangUp: false }, 1), [
    { type: 'call.ended', status: 'cancelled', endReason: 'suppressed' },
  ]);
  t.same(folded.apply(CLEARED, 2), [], 'its clearance comes too late');
  t.match(call.queries(folded.state).ordered(), { standing: 'not_placed', placingAt: null });
  t.match(call.effects(folded.state), {
    settle: { returnsClearance: '+14155550123', outcome: 'suppressed' },
  });
});

t.test('tries no other carrier for a call against which a suppression was ordered', async (t) => {
  const folded = fold(call);
  folded.apply({ ...START, standIns: ['telnyx'] }, 0);
  folded.apply(CLEARED, 1);
  t.match(folded.apply({ type: 'order_suppression', hangUp: false }, 2), [
    { type: 'call.suppression_ordered' },
  ]);
  t.match(call.queries(folded.state).ordered(), { standing: 'placing', placingAt: 1 });
  const refused = { outcome: 'refused', reason: 'carrier_failed' } as const;
  t.match(folded.apply({ type: 'placement_result', result: refused }, 3), [
    { type: 'call.ended', status: 'failed', endReason: 'carrier_failed' },
  ]);
});

t.test('a suppression with a hang-up ends a call that is at the carrier', async (t) => {
  const folded = fold(call);
  folded.apply(START, 0);
  folded.apply(CLEARED, 0);
  folded.apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }, 100);
  t.same(call.queries(folded.state).ordered().standing, 'at_carrier');
  t.match(folded.apply({ type: 'order_suppression', hangUp: true }, 200), [
    { type: 'call.suppression_ordered' },
    { type: 'call.hangup_requested', by: 'system', reason: 'suppressed' },
    { type: 'call.hangup_due' },
  ]);
  t.same(folded.apply({ type: 'order_suppression', hangUp: true }, 300), [], 'only once');
  t.match(call.effects(folded.state), { 'hang_up:1': {} });
});
