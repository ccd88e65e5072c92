/** A kept scenario: saved once for each request, changed, and removed for good. */
import t from 'tap';
import { simulationScenario } from '../../../actors/simulation-scenario/index.js';
import { fold } from '../../support/actors/fold.js';

const CREATE = {
  type: 'create' as const,
  name: 'Tables',
  agentId: null,
  channel: 'voice' as const,
  scenario: {
    customers: [{ name: 'Ann', lines: ['hello'] }],
    criteria: [{ name: 'greets', says: 'hello' }],
  },
};

t.test('a change raises the revision, and a repetition changes nothing', async (t) => {
  const scenario = fold(simulationScenario);
  const get = () => simulationScenario.queries(scenario.state).get();
  t.throws(get, { code: 'simulation_scenario_not_found' });
  t.throws(() => scenario.apply({ type: 'change', name: 'x' }, 0), { code: 'simulation_scenario_not_found' });
  scenario.apply(CREATE, 1);
  t.same(scenario.apply({ ...CREATE, name: 'Late' }, 2), [], 'a repetition');
  t.same(scenario.apply({ type: 'change', name: 'Tables' }, 3), [], 'the same name');
  scenario.apply({ type: 'change', agentId: 'a1' }, 4);
  t.match(get(), { name: 'Tables', agentId: 'a1', channel: 'voice', revision: 2, scenario: CREATE.scenario });
});

t.test('a removed scenario stays removed', async (t) => {
  const scenario = fold(simulationScenario);
  t.throws(() => scenario.apply({ type: 'remove' }, 0), { code: 'simulation_scenario_not_found' });
  scenario.apply(CREATE, 1);
  scenario.apply({ type: 'remove' }, 2);
  t.same(scenario.apply({ type: 'remove' }, 3), [], 'a repetition');
  t.same(scenario.apply(CREATE, 4), [], 'a late repetition of its creation');
  t.throws(() => simulationScenario.queries(scenario.state).get(), { code: 'simulation_scenario_not_found' });
});
