/** The summary-run actor: assesses a campaign's contacts page by page, and charges only completed assessments. */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor } from '../runtime/actor.js';
import type {
  SummaryRunCommand,
  SummaryRunDetails,
  SummaryRunEffect,
  SummaryRunQueries,
  SummaryRunReplies,
} from './commands.js';
import { decide } from './decide.js';
import { effects } from './effects.js';
import { SUMMARY_RUN_EVENTS, type SummaryRunEvent } from './events.js';
import { evolve, initial, type SummaryRunState } from './state.js';

const statusOf = ({ phase, outcome }: SummaryRunState): SummaryRunDetails['status'] => {
  switch (phase) {
    case 'estimated':
    case 'unfunded':
      return 'estimated';
    case 'funding':
    case 'assessing':
    case 'settling':
      return 'running';
    case 'over':
      return outcome ?? 'partial';
    default:
      return assertNever(phase);
  }
};

const details = (state: SummaryRunState): SummaryRunDetails => {
  const { estimate, phase } = state;
  if (estimate === null) throw new DomainError('summary_run_not_found');
  return {
    campaignId: estimate.campaignId,
    status: statusOf(state),
    funding: phase === 'funding',
    unfunded: phase === 'unfunded',
  };
};

export const summaryRun: Actor<
  SummaryRunState,
  SummaryRunCommand,
  SummaryRunEvent,
  SummaryRunEffect,
  SummaryRunReplies,
  SummaryRunQueries
> = {
  kind: 'summary-run',
  events: SUMMARY_RUN_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects,
  replies: { confirm: details },
  queries: (state) => ({ get: () => details(state) }),
  snapshotEvery: 50,
  stateVersion: 2,
};
