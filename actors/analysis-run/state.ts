/** An analysis run, folded from its events. */
import { assertNever } from '../../schemas/assert.js';
import type { AnalysisRunEvent } from './events.js';

export interface AnalysisRunState {
  readonly estimate: Omit<Extract<AnalysisRunEvent, { type: 'analysis_run.estimated' }>, 'type'> | null;
  readonly phase: 'estimated' | 'funding' | 'unfunded' | 'analysing' | 'settling' | 'over';
  /** How often it was confirmed. */
  readonly confirmations: number;
  readonly pages: number;
  readonly cursor: string | null;
  readonly analysed: number;
  readonly failed: number;
  /** Null until the run has ended. */
  readonly outcome: Extract<AnalysisRunEvent, { type: 'analysis_run.ended' }>['status'] | null;
}

export const initial = (): AnalysisRunState => ({
  estimate: null,
  phase: 'estimated',
  confirmations: 0,
  pages: 0,
  cursor: null,
  analysed: 0,
  failed: 0,
  outcome: null,
});

export const evolve = (state: AnalysisRunState, event: AnalysisRunEvent, _at: number): AnalysisRunState => {
  switch (event.type) {
    case 'analysis_run.estimated': {
      const { type: _type, ...estimate } = event;
      return { ...state, estimate };
    }
    case 'analysis_run.confirmed':
      return { ...state, phase: 'funding', confirmations: state.confirmations + 1 };
    case 'analysis_run.funded':
      return { ...state, phase: 'analysing' };
    case 'analysis_run.unfunded':
      return { ...state, phase: 'unfunded' };
    case 'analysis_run.page_analysed':
      return {
        ...state,
        pages: state.pages + 1,
        cursor: event.cursor,
        analysed: state.analysed + event.analysed,
        failed: state.failed + event.failures.length,
      };
    case 'analysis_run.ended':
      return { ...state, phase: 'settling', outcome: event.status };
    case 'analysis_run.settled':
      return { ...state, phase: 'over' };
    default:
      return assertNever(event);
  }
};
