/**
 * A run that analyses ended calls again, page by page. It guarantees:
 *
 * N1. Nothing is analysed before exactly the estimated charge is confirmed and reserved.
 * N2. A page counts once, no more calls are analysed than were estimated, and only completed analyses are charged.
 * N3. A run that leaves a call without an analysis ends as partial.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import type {
  AnalysisRunCommand,
  AnalysisRunDetails,
  AnalysisRunEffect,
  AnalysisRunQueries,
  AnalysisRunReplies,
} from './commands.js';
import { ANALYSIS_RUN_EVENTS, type AnalysisRunEvent } from './events.js';
import { type AnalysisRunState, evolve, initial } from './state.js';

/** Calls per commit; the model analyses all of them concurrently. */
const PAGE = 20;

/** The most that a run can cost, microcredits. */
const maxCharge = ({ estimate }: AnalysisRunState): number =>
  estimate === null ? 0 : estimate.calls * estimate.priceMicrocredits;

const decide = (
  state: AnalysisRunState,
  { command, at }: Envelope<AnalysisRunCommand | TimerDue>,
): readonly AnalysisRunEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'estimate': {
      const { type: _type, ...facts } = command;
      return state.estimate === null ? [{ type: 'analysis_run.estimated', ...facts }] : [];
    }
    case 'confirm':
      return confirm(state, command.maxChargeMicrocredits, at);
    case 'fund_result':
      if (state.phase !== 'funding') return [];
      return [{ type: command.funded ? 'analysis_run.funded' : 'analysis_run.unfunded' }];
    case 'page_analysed':
      return pageAnalysed(state, command);
    case 'settle_result':
      return state.phase === 'settling'
        ? [{ type: 'analysis_run.settled', chargedMicrocredits: command.chargedMicrocredits }]
        : [];
    default:
      return assertNever(command);
  }
};

/** N1 */
const confirm = (
  state: AnalysisRunState,
  maxChargeMicrocredits: number,
  at: number,
): readonly AnalysisRunEvent[] => {
  if (state.estimate === null) throw new DomainError('analysis_run_not_found');
  if (maxChargeMicrocredits !== maxCharge(state)) throw new DomainError('analysis_estimate_mismatch');
  if (state.phase !== 'estimated' && state.phase !== 'unfunded') return [];
  if (at >= state.estimate.expiresAt) throw new DomainError('analysis_estimate_mismatch');
  return [{ type: 'analysis_run.confirmed' }];
};

/** N2, N3 */
const pageAnalysed = (
  state: AnalysisRunState,
  { page, analysed, failures, cursor, abandoned }: Extract<AnalysisRunCommand, { type: 'page_analysed' }>,
): readonly AnalysisRunEvent[] => {
  if (state.phase !== 'analysing' || page !== state.pages || state.estimate === null) return [];
  const done: AnalysisRunEvent = { type: 'analysis_run.page_analysed', page, analysed, failures, cursor };
  const failed = state.failed + failures.length;
  const isFull = state.analysed + analysed + failed >= state.estimate.calls;
  if (cursor !== null && !isFull) return [done];
  const isComplete = failed === 0 && abandoned !== true;
  return [done, { type: 'analysis_run.ended', status: isComplete ? 'completed' : 'partial' }];
};

const effects = (state: AnalysisRunState): Readonly<Record<string, AnalysisRunEffect>> => {
  const { estimate, phase, confirmations, pages: page, cursor, analysed, failed } = state;
  if (estimate === null) return {};
  const { agentId, from, to, settings, settingsId, priceMicrocredits, calls } = estimate;
  switch (phase) {
    case 'funding':
      return { [`fund:${confirmations}`]: { kind: 'fund_run', microcredits: maxCharge(state) } };
    case 'analysing':
      return {
        [`analyse:${page}`]: {
          kind: 'analyse_page',
          of: { agentId, from, to },
          settings,
          settingsId,
          priceMicrocredits,
          page,
          limit: Math.min(PAGE, calls - analysed - failed),
          cursor,
        },
      };
    case 'settling':
      return { settle: { kind: 'settle_run', microcredits: analysed * priceMicrocredits } };
    case 'estimated':
    case 'unfunded':
    case 'over':
      return {};
    default:
      return assertNever(phase);
  }
};

const statusOf = ({ phase, outcome }: AnalysisRunState): AnalysisRunDetails['status'] => {
  switch (phase) {
    case 'estimated':
    case 'unfunded':
      return 'estimated';
    case 'funding':
    case 'analysing':
    case 'settling':
      return 'running';
    case 'over':
      return outcome ?? 'partial';
    default:
      return assertNever(phase);
  }
};

const details = (state: AnalysisRunState): AnalysisRunDetails => {
  const { estimate, phase } = state;
  if (estimate === null) throw new DomainError('analysis_run_not_found');
  return {
    agentId: estimate.agentId,
    status: statusOf(state),
    funding: phase === 'funding',
    unfunded: phase === 'unfunded',
  };
};

export const analysisRun: Actor<
  AnalysisRunState,
  AnalysisRunCommand,
  AnalysisRunEvent,
  AnalysisRunEffect,
  AnalysisRunReplies,
  AnalysisRunQueries
> = {
  kind: 'analysis-run',
  events: ANALYSIS_RUN_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects,
  replies: { confirm: details },
  queries: (state) => ({ get: () => details(state) }),
  snapshotEvery: 50,
};
