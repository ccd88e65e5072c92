/**
 * Decisions of a summary run. It guarantees:
 *
 * S1. Nothing is assessed before exactly the estimated charge is confirmed and reserved.
 * S2. A page of contacts counts once, and the final charge covers only completed assessments.
 * S3. A run that leaves a contact without an assessment ends as partial.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { SummaryRunCommand } from './commands.js';
import type { SummaryRunEvent } from './events.js';
import type { SummaryRunState } from './state.js';

/** The most that a run can cost, microcredits. */
export const maxCharge = ({ estimate }: SummaryRunState): number =>
  estimate === null ? 0 : estimate.contacts * estimate.priceMicrocredits;

export const decide = (
  state: SummaryRunState,
  { command, at }: Envelope<SummaryRunCommand | TimerDue>,
): readonly SummaryRunEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'estimate': {
      const { type: _type, ...facts } = command;
      return state.estimate === null ? [{ type: 'summary.estimated', ...facts }] : [];
    }
    case 'confirm':
      return confirm(state, command.maxChargeMicrocredits, at);
    case 'fund_result':
      if (state.phase !== 'funding') return [];
      return [{ type: command.funded ? 'summary.funded' : 'summary.unfunded' }];
    case 'page_assessed':
      return pageAssessed(state, command);
    case 'settle_result':
      return state.phase === 'settling'
        ? [{ type: 'summary.settled', chargedMicrocredits: command.chargedMicrocredits }]
        : [];
    default:
      return assertNever(command);
  }
};

/** S1 */
const confirm = (
  state: SummaryRunState,
  maxChargeMicrocredits: number,
  at: number,
): readonly SummaryRunEvent[] => {
  if (state.estimate === null) throw new DomainError('summary_run_not_found');
  if (maxChargeMicrocredits !== maxCharge(state)) throw new DomainError('summary_estimate_mismatch');
  if (state.phase !== 'estimated' && state.phase !== 'unfunded') return [];
  if (at >= state.estimate.expiresAt) throw new DomainError('summary_estimate_mismatch');
  return [{ type: 'summary.confirmed' }];
};

/** S2, S3 */
const pageAssessed = (
  state: SummaryRunState,
  { page, results, cursor, abandoned }: Extract<SummaryRunCommand, { type: 'page_assessed' }>,
): readonly SummaryRunEvent[] => {
  if (state.phase !== 'assessing' || page !== state.pages) return [];
  const assessed: SummaryRunEvent = { type: 'summary.page_assessed', page, results, cursor };
  if (cursor !== null) return [assessed];
  const failed = state.failed + results.filter(({ assessment }) => assessment === null).length;
  const isComplete = failed === 0 && abandoned !== true;
  return [assessed, { type: 'summary.ended', status: isComplete ? 'completed' : 'partial' }];
};
