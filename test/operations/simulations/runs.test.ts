/** A run is estimated, confirmed with its price, cancelled, and compared with another one of the scenario. */
import t from 'tap';
import { agent } from '../../../actors/agent/index.js';
import { business } from '../../../actors/business/index.js';
import { simulationRun } from '../../../actors/simulation-run/index.js';
import { simulationRunOperations } from '../../../operations/simulations/runs.js';
import { scenarioOperations } from '../../../operations/simulations/scenarios.js';
import type { DomainError } from '../../../schemas/errors.js';
import type { ScenarioContent } from '../../../schemas/simulations/kept-scenario.js';
import { MAX_RUNNING_SIMULATIONS } from '../../../schemas/simulations/run.js';
import type { Verdict } from '../../../schemas/simulations/verdict.js';
import {
  AGENT_PROFILE,
  conversationWith,
  SIMULATION_ESTIMATE,
  SIMULATION_PRICE,
  verdicts,
} from '../../support/simulations/estimate.js';
import { startSimulations } from '../../support/simulations/world.js';

const { content } = SIMULATION_ESTIMATE.scenario;

/** A kept scenario, and an agent a1 that writes. `fund`: does what the effect does. */
const started = async (scenario: ScenarioContent = content, microcredits?: number) => {
  const world = startSimulations(microcredits);
  const { deps, callers, folded, createAgent } = world;
  createAgent('a1');
  const { result } = await scenarioOperations(deps).create(callers.call('createSimulationScenario', 's'), {
    businessId: 'b1',
    name: 'Tables',
    channel: 'whatsapp',
    scenario,
  });
  const operations = simulationRunOperations(deps);
  const { scenarioId } = result;
  const estimate = (key: string, more: object = {}) =>
    operations.estimate(callers.call('runSimulation', key), {
      businessId: 'b1',
      mode: 'estimate',
      scenarioId,
      agentId: 'a1',
      ...more,
    });
  const fund = (runId: string, funded = true): void => {
    folded.foldOf(simulationRun, runId).apply({ type: 'fund_result', funded }, 1_000);
  };
  /** Confirms a run; what its effect does meanwhile is `fund`. */
  const confirm = async (runId: string, funded = true) => {
    const confirmed = operations.confirm(callers.call('runSimulation', `confirm ${runId}`), {
      simulationRunId: runId,
      maxChargeMicrocredits: 3 * SIMULATION_PRICE,
    });
    setTimeout(() => fund(runId, funded), 5);
    return confirmed;
  };
  const play = (runId: string, ...found: readonly (readonly Verdict[])[]): void => {
    const run = folded.foldOf(simulationRun, runId);
    for (const [place, each] of found.entries())
      run.apply({ type: 'played', place, failed: false, conversation: conversationWith(each) }, 1_000);
  };
  return { ...world, operations, scenarioId, estimate, confirm, play };
};

t.test('an estimate records the scenario and the agent as they are now, and their price', async (t) => {
  const { estimate, folded } = await started();
  const { result } = await estimate('k');
  t.match(result, {
    status: 'estimated',
    scenarioName: 'Tables',
    scenarioRevision: 1,
    agentVersion: 1,
    ownInstructions: false,
    conversations: 3,
    maxChargeMicrocredits: 3 * SIMULATION_PRICE,
    instructions: AGENT_PROFILE.instructions,
  });
  t.equal((await estimate('k')).result.simulationRunId, result.simulationRunId, 'a repetition');
  folded
    .foldOf(business, 'b1')
    .apply({ type: 'set_price', item: 'simulated_conversation', microcredits: 5 }, 1);
  const dear = await estimate('l', { instructions: 'Be brief.', runs: 4 });
  t.match(dear.result, { ownInstructions: true, instructions: 'Be brief.', conversations: 8 });
  t.equal(dear.result.maxChargeMicrocredits, 40);
});

t.test('what does not fit the scenario is refused with its place', async (t) => {
  const { estimate, createAgent, folded } = await started();
  const detailsOf = (promise: Promise<unknown>) =>
    promise.then(
      () => [],
      ({ details }: DomainError) => details.map(({ path }) => path),
    );
  createAgent('a2', 'voice');
  t.same(await detailsOf(estimate('k', { agentId: 'a2' })), ['/agentId']);
  t.same(await detailsOf(estimate('k', { runs: 100 })), [], 'two customers make 200 conversations');
  t.same(await detailsOf(estimate('l', { liveTools: true })), ['/liveTools'], 'no tool is live');
  t.same(await detailsOf(estimate('l', { instructions: 'Greet {{name}}.' })), ['/instructions']);
  const live = await started({ ...content, tools: { mode: 'live' } });
  t.same(await detailsOf(live.estimate('k')), ['/liveTools'], 'live tools are confirmed');
  t.same(await detailsOf(live.estimate('k', { liveTools: true })), []);
  const many = await started({
    ...content,
    customers: ['A', 'B', 'C'].map((name) => ({ name, lines: ['hi'] })),
  });
  t.same(await detailsOf(many.estimate('k', { runs: 67 })), ['/runs']);
  await t.rejects(estimate('m', { scenarioId: 'none' }), { code: 'simulation_scenario_not_found' });
  await t.rejects(estimate('m', { agentId: 'none' }), { code: 'agent_not_found' });
  folded.foldOf(agent, 'a1').apply({ type: 'archive' }, 1);
  await t.rejects(estimate('m'), { code: 'agent_not_active' });
});

t.test('a run starts with exactly its price, and only with credit', async (t) => {
  const { estimate, confirm, operations, callers } = await started();
  const { simulationRunId } = (await estimate('k')).result;
  const wrong = operations.confirm(callers.call('runSimulation', 'w'), {
    simulationRunId,
    maxChargeMicrocredits: 1,
  });
  await t.rejects(wrong, { code: 'simulation_estimate_mismatch' });
  await t.rejects(confirm(simulationRunId, false), { code: 'insufficient_credit' });
  t.match((await confirm(simulationRunId)).result, { status: 'running' });
});

t.test('a business has a limited number of runs at a time', async (t) => {
  const { estimate, confirm, operations, callers } = await started();
  const runs: string[] = [];
  for (let index = 0; index <= MAX_RUNNING_SIMULATIONS; index += 1)
    runs.push((await estimate(`k${index}`)).result.simulationRunId);
  const [first = '', last = ''] = [runs[0], runs.at(-1)];
  for (const runId of runs.slice(0, -1)) await confirm(runId);
  await t.rejects(confirm(last), { code: 'too_many_simulation_runs' });
  t.match((await confirm(first)).result, { status: 'running' }, 'a repetition is no further run');
  await operations.cancel(callers.call('cancelSimulation', 'c'), first);
  t.match((await operations.cancel(callers.call('cancelSimulation', 'd'), first)).result, { played: 0 });
});

t.test('two runs are compared by criterion, and list the verdicts that changed', async (t) => {
  const { estimate, confirm, play, operations } = await started();
  const before = (await estimate('k')).result.simulationRunId;
  const after = (await estimate('l', { instructions: 'Greet people.' })).result.simulationRunId;
  await confirm(before);
  await confirm(after);
  play(before, verdicts('failed', 3), verdicts('failed', 4), verdicts('passed', 8));
  play(after, verdicts('passed', 9), verdicts('passed', 9), verdicts('error', 9));
  const comparison = await operations.compare('b1', before, after);
  t.match(comparison, {
    base: { simulationRunId: before, ownInstructions: false },
    other: { simulationRunId: after, ownInstructions: true },
    criteria: [
      { criterion: 'greets', base: { passed: 1, failed: 2 }, other: { passed: 2, errors: 1 } },
      { criterion: 'polite', score: { difference: 4, trend: 'unclear' } },
    ],
    changedVerdicts: 5,
  });
  t.match(comparison.changes[0], {
    customer: 'Ann',
    run: 1,
    criterion: 'greets',
    base: 'failed',
    other: 'passed',
  });
  t.match((await operations.compare('b1', before, before)).changes, []);
  await t.rejects(operations.compare('b1', before, 'none'), { code: 'simulation_run_not_found' });
});

t.test('runs of different scenarios are not compared', async (t) => {
  const { estimate, operations, deps, callers } = await started();
  const other = await scenarioOperations(deps).create(callers.call('createSimulationScenario', 'o'), {
    businessId: 'b1',
    name: 'Other',
    channel: 'whatsapp',
    scenario: content,
  });
  const first = (await estimate('k')).result.simulationRunId;
  const second = (await estimate('l', { scenarioId: other.result.scenarioId })).result.simulationRunId;
  await t.rejects(operations.compare('b1', first, second), { code: 'simulation_runs_not_comparable' });
});
