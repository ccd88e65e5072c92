/**
 * Decisions of a simulation run, whose price is confirmed as that of any priced run (actors/priced-run/decide.ts). It guarantees:
 *
 * S1. Each conversation counts once, and only those that were played are charged.
 * S2. After a cancellation no conversation begins, and results that are late are not kept.
 * S3. A run that leaves a conversation out ends as partial.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { confirms } from '../priced-run/decide.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { SimulationRunCommand } from './commands.js';
import type { SimulationRunEvent } from './events.js';
import { planOf } from './plan.js';
import { priceOf, type SimulationRunState } from './state.js';

export const decide = (
  state: SimulationRunState,
  { command, at }: Envelope<SimulationRunCommand | TimerDue>,
): readonly SimulationRunEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'estimate': {
      const { type: _type, ...facts } = command;
      return state.estimate === null ? [{ type: 'simulation_run.estimated', ...facts }] : [];
    }
    case 'confirm': {
      if (state.estimate === null) throw new DomainError('simulation_run_not_found');
      const { maxChargeMicrocredits } = command;
      const confirmation = { maxChargeMicrocredits, at, mismatch: 'simulation_estimate_mismatch' } as const;
      const isFirst = confirms(state, priceOf(state.estimate), confirmation);
      return isFirst ? [{ type: 'simulation_run.confirmed' }] : [];
    }
    case 'cancel':
      return cancelled(state);
    case 'fund_result':
      return fundResult(state, command.funded);
    case 'played':
      return played(state, command);
    case 'settle_result':
      return state.phase === 'settling'
        ? [{ type: 'simulation_run.settled', chargedMicrocredits: command.chargedMicrocredits }]
        : [];
    default:
      return assertNever(command);
  }
};

const PARTIAL = { type: 'simulation_run.ended', status: 'partial' } as const;

/** S2 */
const cancelled = ({ estimate, phase, isCancelled }: SimulationRunState): readonly SimulationRunEvent[] => {
  if (estimate === null) throw new DomainError('simulation_run_not_found');
  if (isCancelled) return [];
  if (phase === 'funding') return [{ type: 'simulation_run.cancelled' }];
  if (phase !== 'working') throw new DomainError('simulation_run_not_running');
  return [{ type: 'simulation_run.cancelled' }, PARTIAL];
};

const fundResult = (
  { phase, isCancelled }: SimulationRunState,
  funded: boolean,
): readonly SimulationRunEvent[] => {
  if (phase !== 'funding') return [];
  if (!funded) return [{ type: 'simulation_run.unfunded' }];
  return [{ type: 'simulation_run.funded' }, ...(isCancelled ? [PARTIAL] : [])];
};

/** S1, S3 */
const played = (
  state: SimulationRunState,
  { place, failed, conversation }: Extract<SimulationRunCommand, { type: 'played' }>,
): readonly SimulationRunEvent[] => {
  const { estimate, phase, done } = state;
  if (estimate === null || phase !== 'working' || done.includes(place)) return [];
  const planned = planOf(estimate.scenario.content, estimate.runs)[place];
  if (planned === undefined) return [];
  const event = {
    type: 'simulation_run.played',
    place,
    customer: planned.customer.name,
    run: planned.run,
    failed,
    conversation,
  } as const;
  if (done.length + 1 < estimate.conversations) return [event];
  const isComplete = state.failed === 0 && !failed;
  return [event, { type: 'simulation_run.ended', status: isComplete ? 'completed' : 'partial' }];
};
