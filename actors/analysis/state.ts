/** The state of an analysis, folded from its events: its progress, not its findings. */
import type { FindingsFrom } from '../../schemas/analysis/call-analysis.js';
import { assertNever } from '../../schemas/assert.js';
import type { Requested } from './commands.js';
import type { AnalysisEvent, AnalysisResult } from './events.js';

export interface AnalysisState {
  /** Null: the end of the call requested no analysis, or an older build did. */
  readonly prepared: Omit<Extract<AnalysisEvent, { readonly type: 'analysis.prepared' }>, 'type'> | null;
  /** Null: the settings are not read yet. */
  readonly requested: Omit<Extract<AnalysisEvent, { readonly type: 'analysis.requested' }>, 'type'> | null;
  readonly phase: 'none' | 'reading' | 'funding' | 'analysing' | 'settling' | 'over';
  /** What a completed analysis costs; 0: it failed, or has not ended. */
  readonly dueMicrocredits: number;
  /** The latest run that has repeated it. */
  readonly analysisRunId: string | null;
  /** What the campaign of the call is yet to know; null: nothing. */
  readonly owedReport: Requested | null;
}

export const initial = (): AnalysisState => ({
  prepared: null,
  requested: null,
  phase: 'none',
  dueMicrocredits: 0,
  analysisRunId: null,
  owedReport: null,
});

export const evolve = (
  state: AnalysisState,
  event: AnalysisEvent<FindingsFrom<unknown>>,
  _at: number,
): AnalysisState => {
  switch (event.type) {
    case 'analysis.prepared': {
      const { type: _type, ...prepared } = event;
      return { ...state, phase: 'reading', prepared };
    }
    case 'analysis.requested': {
      const { type: _type, ...requested } = event;
      return { ...state, phase: 'funding', requested };
    }
    case 'analysis.funded':
      return { ...state, phase: 'analysing' };
    case 'analysis.ended': {
      const isCompleted = event.result.type === 'completed';
      return {
        ...state,
        // What was never reserved is not to be settled.
        phase: state.phase === 'analysing' ? 'settling' : 'over',
        dueMicrocredits: isCompleted ? (state.requested?.priceMicrocredits ?? 0) : 0,
        owedReport: state.prepared?.recipient === undefined ? null : requestedIn(event.result),
      };
    }
    case 'analysis.settled':
      return { ...state, phase: 'over' };
    case 'analysis.reported':
      return { ...state, owedReport: null };
    case 'analysis.repeated':
      return { ...state, analysisRunId: event.analysisRunId };
    default:
      return assertNever(event);
  }
};

const requestedIn = (result: AnalysisResult<FindingsFrom<unknown>>): Requested => {
  const requests = result.type === 'completed' ? result.findings.requests : [];
  const at = requests.find(({ request }) => request === 'call_back')?.at ?? null;
  return {
    callBackAt: at === null ? null : Date.parse(at),
    refusesContact: requests.some(({ request }) => request === 'no_contact'),
  };
};
