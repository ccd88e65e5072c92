/**
 * A page that is open while a customer is called: it receives each step as it happens, once the API shows it, and
 * resumes where it was after a restart of the service.
 */
import { connect } from 'node:net';
import t from 'tap';
import type { CampaignResource } from '../../../schemas/campaigns/campaign.js';
import { followLive, type LiveReader } from '../../../testkit/api/live-client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';
import { problemOfLive } from '../../support/live-events.js';

const ANSWERS = '+14155550101';
const BUSY = '+14155550102';
/** Rings for as long as it takes to kill the service, and is then busy. */
const RINGS = '+14155550103';

t.setTimeout(200_000);

const world = await startWorld(t);
const { businessId, apiKey, network } = world;
const client = world.client();
const headers = { authorization: `Bearer ${apiKey}` };
const follow = async (lastEventId: string | null = null): Promise<LiveReader> => {
  const reader = await followLive({ url: world.service().url, businessId, headers, lastEventId });
  t.teardown(() => reader.close());
  await reader.event('it is open', ({ name }) => name === 'stream.opened');
  return reader;
};
const namesIn = ({ events }: LiveReader): readonly string[] => events.map(({ name }) => name);

await network.callee(ANSWERS, {
  outcome: 'answer',
  ringMs: 200,
  steps: [{ atMs: 3_000, do: { type: 'hang_up' } }],
});
await network.callee(BUSY, { outcome: 'busy', ringMs: 100 });
await network.callee(RINGS, { outcome: 'busy', ringMs: 2_000 });

t.test('a call is streamed as it happens', async (t) => {
  const { id: agentId } = await client.createAgent('Ann', 'Say "Yes.".', { firstGreeting: 'Hello.' });
  const page = await follow();
  const callId = await client.startCall(agentId, ANSWERS);
  const answered = await page.event('it is answered', ({ name }) => name === 'call.answered', 20_000);
  t.match(answered.data, { callId, agentId, calleeNumber: ANSWERS, status: 'answered' });
  t.equal((await client.call(callId)).call.status, 'answered', 'the API shows the same');
  const turn = await page.event('what was said', ({ name }) => name === 'call.turn', 20_000);
  t.match(turn.data, { callId, turn: { speaker: 'assistant', text: 'Hello.' } });
  t.match((await client.call(callId)).transcript, [{ text: 'Hello.' }]);
  const charged = await page.event('it is charged', ({ name }) => name === 'call.charged', 30_000);
  const { call } = await client.call(callId);
  t.match(charged.data, { chargedMicrocredits: call.chargedMicrocredits });
  const steps = ['call.accepted', 'call.placed', 'call.answered', 'call.turn', 'call.ended', 'call.charged'];
  t.same(
    namesIn(page).filter((name) => steps.includes(name)),
    steps,
    'each once, in order',
  );
  for (const { data, receivedAt } of page.events) {
    t.equal(problemOfLive(data), null);
    t.ok(receivedAt - Date.parse(data.occurredAt) < 10_000, `${data.type} as it happens`);
  }
});

t.test('a campaign streams its steps, and its progress at intervals', async (t) => {
  const categoryIds = [await createCategory(client, 'Leads')];
  for (const [name, mobile] of [
    ['Asha', ANSWERS],
    ['Ben', BUSY],
  ] as const)
    await createContact(client, { name, mobile, categoryIds });
  const agent = await createAgent(client, {
    channel: 'voice',
    name: 'Bea',
    contactCategoryIds: categoryIds,
    instructions: 'Say "Yes.".',
    voiceSettings: { firstGreeting: 'Hello.' },
  });
  const page = await follow();
  const { campaign } = await client.post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
    name: 'Renewals',
    channel: 'voice',
    agentId: agent.id,
    objective: 'Renew contracts.',
    audience: { categoryIds },
  });
  await client.patch(`/api/v1/campaigns/${campaign.id}`, { action: 'start' });
  const isCompleted = ({ data }: LiveReader['events'][number]): boolean =>
    data.type === 'iteration.progress' && data.status === 'completed';
  const completed = await page.event('the campaign is done', isCompleted, 60_000);
  t.match(completed.data, {
    campaignId: campaign.id,
    campaignName: 'Renewals',
    progress: { finished: 2, percent: 100 },
  });
  const { campaign: shown } = await client.get<{ campaign: CampaignResource }>(
    `/api/v1/campaigns/${campaign.id}`,
  );
  t.match(completed.data, { counts: shown.counts });
  const statuses = page.events.flatMap(({ data }) => (data.type === 'iteration.status' ? [data.status] : []));
  t.same(statuses, ['running', 'completed']);
  for (const { data } of page.events) t.equal(problemOfLive(data), null);
});

t.test(
  'a stream resumes without duplicates after a kill of the service',
  { skip: ONLY_IN_FULL_RUN },
  async (t) => {
    const { id: agentId } = await client.createAgent('Cleo', 'Say "Yes.".', { firstGreeting: 'Hello.' });
    const page = await follow();
    const callId = await client.startCall(agentId, RINGS);
    // A call that is killed while it is placed is settled after two minutes.
    await page.event(
      'it rings',
      ({ name, data }) => name === 'call.ringing' && 'callId' in data && data.callId === callId,
    );
    await world.kill();
    await page.ended;
    await world.restart();
    const again = await follow(page.lastId());
    const received = (): readonly string[] =>
      [page, again].flatMap(({ events }) =>
        events.flatMap(({ name, data }) => ('callId' in data && data.callId === callId ? [name] : [])),
      );
    await until('the call to be charged', () => received().includes('call.charged'), 90_000);
    const names = received();
    t.equal(new Set(names).size, names.length, `nothing twice: ${names.join(', ')}`);
    for (const name of ['call.accepted', 'call.ended', 'call.charged']) t.ok(names.includes(name), name);
  },
);

t.test('a stop of the service ends the stream and its connection', async (t) => {
  const page = await follow();
  const { hostname, port } = new URL(world.service().url);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  socket.write(
    `GET /api/v1/live?businessId=${businessId} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`,
  );
  await until('it is open', () => text.includes('stream.opened'));
  t.match(text, /^HTTP\/1.1 200 OK\r\n/);
  t.match(text, /content-type: text\/event-stream\r\n/i);
  world.service().kill('SIGTERM');
  await Promise.all([page.ended, closed, world.service().ended]);
  t.ok(text.endsWith('0\r\n\r\n'), 'closed properly, not cut');
});
