/** Simulation runs: an agent talks to the customers of a kept scenario, with the price first. */
import { type Static, Type } from 'typebox';
import { MAX_VARIABLES } from '../agents/agent.js';
import { AgentId, BusinessId, Charged, MaxCharge, ScenarioId, SimulationRunId } from '../fields.js';
import { Count, closed, DateTime, described, literals, nullable } from '../shapes.js';
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

const ToolMode = literals(TOOL_MODES, {
  description: 'What answers the tools of the agent: mocked answers, recorded ones, or the tools themselves.',
});

export const SimulationRunRequest = Type.Union([
  Type.Object(
    {
      businessId: BusinessId,
      mode: Type.Literal('estimate', { description: 'Compute the price first: nothing is charged.' }),
      scenarioId: described(ScenarioId, 'The scenario to play.'),
      agentId: described(AgentId, 'The agent to rehearse, in its published version.'),
      instructions: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 100_000,
          description: 'Rehearsed instead of the instructions of the agent; its other settings stay.',
          examples: ['Say "Good day.".'],
        }),
      ),
      variables: Type.Optional(
        Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
          ...closed,
          maxProperties: MAX_VARIABLES,
          description: "Values for the agent's placeholders, by alias.",
          examples: [{ order: 'A-17' }],
        }),
      ),
      runs: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_RUNS,
          description: 'Conversations of each customer. Default: as the scenario says.',
          examples: [2],
        }),
      ),
      atOnce: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_AT_ONCE,
          description: `Conversations at a time. Default: ${DEFAULT_AT_ONCE}.`,
          examples: [4],
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
      businessId: BusinessId,
      mode: Type.Literal('confirm', { description: 'Start the run of an estimate.' }),
      simulationRunId: described(SimulationRunId, 'The run to confirm; its estimate is valid for an hour.'),
      maxChargeMicrocredits: described(
        MaxCharge,
        'The `maxChargeMicrocredits` of the estimate, which the client agrees to.',
        240000,
      ),
    },
    closed,
  ),
]);
export type SimulationRunRequest = Static<typeof SimulationRunRequest>;
export type SimulationEstimate = Extract<SimulationRunRequest, { readonly mode: 'estimate' }>;

/** `partial`: it has ended, and some conversations could not be played. */
export const SimulationRunStatus = literals(['estimated', 'running', 'completed', 'partial', 'cancelled'], {
  description:
    'estimated: awaits its confirmation. partial: it has ended, and some conversations could not be played; they cost nothing.',
});
export type SimulationRunStatus = Static<typeof SimulationRunStatus>;

const runFields = {
  simulationRunId: described(SimulationRunId, 'The run; use it to confirm the estimate.'),
  scenarioId: described(ScenarioId, 'The scenario that is played.'),
  scenarioName: described(Type.String(), 'Its name when the price was estimated.', 'Books a table'),
  scenarioRevision: Type.Integer({
    minimum: 1,
    description: 'Its revision when the price was estimated.',
    examples: [2],
  }),
  agentId: described(AgentId, 'The agent that is rehearsed.'),
  agentVersion: nullable(Type.Integer({ minimum: 1 }), {
    description: 'The version of the agent when the price was estimated; null: unknown.',
    examples: [3],
  }),
  ownInstructions: Type.Boolean({
    description: 'Whether the request had instructions of its own, so that the version says less.',
  }),
  channel: SimulationChannel,
  tools: ToolMode,
  status: SimulationRunStatus,
  conversations: described(Count, 'Conversations to play.', 12),
  played: Type.Integer({
    minimum: 0,
    description: 'Conversations with verdicts, which are charged.',
    examples: [8],
  }),
  failed: Type.Integer({
    minimum: 0,
    description: 'Conversations that the simulation could not play, which cost nothing.',
    examples: [0],
  }),
  maxChargeMicrocredits: MaxCharge,
  chargedMicrocredits: Charged,
  createdAt: described(DateTime, 'When the price was estimated.'),
  expiresAt: described(DateTime, 'Until when the estimate can be confirmed.', '2026-03-02T10:30:00.000Z'),
  endedAt: nullable(DateTime, { description: 'When the run ended; null: it has not.' }),
};

export const SimulationRunResource = Type.Object(runFields, { ...closed, description: 'A simulation run.' });
export type SimulationRunResource = Static<typeof SimulationRunResource>;

/** A run with what it has found so far. */
export const SimulationRunDetail = Type.Object(
  {
    ...runFields,
    instructions: Type.String({
      description: 'The instructions that were rehearsed.',
      examples: ['You book tables. Ask for the number of people and the time.'],
    }),
    criteria: Type.Array(ScoredCriterion, { description: 'The scores so far, by criterion.' }),
  },
  { ...closed, description: 'A simulation run with its scores so far.' },
);
export type SimulationRunDetail = Static<typeof SimulationRunDetail>;

/** A conversation as it is kept: long texts and lists are cut. */
export const KeptConversation = Type.Object(
  {
    ...RehearsedConversation.properties,
    verdicts: Type.Array(Verdict, { description: 'The verdict on each criterion.' }),
    isCut: Type.Boolean({ description: 'Whether parts were too long to be kept.' }),
  },
  closed,
);
export type KeptConversation = Static<typeof KeptConversation>;

export const SimulatedConversation = Type.Object(
  {
    place: Type.Integer({ minimum: 0, description: 'Its place in the run, from 0.', examples: [0] }),
    customer: described(Type.String(), 'The name of the simulated customer.', 'hesitates and coughs'),
    run: Type.Integer({
      minimum: 1,
      description: "The number of this customer's conversation, from 1.",
      examples: [1],
    }),
    endedAt: described(DateTime, 'When it ended.'),
    ...KeptConversation.properties,
  },
  closed,
);
export type SimulatedConversation = Static<typeof SimulatedConversation>;

export const SimulationComparison = Type.Object(
  {
    base: described(SimulationRunResource, 'The run in the path.'),
    other: described(SimulationRunResource, 'The run that it is compared with.'),
    criteria: Type.Array(
      Type.Object(
        {
          criterion: described(Type.String(), 'The name of the criterion.', 'books the table'),
          base: described(ScoredCriterion, 'Its scores in `base`.'),
          other: described(ScoredCriterion, 'Its scores in `other`.'),
          passRate: nullable(Difference, {
            description:
              'How the share of conversations that met it differs; null: one of the runs has none.',
          }),
          score: nullable(Difference, {
            description: 'How the mean score differs; null: one of the runs has none.',
          }),
        },
        closed,
      ),
      { description: 'Those that both runs have.' },
    ),
    changedVerdicts: described(Count, 'How many verdicts changed.', 3),
    changes: Type.Array(
      Type.Object(
        {
          customer: described(Type.String(), 'The name of the simulated customer.', 'hesitates and coughs'),
          run: Type.Integer({
            minimum: 1,
            description: "The number of this customer's conversation, from 1.",
            examples: [1],
          }),
          criterion: described(Type.String(), 'The name of the criterion.', 'books the table'),
          base: described(VerdictOutcome, 'The verdict in `base`.'),
          other: described(VerdictOutcome, 'The verdict in `other`.'),
        },
        closed,
      ),
      { description: `The first ${MAX_CHANGES} verdicts that changed.` },
    ),
  },
  { ...closed, description: 'How two runs of a scenario differ.' },
);
export type SimulationComparison = Static<typeof SimulationComparison>;
