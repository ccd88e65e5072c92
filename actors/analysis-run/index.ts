/**
 * A run that analyses ended calls or silent conversations again, page by page: a priced run (actors/priced-run/decide.ts).
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { confirms, countPage, workOf } from '../priced-run/decide.js';
import { standingOf } from '../priced-run/progress.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import type {
  AnalysisRunCommand,
  AnalysisRunDetails,
  AnalysisRunEffect,
  AnalysisRunQueries,
  AnalysisRunReplies,
} from './commands.js';
import { ANALYSIS_RUN_EVENTS, type AnalysisRunEvent } from './events.js';
import { type AnalysisRunState, evolve, initial, priceOf } from './state.js';

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
    case 'confirm': {
      if (state.estimate === null) throw new DomainError('analysis_run_not_found');
      const { maxChargeMicrocredits } = command;
      const confirmation = { maxChargeMicrocredits, at, mismatch: 'analysis_estimate_mismatch' } as const;
      const isFirst = confirms(state, priceOf(state.estimate), confirmation);
      return isFirst ? [{ type: 'analysis_run.confirmed' }] : [];
    }
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

const pageAnalysed = (
  state: AnalysisRunState,
  { type: _type, abandoned, ...page }: Extract<AnalysisRunCommand, { type: 'page_analysed' }>,
): readonly AnalysisRunEvent[] => {
  if (state.estimate === null) return [];
  const worked = {
    ...page,
    completed: page.analysed,
    failed: page.failures.length,
    abandoned: abandoned === true,
  };
  const counted = countPage(state, priceOf(state.estimate), worked);
  if (counted === null) return [];
  return [
    { type: 'analysis_run.page_analysed', ...page },
    ...(counted.ended === null ? [] : [{ type: 'analysis_run.ended', status: counted.ended } as const]),
  ];
};

const effects = (state: AnalysisRunState): Readonly<Record<string, AnalysisRunEffect>> => {
  const { estimate } = state;
  const work = estimate === null ? null : workOf(state, priceOf(estimate));
  if (estimate === null || work === null) return {};
  switch (work.is) {
    case 'fund':
      return { [`fund:${work.attempt}`]: { kind: 'fund_run', microcredits: work.microcredits } };
    case 'page': {
      const { agentId, from, to, what, filter, settings, settingsId, priceMicrocredits } = estimate;
      const { page, limit, cursor } = work;
      return {
        [`analyse:${page}`]: {
          kind: 'analyse_page',
          of: {
            agentId,
            from,
            to,
            ...(what === undefined ? {} : { what }),
            ...(filter === undefined ? {} : { filter }),
          },
          settings,
          settingsId,
          priceMicrocredits,
          page,
          limit,
          cursor,
        },
      };
    }
    case 'settle':
      return { settle: { kind: 'settle_run', microcredits: work.microcredits } };
    default:
      return assertNever(work);
  }
};

const details = (state: AnalysisRunState): AnalysisRunDetails => {
  if (state.estimate === null) throw new DomainError('analysis_run_not_found');
  return { agentId: state.estimate.agentId, ...standingOf(state) };
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
  stateVersion: 2,
};
