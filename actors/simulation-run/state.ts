/** A simulation run, folded from its events: its progress, not its findings. */
import { assertNever } from '../../schemas/assert.js';
import type { RunPrice } from '../priced-run/decide.js';
import { NO_PROGRESS, progressAfter, type RunProgress, type RunStep } from '../priced-run/progress.js';
import type { SimulationRunEvent } from './events.js';

type Estimate = Omit<Extract<SimulationRunEvent, { type: 'simulation_run.estimated' }>, 'type'>;

export interface SimulationRunState extends RunProgress {
  readonly estimate: Estimate | null;
  /** Places of the conversations that have ended. */
  readonly done: readonly number[];
  readonly isCancelled: boolean;
}

export const priceOf = ({ conversations: items, priceMicrocredits, expiresAt }: Estimate): RunPrice => ({
  items,
  priceMicrocredits,
  expiresAt,
});

export const initial = (): SimulationRunState => ({
  estimate: null,
  done: [],
  isCancelled: false,
  ...NO_PROGRESS,
});

export const evolve = (
  state: SimulationRunState,
  event: SimulationRunEvent,
  _at: number,
): SimulationRunState => {
  switch (event.type) {
    case 'simulation_run.estimated': {
      const { type: _type, ...estimate } = event;
      return { ...state, estimate };
    }
    case 'simulation_run.cancelled':
      return { ...state, isCancelled: true };
    case 'simulation_run.played':
      return { ...state, ...progressAfter(state, stepOf(event)), done: [...state.done, event.place] };
    default:
      return { ...state, ...progressAfter(state, stepOf(event)) };
  }
};

type Step = Exclude<
  SimulationRunEvent,
  { type: 'simulation_run.estimated' } | { type: 'simulation_run.cancelled' }
>;

const stepOf = (event: Step): RunStep => {
  switch (event.type) {
    case 'simulation_run.confirmed':
      return { is: 'confirmed' };
    case 'simulation_run.funded':
      return { is: 'funded' };
    case 'simulation_run.unfunded':
      return { is: 'unfunded' };
    case 'simulation_run.played': {
      const failed = event.failed ? 1 : 0;
      return { is: 'page', completed: 1 - failed, failed, cursor: null };
    }
    case 'simulation_run.ended':
      return { is: 'ended', status: event.status };
    case 'simulation_run.settled':
      return { is: 'settled' };
    default:
      return assertNever(event);
  }
};
