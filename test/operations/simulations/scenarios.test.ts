/** Scenarios are kept if they can be played in the service, up to a number. */
import t from 'tap';
import { agent } from '../../../actors/agent/index.js';
import { scenarioOperations } from '../../../operations/simulations/scenarios.js';
import type { DomainError } from '../../../schemas/errors.js';
import { MAX_SCENARIOS, type ScenarioContent } from '../../../schemas/simulations/kept-scenario.js';
import { AGENT_PROFILE } from '../../support/simulations/estimate.js';
import { startSimulations } from '../../support/simulations/world.js';

const CONTENT: ScenarioContent = {
  customers: [{ name: 'Ann', lines: ['hello'] }],
  criteria: [{ name: 'greets', says: 'hello' }],
};
const BODY = { businessId: 'b1', name: ' Tables ', channel: 'voice', scenario: CONTENT } as const;

t.test('a scenario is created once for each request, changed and removed', async (t) => {
  const { deps, callers } = startSimulations();
  const { create, change, remove } = scenarioOperations(deps);
  const { result } = await create(callers.call('createSimulationScenario', 'k'), BODY);
  t.match(result, { name: 'Tables', agentId: null, revision: 1 });
  const again = await create(callers.call('createSimulationScenario', 'k'), BODY);
  t.equal(again.result.scenarioId, result.scenarioId);
  const { scenarioId } = result;
  const changed = await change(callers.call('updateSimulationScenario', 'l'), scenarioId, {
    businessId: 'b1',
    scenario: { ...CONTENT, runs: 4 },
  });
  t.match(changed.result, { name: 'Tables', revision: 2, scenario: { runs: 4 } });
  await remove(callers.call('removeSimulationScenario', 'm'), scenarioId);
  const late = change(callers.call('updateSimulationScenario', 'n'), scenarioId, {
    businessId: 'b1',
    name: 'x',
  });
  await t.rejects(late, { code: 'simulation_scenario_not_found' });
});

t.test('an agent that does not exist is refused', async (t) => {
  const { deps, callers, folded } = startSimulations();
  const { create } = scenarioOperations(deps);
  const body = { ...BODY, agentId: 'a1' };
  await t.rejects(create(callers.call('createSimulationScenario', 'k'), body), { code: 'agent_not_found' });
  folded.foldOf(agent, 'a1').apply(
    {
      type: 'create',
      profile: AGENT_PROFILE,
      contactContextRequired: false,
    },
    0,
  );
  const { result } = await create(callers.call('createSimulationScenario', 'k'), body);
  t.equal(result.agentId, 'a1');
});

t.test('scenarios that cannot be played here are refused at the place of the problem', async (t) => {
  const { deps, callers } = startSimulations();
  const { create } = scenarioOperations(deps);
  const pathOf = async (scenario: ScenarioContent, channel: 'voice' | 'whatsapp' = 'voice') =>
    create(callers.call('createSimulationScenario', 'k'), { ...BODY, channel, scenario }).then(
      () => null,
      ({ details }: DomainError) => details[0]?.path,
    );
  const [customer] = CONTENT.customers;
  if (customer === undefined) throw new Error('there is no customer');
  t.equal(await pathOf({ ...CONTENT, customers: [customer, customer] }), '/scenario/customers/1/name');
  t.equal(
    await pathOf({ ...CONTENT, criteria: [{ name: 'x', endReason: 'agent_hangup' }] }, 'whatsapp'),
    '/scenario/criteria/0/endReason',
  );
  const judged = (wanted: object): ScenarioContent => ({
    ...CONTENT,
    criteria: [{ name: 'x', judge: 'Which?', schema: { properties: { day: {} } }, wanted: { ...wanted } }],
  });
  t.equal(await pathOf(judged({ properties: { day: { type: 'string' } } })), null);
  t.equal(
    await pathOf(judged({ properties: { day: { type: 'string', pattern: '^(a+)+$' } } })),
    '/scenario/criteria/0/wanted',
    'a pattern of a schema would be matched where calls are live',
  );
  const mocked = (pattern: string): ScenarioContent => ({
    ...CONTENT,
    tools: { answers: [{ tool: 'book', arguments: { day: pattern }, result: 'Done.' }] },
  });
  t.equal(await pathOf(mocked('(?:mon|tues)day|\\d\\+[*+]?')), null);
  for (const pattern of ['(a+)+$', 'a*', 'a{1,9}', '(a)\\1', '(?<x>a)\\k<x>', 'a?a?a?a?a?a?'])
    t.equal(await pathOf(mocked(pattern)), '/scenario/tools/answers/0/arguments/day', pattern);
});

t.test('a business keeps a limited number of scenarios', async (t) => {
  const { deps, callers } = startSimulations();
  const full = { ...deps, views: { ...deps.views, countSimulationScenarios: () => MAX_SCENARIOS } };
  const { create } = scenarioOperations(deps);
  const kept = callers.call('createSimulationScenario', 'k');
  await create(kept, BODY);
  const atLimit = scenarioOperations(full);
  await atLimit.create(kept, BODY);
  await t.rejects(atLimit.create(callers.call('createSimulationScenario', 'l'), BODY), {
    code: 'too_many_simulation_scenarios',
  });
});
