/** The public events of the analyses of calls. */
import { ANALYSIS_KIND, type AnalysisEvent, type AnalysisResult } from '../../actors/analysis/events.js';
import { analysisMessage, type CallOutcome, successOf } from '../../schemas/analysis/call-analysis.js';
import type { CallFacts } from '../../views/calls/index.js';
import { subjectOfCall } from './calls.js';
import { publicEventsOf, type Subject } from './public-event.js';
import { publicSource } from './source.js';

const publicEvent = publicEventsOf<AnalysisEvent, Subject<CallFacts>>();

const EVENTS = [
  publicEvent(
    ['analysis.ended', 'analysis.repeated'],
    'The call was analysed after its end or by a run, or could not be analysed.',
    {
      webhook: 'voice.call.analyzed',
      live: 'call.analyzed',
      toWebhook: ({ facts }, event) => {
        const result = resultOf(event);
        const run = event.type === 'analysis.repeated' ? `:${event.analysisRunId}` : '';
        return {
          id: `${facts.callId}:analyzed${run}`,
          fields: {
            analysis: {
              ...outcomeOf(result),
              findings: result.type === 'completed' ? result.findings : null,
              failure:
                result.type === 'failed'
                  ? { code: result.failure, message: analysisMessage(result.failure) }
                  : null,
              analysisRunId: event.type === 'analysis.repeated' ? event.analysisRunId : null,
            },
          },
        };
      },
      toLive: (facts, event) => ({ ...facts, outcome: outcomeOf(resultOf(event)) }),
    },
  ),
];

export const ANALYSES = publicSource<Subject<CallFacts>>({
  kind: ANALYSIS_KIND,
  reaction: 'webhooks-analyses',
  topic: 'calls',
  subjectOf: subjectOfCall,
  events: EVENTS,
  gathered: null,
});

const resultOf = (
  event: Extract<AnalysisEvent, { readonly type: 'analysis.ended' | 'analysis.repeated' }>,
): AnalysisResult =>
  event.type === 'analysis.ended' ? event.result : { type: 'completed', findings: event.findings };

const outcomeOf = (result: AnalysisResult): CallOutcome => {
  if (result.type === 'failed') return { status: 'failed', success: null, sentiment: null, requests: [] };
  const { findings } = result;
  return {
    status: 'completed',
    success: successOf(findings),
    sentiment: findings.sentiment,
    requests: findings.requests.map(({ request }) => request),
  };
};
