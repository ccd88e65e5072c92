/**
 * An analysis: of one call when it has ended, or of one episode of a conversation that fell silent
 * (actors/conversation-analysis), and again with each run that includes it. It guarantees:
 *
 * A1. It is made once without a run, and nothing is sent to a model before the charge is reserved.
 * A2. A failed analysis costs nothing.
 * A3. A run's findings replace the former ones, and are recorded once.
 * A4. The campaign of a call receives what its recipient requested, once, also if the analysis failed. Runs report nothing.
 */
import type { Findings, FindingsFrom } from '../../schemas/analysis/call-analysis.js';
import { assertNever } from '../../schemas/assert.js';
import type { Actor, Envelope, NoQueries, TimerDue } from '../runtime/actor.js';
import type { AnalysisCommand, AnalysisEffect, AnalysisReplies } from './commands.js';
import { ANALYSIS_EVENTS, type AnalysisEvent, type AnalysisResult } from './events.js';
import { type AnalysisState, evolve, initial } from './state.js';

const decide = <Found>(
  { prepared, requested, phase, analysisRunId, owedReport }: AnalysisState,
  { command }: Envelope<AnalysisCommand<Found> | TimerDue>,
): readonly AnalysisEvent<Found>[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'prepare': {
      if (prepared !== null || requested !== null) return []; // A1
      const { agentId, episode, recipient } = command;
      return [
        {
          type: 'analysis.prepared',
          agentId,
          ...(episode === undefined ? {} : { episode }),
          ...(recipient === undefined ? {} : { recipient }),
        },
      ];
    }
    case 'request': {
      if (requested !== null) return []; // A1
      const { settings, settingsId, priceMicrocredits } = command;
      return [{ type: 'analysis.requested', settings, settingsId, priceMicrocredits }];
    }
    case 'fund_result':
      if (phase !== 'funding' || requested === null) return [];
      if (command.funded) return [{ type: 'analysis.funded' }];
      return [ended(requested.settingsId, { type: 'failed', failure: 'insufficient_credit' })];
    case 'analysed':
      if (phase !== 'reading' && phase !== 'analysing') return [];
      return [ended(requested?.settingsId ?? '', command.result)];
    case 'settle_result':
      return phase === 'settling'
        ? [{ type: 'analysis.settled', chargedMicrocredits: command.chargedMicrocredits }]
        : [];
    case 'report_taken':
      return owedReport === null ? [] : [{ type: 'analysis.reported' }]; // A4
    case 'repeat': {
      if (command.analysisRunId === analysisRunId) return []; // A3
      const { type: _type, ...repetition } = command;
      return [{ type: 'analysis.repeated', ...repetition }];
    }
    default:
      return assertNever(command);
  }
};

const ended = <Found>(settingsId: string, result: AnalysisResult<Found>): AnalysisEvent<Found> => ({
  type: 'analysis.ended',
  settingsId,
  result,
});

const effects = (state: AnalysisState): Readonly<Record<string, AnalysisEffect>> => {
  const recipient = state.prepared?.recipient;
  const requested = state.owedReport;
  return recipient === undefined || requested === null
    ? ownEffects(state)
    : { ...ownEffects(state), report: { kind: 'report_findings', recipient, requested } };
};

const ownEffects = ({
  prepared,
  requested,
  phase,
  dueMicrocredits,
}: AnalysisState): Readonly<Record<string, AnalysisEffect>> => {
  if (requested === null)
    return phase === 'reading' && prepared !== null
      ? { read: { kind: 'read_settings', agentId: prepared.agentId } }
      : {};
  const of = prepared?.episode === undefined ? {} : { episode: prepared.episode };
  switch (phase) {
    case 'funding':
      return { fund: { kind: 'fund_analysis', microcredits: requested.priceMicrocredits } };
    case 'analysing':
      return { analyse: { kind: 'analyse', settings: requested.settings, ...of } };
    case 'settling':
      return { settle: { kind: 'settle_analysis', microcredits: dueMicrocredits, ...of } };
    case 'none':
    case 'reading':
    case 'over':
      return {};
    default:
      return assertNever(phase);
  }
};

/** The actor of a kind of analyses, with what is found. */
export const analysisOf = <Found extends FindingsFrom<unknown>>(
  kind: string,
): Actor<
  AnalysisState,
  AnalysisCommand<Found>,
  AnalysisEvent<Found>,
  AnalysisEffect,
  AnalysisReplies,
  NoQueries
> => ({
  kind,
  events: ANALYSIS_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects,
  replies: { repeat: ({ analysisRunId }) => ({ analysisRunId }) },
  queries: () => ({}),
  stateVersion: 3,
});

/** The analysis of a call. */
export const analysis = analysisOf<Findings>('analysis');
