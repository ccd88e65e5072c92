/**
 * Two nodes behind a balancer, and one of them is stopped with SIGSTOP while calls are up, a campaign runs and requests
 * are under way; some seconds later it goes on.
 */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import {
  calleeAudio,
  calleeScript,
  GREETING,
  INSTRUCTIONS,
  VOICE_SETTINGS,
} from '../../../bench/failover/conversation.js';
import { createFlite } from '../../../providers/speech/flite.js';
import type { AgentResource } from '../../../schemas/agent.js';
import type { CampaignResource } from '../../../schemas/campaign.js';
import { ApiError, type CallDetail, isSettled } from '../../../testkit/api-client.js';
import { testCacheDir } from '../../../testkit/nats.js';
import { startTwoNodes } from '../../../testkit/two-nodes.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(300_000);

const FROZEN = 0;
const HEALTHY = 1;
/** From the freeze to the answer of a node that lives, ms. */
const TAKEN_OVER_MS = 3_000;
/** The same for a call: its balancer takes a second to notice, its carrier opens the next stream. */
const HEARD_AGAIN_MS = 5_000;
const FROZEN_MS = 7_000;
/** A carrier that knows of no such call is believed after this long, ms (actors/call/checking.ts). */
const NOT_PLACED_MS = 120_000;
const CALLS = 4;
const RECIPIENTS = 16;
const AGENTS = 10;

/** What a request brought, and when. */
interface Answered {
  readonly ms: number;
  readonly code: string;
}

t.test('one of two nodes is frozen under calls, a campaign and requests, and thaws again', async (t) => {
  const voices = createFlite();
  t.teardown(() => voices.close());
  const audio = await calleeAudio(voices);
  const nodes = await startTwoNodes({
    voices,
    lines: CALLS + 6,
    cacheDir: testCacheDir(),
    logLevel: process.env.E2E_LOG ?? 'error',
    onLog: (node, line) => void (process.env.E2E_LOG === undefined || t.comment(`${node} ${line}`)),
  });
  t.teardown(() => nodes.stop());
  const { network } = nodes;
  const [frozen, healthy] = [nodes.clientOf(FROZEN), nodes.clientOf(HEALTHY)];
  const { businessId } = healthy;

  // Actors that the node to be frozen has: whoever makes one has it.
  const { category } = await frozen.request<{ category: { id: string } }>(
    'POST',
    '/api/v1/contacts/categories',
    { businessId, name: 'Frozen' },
  );
  const agents: AgentResource[] = [];
  for (let index = 0; index < AGENTS; index += 1)
    agents.push(await frozen.createAgent(`Agent ${index}`, INSTRUCTIONS, VOICE_SETTINGS));
  const [agent] = agents;
  if (agent === undefined) throw new Error('no agent was made');

  // Calls, begun at either node, their media at either.
  const callIds: string[] = [];
  for (let turn = 0; turn < CALLS; turn += 1) {
    const number = `+1415600${String(turn).padStart(4, '0')}`;
    await network.callee(number, calleeScript(audio, turn, 2));
    callIds.push(await (turn % 2 === 0 ? frozen : healthy).startCall(agent.id, number));
  }
  // A campaign whose iteration and block are the frozen node's, and whose calls are short.
  const { agent: caller } = await frozen.request<{ agent: AgentResource }>('POST', '/api/v1/agents', {
    businessId,
    channel: 'voice',
    name: 'Caller',
    instructions: 'Otherwise, say "Hello.".',
    contactCategoryIds: [category.id],
  });
  const numbers = Array.from(
    { length: RECIPIENTS },
    (_, index) => `+141560099${String(index).padStart(2, '0')}`,
  );
  for (const [index, mobile] of numbers.entries()) {
    await network.callee(mobile, {
      outcome: 'answer',
      ringMs: 200,
      steps: [{ atMs: 1_500, do: { type: 'hang_up' } }],
    });
    await frozen.request('POST', '/api/v1/contacts', {
      businessId,
      name: `Person ${index}`,
      mobile,
      categoryIds: [category.id],
    });
  }
  const { campaign } = await frozen.request<{ campaign: CampaignResource }>('POST', '/api/v1/campaigns', {
    businessId,
    name: 'Frozen',
    objective: 'Go on.',
    channel: 'voice',
    agentId: caller.id,
    audience: { categoryIds: [category.id] },
  });
  const path = `/api/v1/campaigns/${campaign.id}`;
  await until('all calls are past their greeting', async () => {
    const details = await Promise.all(callIds.map((callId) => healthy.call(callId)));
    return details.every(({ transcript }) => transcript.length > 0);
  });
  await frozen.request('PATCH', path, { businessId, action: 'start' });
  await until('some of it is dialled', async () => (await network.load()).placed >= CALLS + 3);

  const at = nodes.freeze(FROZEN);
  const timed = async (work: () => Promise<unknown>): Promise<Answered> => {
    try {
      await work();
      return { ms: Date.now() - at, code: 'ok' };
    } catch (error) {
      return { ms: Date.now() - at, code: error instanceof ApiError ? error.code : String(error) };
    }
  };

  // One request that the frozen node has, repeated at the other.
  const body = { businessId, channel: 'voice', name: 'Once', instructions: 'Otherwise, say "Yes.".' };
  const create = (client: typeof healthy): Promise<{ agent: AgentResource }> =>
    client.request('POST', '/api/v1/agents', body, 'once');
  const waiting = create(frozen);
  waiting.catch(() => undefined);

  const profile = { channel: 'voice', instructions: 'Otherwise, say "No.".' };
  const changes = await Promise.all(
    agents.map(({ id }, index) =>
      timed(async () => {
        const name = `Renamed ${index}`;
        await healthy.request('PATCH', '/api/v1/agents', { ...profile, businessId, agentId: id, name });
        const read = await healthy.request<{ agents: AgentResource[] }>(
          'GET',
          `/api/v1/agents?businessId=${businessId}`,
        );
        if (read.agents.find((each) => each.id === id)?.name !== name) throw new Error('an old row was read');
      }),
    ),
  );
  const gap = Math.max(...changes.map(({ ms }) => ms));
  t.comment(`changed and read after ${gap} ms`);
  t.same(new Set(changes.map(({ code }) => code)), new Set(['ok']), 'no request is refused');
  t.ok(gap <= TAKEN_OVER_MS, `changed and read after ${gap} ms`);
  const once = await create(healthy);

  await delay(Math.max(0, at + FROZEN_MS - Date.now()));
  const thawedAt = Date.now();
  nodes.thaw(FROZEN);
  t.equal(
    (await waiting).agent.id,
    once.agent.id,
    'the request that waited gets the answer of its repetition',
  );
  t.comment(`the request that waited was answered ${Date.now() - thawedAt} ms after the thaw`);

  await t.test('what the frozen node answers is what became of it meanwhile', async (t) => {
    const read = await Promise.all(
      agents.map(({ id }) =>
        frozen.request<{ agent: AgentResource }>('PATCH', '/api/v1/agents', {
          ...profile,
          businessId,
          agentId: id,
          name: `Again ${id}`,
        }),
      ),
    );
    t.same(
      read.map((each) => each.agent.name),
      agents.map(({ id }) => `Again ${id}`),
    );
  });

  await t.test('calls in progress go on at the other node', async (t) => {
    const settled = async (callId: string): Promise<CallDetail> =>
      until(
        'it is settled',
        async () => {
          const detail = await healthy.call(callId).catch(() => null);
          return detail !== null && isSettled(detail) && detail;
        },
        90_000,
      );
    let moved = 0;
    for (const callId of callIds) {
      const { call, diagnostics, transcript } = await settled(callId);
      t.match(call, { status: 'completed' });
      t.match(call.endReason, /^(agent|customer)_hangup$/);
      const placed = await network.callsOf(callId);
      t.equal(placed.length, 1, 'placed once');
      const happened = (name: string): number =>
        diagnostics.timeline.filter(({ event }) => event === name).length;
      t.equal(happened('call.settled'), 1, 'billed once');
      const greetings = transcript.filter(({ text }) => text.startsWith(GREETING.slice(0, 10)));
      t.ok(greetings.length <= 1, `greeted ${greetings.length} times`);
      const streams = (await network.history(placed[0]?.sid ?? '')).streams.length;
      if (streams < 2) continue;
      moved += 1;
      const again = diagnostics.timeline.filter(({ event }) => event === 'call.media_attached').at(-1);
      const ms = Date.parse(String(again?.at)) - at;
      t.comment(`media attached again ${ms} ms after the freeze`);
      t.ok(ms <= HEARD_AGAIN_MS, `${ms} ms`);
    }
    t.ok(moved > 0, `${moved} calls had their media at the frozen node`);
  });

  await t.test('the campaign goes on: nobody is dialled twice, and all are accounted for', async (t) => {
    const now = async (): Promise<CampaignResource> =>
      (await healthy.request<{ campaign: CampaignResource }>('GET', `${path}?businessId=${businessId}`))
        .campaign;
    await until('it is completed', async () => (await now()).status === 'completed', NOT_PLACED_MS + 60_000);
    const { calls } = await healthy.request<{ calls: CallDetail['call'][] }>(
      'GET',
      `/api/v1/voice/calls?businessId=${businessId}&campaignId=${campaign.id}&limit=100`,
    );
    const dialled = await network.calls();
    let never = 0;
    for (const number of numbers) {
      const times = dialled.filter(({ to }) => to === number).length;
      t.ok(times <= 1, `${number} was dialled ${times} times`);
      if (times > 0) continue;
      // The request to the carrier had begun and had not left the frozen node: it is not made again.
      never += 1;
      const ends = calls
        .filter(({ calleeNumber }) => calleeNumber === number)
        .map(({ endReason }) => endReason);
      t.same(ends, ['placement_unknown']);
    }
    t.comment(`${never} requests to the carrier did not leave the frozen node`);
    t.match((await now()).counts, { total: RECIPIENTS, completed: RECIPIENTS - never, failed: never });
  });
});
