/** Versions of an agent, from a draft to the outcomes of a split, with calls and a campaign. */
import t from 'tap';
import { isDiverted } from '../../../operations/agents/serving.js';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import type { SplitResource, SplitResults } from '../../../schemas/agents/split.js';
import type { AgentVersion, DraftResource } from '../../../schemas/agents/version.js';
import type { VoiceCallSummary } from '../../../schemas/calls/voice-call.js';
import type { CampaignResource } from '../../../schemas/campaigns/campaign.js';
import { isSettled, refusalOf } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const CALL_MS = 30_000;
const ANSWERS = { outcome: 'answer', ringMs: 100, steps: [{ atMs: 700, do: { type: 'hang_up' } }] } as const;

t.setTimeout(240_000);

const world = await startWorld(t, {}, { lines: 3 });
const { businessId, network } = world;
const client = world.client();
const leads = await createCategory(client, 'Leads');
const { id: agentId } = await createAgent(client, {
  channel: 'voice',
  name: 'Ann',
  contactCategoryIds: [leads],
  instructions: 'Otherwise, say "Yes.".',
});
const path = `/api/v1/agents/${agentId}`;
const profile = { channel: 'voice', name: 'Ann', instructions: 'Otherwise, say "Yes.".' };

/** A request with headers of its own. */
const ask = async (method: string, url: string, headers: Readonly<Record<string, string>>, body?: object) => {
  const response = await fetch(`${world.service().url}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${world.apiKey}`,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify({ businessId, ...body }),
  });
  const { error, data }: { error?: { code: string }; data?: unknown } = JSON.parse(await response.text());
  return { status: response.status, etag: response.headers.get('etag') ?? '', code: error?.code, data };
};
const read = (url: string) => ask('GET', `${url}?businessId=${businessId}`, {});

/** The version that a call of the number used. */
const called = async (number: string): Promise<number> => {
  await network.callee(number, ANSWERS);
  const callId = await client.startCall(agentId, number);
  const { call } = await client.callUntil(callId, isSettled, CALL_MS);
  return call.agentVersion ?? 0;
};

t.test('of two editors of the same version one is refused, and nothing is overwritten', async (t) => {
  const { etag } = await read(path);
  t.match(etag, /^"1-[\w-]+"$/);
  const edited = await Promise.all(
    ['Bea', 'Cleo'].map((name) =>
      ask('PATCH', '/api/v1/agents', { 'if-match': etag }, { ...profile, agentId, name }),
    ),
  );
  t.same(edited.map(({ status, code }) => [status, code]).sort(), [
    [200, undefined],
    [412, 'agent_changed'],
  ]);
  const now = await read(path);
  t.match(now.etag, /^"2-/);
  const again = { ...profile, agentId };
  t.match(await ask('PATCH', '/api/v1/agents', { 'if-match': now.etag }, again), { status: 200 });
  t.match(
    await ask('PATCH', '/api/v1/agents', {}, again),
    { status: 200 },
    'unconditional, as the contract has it',
  );
  t.match((await read(path)).data, { agent: { version: 4, name: 'Ann' } });
});

t.test('a draft reaches no customer until it is published', async (t) => {
  const { draft } = await client.patch<{ draft: DraftResource }>(`${path}/draft`, {
    ...profile,
    name: 'Dora',
  });
  t.match(draft, { name: 'Dora', basedOn: 4, isOutdated: false });
  const { etag } = await read(`${path}/draft`);
  t.equal(await called('+14155550101'), 4);
  t.match(await ask('PATCH', `${path}/draft`, { 'if-match': etag }, { ...profile, name: 'Eve' }), {
    status: 200,
  });
  t.match(await ask('POST', `${path}/publish`, { 'if-match': etag }, {}), {
    status: 412,
    code: 'agent_changed',
  });
  await client.patch('/api/v1/agents', { ...profile, agentId, name: 'Fay' });
  t.match(await refusalOf(client.post(`${path}/publish`, {})), { status: 409, code: 'draft_outdated' });
  const { agent } = await client.post<{ agent: AgentResource }>(`${path}/publish`, {
    note: 'Eve answers now.',
    replaces: 5,
    percent: 50,
  });
  t.match(agent, { name: 'Eve', version: 6 });
  t.match(await refusalOf(client.get(`${path}/draft`)), { code: 'draft_not_found' });
});

let split: SplitResource | undefined;

t.test(
  'a recipient of a split gets the same version in calls and campaigns, also after a restart',
  async (t) => {
    const { splits } = await client.get<{ splits: SplitResource[] }>(`${path}/splits`);
    t.match(splits, [{ published: 6, version: 5, percent: 50, campaignId: null, endedAt: null }]);
    const [running] = splits;
    if (running === undefined) throw new Error('there is no split');
    split = running;
    const versionFor = (number: string): number => (isDiverted(running, number) ? 5 : 6);
    const numbers = Array.from({ length: 6 }, (_, index) => `+1415555020${index}`);
    const categoryIds = [leads];
    for (const mobile of numbers) {
      await network.callee(mobile, ANSWERS);
      await createContact(client, { name: `Person ${mobile}`, mobile, categoryIds });
    }
    const direct = numbers[0] ?? '';
    t.equal(await called(direct), versionFor(direct));
    const { campaign } = await client.post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
      name: 'Renewals',
      channel: 'voice',
      agentId,
      objective: 'Renew contracts.',
      audience: { categoryIds },
    });
    await client.patch(`/api/v1/campaigns/${campaign.id}`, { action: 'start' });
    await until(
      'the campaign has ended',
      async () =>
        (await client.get<{ campaign: CampaignResource }>(`/api/v1/campaigns/${campaign.id}`)).campaign
          .status === 'completed',
      60_000,
    );
    const { calls } = await client.get<{ calls: VoiceCallSummary[] }>(
      `/api/v1/voice/calls?campaignId=${campaign.id}`,
    );
    t.same(
      calls.map(({ calleeNumber, agentVersion }) => [calleeNumber, agentVersion]).sort(),
      numbers.map((number) => [number, versionFor(number)]),
    );
    await world.kill();
    await world.restart();
    t.equal(await called(direct), versionFor(direct));
    const diverted = await client.get<{ calls: VoiceCallSummary[] }>(
      `/api/v1/voice/calls?agentId=${agentId}&agentVersion=5`,
    );
    t.ok(diverted.calls.every(({ agentVersion }) => agentVersion === 5));
    const { results } = await client.get<{ results: SplitResults }>(`${path}/splits/${running.splitId}`);
    const expected = (version: number): number =>
      numbers.filter((number) => versionFor(number) === version).length +
      (versionFor(direct) === version ? 2 : 0);
    t.match(results, {
      confidence: 0.95,
      version: { version: 5, calls: expected(5), answered: { count: expected(5), of: expected(5) } },
      published: { version: 6, calls: expected(6) },
    });
    t.equal(diverted.calls.length, expected(5));
  },
);

t.test('the winner is published, and an earlier version can be rolled back to', async (t) => {
  const ended = `${path}/splits/${split?.splitId}/end`;
  t.match(await client.post(ended, { winner: 5 }), {
    split: { end: { reason: 'chosen', winner: 5 }, endedAt: String },
  });
  t.match(await refusalOf(client.post(ended, {})), { code: 'split_not_found' });
  t.match(await client.get(path), { agent: { version: 7, name: 'Fay' } });
  t.match(await client.post(`${path}/roll-back`, { version: 1, note: 'As it was.' }), {
    agent: { version: 8, name: 'Ann' },
  });
  t.match(await refusalOf(client.post(`${path}/roll-back`, { version: 99 })), {
    code: 'agent_version_not_found',
  });
  const { versions } = await client.get<{ versions: AgentVersion[] }>(`${path}/versions?limit=3`);
  t.match(versions, [
    { version: 8, note: 'As it was.', restored: 1, by: { type: 'key' } },
    { version: 7, restored: 5 },
    { version: 6, note: 'Eve answers now.' },
  ]);
  t.match(await client.get(`${path}/versions/1`), { version: { version: 1, name: 'Ann' } });
});

t.test('the calls of a campaign have a split of their own', async (t) => {
  const { campaign } = await client.post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
    name: 'Reminders',
    channel: 'voice',
    agentId,
    objective: 'Remind them.',
    audience: { categoryIds: [leads] },
  });
  const start = (body: object) =>
    client.post<{ split: SplitResource }>(`${path}/splits`, { percent: 99, ...body });
  t.match(await refusalOf(start({ version: 8 })), {
    code: 'validation_failed',
    details: [{ path: '/version' }],
  });
  const { split: ofCampaign } = await start({ version: 6, campaignId: campaign.id });
  t.match(ofCampaign, { published: 8, version: 6, campaignId: campaign.id });
  t.match(await refusalOf(start({ version: 7, campaignId: campaign.id })), { code: 'split_running' });
  t.equal(await called('+14155550209'), 8, 'other calls are not divided');
  await client.patch(`/api/v1/campaigns/${campaign.id}`, { action: 'start' });
  await until(
    'its calls have been made',
    async () => {
      const { results } = await client.get<{ results: SplitResults }>(`${path}/splits/${ofCampaign.splitId}`);
      return results.version.answered.of + results.published.answered.of === 6;
    },
    60_000,
  );
  await client.patch('/api/v1/agents', { ...profile, agentId });
  const after = await client.get<{ split: SplitResource }>(`${path}/splits/${ofCampaign.splitId}`);
  t.match(after.split.end, { reason: 'published', winner: null }, 'the next publication has ended it');
});
