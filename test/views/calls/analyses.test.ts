/** The outcome of an analysed call is shown with it, in whatever order the views learn of the two. */
import t from 'tap';
import type { AnalysisEvent } from '../../../actors/analysis/events.js';
import type { CallReviewEvent } from '../../../actors/call-review/events.js';
import type { Findings } from '../../../schemas/analysis/call-analysis.js';
import { NO_ANALYSIS_SETTINGS } from '../../../schemas/analysis/settings.js';
import type { RunFilter } from '../../../schemas/calls/filters.js';
import { accepted, ended, turn } from '../journal.js';
import { openViews } from '../store-support.js';

const FINDINGS: Findings = {
  summary: 'A table.',
  sentiment: 'mixed',
  requests: [{ request: 'call_back', at: null, evidence: [{ turn: 0, atMs: 10 }] }],
  criteria: [{ key: 'booked', verdict: 'not_met', reason: 'No.', evidence: [] }],
  fields: [],
};
const requested: AnalysisEvent = {
  type: 'analysis.requested',
  settings: NO_ANALYSIS_SETTINGS,
  settingsId: 's1',
  priceMicrocredits: 2_000,
};
const completed: AnalysisEvent = {
  type: 'analysis.ended',
  settingsId: 's1',
  result: { type: 'completed', findings: FINDINGS },
};
const failed: AnalysisEvent = {
  type: 'analysis.ended',
  settingsId: 's1',
  result: { type: 'failed', failure: 'model_failed' },
};
const settled: AnalysisEvent = { type: 'analysis.settled', chargedMicrocredits: 2_000 };
const OUTCOME = { status: 'completed', success: false, sentiment: 'mixed', requests: ['call_back'] };
const page = { limit: 10, cursor: null };

t.test('a call has its outcome, also if its analysis was read first', async (t) => {
  const { store, show } = await openViews(t);
  await show('call', 'b1', 'c1', [accepted()], 1_000);
  await show('analysis', 'b1', 'c1', [requested], 2_000);
  t.match(store.call('b1', 'c1'), {
    call: { outcome: { status: 'running' } },
    analysis: { status: 'running' },
  });
  await show('analysis', 'b1', 'c1', [completed, settled], 3_000);
  await show('analysis', 'b1', 'c2', [requested, completed], 3_000);
  await show('call', 'b1', 'c2', [accepted()], 4_000);
  for (const id of ['c1', 'c2']) t.same(store.call('b1', id)?.call.outcome, OUTCOME, id);
  t.match(store.call('b1', 'c1')?.analysis, {
    success: false,
    findings: FINDINGS,
    analyzedAt: '1970-01-01T00:00:03.000Z',
    chargedMicrocredits: 2_000,
  });
  const idsOf = (filter: Parameters<typeof store.calls>[2]) =>
    store.calls('b1', page, filter).items.map(({ id }) => id);
  t.same(idsOf({ success: false, sentiment: 'mixed', request: 'call_back' }), ['c2', 'c1']);
  t.same(idsOf({ success: true }), []);
  t.same(idsOf({ request: 'human' }), []);
  t.same(store.call('b1', 'c1')?.call.id, 'c1');
});

t.test('a failed analysis states its reason, and keeps what an earlier one found', async (t) => {
  const { store, show } = await openViews(t);
  await show('call', 'b1', 'c1', [accepted()], 1_000);
  await show('analysis', 'b1', 'c1', [requested, failed], 2_000);
  t.match(store.call('b1', 'c1')?.analysis, {
    status: 'failed',
    findings: null,
    failure: { code: 'model_failed', message: /Analyse the call again/ },
  });
  const repeated: AnalysisEvent = {
    type: 'analysis.repeated',
    analysisRunId: 'r1',
    settingsId: 's2',
    findings: FINDINGS,
    chargedMicrocredits: 2_000,
  };
  await show('analysis', 'b1', 'c1', [repeated], 3_000);
  t.match(store.call('b1', 'c1')?.analysis, { status: 'completed', failure: null, analysisRunId: 'r1' });
  t.same(store.call('b1', 'c1')?.call.outcome, OUTCOME);
});

t.test('a run finds ended calls in which the customer spoke and that it has not analysed', async (t) => {
  const { store, show } = await openViews(t);
  const said = turn('t1', { speaker: 'customer' });
  await show('call', 'b1', 'silent', [accepted(), ended('completed')], 1_000);
  await show('call', 'b1', 'live', [accepted(), said], 1_000);
  for (const [index, id] of ['c1', 'c2', 'c3'].entries())
    await show('call', 'b1', id, [accepted(), said, ended('completed')], 2_000 + index);
  await show('analysis', 'b1', 'c1', [requested, completed], 5_000);
  const event = accepted();
  if (event.type !== 'call.accepted') throw new Error('unexpected type of event');
  const { agentId } = event.agent;
  const calls = { agentId, from: 0, to: 9_000, settingsId: 's1', analysisRunId: 'r1' };
  t.equal(store.countCallsToAnalyse('b1', calls, 10), 2);
  t.equal(store.countCallsToAnalyse('b1', calls, 1), 1, 'at most the limit');
  t.equal(store.countCallsToAnalyse('b1', { ...calls, settingsId: 's2' }, 10), 3, 'with other settings');
  t.equal(store.countCallsToAnalyse('b1', { ...calls, from: 2_002 }, 10), 1);
  t.same(store.callsToAnalyse('b1', calls, null, 1), [{ callId: 'c3', isDone: false }]);
  t.same(store.callsToAnalyse('b1', calls, 'c3', 9), [{ callId: 'c2', isDone: false }]);
  const repeated: AnalysisEvent = {
    type: 'analysis.repeated',
    analysisRunId: 'r1',
    settingsId: 's1',
    findings: FINDINGS,
    chargedMicrocredits: 2_000,
  };
  await show('analysis', 'b1', 'c2', [repeated], 6_000);
  t.same(store.callsToAnalyse('b1', calls, 'c3', 9), [{ callId: 'c2', isDone: true }], 'by the run itself');
});

t.test(
  'a run over some calls keeps those that it has analysed, whatever their outcome is then',
  async (t) => {
    const { store, show } = await openViews(t);
    const said = turn('t1', { speaker: 'customer' });
    for (const [index, id] of ['c1', 'c2', 'c3'].entries())
      await show('call', 'b1', id, [accepted(), said, ended('completed')], 2_000 + index);
    const tagged: CallReviewEvent = { type: 'review.tagged', added: ['later'], removed: [] };
    for (const id of ['c1', 'c2']) await show('call-review', 'b1', id, [tagged], 3_000);
    await show('analysis', 'b1', 'c1', [requested, completed], 5_000);
    await show('analysis', 'b1', 'c2', [requested, failed], 5_000);
    const event = accepted();
    if (event.type !== 'call.accepted') throw new Error('unexpected type of event');
    const { agentId } = event.agent;
    const calls = { agentId, from: 0, to: 9_000, settingsId: 's2', analysisRunId: 'r1' };
    const idsOf = (filter: RunFilter) =>
      store.callsToAnalyse('b1', { ...calls, filter }, null, 9).map(({ callId, isDone }) => [callId, isDone]);
    t.same(idsOf({}), [
      ['c3', false],
      ['c2', false],
      ['c1', false],
    ]);
    t.same(idsOf({ tag: 'later' }), [
      ['c2', false],
      ['c1', false],
    ]);
    t.same(idsOf({ analysis: 'failed', status: 'completed' }), [['c2', false]]);
    t.same(idsOf({ success: false, sentiment: 'mixed', request: 'call_back' }), [['c1', false]]);
    t.equal(store.countCallsToAnalyse('b1', { ...calls, filter: { tag: 'later' } }, 9), 2);
    t.equal(store.countCallsToAnalyse('b2', { ...calls, filter: { tag: 'later' } }, 9), 0);
    const repeated: AnalysisEvent = {
      type: 'analysis.repeated',
      analysisRunId: 'r1',
      settingsId: 's2',
      findings: FINDINGS,
      chargedMicrocredits: 2_000,
    };
    await show('analysis', 'b1', 'c2', [repeated], 6_000);
    t.same(idsOf({ analysis: 'failed' }), [['c2', true]], 'a page that is read again is complete');
  },
);
