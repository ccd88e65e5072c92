/**
 * Two nodes behind a balancer: one is stopped with SIGSTOP while calls are up, a campaign runs and requests are in
 * flight, and resumes some seconds later.
 */
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import {
  calleeAudio,
  calleeScript,
  GREETING,
  INSTRUCTIONS,
  VOICE_SETTINGS,
} from '../../../../bench/failover/conversation.js';
import { createFlite } from '../../../../providers/speech/offline/flite/synthesiser.js';
import type { AgentResource } from '../../../../schemas/agents/agent.js';
import type { CampaignResource } from '../../../../schemas/campaigns/campaign.js';
import { type ApiClient, ApiError, type CallDetail, isSettled } from '../../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../../testkit/api/resources.js';
import { testCacheDir } from '../../../../testkit/nats/server.js';
import { startTwoNodes } from '../../../../testkit/service/two-nodes.js';
import { until } from '../../../../testkit/until.js';

t.setTimeout(400_000);

const FROZEN = 0;
const HEALTHY = 1;
/** The longest time from the freeze to an answer of the healthy node, ms. */
const TAKEN_OVER_MS = 10_000;
/** The same for a call: the balancer takes a second to notice, and the carrier opens the next stream. */
const HEARD_AGAIN_MS = 12_000;
/** Longer than both: answers that are in time arrive while the other node is still frozen. */
const FROZEN_MS = 15_000;
/** A call that the carrier does not know counts as not placed after this long, ms (actors/call/checking.ts). */
const NOT_PLACED_MS = 120_000;
const CALLS = 4;
/** Questions of a callee: enough for the calls to be still up when the node is frozen. */
const TOPICS = 3;
const RECIPIENTS = 16;
const AGENTS = 10;

/** The outcome of a request, and how long after the freeze it came, ms. */
interface Answered {
  readonly ms: number;
  readonly code: string;
}

/** Two nodes and a client of each: a node activates the actors that its client uses. */
const startNodes = async (t: Test) => {
  const voices = createFlite();
  t.teardown(() => voices.close());
  const audio = await calleeAudio(voices);
  const nodes = await startTwoNodes({
    lines: CALLS + 6,
    cacheDir: testCacheDir(),
    logLevel: process.env.E2E_LOG ?? 'error',
    onLog: (node, line) => void (process.env.E2E_LOG === undefined || t.comment(`${node} ${line}`)),
  });
  t.teardown(() => nodes.stop());
  return { nodes, audio, frozen: nodes.clientOf(FROZEN), healthy: nodes.clientOf(HEALTHY) };
};

type Nodes = Awaited<ReturnType<typeof startNodes>>;

/** Agents that are active on the node to be frozen, because they were created there. */
const createAgents = async ({ frozen }: Nodes): Promise<readonly AgentResource[]> => {
  const agents: AgentResource[] = [];
  for (let index = 0; index < AGENTS; index += 1)
    agents.push(await frozen.createAgent(`Agent ${index}`, INSTRUCTIONS, VOICE_SETTINGS));
  return agents;
};

/** Calls that start at either node and have their media at either. */
const startCalls = async (
  { nodes, audio, frozen, healthy }: Nodes,
  agentId: string,
): Promise<readonly string[]> => {
  const callIds: string[] = [];
  for (let turn = 0; turn < CALLS; turn += 1) {
    const number = `+1415600${String(turn).padStart(4, '0')}`;
    await nodes.network.callee(number, calleeScript(audio, turn, TOPICS));
    callIds.push(await (turn % 2 === 0 ? frozen : healthy).startCall(agentId, number));
  }
  return callIds;
};

interface RunningCampaign {
  readonly id: string;
  readonly path: string;
  /** Of its recipients. */
  readonly numbers: readonly string[];
}

/** A campaign with short calls, whose iteration and block belong to the node to be frozen. It is not started. */
const planCampaign = async ({ nodes, frozen }: Nodes): Promise<RunningCampaign> => {
  const categoryIds = [await createCategory(frozen, 'Frozen')];
  const caller = await createAgent(frozen, {
    channel: 'voice',
    name: 'Caller',
    instructions: 'Otherwise, say "Hello.".',
    contactCategoryIds: categoryIds,
  });
  const numbers = Array.from(
    { length: RECIPIENTS },
    (_, index) => `+141560099${String(index).padStart(2, '0')}`,
  );
  for (const [index, mobile] of numbers.entries()) {
    await nodes.network.callee(mobile, {
      outcome: 'answer',
      ringMs: 200,
      steps: [{ atMs: 1_500, do: { type: 'hang_up' } }],
    });
    await createContact(frozen, { name: `Person ${index}`, mobile, categoryIds });
  }
  const { campaign } = await frozen.post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
    name: 'Frozen',
    objective: 'Go on.',
    channel: 'voice',
    agentId: caller.id,
    audience: { categoryIds },
  });
  return { id: campaign.id, path: `/api/v1/campaigns/${campaign.id}`, numbers };
};

const timedSince =
  (at: number) =>
  async (work: () => Promise<unknown>): Promise<Answered> => {
    try {
      await work();
      return { ms: Date.now() - at, code: 'ok' };
    } catch (error) {
      return { ms: Date.now() - at, code: error instanceof ApiError ? error.code : String(error) };
    }
  };

const PROFILE = { channel: 'voice', instructions: 'Otherwise, say "No.".' };

/** Each agent of the frozen node is renamed at the other node, and read there with its new name. */
const checkChanges = async (
  t: Test,
  { healthy }: Nodes,
  agents: readonly AgentResource[],
  frozenAt: number,
): Promise<void> => {
  const timed = timedSince(frozenAt);
  const changes = await Promise.all(
    agents.map(({ id }, index) =>
      timed(async () => {
        const name = `Renamed ${index}`;
        await healthy.patch('/api/v1/agents', { ...PROFILE, agentId: id, name });
        const read = await healthy.get<{ agents: AgentResource[] }>('/api/v1/agents');
        if (read.agents.find((agent) => agent.id === id)?.name !== name) throw new Error('the row is stale');
      }),
    ),
  );
  const gap = Math.max(...changes.map(({ ms }) => ms));
  t.comment(`changed and read after ${gap} ms`);
  t.same(new Set(changes.map(({ code }) => code)), new Set(['ok']), 'no request is refused');
  t.ok(gap <= TAKEN_OVER_MS, `changed and read after ${gap} ms`);
};

const settled = ({ healthy }: Nodes, callId: string): Promise<CallDetail> =>
  until(
    'the call is settled',
    async () => {
      const detail = await healthy.call(callId).catch(() => null);
      return detail !== null && isSettled(detail) && detail;
    },
    90_000,
  );

/** The call was placed, billed and greeted once. Returns when its media reattached, ms after the freeze, or null. */
const checkCall = async (
  t: Test,
  { nodes }: Nodes,
  { call, diagnostics, transcript }: CallDetail,
  frozenAt: number,
): Promise<number | null> => {
  t.match(call, { status: 'completed' });
  t.match(call.endReason, /^(agent|customer)_hangup$/);
  const placed = await nodes.network.callsOf(call.id);
  t.equal(placed.length, 1, 'placed once');
  const happened = (name: string): number =>
    diagnostics.timeline.filter(({ event }) => event === name).length;
  t.equal(happened('call.settled'), 1, 'billed once');
  const greetings = transcript.filter(({ text }) => text.startsWith(GREETING.slice(0, 10)));
  t.ok(greetings.length <= 1, `greeted ${greetings.length} times`);
  const streams = (await nodes.network.history(placed[0]?.sid ?? '')).streams.length;
  if (streams < 2) return null;
  const again = diagnostics.timeline.filter(({ event }) => event === 'call.media_attached').at(-1);
  return Date.parse(String(again?.at)) - frozenAt;
};

const checkCampaign = async (
  t: Test,
  { nodes, healthy }: Nodes,
  { id, path, numbers }: RunningCampaign,
): Promise<void> => {
  const now = async (): Promise<CampaignResource> =>
    (await healthy.get<{ campaign: CampaignResource }>(path)).campaign;
  await until('the campaign ends', async () => (await now()).status === 'completed', NOT_PLACED_MS + 60_000);
  const { calls } = await healthy.get<{ calls: CallDetail['call'][] }>(
    `/api/v1/voice/calls?campaignId=${id}&limit=100`,
  );
  const dialled = await nodes.network.calls();
  let never = 0;
  for (const number of numbers) {
    const times = dialled.filter(({ to }) => to === number).length;
    t.ok(times <= 1, `${number} was dialled ${times} times`);
    if (times > 0) continue;
    // The request to the carrier had begun but had not left the frozen node: it is not repeated.
    never += 1;
    const ends = calls
      .filter(({ calleeNumber }) => calleeNumber === number)
      .map(({ endReason }) => endReason);
    t.same(ends, ['placement_unknown']);
  }
  t.comment(`${never} requests to the carrier did not leave the frozen node`);
  t.match((await now()).counts, { total: RECIPIENTS, completed: RECIPIENTS - never, failed: never });
};

t.test('calls, a campaign and requests survive a node that freezes and thaws', async (t) => {
  const running = await startNodes(t);
  const { nodes, frozen, healthy } = running;
  const agents = await createAgents(running);
  const callIds = await startCalls(running, agents[0]?.id ?? '');
  const campaign = await planCampaign(running);
  await until(
    'all calls are past their greeting',
    async () => {
      const details = await Promise.all(callIds.map((callId) => healthy.call(callId)));
      return details.every(({ transcript }) => transcript.length > 0);
    },
    60_000,
  );
  await frozen.patch(campaign.path, { action: 'start' });
  await until('the campaign dials', async () => (await nodes.network.load()).placed >= CALLS + 3, 60_000);

  const at = nodes.freeze(FROZEN);
  // A request that is stuck at the frozen node is repeated at the other.
  const body = { channel: 'voice', name: 'Once', instructions: 'Otherwise, say "Yes.".' };
  const create = (client: ApiClient): Promise<{ agent: AgentResource }> =>
    client.post('/api/v1/agents', body, 'once');
  const waiting = create(frozen);
  waiting.catch(() => undefined);
  await checkChanges(t, running, agents, at);
  const once = await create(healthy);

  await delay(Math.max(0, at + FROZEN_MS - Date.now()));
  const thawedAt = Date.now();
  nodes.thaw(FROZEN);
  t.equal((await waiting).agent.id, once.agent.id, 'the stuck request gets the answer of its repetition');
  t.comment(`the stuck request was answered ${Date.now() - thawedAt} ms after the thaw`);

  await t.test('the thawed node answers from the current state', async (t) => {
    const again = (id: string): string => `Again ${id}`;
    const read = await Promise.all(
      agents.map(({ id: agentId }) => {
        const change = { ...PROFILE, agentId, name: again(agentId) };
        return frozen.patch<{ agent: AgentResource }>('/api/v1/agents', change);
      }),
    );
    t.same(
      read.map((answer) => answer.agent.name),
      agents.map(({ id }) => again(id)),
    );
  });

  await t.test('calls in progress continue at the other node', async (t) => {
    let moved = 0;
    for (const callId of callIds) {
      const ms = await checkCall(t, running, await settled(running, callId), at);
      if (ms === null) continue;
      moved += 1;
      t.comment(`media attached again ${ms} ms after the freeze`);
      t.ok(ms <= HEARD_AGAIN_MS, `${ms} ms`);
    }
    t.ok(moved > 0, `${moved} calls had their media at the frozen node`);
  });

  await t.test('the campaign continues: no recipient is dialled twice, and all are accounted for', (t) =>
    checkCampaign(t, running, campaign),
  );
});
