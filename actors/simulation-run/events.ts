/** Events of a simulation run: an agent talks to the customers of a scenario. */
import type { ScenarioContent } from '../../schemas/simulations/kept-scenario.js';
import type { KeptConversation } from '../../schemas/simulations/run.js';
import type { SimulationChannel } from '../../schemas/simulations/scenario.js';
import type { AgentProfile } from '../agent/events.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The agent of a run, as it was when the run was estimated. */
export interface SimulatedAgent {
  readonly agentId: string;
  /** Null: unknown. */
  readonly version: number | null;
  readonly profile: AgentProfile;
  /** Whether the instructions of the profile are those of the request. */
  readonly ownInstructions: boolean;
  /** Values of its placeholders, by alias. */
  readonly values: Readonly<Record<string, string>>;
}

/** The scenario of a run, as it was when the run was estimated. */
export interface SimulatedScenario {
  readonly scenarioId: string;
  readonly name: string;
  readonly revision: number;
  readonly channel: SimulationChannel;
  readonly content: ScenarioContent;
}

export type SimulationRunEvent =
  | {
      readonly type: 'simulation_run.estimated';
      readonly agent: SimulatedAgent;
      readonly scenario: SimulatedScenario;
      /** Conversations of each customer; null: as the scenario says. */
      readonly runs: number | null;
      readonly atOnce: number;
      /** Number of conversations, and the price of each. */
      readonly conversations: number;
      readonly priceMicrocredits: number;
      /** ms since the epoch. */
      readonly expiresAt: number;
    }
  | { readonly type: 'simulation_run.confirmed' }
  /** The charge is reserved. */
  | { readonly type: 'simulation_run.funded' }
  | { readonly type: 'simulation_run.unfunded' }
  /** `customer`, `run`: see plan.ts. `failed`: the simulation could not play it, and it costs nothing. */
  | {
      readonly type: 'simulation_run.played';
      readonly place: number;
      readonly customer: string;
      readonly run: number;
      readonly failed: boolean;
      readonly conversation: KeptConversation;
    }
  | { readonly type: 'simulation_run.cancelled' }
  | { readonly type: 'simulation_run.ended'; readonly status: 'completed' | 'partial' }
  | { readonly type: 'simulation_run.settled'; readonly chargedMicrocredits: number };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const SIMULATION_RUN_EVENTS = {
  'simulation_run.estimated': 1,
  'simulation_run.confirmed': 1,
  'simulation_run.funded': 1,
  'simulation_run.unfunded': 1,
  'simulation_run.played': 1,
  'simulation_run.cancelled': 1,
  'simulation_run.ended': 1,
  'simulation_run.settled': 1,
} as const satisfies VersionsOf<SimulationRunEvent>;

/** The kind, for readers of its events. */
export const SIMULATION_RUN_KIND = eventKind<SimulationRunEvent>('simulation-run', SIMULATION_RUN_EVENTS);
