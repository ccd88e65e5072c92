/** Agents are rehearsed over the API: price, run, scores, comparison of versions; credit, cancellation, restart, tenants. */
import t from 'tap';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import type { ScenarioContent, ScenarioResource } from '../../../schemas/simulations/kept-scenario.js';
import type {
  SimulatedConversation,
  SimulationComparison,
  SimulationRunDetail,
  SimulationRunResource,
} from '../../../schemas/simulations/run.js';
import { createApiClient, refusalOf } from '../../../testkit/api/client.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { startWorld } from '../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { until } from '../../../testkit/until.js';

const PRICE = 10_000;
const RUN_MS = 90_000;
/** Calls that are repeated because the machine was too slow, at most. */
const MAX_REPEATS = 5;

t.setTimeout(400_000);

const model = await startOpenAiServer(t);
const world = await startWorld(t, {
  PARLEY_MODEL: 'openai:gpt-simulated',
  OPENAI_API_KEY: 'sk-of-a-test',
  OPENAI_BASE_URL: model.url,
});
const client = world.client();
const RUNS = '/api/v1/simulation-runs';

type Client = typeof client;
interface Answered {
  readonly simulationRun: SimulationRunDetail;
}

const createAgent = async (channel: 'voice' | 'whatsapp', of: Client = client): Promise<AgentResource> => {
  const profile = { channel, name: 'Ann', instructions: 'You book tables.' };
  const voiceSettings = channel === 'voice' ? { firstGreeting: 'Hello, this is the restaurant.' } : {};
  return (await of.post<{ agent: AgentResource }>('/api/v1/agents', { ...profile, voiceSettings })).agent;
};
const keep = async (scenario: ScenarioContent, channel = 'whatsapp', of: Client = client) => {
  const body = { name: 'Tables', channel, scenario };
  return (await of.post<{ scenario: ScenarioResource }>('/api/v1/simulation-scenarios', body)).scenario;
};
const estimate = async (body: object, of: Client = client): Promise<SimulationRunDetail> =>
  (await of.post<Answered>(RUNS, { mode: 'estimate', atOnce: 1, ...body })).simulationRun;
const confirm = async (
  { simulationRunId, maxChargeMicrocredits }: SimulationRunDetail,
  of: Client = client,
): Promise<SimulationRunDetail> =>
  (await of.post<Answered>(RUNS, { mode: 'confirm', simulationRunId, maxChargeMicrocredits })).simulationRun;
const read = async ({ simulationRunId }: SimulationRunDetail): Promise<SimulationRunDetail> =>
  (await world.client().get<Answered>(`${RUNS}/${simulationRunId}`)).simulationRun;
const when = (run: SimulationRunDetail, isThen: (run: SimulationRunDetail) => boolean) =>
  until(
    'the run gets there',
    async () => {
      const now = await read(run);
      return isThen(now) ? now : null;
    },
    RUN_MS,
  );
const hasEnded = ({ status }: SimulationRunDetail): boolean => status !== 'running';
const conversationsOf = async ({ simulationRunId }: SimulationRunDetail) =>
  (
    await world
      .client()
      .get<{ conversations: readonly SimulatedConversation[] }>(`${RUNS}/${simulationRunId}/conversations`)
  ).conversations;

const GREETING: ScenarioContent = {
  customers: [{ name: 'Ann', lines: ['hello'], runs: 2 }],
  criteria: [{ name: 'greets', says: 'good day' }],
};

t.test('versions of an agent are compared by what their conversations are worth', async (t) => {
  const agent = await createAgent('whatsapp');
  const scenario = await keep({
    ...GREETING,
    criteria: [...GREETING.criteria, { name: 'polite', judge: 'The agent is polite.', atLeast: 7 }],
  });
  const { scenarioId } = scenario;
  const play = async (answer: string, scores: readonly number[]): Promise<SimulationRunDetail> => {
    // In turn: the agent and the judge of each conversation.
    model.answer(
      ...scores.flatMap((score) => [
        { text: [answer] },
        { text: [JSON.stringify({ reason: 'So it is.', score })] },
      ]),
    );
    const offered = await estimate({ scenarioId, agentId: agent.id });
    t.match(offered, { status: 'estimated', conversations: 2, maxChargeMicrocredits: 2 * PRICE });
    t.match(await confirm(offered), { status: 'running' });
    return when(offered, hasEnded);
  };
  const before = await play('Hello.', [4, 5]);
  t.match(before, {
    status: 'completed',
    agentVersion: 1,
    played: 2,
    chargedMicrocredits: 2 * PRICE,
    criteria: [
      { criterion: 'greets', passed: 0, failed: 2, passRate: 0 },
      { criterion: 'polite', failed: 2, score: { mean: 4.5, count: 2 } },
    ],
  });
  t.match(await conversationsOf(before), [
    {
      customer: 'Ann',
      run: 1,
      lines: [
        { speaker: 'customer', text: 'hello' },
        { speaker: 'agent', text: 'Hello.' },
      ],
      verdicts: [
        { criterion: 'greets', outcome: 'failed' },
        { criterion: 'polite', outcome: 'failed', score: 4 },
      ],
      isCut: false,
    },
    { customer: 'Ann', run: 2 },
  ]);
  await client.patch('/api/v1/agents', {
    agentId: agent.id,
    channel: 'whatsapp',
    name: 'Ann',
    instructions: 'You book tables, and say "Good day.".',
  });
  const after = await play('Good day.', [9, 8]);
  t.match(after, {
    status: 'completed',
    agentVersion: 2,
    criteria: [{ passed: 2 }, { score: { mean: 8.5 } }],
  });
  const { comparison } = await client.get<{ comparison: SimulationComparison }>(
    `${RUNS}/${before.simulationRunId}/comparison?otherRunId=${after.simulationRunId}`,
  );
  t.match(comparison, {
    base: { agentVersion: 1 },
    other: { agentVersion: 2 },
    criteria: [
      { criterion: 'greets', passRate: { difference: 1 } },
      { criterion: 'polite', score: { difference: 4 } },
    ],
    changedVerdicts: 4,
  });
  const listed = await client.get<{ simulationRuns: readonly SimulationRunResource[] }>(
    `${RUNS}?agentId=${agent.id}&agentVersion=2`,
  );
  t.same(
    listed.simulationRuns.map(({ simulationRunId }) => simulationRunId),
    [after.simulationRunId],
  );
});

t.test('a call is played in virtual time', async (t) => {
  const agent = await createAgent('voice');
  const { scenarioId } = await keep(
    {
      customers: [{ name: 'Ann', lines: ['thank you goodbye'] }],
      criteria: [
        { name: 'ends it', endReason: 'agent_hangup' },
        { name: 'says goodbye', says: 'goodbye' },
      ],
    },
    'voice',
  );
  let run: SimulationRunDetail | null = null;
  for (let repeats = 0; repeats < MAX_REPEATS && run?.status !== 'completed'; repeats += 1) {
    model.answer({ text: ['Goodbye.'], tools: [{ id: 'call_1', name: 'end_call', arguments: '{}' }] });
    const offered = await estimate({ scenarioId, agentId: agent.id });
    await confirm(offered);
    run = await when(offered, hasEnded);
  }
  if (run === null) throw new Error('there is no run');
  t.match(run, { status: 'completed', criteria: [{ passed: 1 }, { passed: 1 }] });
  t.match(await conversationsOf(run), [
    {
      endReason: 'agent_hangup',
      lines: [
        { speaker: 'agent', text: 'Hello, this is the restaurant.', startMs: Number },
        { speaker: 'customer', text: 'thank you goodbye' },
        { speaker: 'agent', text: 'Goodbye.' },
      ],
      answerMs: [Number],
    },
  ]);
});

t.test('a cancelled run is charged for what was played', async (t) => {
  const agent = await createAgent('whatsapp');
  const { scenarioId } = await keep(GREETING);
  model.answer({ text: ['Good day.'] }, { type: 'drip', everyMs: 5_000 });
  const offered = await estimate({ scenarioId, agentId: agent.id });
  await confirm(offered);
  await when(offered, ({ played }) => played === 1);
  const cancel = `${RUNS}/${offered.simulationRunId}/cancel`;
  await client.post(cancel, {});
  t.match(await when(offered, hasEnded), { status: 'cancelled', played: 1, chargedMicrocredits: PRICE });
  t.match(
    await client.post<Answered>(cancel, {}),
    { simulationRun: { status: 'cancelled' } },
    'a repetition',
  );
});

t.test('after a restart, a run goes on with the conversations that had not ended', async (t) => {
  const agent = await createAgent('whatsapp');
  const { scenarioId } = await keep(GREETING);
  model.answer({ text: ['Good day.'] }, { type: 'drip', everyMs: 5_000 });
  const offered = await estimate({ scenarioId, agentId: agent.id });
  await confirm(offered);
  await when(offered, ({ played }) => played === 1);
  await world.kill();
  model.answer({ text: ['Good day, again.'] });
  await world.restart();
  t.match(await when(offered, hasEnded), { status: 'completed', played: 2, chargedMicrocredits: 2 * PRICE });
  t.match(await conversationsOf(offered), [
    { lines: [{}, { text: 'Good day.' }] },
    { lines: [{}, { text: 'Good day, again.' }] },
  ]);
});

t.test('a provider that fails is no fault of the agent, and costs nothing', async (t) => {
  const agent = await createAgent('whatsapp');
  const { scenarioId } = await keep({ ...GREETING, runs: 1, customers: [{ name: 'Ann', lines: ['hello'] }] });
  model.answer({ type: 'status', status: 400 });
  const offered = await estimate({ scenarioId, agentId: agent.id });
  await confirm(offered);
  t.match(await when(offered, hasEnded), {
    status: 'partial',
    played: 0,
    failed: 1,
    chargedMicrocredits: 0,
    criteria: [{ passed: 0, failed: 0, errors: 1 }],
  });
});

t.test('a run needs credit, and belongs to one business', async (t) => {
  const own = await keep(GREETING);
  const tenant = await createTenant(world.dataDir, { credits: 0 });
  const other = createApiClient(world.service().url, tenant.businessId, tenant.apiKey);
  const agent = await createAgent('whatsapp', other);
  t.match(await refusalOf(estimate({ scenarioId: own.scenarioId, agentId: agent.id }, other)), {
    code: 'simulation_scenario_not_found',
  });
  const { scenarioId } = await keep(GREETING, 'whatsapp', other);
  const offered = await estimate({ scenarioId, agentId: agent.id }, other);
  t.match(await refusalOf(confirm(offered, other)), { status: 402, code: 'insufficient_credit' });
  for (const path of ['', '/conversations', `/comparison?otherRunId=${offered.simulationRunId}`])
    t.match(await refusalOf(client.get(`${RUNS}/${offered.simulationRunId}${path}`)), {
      code: 'simulation_run_not_found',
    });
  t.match(await refusalOf(client.post(`${RUNS}/${offered.simulationRunId}/cancel`, {})), {
    code: 'simulation_run_not_found',
  });
  t.match(await other.get(`${RUNS}?scenarioId=${scenarioId}`), { simulationRuns: [{ status: 'estimated' }] });
  t.match(await client.get(`${RUNS}?scenarioId=${scenarioId}`), { simulationRuns: [] });
  await parley([
    ...['admin', 'business', 'credit', '--business', tenant.businessId, '--credits', '1'],
    ...['--reason', 'test', '--data-dir', world.dataDir],
  ]);
  model.answer({ text: ['Good day.'] });
  t.match(await confirm(offered, other), { status: 'running' }, 'the estimate can be confirmed again');
});
