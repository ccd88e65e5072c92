/**
 * A scenario that a business keeps: simulated customers, and criteria for their conversations with an agent. It guarantees: a
 * repeated request changes nothing, and a removed scenario stays removed.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Author } from '../../schemas/accounts/audit.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, Envelope, NoReplies, TimerDue } from '../runtime/actor.js';
import { SIMULATION_SCENARIO_EVENTS, type SimulationScenarioEvent, type StoredScenario } from './events.js';

type SimulationScenarioCommand =
  /** Changes nothing if it exists. */
  | ({ readonly type: 'create'; readonly by?: Author } & StoredScenario)
  /** Omitted fields stay. Refused with `simulation_scenario_not_found`. */
  | ({ readonly type: 'change'; readonly by?: Author } & Partial<Omit<StoredScenario, 'channel'>>)
  /** Refused with `simulation_scenario_not_found`, unless it was removed before. */
  | { readonly type: 'remove'; readonly by?: Author };

/** `revision`: raised by each change. */
interface KeptScenario extends StoredScenario {
  readonly revision: number;
}

interface SimulationScenarioState {
  /** Null: it was not created, or is removed. */
  readonly kept: KeptScenario | null;
  readonly isRemoved: boolean;
}

interface SimulationScenarioQueries {
  /** @throws DomainError simulation_scenario_not_found */
  get(): KeptScenario;
}

const requireScenario = ({ kept }: SimulationScenarioState): KeptScenario => {
  if (kept === null) throw new DomainError('simulation_scenario_not_found');
  return kept;
};

const decide = (
  state: SimulationScenarioState,
  { command }: Envelope<SimulationScenarioCommand | TimerDue>,
): readonly SimulationScenarioEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'create': {
      if (state.kept !== null || state.isRemoved) return [];
      const { type: _type, ...facts } = command;
      return [{ type: 'simulation_scenario.saved', ...facts }];
    }
    case 'change': {
      const { revision: _revision, ...before } = requireScenario(state);
      const { type: _type, by, ...changes } = command;
      const after = { ...before, ...changes };
      if (isDeepStrictEqual(after, before)) return [];
      return [{ type: 'simulation_scenario.saved', ...after, ...(by === undefined ? {} : { by }) }];
    }
    case 'remove':
      if (state.isRemoved) return [];
      requireScenario(state);
      return [
        { type: 'simulation_scenario.removed', ...(command.by === undefined ? {} : { by: command.by }) },
      ];
    default:
      return assertNever(command);
  }
};

const evolve = (state: SimulationScenarioState, event: SimulationScenarioEvent): SimulationScenarioState => {
  switch (event.type) {
    case 'simulation_scenario.saved': {
      const { name, agentId, channel, scenario } = event;
      const revision = (state.kept?.revision ?? 0) + 1;
      return { ...state, kept: { name, agentId, channel, scenario, revision } };
    }
    case 'simulation_scenario.removed':
      return { kept: null, isRemoved: true };
    default:
      return assertNever(event);
  }
};

export const simulationScenario: Actor<
  SimulationScenarioState,
  SimulationScenarioCommand,
  SimulationScenarioEvent,
  never,
  NoReplies,
  SimulationScenarioQueries
> = {
  kind: 'simulation-scenario',
  events: SIMULATION_SCENARIO_EVENTS,
  initial: () => ({ kept: null, isRemoved: false }),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {},
  queries: (state) => ({ get: () => requireScenario(state) }),
  snapshotEvery: 20,
};
