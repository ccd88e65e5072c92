/**
 * The analysis of one call: once when the call has ended, and again with each run that includes it. It guarantees:
 *
 * A1. The end of a call is analysed once, and nothing is sent to a model before the charge is reserved.
 * A2. A failed analysis costs nothing.
 * A3. A run's findings replace the former ones, and are recorded once.
 */
import { assertNever } from '../../schemas/assert.js';
import type { Actor, Envelope, NoQueries, TimerDue } from '../runtime/actor.js';
import type { AnalysisCommand, AnalysisEffect, AnalysisReplies } from './commands.js';
import { ANALYSIS_EVENTS, type AnalysisEvent } from './events.js';
import { type AnalysisState, evolve, initial } from './state.js';

const decide = (
  { agentId, requested, phase, analysisRunId }: AnalysisState,
  { command }: Envelope<AnalysisCommand | TimerDue>,
): readonly AnalysisEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'prepare':
      if (agentId !== null || requested !== null) return []; // A1
      return [{ type: 'analysis.prepared', agentId: command.agentId }];
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
    case 'repeat': {
      if (command.analysisRunId === analysisRunId) return []; // A3
      const { settingsId, findings, chargedMicrocredits } = command;
      return [
        {
          type: 'analysis.repeated',
          analysisRunId: command.analysisRunId,
          settingsId,
          findings,
          chargedMicrocredits,
        },
      ];
    }
    default:
      return assertNever(command);
  }
};

const ended = (
  settingsId: string,
  result: Extract<AnalysisEvent, { readonly type: 'analysis.ended' }>['result'],
): AnalysisEvent => ({ type: 'analysis.ended', settingsId, result });

const effects = ({
  agentId,
  requested,
  phase,
  dueMicrocredits,
}: AnalysisState): Readonly<Record<string, AnalysisEffect>> => {
  if (requested === null)
    return phase === 'reading' && agentId !== null ? { read: { kind: 'read_settings', agentId } } : {};
  switch (phase) {
    case 'funding':
      return { fund: { kind: 'fund_analysis', microcredits: requested.priceMicrocredits } };
    case 'analysing':
      return { analyse: { kind: 'analyse', settings: requested.settings } };
    case 'settling':
      return { settle: { kind: 'settle_analysis', microcredits: dueMicrocredits } };
    case 'none':
    case 'reading':
    case 'over':
      return {};
    default:
      return assertNever(phase);
  }
};

export const analysis: Actor<
  AnalysisState,
  AnalysisCommand,
  AnalysisEvent,
  AnalysisEffect,
  AnalysisReplies,
  NoQueries
> = {
  kind: 'analysis',
  events: ANALYSIS_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects,
  replies: { repeat: ({ analysisRunId }) => ({ analysisRunId }) },
  queries: () => ({}),
  stateVersion: 2,
};
