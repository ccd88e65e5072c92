/** The state of an analysis, folded from its events: its progress, not its findings. */
import { assertNever } from '../../schemas/assert.js';
import type { AnalysisEvent } from './events.js';

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
}

export const initial = (): AnalysisState => ({
  prepared: null,
  requested: null,
  phase: 'none',
  dueMicrocredits: 0,
  analysisRunId: null,
});

export const evolve = (state: AnalysisState, event: AnalysisEvent<unknown>, _at: number): AnalysisState => {
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
      };
    }
    case 'analysis.settled':
      return { ...state, phase: 'over' };
    case 'analysis.repeated':
      return { ...state, analysisRunId: event.analysisRunId };
    default:
      return assertNever(event);
  }
};
