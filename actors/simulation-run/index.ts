/** A simulation run: several conversations of simulated customers with an agent, each played by an effect of its own. */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { workOf } from '../priced-run/decide.js';
import { standingOf } from '../priced-run/progress.js';
import type { Actor } from '../runtime/actor.js';
import type {
  SimulationRunCommand,
  SimulationRunDetails,
  SimulationRunEffect,
  SimulationRunQueries,
  SimulationRunReplies,
} from './commands.js';
import { decide } from './decide.js';
import { SIMULATION_RUN_EVENTS, type SimulationRunEvent } from './events.js';
import { planOf } from './plan.js';
import { evolve, initial, priceOf, type SimulationRunState } from './state.js';

const effects = (state: SimulationRunState): Readonly<Record<string, SimulationRunEffect>> => {
  const { estimate } = state;
  const work = estimate === null ? null : workOf(state, priceOf(estimate));
  if (estimate === null || work === null) return {};
  switch (work.is) {
    case 'fund':
      return { [`fund:${work.attempt}`]: { kind: 'fund_simulation', microcredits: work.microcredits } };
    case 'page': {
      const { agent, scenario, runs, atOnce } = estimate;
      const done = new Set(state.done);
      const next = planOf(scenario.content, runs)
        .map(({ customer }, place) => ({
          kind: 'play_conversation' as const,
          place,
          customer,
          agent,
          scenario,
        }))
        .filter(({ place }) => !done.has(place));
      return Object.fromEntries(next.slice(0, atOnce).map((effect) => [`play:${effect.place}`, effect]));
    }
    case 'settle':
      return { settle: { kind: 'settle_simulation', microcredits: work.microcredits } };
    default:
      return assertNever(work);
  }
};

const details = (state: SimulationRunState): SimulationRunDetails => {
  if (state.estimate === null) throw new DomainError('simulation_run_not_found');
  return standingOf(state);
};

export const simulationRun: Actor<
  SimulationRunState,
  SimulationRunCommand,
  SimulationRunEvent,
  SimulationRunEffect,
  SimulationRunReplies,
  SimulationRunQueries
> = {
  kind: 'simulation-run',
  events: SIMULATION_RUN_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects,
  replies: { confirm: details },
  queries: (state) => ({ get: () => details(state) }),
  snapshotEvery: 50,
};
