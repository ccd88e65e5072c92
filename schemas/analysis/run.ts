/** Runs that analyse ended calls or silent conversations of an agent again, with the price first. */
import { type Static, Type } from 'typebox';
import { RunFilters } from '../calls/filters.js';
import { AgentId, AnalysisRunId, BusinessId, Charged, MaxCharge } from '../fields.js';
import { Count, closed, DateTime, described, literals, nullable } from '../shapes.js';

/** How long an estimate can be confirmed, ms. */
export const ANALYSIS_ESTIMATE_MS = 60 * 60_000;
/** Calls of one run. */
export const MAX_ANALYSED_CALLS = 10_000;

export const AnalysisRunRequest = Type.Union([
  Type.Object(
    {
      businessId: BusinessId,
      mode: Type.Literal('estimate', { description: 'Compute the price first: nothing is charged.' }),
      of: Type.Optional(
        literals(['calls', 'conversations'], { description: 'What is analysed. Default: calls.' }),
      ),
      from: Type.Optional(
        described(
          DateTime,
          'Calls that were created, or conversations whose latest message was sent, at or after this time. Default: no limit.',
        ),
      ),
      to: Type.Optional(
        described(
          DateTime,
          'Calls that were created, or conversations whose latest message was sent, before this time. Default: no limit.',
          '2026-03-09T00:00:00.000Z',
        ),
      ),
      filter: Type.Optional(RunFilters),
    },
    closed,
  ),
  Type.Object(
    {
      businessId: BusinessId,
      mode: Type.Literal('confirm', { description: 'Start the run of an estimate.' }),
      analysisRunId: described(AnalysisRunId, 'The estimate to confirm; it is valid for an hour.'),
      maxChargeMicrocredits: described(
        MaxCharge,
        'The `maxChargeMicrocredits` of the estimate, which the client agrees to.',
        240000,
      ),
    },
    closed,
  ),
]);
export type AnalysisRunRequest = Static<typeof AnalysisRunRequest>;

/** `partial`: the run has ended, and some calls could not be analysed. */
export const AnalysisRunStatus = literals(['estimated', 'running', 'completed', 'partial'], {
  description:
    'estimated: awaits its confirmation. partial: it has ended, and some could not be analysed; they cost nothing.',
});
export type AnalysisRunStatus = Static<typeof AnalysisRunStatus>;

export const AnalysisRunResource = Type.Object(
  {
    analysisRunId: described(AnalysisRunId, 'The run; use it to confirm the estimate.'),
    agentId: AgentId,
    status: AnalysisRunStatus,
    of: literals(['calls', 'conversations'], { description: 'What is analysed.' }),
    calls: Type.Integer({
      minimum: 0,
      description:
        'Ended calls in the period that match the filter and in which the customer spoke, or conversations that fell silent in it, which were not analysed with the present criteria and fields.',
      examples: [120],
    }),
    analyzed: described(Count, 'How many have been analysed so far.', 80),
    failed: described(Count, 'How many could not be analysed; another run tries them again.', 0),
    maxChargeMicrocredits: MaxCharge,
    chargedMicrocredits: Charged,
    createdAt: described(DateTime, 'When the price was estimated.'),
    expiresAt: described(DateTime, 'Until when the estimate can be confirmed.', '2026-03-02T10:30:00.000Z'),
    endedAt: nullable(DateTime, { description: 'When the run ended; null: it has not.' }),
  },
  closed,
);
export type AnalysisRunResource = Static<typeof AnalysisRunResource>;
