/** An analysis run, folded from its events. */
import { assertNever } from '../../schemas/assert.js';
import type { RunPrice } from '../priced-run/decide.js';
import { NO_PROGRESS, progressAfter, type RunProgress, type RunStep } from '../priced-run/progress.js';
import type { AnalysisRunEvent } from './events.js';

type Estimate = Omit<Extract<AnalysisRunEvent, { type: 'analysis_run.estimated' }>, 'type'>;

export interface AnalysisRunState extends RunProgress {
  readonly estimate: Estimate | null;
}

export const priceOf = ({ calls: items, priceMicrocredits, expiresAt }: Estimate): RunPrice => ({
  items,
  priceMicrocredits,
  expiresAt,
});

export const initial = (): AnalysisRunState => ({ estimate: null, ...NO_PROGRESS });

export const evolve = (state: AnalysisRunState, event: AnalysisRunEvent, _at: number): AnalysisRunState => {
  if (event.type !== 'analysis_run.estimated') return { ...state, ...progressAfter(state, stepOf(event)) };
  const { type: _type, ...estimate } = event;
  return { ...state, estimate };
};

const stepOf = (event: Exclude<AnalysisRunEvent, { type: 'analysis_run.estimated' }>): RunStep => {
  switch (event.type) {
    case 'analysis_run.confirmed':
      return { is: 'confirmed' };
    case 'analysis_run.funded':
      return { is: 'funded' };
    case 'analysis_run.unfunded':
      return { is: 'unfunded' };
    case 'analysis_run.page_analysed': {
      const { analysed: completed, failures, cursor } = event;
      return { is: 'page', completed, failed: failures.length, cursor };
    }
    case 'analysis_run.ended':
      return { is: 'ended', status: event.status };
    case 'analysis_run.settled':
      return { is: 'settled' };
    default:
      return assertNever(event);
  }
};
