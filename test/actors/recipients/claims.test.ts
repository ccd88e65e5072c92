/** Claims of a block: what a closed or cancelled gate, a hold and a stale command do to them. */
import t from 'tap';
import type { RecipientsCommand } from '../../../actors/recipients/commands.js';
import { recipients } from '../../../actors/recipients/index.js';
import { CLAIMING, CLAIM as claim } from '../../support/actors/claimed-recipient.js';
import { fold } from '../../support/actors/fold.js';

const activity = { kind: 'call', id: 'c' } as const;
const gate = (seq: number, is: 'open' | 'closed' | 'cancelled', grantSeq = 1): RecipientsCommand => ({
  type: 'direct',
  gate: { seq, is },
  grant: { seq: grantSeq, count: 1 },
});

const claimed = () => {
  const block = fold(recipients);
  for (const command of CLAIMING) block.apply(command, 0);
  return block;
};
const statusOf = (block: ReturnType<typeof claimed>) => block.state.recipients.map(({ status }) => status);

t.test('a block is created once, and directions before that are dropped', async (t) => {
  const block = fold(recipients);
  t.same(block.apply(gate(1, 'open'), 0), []);
  t.equal(recipients.queries(block.state).get(), null);
  for (const command of CLAIMING) {
    block.apply(command, 0);
    t.same(block.apply(command, 1), [], `a repeated ${command.type}`);
  }
  t.match(recipients.queries(block.state).get(), { size: 1, eligible: 1 });
});

t.test('a closed gate releases what is only claimed, and leaves what is contacted', async (t) => {
  const waiting = claimed();
  waiting.apply(gate(1, 'closed'), 1);
  t.same(statusOf(waiting), ['pending']);
  t.notOk(recipients.queries(waiting.state).is_held(claim), 'the claim is stale');
  t.same(waiting.apply({ type: 'confirm', claim, activity }, 2), []);
  const active = claimed();
  active.apply({ type: 'confirm', claim, activity }, 1);
  active.apply(gate(1, 'closed'), 2);
  t.same(statusOf(active), ['active']);
  t.ok(recipients.queries(active.state).is_held(claim));
});

t.test('a cancelled gate cancels the waiting, and withdraws what is in flight', async (t) => {
  const block = claimed();
  const events = block.apply(gate(1, 'cancelled'), 1);
  t.match(events, [
    { type: 'recipients.gated' },
    { type: 'recipients.cancelled', indexes: [0], withdraw: [0] },
  ]);
  t.same(statusOf(block), ['cancelled']);
  t.same(block.apply(gate(0, 'open'), 2), [], 'an older direction changes nothing');
});

t.test('a hold keeps the recipient and its permit until it ends', async (t) => {
  const block = claimed();
  block.apply({ type: 'hold', claim, reason: 'credit', forMs: 5_000 }, 1_000);
  t.same(statusOf(block), ['pending']);
  t.same(block.timers(), { hold: 6_000 });
  const early = { commandId: 'early', at: 5_999, command: { type: 'timer_due', name: 'hold' } } as const;
  t.same(recipients.decide(block.state, early), [], 'not before');
  block.advance(6_000);
  t.match(block.state.recipients, [{ status: 'claimed', revision: 2, attempts: 0 }]);
  t.same(block.apply({ type: 'hold', claim, reason: 'credit', forMs: 5_000 }, 6_001), [], 'of a stale claim');
});

t.test('an attempt that found no line waits again without an attempt', async (t) => {
  const block = claimed();
  block.apply({ type: 'attempt_ended', claim, outcome: 'no_line' }, 1);
  t.match(block.state.recipients, [{ attempts: 0 }]);
  const active = claimed();
  active.apply({ type: 'confirm', claim, activity }, 1);
  active.apply({ type: 'attempt_ended', claim, outcome: 'no_line' }, 2);
  t.match(active.state.recipients, [{ status: 'failed', attempts: 1 }], 'once contacted it has failed');
});

t.test('a skipped recipient is finished, and a stale claim skips no recipient', async (t) => {
  const block = claimed();
  t.same(
    block.apply({ type: 'skip', claim: { index: 0, revision: 9 }, reason: 'communication_blocked' }, 1),
    [],
  );
  block.apply({ type: 'skip', claim, reason: 'communication_blocked' }, 2);
  t.same(statusOf(block), ['skipped']);
});

t.test('a report is owed until it is taken, and a message until it is handed over', async (t) => {
  const block = claimed();
  t.same(block.apply({ type: 'report_taken', report: 99 }, 1), []);
  t.same(block.apply({ type: 'handed_over', claim }, 1), [], 'nothing is handed over yet');
  block.apply({ type: 'skip', claim, reason: 'communication_blocked' }, 2);
  const owed = block.state.owedReport;
  t.match(owed, { finished: true, returned: 1 });
  block.apply({ type: 'report_taken', report: owed?.report ?? 0 }, 3);
  t.equal(block.state.owedReport, null);
});
