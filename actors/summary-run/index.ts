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
import { decide, maxCharge } from './decide.js';
import { SUMMARY_RUN_EVENTS, type SummaryRunEvent } from './events.js';
import { evolve, initial, type SummaryRunState } from './state.js';

/** Effects of a summary run: reserve its charge, assess its pages, capture its charge. */
const effects = (state: SummaryRunState): Readonly<Record<string, SummaryRunEffect>> => {
  const { estimate, phase, confirmations, pages: page, cursor, assessed } = state;
  if (estimate === null) return {};
  const { campaignId, objective, priceMicrocredits } = estimate;
  switch (phase) {
    case 'funding':
      return { [`fund:${confirmations}`]: { kind: 'fund', microcredits: maxCharge(state) } };
    case 'assessing':
      return { [`assess:${page}`]: { kind: 'assess_page', campaignId, objective, page, cursor } };
    case 'settling':
      return { settle: { kind: 'settle_summary', microcredits: assessed * priceMicrocredits } };
    case 'estimated':
    case 'unfunded':
    case 'over':
      return {};
    default:
      return assertNever(phase);
  }
};

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
