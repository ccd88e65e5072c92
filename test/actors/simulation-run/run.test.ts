/** A simulation run plays each conversation once, for a charge that was confirmed and reserved. */
import t from 'tap';
import { simulationRun } from '../../../actors/simulation-run/index.js';
import { planOf } from '../../../actors/simulation-run/plan.js';
import { abandonedSimulationEffects } from '../../../operations/trouble/abandon-effect.js';
import { fold } from '../../support/actors/fold.js';
import {
  conversationWith,
  HOUR,
  SIMULATION_ESTIMATE,
  SIMULATION_PRICE,
  verdicts,
} from '../../support/simulations/estimate.js';

const conversation = conversationWith(verdicts('passed', 8));
const played = (place: number, failed = false) => ({ type: 'played', place, failed, conversation }) as const;
const confirm = { type: 'confirm', maxChargeMicrocredits: 3 * SIMULATION_PRICE } as const;

const working = () => {
  const run = fold(simulationRun);
  run.apply(SIMULATION_ESTIMATE, 0);
  run.apply(confirm, 1);
  run.apply({ type: 'fund_result', funded: true }, 2);
  return run;
};

t.test('the customers talk as often as the request, they or the scenario say', async (t) => {
  const customers = [
    { name: 'Ann', lines: ['hello'], runs: 2 },
    { name: 'Bob', lines: ['hi'] },
  ];
  const names = (runs: number | null, usual?: number) =>
    planOf({ customers, ...(usual === undefined ? {} : { runs: usual }) }, runs).map(
      ({ customer, run }) => `${customer.name} ${run}`,
    );
  t.same(names(null), ['Ann 1', 'Ann 2', 'Bob 1']);
  t.same(names(null, 3), ['Ann 1', 'Ann 2', 'Bob 1', 'Bob 2', 'Bob 3']);
  t.same(names(1, 3), ['Ann 1', 'Bob 1']);
});

t.test('nothing is played before exactly the estimate is confirmed and its charge reserved', async (t) => {
  const run = fold(simulationRun);
  t.throws(() => run.apply(confirm, 0), { code: 'simulation_run_not_found' });
  run.apply(SIMULATION_ESTIMATE, 0);
  t.same(run.apply(SIMULATION_ESTIMATE, 0), [], 'a repetition');
  t.same(run.effects(), []);
  t.throws(() => run.apply({ ...confirm, maxChargeMicrocredits: 1 }, 1), {
    code: 'simulation_estimate_mismatch',
  });
  t.throws(() => run.apply(confirm, HOUR), { code: 'simulation_estimate_mismatch' }, 'it has expired');
  run.apply(confirm, 2);
  t.same(run.effects(), ['fund:1']);
  run.apply({ type: 'fund_result', funded: false }, 3);
  t.match(simulationRun.queries(run.state).get(), { status: 'estimated', unfunded: true });
  run.apply(confirm, 4);
  run.apply({ type: 'fund_result', funded: true }, 5);
  t.same(run.effects(), ['play:0', 'play:1'], 'as many as may be played at once');
});

t.test('each conversation counts once, and a run with all of them is completed', async (t) => {
  const run = working();
  run.apply(played(1), 3);
  t.same(run.apply(played(1), 4), [], 'a repetition');
  t.same(run.apply(played(7), 4), [], 'there is no such conversation');
  t.same(run.effects(), ['play:0', 'play:2']);
  run.apply(played(0), 5);
  run.apply(played(2), 6);
  t.match(run.events.at(-1), { type: 'simulation_run.ended', status: 'completed' });
  t.match(simulationRun.effects(run.state), { settle: { microcredits: 3 * SIMULATION_PRICE } });
  run.apply({ type: 'settle_result', chargedMicrocredits: 3 * SIMULATION_PRICE }, 7);
  t.same(run.effects(), []);
  t.match(simulationRun.queries(run.state).get(), { status: 'completed' });
  t.throws(() => run.apply({ type: 'cancel' }, 8), { code: 'simulation_run_not_running' });
});

t.test('a conversation that could not be played costs nothing, and the run is partial', async (t) => {
  const run = working();
  const owed = simulationRun.effects(run.state)['play:0'];
  if (owed?.kind !== 'play_conversation') throw new Error('nothing is owed');
  t.match(owed, { place: 0, customer: { name: 'Ann' }, agent: { version: 3 } });
  run.apply(abandonedSimulationEffects.play_conversation(owed), 3);
  run.apply(played(1), 4);
  run.apply(played(2), 5);
  t.match(run.events.at(-1), { type: 'simulation_run.ended', status: 'partial' });
  t.match(simulationRun.effects(run.state), { settle: { microcredits: 2 * SIMULATION_PRICE } });
});

t.test('a cancelled run plays nothing more, and is charged for what was played', async (t) => {
  const run = working();
  run.apply(played(0), 3);
  run.apply({ type: 'cancel' }, 4);
  t.same(run.effects(), ['settle']);
  t.same(run.apply({ type: 'cancel' }, 5), [], 'a repetition');
  t.same(run.apply(played(1), 6), [], 'a late result');
  t.match(simulationRun.effects(run.state), { settle: { microcredits: SIMULATION_PRICE } });
});

t.test('a run that is cancelled while its charge is reserved plays nothing', async (t) => {
  const run = fold(simulationRun);
  run.apply(SIMULATION_ESTIMATE, 0);
  t.throws(() => run.apply({ type: 'cancel' }, 0), { code: 'simulation_run_not_running' });
  run.apply(confirm, 1);
  run.apply({ type: 'cancel' }, 2);
  t.same(run.effects(), ['fund:1'], 'the reservation may have been made, and is freed by the settlement');
  run.apply({ type: 'fund_result', funded: true }, 3);
  t.match(simulationRun.effects(run.state), { settle: { microcredits: 0 } });
});
