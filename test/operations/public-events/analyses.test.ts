/** What subscribers and open pages receive about the analyses of calls. */
import t from 'tap';
import type { AnalysisEvent } from '../../../actors/analysis/events.js';
import { ANALYSES } from '../../../operations/public-events/analyses.js';
import type { Findings } from '../../../schemas/analysis/call-analysis.js';
import type { CallFacts } from '../../../views/calls/index.js';
import { publishedBy } from '../../support/public-events.js';

const idOf = (digit: number): string => `7b0f3c86-3a53-4d4c-9a42-00000000000${digit}`;
const CALL: CallFacts = {
  callId: idOf(1),
  agentId: idOf(2),
  contactId: null,
  calleeNumber: '+14155550101',
  campaignId: null,
  iterationId: null,
};
const published = publishedBy(ANALYSES, { callFacts: () => CALL }, CALL.callId);
const webhookEvents = (event: AnalysisEvent) => published.webhookEvents(event, { seq: 1, at: 1 });
const liveEvent = (event: AnalysisEvent) => published.liveEvent(event, 1);

const verdict = (key: string, is: 'met' | 'not_met' | 'unknown') => ({
  key,
  verdict: is,
  reason: 'So it was.',
  evidence: [],
});
const FINDINGS: Findings = {
  summary: 'They agreed.',
  sentiment: 'positive',
  criteria: [verdict('sold', 'met')],
  fields: [],
  requests: [{ request: 'call_back', at: null, evidence: [] }],
};

t.test(
  'a completed analysis is published with its findings, and its success as the criteria say',
  async (t) => {
    for (const [criteria, success] of [
      [[verdict('sold', 'met')], true],
      [[verdict('sold', 'met'), verdict('polite', 'not_met')], false],
      [[verdict('sold', 'met'), verdict('polite', 'unknown')], null],
      [[], null],
    ] as const) {
      const findings = { ...FINDINGS, criteria: [...criteria] };
      const event: AnalysisEvent = {
        type: 'analysis.ended',
        settingsId: idOf(3),
        result: { type: 'completed', findings },
      };
      const outcome = { status: 'completed', success, sentiment: 'positive', requests: ['call_back'] };
      t.match(webhookEvents(event), [
        {
          eventId: `${CALL.callId}:analyzed`,
          eventType: 'voice.call.analyzed',
          payload: {
            callId: CALL.callId,
            analysis: { ...outcome, findings, failure: null, analysisRunId: null },
          },
        },
      ]);
      t.match(liveEvent(event), { callId: CALL.callId, outcome });
    }
  },
);

t.test('a failed analysis says why, and has no findings', async (t) => {
  const event: AnalysisEvent = {
    type: 'analysis.ended',
    settingsId: idOf(3),
    result: { type: 'failed', failure: 'insufficient_credit' },
  };
  const outcome = { status: 'failed', success: null, sentiment: null, requests: [] };
  t.match(webhookEvents(event), [
    {
      payload: {
        analysis: {
          ...outcome,
          findings: null,
          failure: { code: 'insufficient_credit', message: /Buy credit/ },
        },
      },
    },
  ]);
  t.match(liveEvent(event), { outcome });
});

t.test('an analysis by a run is an event of its own', async (t) => {
  const event: AnalysisEvent = {
    type: 'analysis.repeated',
    analysisRunId: idOf(4),
    settingsId: idOf(3),
    findings: FINDINGS,
    chargedMicrocredits: 5,
  };
  t.match(webhookEvents(event), [
    {
      eventId: `${CALL.callId}:analyzed:${idOf(4)}`,
      payload: { analysis: { status: 'completed', success: true, analysisRunId: idOf(4) } },
    },
  ]);
  t.same(webhookEvents({ type: 'analysis.funded' }), [], 'its other steps are internal');
});
