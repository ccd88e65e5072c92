/** Simulation runs: an agent talks to the customers of a kept scenario, with the price first. */
import { type Static, Type } from 'typebox';
import { MAX_VARIABLES } from '../agents/agent.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { RehearsedConversation } from './conversation.js';
import { MAX_RUNS } from './customer.js';
import { SimulationChannel } from './scenario.js';
import { Difference, ScoredCriterion } from './statistics.js';
import { TOOL_MODES } from './tools.js';
import { Verdict, VerdictOutcome } from './verdict.js';

/** How long an estimate can be confirmed, ms. */
export const SIMULATION_ESTIMATE_MS = 60 * 60_000;
/** Conversations of one run. */
export const MAX_CONVERSATIONS = 200;
/** Conversations of one run at a time. */
const MAX_AT_ONCE = 10;
export const DEFAULT_AT_ONCE = 4;
/** Runs of a business that were started and have not ended. */
export const MAX_RUNNING_SIMULATIONS = 5;
/** Changed verdicts that a comparison lists. */
export const MAX_CHANGES = 500;

const ToolMode = literals(TOOL_MODES);

export const SimulationRunRequest = Type.Union([
  Type.Object(
    {
      businessId: Uuid,
      mode: Type.Literal('estimate'),
      scenarioId: Uuid,
      agentId: Uuid,
      instructions: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100_000,
          description: 'Rehearsed instead of the instructions of the agent; its other settings stay.',
        }),
      ),
      variables: Type.Optional(
        Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
          ...closed,
          maxProperties: MAX_VARIABLES,
          description: "Values for the agent's placeholders, by alias.",
        }),
      ),
      runs: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_RUNS,
          description: 'Conversations of each customer. Default: as the scenario says.',
        }),
      ),
      atOnce: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_AT_ONCE,
          description: `Conversations at a time. Default: ${DEFAULT_AT_ONCE}.`,
        }),
      ),
      liveTools: Type.Optional(
        Type.Literal(true, {
          description:
            'Confirms that the tools act on the world: required with a scenario whose tools are live.',
        }),
      ),
    },
    closed,
  ),
  Type.Object(
    {
      businessId: Uuid,
      mode: Type.Literal('confirm'),
      simulationRunId: Uuid,
      maxChargeMicrocredits: Count,
    },
    closed,
  ),
]);
export type SimulationRunRequest = Static<typeof SimulationRunRequest>;
export type SimulationEstimate = Extract<SimulationRunRequest, { readonly mode: 'estimate' }>;

/** `partial`: it has ended, and some conversations could not be played. */
export const SimulationRunStatus = literals(['estimated', 'running', 'completed', 'partial', 'cancelled']);
export type SimulationRunStatus = Static<typeof SimulationRunStatus>;

const runFields = {
  simulationRunId: Uuid,
  scenarioId: Uuid,
  scenarioName: Type.String(),
  scenarioRevision: Type.Integer({ minimum: 1 }),
  agentId: Uuid,
  agentVersion: nullable(Type.Integer({ minimum: 1 }), {
    description: 'The version of the agent when the run was estimated; null: unknown.',
  }),
  ownInstructions: Type.Boolean({
    description: 'Whether the request had instructions of its own, so that the version says less.',
  }),
  channel: SimulationChannel,
  tools: ToolMode,
  status: SimulationRunStatus,
  conversations: Count,
  played: Type.Integer({ minimum: 0, description: 'Conversations with verdicts, which are charged.' }),
  failed: Type.Integer({
    minimum: 0,
    description: 'Conversations that the simulation could not play, which cost nothing.',
  }),
  maxChargeMicrocredits: Count,
  chargedMicrocredits: Count,
  createdAt: DateTime,
  expiresAt: DateTime,
  endedAt: nullable(DateTime),
};

export const SimulationRunResource = Type.Object(runFields, closed);
export type SimulationRunResource = Static<typeof SimulationRunResource>;

/** A run with what it has found so far. */
export const SimulationRunDetail = Type.Object(
  {
    ...runFields,
    instructions: Type.String({ description: 'That were rehearsed.' }),
    criteria: Type.Array(ScoredCriterion),
  },
  closed,
);
export type SimulationRunDetail = Static<typeof SimulationRunDetail>;

/** A conversation as it is kept: long texts and lists are cut. */
export const KeptConversation = Type.Object(
  {
    ...RehearsedConversation.properties,
    verdicts: Type.Array(Verdict),
    isCut: Type.Boolean({ description: 'Whether parts were too long to be kept.' }),
  },
  closed,
);
export type KeptConversation = Static<typeof KeptConversation>;

export const SimulatedConversation = Type.Object(
  {
    place: Type.Integer({ minimum: 0, description: 'Its place in the run.' }),
    customer: Type.String(),
    run: Type.Integer({ minimum: 1, description: 'Of this customer.' }),
    endedAt: DateTime,
    ...KeptConversation.properties,
  },
  closed,
);
export type SimulatedConversation = Static<typeof SimulatedConversation>;

export const SimulationComparison = Type.Object(
  {
    base: SimulationRunResource,
    other: SimulationRunResource,
    criteria: Type.Array(
      Type.Object(
        {
          criterion: Type.String(),
          base: ScoredCriterion,
          other: ScoredCriterion,
          passRate: nullable(Difference),
          score: nullable(Difference),
        },
        closed,
      ),
      { description: 'Those that both runs have.' },
    ),
    changedVerdicts: Count,
    changes: Type.Array(
      Type.Object(
        {
          customer: Type.String(),
          run: Type.Integer({ minimum: 1 }),
          criterion: Type.String(),
          base: VerdictOutcome,
          other: VerdictOutcome,
        },
        closed,
      ),
      { description: `The first ${MAX_CHANGES} verdicts that changed.` },
    ),
  },
  closed,
);
export type SimulationComparison = Static<typeof SimulationComparison>;
