/** Runs that analyse ended calls or silent conversations of an agent again, with the price first. */
import { type Static, Type } from 'typebox';
import { RunFilters } from '../calls/filters.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

/** How long an estimate can be confirmed, ms. */
export const ANALYSIS_ESTIMATE_MS = 60 * 60_000;
/** Calls of one run. */
export const MAX_ANALYSED_CALLS = 10_000;

export const AnalysisRunRequest = Type.Union([
  Type.Object(
    {
      businessId: Uuid,
      mode: Type.Literal('estimate'),
      of: Type.Optional(literals(['calls', 'conversations'], { description: 'Default: calls.' })),
      from: Type.Optional(DateTime),
      to: Type.Optional(DateTime),
      filter: Type.Optional(RunFilters),
    },
    closed,
  ),
  Type.Object(
    { businessId: Uuid, mode: Type.Literal('confirm'), analysisRunId: Uuid, maxChargeMicrocredits: Count },
    closed,
  ),
]);
export type AnalysisRunRequest = Static<typeof AnalysisRunRequest>;

/** `partial`: the run has ended, and some calls could not be analysed. */
export const AnalysisRunStatus = literals(['estimated', 'running', 'completed', 'partial']);
export type AnalysisRunStatus = Static<typeof AnalysisRunStatus>;

export const AnalysisRunResource = Type.Object(
  {
    analysisRunId: Uuid,
    agentId: Uuid,
    status: AnalysisRunStatus,
    of: literals(['calls', 'conversations']),
    calls: Type.Integer({
      minimum: 0,
      description:
        'Ended calls in the period that match the filter and in which the customer spoke, or conversations that fell silent in it, which were not analysed with the present criteria and fields.',
    }),
    analyzed: Count,
    failed: Count,
    maxChargeMicrocredits: Count,
    chargedMicrocredits: Count,
    createdAt: DateTime,
    expiresAt: DateTime,
    endedAt: nullable(DateTime),
  },
  closed,
);
export type AnalysisRunResource = Static<typeof AnalysisRunResource>;
