/** Decisions of a summary run: a priced run (actors/priced-run/decide.ts), whose items are contacts. */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { confirms, countPage } from '../priced-run/decide.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { SummaryRunCommand } from './commands.js';
import type { SummaryRunEvent } from './events.js';
import { countsOf, priceOf, type SummaryRunState } from './state.js';

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
    case 'confirm': {
      if (state.estimate === null) throw new DomainError('summary_run_not_found');
      const { maxChargeMicrocredits } = command;
      const confirmation = { maxChargeMicrocredits, at, mismatch: 'summary_estimate_mismatch' } as const;
      const isFirst = confirms(state, priceOf(state.estimate), confirmation);
      return isFirst ? [{ type: 'summary.confirmed' }] : [];
    }
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

const pageAssessed = (
  state: SummaryRunState,
  { type: _type, abandoned, ...page }: Extract<SummaryRunCommand, { type: 'page_assessed' }>,
): readonly SummaryRunEvent[] => {
  if (state.estimate === null) return [];
  const worked = { ...page, ...countsOf(page.results), abandoned: abandoned === true };
  const counted = countPage(state, priceOf(state.estimate), worked);
  if (counted === null) return [];
  return [
    { type: 'summary.page_assessed', ...page },
    ...(counted.ended === null ? [] : [{ type: 'summary.ended', status: counted.ended } as const]),
  ];
};
