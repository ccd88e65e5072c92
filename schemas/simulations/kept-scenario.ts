/** Scenarios that a business keeps, to rehearse its agents with them again and again (docs/how-to/simulated-customers.md). */
import { type Static, Type } from 'typebox';
import { AgentId, BusinessId, ScenarioId } from '../fields.js';
import { NOT_BLANK_PATTERN } from '../patterns.js';
import { closed, DateTime, described, nullable } from '../shapes.js';
import { SCENARIO_PARTS, SimulationChannel } from './scenario.js';

/** Scenarios that a business keeps at a time. */
export const MAX_SCENARIOS = 200;

const Name = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: NOT_BLANK_PATTERN,
  description: 'The name of the scenario.',
  examples: ['Books a table'],
});
const OfAgent = nullable(AgentId, {
  description: 'The agent that it is for; null: any. It can be run with other agents as well.',
});

export const ScenarioContent = Type.Object(SCENARIO_PARTS, {
  ...closed,
  description: 'The customers, and the criteria for their conversations.',
});
export type ScenarioContent = Static<typeof ScenarioContent>;

export const ScenarioCreate = Type.Object(
  {
    businessId: BusinessId,
    name: described(Name, 'The name of the scenario.', 'Books a table'),
    agentId: Type.Optional(OfAgent),
    channel: SimulationChannel,
    scenario: ScenarioContent,
  },
  closed,
);
export type ScenarioCreate = Static<typeof ScenarioCreate>;

/** Omitted: unchanged. */
export const ScenarioUpdate = Type.Object(
  {
    businessId: BusinessId,
    name: Type.Optional(Name),
    agentId: Type.Optional(OfAgent),
    scenario: Type.Optional(ScenarioContent),
  },
  closed,
);
export type ScenarioUpdate = Static<typeof ScenarioUpdate>;

export const ScenarioResource = Type.Object(
  {
    scenarioId: ScenarioId,
    name: described(Type.String(), 'The name of the scenario.', 'Books a table'),
    agentId: OfAgent,
    channel: SimulationChannel,
    revision: Type.Integer({ minimum: 1, description: 'Raised by each change.', examples: [2] }),
    scenario: ScenarioContent,
    createdAt: described(DateTime, 'When it was first saved.'),
    updatedAt: described(DateTime, 'When it was last changed.'),
  },
  { ...closed, description: 'A scenario.' },
);
export type ScenarioResource = Static<typeof ScenarioResource>;
