/** Scenarios that a business keeps, to rehearse its agents with them again and again (docs/how-to/simulated-customers.md). */
import { type Static, Type } from 'typebox';
import { NOT_BLANK_PATTERN } from '../patterns.js';
import { closed, DateTime, nullable, Uuid } from '../shapes.js';
import { SCENARIO_PARTS, SimulationChannel } from './scenario.js';

/** Scenarios that a business keeps at a time. */
export const MAX_SCENARIOS = 200;

const Name = Type.String({ minLength: 1, maxLength: 80, pattern: NOT_BLANK_PATTERN });
const AgentId = nullable(Uuid, {
  description: 'The agent that it is for; null: any. It can be run with other agents as well.',
});

export const ScenarioContent = Type.Object(SCENARIO_PARTS, {
  ...closed,
  description: 'The customers, and the criteria for their conversations.',
});
export type ScenarioContent = Static<typeof ScenarioContent>;

export const ScenarioCreate = Type.Object(
  {
    businessId: Uuid,
    name: Name,
    agentId: Type.Optional(AgentId),
    channel: SimulationChannel,
    scenario: ScenarioContent,
  },
  closed,
);
export type ScenarioCreate = Static<typeof ScenarioCreate>;

/** Omitted: unchanged. */
export const ScenarioUpdate = Type.Object(
  {
    businessId: Uuid,
    name: Type.Optional(Name),
    agentId: Type.Optional(AgentId),
    scenario: Type.Optional(ScenarioContent),
  },
  closed,
);
export type ScenarioUpdate = Static<typeof ScenarioUpdate>;

export const ScenarioResource = Type.Object(
  {
    scenarioId: Uuid,
    name: Type.String(),
    agentId: nullable(Uuid),
    channel: SimulationChannel,
    revision: Type.Integer({ minimum: 1, description: 'Raised by each change.' }),
    scenario: ScenarioContent,
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  closed,
);
export type ScenarioResource = Static<typeof ScenarioResource>;
