/** Recipients that may not be contacted yet: they wait with a timer, without a permit, and hold up no others. */
import t from 'tap';
import { recipients } from '../../../actors/recipients/index.js';
import { fold } from '../../support/actors/fold.js';

const HOUR = 3_600_000;
const link = { campaignId: 'k', campaignName: 'K', iterationId: 'i', block: 0 };
const work = {
  channel: 'voice' as const,
  agentId: 'a',
  messageText: null,
  templateName: null,
  maxRetries: 1,
  retryDelayMs: 60_000,
};

const start = (count: number, permits: number) => {
  const folded = fold(recipients, 'i-0');
  const members = Array.from({ length: count }, (_, n) => ({ contactId: `c${n}`, skip: null }));
  folded.apply({ type: 'create', link, work, members, cursor: null }, 0);
  const gate = { seq: 0, is: 'open' as const };
  folded.apply({ type: 'direct', gate, grant: { seq: 1, count: permits } }, 0);
  const postpone = (index: number, until: number, at = 0) => {
    const revision = folded.state.recipients[index]?.revision ?? 0;
    return folded.apply({ type: 'postpone', claim: { index, revision }, reason: 'quiet_hours', until }, at);
  };
  const statuses = () => folded.state.recipients.map(({ status }) => status);
  return { folded, postpone, statuses };
};

t.test('the permit of a recipient that has to wait goes to the next one at once', async (t) => {
  const { postpone, statuses } = start(3, 1);
  t.same(statuses(), ['claimed', 'pending', 'pending']);
  postpone(0, HOUR);
  t.same(statuses(), ['retry_wait', 'claimed', 'pending']);
  postpone(1, HOUR);
  t.same(statuses(), ['retry_wait', 'retry_wait', 'claimed']);
});

t.test('permits go back while all wait; one timer is set, for the earliest of them', async (t) => {
  const { folded, postpone, statuses } = start(2, 2);
  postpone(0, 3 * HOUR);
  postpone(1, HOUR);
  t.same(statuses(), ['retry_wait', 'retry_wait']);
  t.equal(folded.timers().retry, HOUR);
  const report = folded.state.owedReport;
  t.match(report, { returned: 1, wanted: 0, finished: false }, 'the first permit goes back');
  folded.apply({ type: 'report_taken', report: report?.report ?? 0 }, 1);
  t.match(folded.state.owedReport, { returned: 1, finished: false }, 'then the other permit');
  folded.apply({ type: 'report_taken', report: folded.state.owedReport?.report ?? 0 }, 2);
  t.same(folded.effects(), [], 'nothing is owed while they wait');
  folded.advance(HOUR);
  t.match(folded.state.owedReport, { wanted: 1 }, 'a permit is wanted once contact is allowed');
  const gate = { seq: 0, is: 'open' as const };
  folded.apply({ type: 'direct', gate, grant: { seq: 2, count: 1 } }, HOUR);
  t.same(statuses(), ['retry_wait', 'claimed'], 'only the recipient that is allowed');
  t.match(folded.state.recipients[1], { attempts: 0, retryAt: null });
});

t.test('a lost claim postpones nothing, and a contacted recipient is not postponed', async (t) => {
  const { folded, postpone } = start(1, 1);
  const claim = { index: 0, revision: 1 };
  t.same(
    folded.apply(
      { type: 'postpone', claim: { index: 0, revision: 7 }, reason: 'attempts_exceeded', until: HOUR },
      1,
    ),
    [],
  );
  folded.apply({ type: 'confirm', claim, activity: { kind: 'call', id: 'x' } }, 2);
  t.same(postpone(0, HOUR, 3), []);
});

t.test('a time in the past does not make the block spin', async (t) => {
  const { folded, postpone } = start(1, 1);
  postpone(0, 5, 1_000);
  t.equal(folded.timers().retry, 2_000);
});

t.test('a recipient that was tried waits for its next try; cancelling ends every wait', async (t) => {
  const { folded, postpone, statuses } = start(2, 1);
  folded.apply({ type: 'confirm', claim: { index: 0, revision: 1 }, activity: { kind: 'call', id: 'x' } }, 1);
  folded.apply({ type: 'attempt_ended', claim: { index: 0, revision: 1 }, outcome: 'busy' }, 2);
  folded.advance(70_000);
  const index = statuses().indexOf('claimed');
  postpone(index, HOUR, 70_000);
  t.ok(folded.state.recipients.some(({ status, retryAt }) => status !== 'claimed' && retryAt === HOUR));
  folded.apply({ type: 'direct', gate: { seq: 1, is: 'cancelled' }, grant: { seq: 1, count: 1 } }, 80_000);
  t.same(new Set(statuses()), new Set(['cancelled']));
  t.equal(folded.timers().retry, undefined);
});
