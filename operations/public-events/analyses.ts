/** The public events of the analyses of calls. */
import { ANALYSIS_KIND, type AnalysisEvent, type AnalysisResult } from '../../actors/analysis/events.js';
import {
  analysisMessage,
  FAILED_OUTCOME,
  type FindingsFrom,
  outcomeOf,
} from '../../schemas/analysis/call-analysis.js';
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
        const { run, analysis } = analysed(event);
        return { id: `${facts.callId}:analyzed${run}`, fields: { analysis } };
      },
      toLive: (facts, event) => ({ ...facts, outcome: analysed(event).outcome }),
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

type Analysed<Found> = Extract<
  AnalysisEvent<Found>,
  { readonly type: 'analysis.ended' | 'analysis.repeated' }
>;

/** What subscribers learn of an analysis of a call or of a conversation. `run`: distinguishes the analyses of runs. */
export const analysed = <Found extends FindingsFrom<unknown>>(event: Analysed<Found>) => {
  const isRepeated = event.type === 'analysis.repeated';
  const result: AnalysisResult<Found> =
    event.type === 'analysis.ended' ? event.result : { type: 'completed', findings: event.findings };
  const isCompleted = result.type === 'completed';
  const outcome = isCompleted ? outcomeOf(result.findings) : FAILED_OUTCOME;
  return {
    run: isRepeated ? `:${event.analysisRunId}` : '',
    outcome,
    analysis: {
      ...outcome,
      findings: isCompleted ? result.findings : null,
      failure: isCompleted ? null : { code: result.failure, message: analysisMessage(result.failure) },
      analysisRunId: isRepeated ? event.analysisRunId : null,
    },
  };
};
