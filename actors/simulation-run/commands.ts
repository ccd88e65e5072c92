/** Commands, queries and effects of a simulation run. */
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import type { KeptConversation } from '../../schemas/simulations/run.js';
import type { RunStanding } from '../priced-run/progress.js';
import type { SimulatedAgent, SimulatedScenario, SimulationRunEvent } from './events.js';

export type SimulationRunCommand =
  | (Omit<Extract<SimulationRunEvent, { type: 'simulation_run.estimated' }>, 'type'> & {
      readonly type: 'estimate';
    })
  /** Refused with `simulation_estimate_mismatch`. A repetition changes nothing. */
  | { readonly type: 'confirm'; readonly maxChargeMicrocredits: number }
  /** Refused with `simulation_run_not_running`. A repetition changes nothing. */
  | { readonly type: 'cancel' }
  | { readonly type: 'fund_result'; readonly funded: boolean }
  | {
      readonly type: 'played';
      readonly place: number;
      /** The simulation could not play it. */
      readonly failed: boolean;
      readonly conversation: KeptConversation;
    }
  | { readonly type: 'settle_result'; readonly chargedMicrocredits: number };

export type SimulationRunEffect =
  /** Reserve the whole charge; answers `fund_result`. */
  | { readonly kind: 'fund_simulation'; readonly microcredits: number }
  /** Play a conversation and judge it; answers `played`. */
  | {
      readonly kind: 'play_conversation';
      readonly place: number;
      readonly agent: SimulatedAgent;
      readonly scenario: SimulatedScenario;
      readonly customer: SimulatedCustomer;
    }
  /** Charge the conversations that were played and free the rest; answers `settle_result`. */
  | { readonly kind: 'settle_simulation'; readonly microcredits: number };

export interface SimulationRunReplies {
  readonly confirm: SimulationRunDetails;
}

export interface SimulationRunQueries {
  /** @throws DomainError simulation_run_not_found */
  get(): SimulationRunDetails;
}

export type SimulationRunDetails = RunStanding;
