/** A summary run, folded from its events: its progress, not its findings. */
import { assertNever } from '../../schemas/assert.js';
import type { SummaryRunEvent } from './events.js';

type Phase = 'estimated' | 'funding' | 'unfunded' | 'assessing' | 'settling' | 'over';

export interface SummaryRunState {
  readonly estimate: Omit<Extract<SummaryRunEvent, { type: 'summary.estimated' }>, 'type'> | null;
  readonly phase: Phase;
  /** How often it was confirmed. */
  readonly confirmations: number;
  readonly pages: number;
  readonly cursor: string | null;
  readonly assessed: number;
  readonly failed: number;
  /** Null until the run has ended. */
  readonly outcome: Extract<SummaryRunEvent, { type: 'summary.ended' }>['status'] | null;
}

export const initial = (): SummaryRunState => ({
  estimate: null,
  phase: 'estimated',
  confirmations: 0,
  pages: 0,
  cursor: null,
  assessed: 0,
  failed: 0,
  outcome: null,
});

export const evolve = (state: SummaryRunState, event: SummaryRunEvent, _at: number): SummaryRunState => {
  switch (event.type) {
    case 'summary.estimated': {
      const { type: _type, ...estimate } = event;
      return { ...state, estimate };
    }
    case 'summary.confirmed':
      return { ...state, phase: 'funding', confirmations: state.confirmations + 1 };
    case 'summary.funded':
      return { ...state, phase: 'assessing' };
    case 'summary.unfunded':
      return { ...state, phase: 'unfunded' };
    case 'summary.page_assessed': {
      const succeeded = event.results.filter(({ assessment }) => assessment !== null).length;
      return {
        ...state,
        pages: state.pages + 1,
        cursor: event.cursor,
        assessed: state.assessed + succeeded,
        failed: state.failed + event.results.length - succeeded,
      };
    }
    case 'summary.ended':
      return { ...state, phase: 'settling', outcome: event.status };
    case 'summary.settled':
      return { ...state, phase: 'over' };
    default:
      return assertNever(event);
  }
};
