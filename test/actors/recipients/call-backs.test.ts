/** A block waits for what its calls are found to request, and calls back once for each request. */
import t from 'tap';
import { FINDINGS_MS } from '../../../actors/recipients/call-backs.js';
import type { RecipientsCommand } from '../../../actors/recipients/commands.js';
import type { Work } from '../../../actors/recipients/events.js';
import { recipients } from '../../../actors/recipients/index.js';
import { CLAIM, CLAIMING } from '../../support/actors/claimed-recipient.js';
import { fold } from '../../support/actors/fold.js';

const DAY_MS = 86_400_000;
const LIMITS = { max: 1, withinMs: 3 * DAY_MS };
const findings = (
  callBackAt: number | null,
  { refusesContact = false, claim = CLAIM } = {},
): RecipientsCommand => ({ type: 'findings', claim, callBackAt, refusesContact });
const CALL = { kind: 'call', id: 'c' } as const;

/** A block whose recipient was called and answered at 10. */
const answered = ({
  callBacks = LIMITS,
  awaitsFindings = true,
  maxRetries = 0,
}: {
  callBacks?: Work['callBacks'] | null;
  awaitsFindings?: boolean;
  maxRetries?: number;
} = {}) => {
  const block = fold(recipients);
  for (const command of CLAIMING) {
    const work = command.type === 'create' ? { ...command.work, maxRetries } : null;
    if (command.type === 'create' && work !== null)
      block.apply({ ...command, work: callBacks == null ? work : { ...work, callBacks } }, 0);
    else block.apply(command, 0);
  }
  block.apply({ type: 'confirm', claim: CLAIM, activity: CALL }, 1);
  block.apply({ type: 'attempt_ended', claim: CLAIM, outcome: 'completed', awaitsFindings }, 10);
  return block;
};
const grant = (seq: number): RecipientsCommand => ({
  type: 'direct',
  gate: { seq: 0, is: 'open' },
  grant: { seq, count: 1 },
});
const take = (block: ReturnType<typeof answered>, at: number): void => {
  const report = block.state.owedReport?.report;
  if (report !== undefined) block.apply({ type: 'report_taken', report }, at);
};

t.test('a block waits for the findings only if calls are analysed and it makes call-backs', async (t) => {
  t.match(answered().state.owedReport, { finished: false });
  t.match(answered({ awaitsFindings: false }).state.owedReport, { finished: true });
  const without = answered({ callBacks: null });
  t.match(without.state.owedReport, { finished: true });
  t.same(without.apply(findings(5_000), 20), []);
});

t.test('the wait for the findings has an end', async (t) => {
  const block = answered();
  take(block, 11);
  t.same(block.timers(), { wait: 10 + FINDINGS_MS });
  block.advance(9 + FINDINGS_MS);
  t.equal(block.state.recipients[0]?.findingsUntil, 10 + FINDINGS_MS, 'not before');
  block.advance(10 + FINDINGS_MS);
  t.match(block.state.owedReport, { finished: true });
  t.same(block.apply(findings(DAY_MS), 11 + FINDINGS_MS), [], 'findings that come later lead to nothing');
});

t.test('a requested call-back is claimed at its time, and a repeated report plans no other', async (t) => {
  const block = answered();
  take(block, 11);
  block.apply(findings(DAY_MS), 20);
  t.match(block.state.recipients, [
    { status: 'retry_wait', retryAt: DAY_MS, callBacks: 1, callBack: { plannedAt: 20 } },
  ]);
  t.same(block.apply(findings(DAY_MS), 21), [], 'the report is repeated');
  t.same(block.apply(findings(2 * DAY_MS), 22), [], 'a second report about the same call');
  take(block, 23);
  block.advance(DAY_MS - 1);
  t.match(block.state.recipients, [{ status: 'retry_wait' }], 'not before');
  block.advance(DAY_MS);
  block.apply(grant(2), DAY_MS + 1);
  const claim = { index: 0, revision: 2 };
  t.match(block.state.recipients, [{ status: 'claimed', revision: 2 }]);
  t.match(recipients.effects(block.state)['dispatch:0:2'], { kind: 'dispatch', callBackPlannedAt: 20 });
  block.apply({ type: 'confirm', claim, activity: CALL }, DAY_MS + 2);
  t.match(block.state.recipients, [{ status: 'active', attempts: 2, callBack: null }]);
  block.apply({ type: 'attempt_ended', claim, outcome: 'completed', awaitsFindings: true }, DAY_MS + 9);
  t.match(block.state.recipients, [{ status: 'completed', findingsUntil: null }], 'no second call-back');
});

t.test('a call-back has the retries of the settings to itself', async (t) => {
  const block = answered({ maxRetries: 1 });
  block.apply(findings(DAY_MS), 20);
  take(block, 21);
  take(block, 21);
  block.advance(DAY_MS);
  block.apply(grant(2), DAY_MS + 1);
  for (const [revision, at] of [
    [2, DAY_MS + 2],
    [3, DAY_MS + 70_000],
  ] as const) {
    const claim = { index: 0, revision };
    t.match(block.state.recipients, [{ status: 'claimed', revision }]);
    block.apply({ type: 'confirm', claim, activity: CALL }, at);
    block.apply({ type: 'attempt_ended', claim, outcome: 'no_answer' }, at + 1);
    take(block, at + 2);
    block.advance(at + 60_001);
    take(block, at + 60_002);
    block.apply(grant(revision + 1), at + 60_003);
  }
  t.match(block.state.recipients, [{ status: 'no_answer', attempts: 3 }]);
});

t.test('what the settings or the customer rule out is declined with the reason', async (t) => {
  const events = (command: RecipientsCommand) => answered().apply(command, 20).slice(0, 1);
  t.same(events(findings(20 + 3 * DAY_MS + 1)), [
    { type: 'recipient.findings_noted', index: 0, callBackAt: 20 + 3 * DAY_MS + 1, declined: 'too_late' },
  ]);
  t.match(events(findings(20 + 3 * DAY_MS)), [{ type: 'recipient.call_back_planned' }], 'on the last day');
  t.match(events(findings(DAY_MS, { refusesContact: true })), [{ declined: 'no_contact' }]);
  t.match(events(findings(null)), [{ type: 'recipient.findings_noted', declined: null }]);
  t.same(events(findings(DAY_MS, { claim: { index: 0, revision: 2 } })), [], 'of another claim');
});

t.test('a time that has passed is followed at once', async (t) => {
  const block = answered();
  block.apply(findings(15), 20);
  t.match(block.state.recipients, [{ retryAt: 1_020 }]);
});

t.test('a call-back is dropped after its last day, also if the clock steps over all of it', async (t) => {
  const block = answered();
  block.apply(findings(DAY_MS), 20);
  take(block, 21);
  take(block, 21);
  const dueAt = (at: number) =>
    recipients.decide(block.state, { commandId: 'due', at, command: { type: 'timer_due', name: 'retry' } });
  t.match(dueAt(9 * DAY_MS), [
    { type: 'recipient.call_back_dropped', reason: 'too_late' },
    { type: 'recipients.reported', report: { finished: true } },
  ]);
  t.same(dueAt(5), [], 'nothing is due when the clock steps back');
  block.advance(DAY_MS);
  block.advance(9 * DAY_MS);
  t.match(block.state.recipients, [{ status: 'completed', callBack: null, retryAt: null }]);
});

t.test('while the campaign is paused a call-back waits until its last day', async (t) => {
  const block = answered();
  block.apply(findings(DAY_MS), 20);
  block.apply({ type: 'direct', gate: { seq: 1, is: 'closed' }, grant: { seq: 2, count: 1 } }, 30);
  block.advance(2 * DAY_MS);
  t.match(block.state.recipients, [{ status: 'retry_wait', retryAt: null }], 'due, and not claimed');
  block.advance(3 * DAY_MS + 20);
  t.match(block.state.recipients, [{ status: 'completed' }]);
});

t.test('what cannot be called back keeps the outcome of its call', async (t) => {
  const block = answered();
  block.apply(findings(DAY_MS), 20);
  take(block, 21);
  take(block, 21);
  block.advance(DAY_MS);
  block.apply(grant(2), DAY_MS + 1);
  block.apply({ type: 'skip', claim: { index: 0, revision: 2 }, reason: 'contact_blocked' }, DAY_MS + 2);
  t.match(block.state.recipients, [{ status: 'completed', callBack: null }]);
});

t.test('cancelling ends every wait, and withdraws a call-back that is claimed', async (t) => {
  const cancel = { type: 'direct', gate: { seq: 1, is: 'cancelled' }, grant: { seq: 9, count: 0 } } as const;
  const awaiting = answered();
  awaiting.apply(cancel, 20);
  t.match(awaiting.state.recipients, [{ status: 'completed', findingsUntil: null }]);
  t.same(awaiting.apply(findings(DAY_MS), 21), []);
  const planned = answered();
  planned.apply(findings(DAY_MS), 20);
  planned.apply(cancel, 30);
  t.match(planned.state.recipients, [{ status: 'completed', callBack: null }]);
  const claimed = answered();
  claimed.apply(findings(DAY_MS), 20);
  take(claimed, 21);
  take(claimed, 21);
  claimed.advance(DAY_MS);
  claimed.apply(grant(2), DAY_MS + 1);
  claimed.apply(cancel, DAY_MS + 2);
  t.match(claimed.state.recipients, [{ status: 'completed' }]);
  t.same(claimed.state.withdrawals, [{ index: 0, revision: 2 }]);
});
