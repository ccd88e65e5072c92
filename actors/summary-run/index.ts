/** The summary-run actor: a campaign's contacts assessed one page after the other, paid for as far as it was done. */
import { assertNever } from '../../schemas/assert.js';
import { type Actor, defineActor } from '../runtime/actor.js';
import type { SummaryRunAnswer, SummaryRunCommand, SummaryRunEffect } from './commands.js';
import { decide, maxCharge } from './decide.js';
import { SUMMARY_RUN_EVENTS, type SummaryRunEvent } from './events.js';
import { evolve, initial, type SummaryRunState } from './state.js';

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

const statusOf = ({ phase, outcome }: SummaryRunState): SummaryRunAnswer['status'] => {
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

export const summaryRun: Actor<
  SummaryRunState,
  SummaryRunCommand,
  SummaryRunEvent,
  SummaryRunEffect,
  SummaryRunAnswer
> = defineActor({
  kind: 'summary-run',
  events: SUMMARY_RUN_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects,
  answer: (state) => ({
    exists: state.estimate !== null,
    campaignId: state.estimate?.campaignId ?? '',
    status: statusOf(state),
    funding: state.phase === 'funding',
    unfunded: state.phase === 'unfunded',
  }),
  snapshotEvery: 50,
  stateVersion: 2,
});
