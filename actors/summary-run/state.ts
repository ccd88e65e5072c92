/** A summary run, folded from its events: its progress, not its findings. */
import { assertNever } from '../../schemas/assert.js';
import type { RunPrice } from '../priced-run/decide.js';
import { NO_PROGRESS, progressAfter, type RunProgress, type RunStep } from '../priced-run/progress.js';
import type { ContactAssessment, SummaryRunEvent } from './events.js';

type Estimate = Omit<Extract<SummaryRunEvent, { type: 'summary.estimated' }>, 'type'>;

export interface SummaryRunState extends RunProgress {
  readonly estimate: Estimate | null;
}

export const priceOf = ({ contacts: items, priceMicrocredits, expiresAt }: Estimate): RunPrice => ({
  items,
  priceMicrocredits,
  expiresAt,
});

/** How many contacts of a page were assessed, and how many were not. */
export const countsOf = (results: readonly ContactAssessment[]) => {
  const completed = results.filter(({ assessment }) => assessment !== null).length;
  return { completed, failed: results.length - completed };
};

export const initial = (): SummaryRunState => ({ estimate: null, ...NO_PROGRESS });

export const evolve = (state: SummaryRunState, event: SummaryRunEvent, _at: number): SummaryRunState => {
  if (event.type !== 'summary.estimated') return { ...state, ...progressAfter(state, stepOf(event)) };
  const { type: _type, ...estimate } = event;
  return { ...state, estimate };
};

const stepOf = (event: Exclude<SummaryRunEvent, { type: 'summary.estimated' }>): RunStep => {
  switch (event.type) {
    case 'summary.confirmed':
      return { is: 'confirmed' };
    case 'summary.funded':
      return { is: 'funded' };
    case 'summary.unfunded':
      return { is: 'unfunded' };
    case 'summary.page_assessed':
      return { is: 'page', ...countsOf(event.results), cursor: event.cursor };
    case 'summary.ended':
      return { is: 'ended', status: event.status };
    case 'summary.settled':
      return { is: 'settled' };
    default:
      return assertNever(event);
  }
};
