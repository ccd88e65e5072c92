/** The summary-run actor: assesses a campaign's contacts page by page, and charges only completed assessments. */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { workOf } from '../priced-run/decide.js';
import { standingOf } from '../priced-run/progress.js';
import type { Actor } from '../runtime/actor.js';
import type {
  SummaryRunCommand,
  SummaryRunDetails,
  SummaryRunEffect,
  SummaryRunQueries,
  SummaryRunReplies,
} from './commands.js';
import { decide } from './decide.js';
import { SUMMARY_RUN_EVENTS, type SummaryRunEvent } from './events.js';
import { evolve, initial, priceOf, type SummaryRunState } from './state.js';

/** Effects of a summary run: reserve its charge, assess its pages, capture its charge. */
const effects = (state: SummaryRunState): Readonly<Record<string, SummaryRunEffect>> => {
  const { estimate } = state;
  const work = estimate === null ? null : workOf(state, priceOf(estimate));
  if (estimate === null || work === null) return {};
  switch (work.is) {
    case 'fund':
      return { [`fund:${work.attempt}`]: { kind: 'fund', microcredits: work.microcredits } };
    case 'page': {
      const { campaignId, objective } = estimate;
      const { page, limit, cursor } = work;
      return { [`assess:${page}`]: { kind: 'assess_page', campaignId, objective, page, limit, cursor } };
    }
    case 'settle':
      return { settle: { kind: 'settle_summary', microcredits: work.microcredits } };
    default:
      return assertNever(work);
  }
};

const details = (state: SummaryRunState): SummaryRunDetails => {
  if (state.estimate === null) throw new DomainError('summary_run_not_found');
  return { campaignId: state.estimate.campaignId, ...standingOf(state) };
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
  stateVersion: 3,
};
