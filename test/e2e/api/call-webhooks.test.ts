/** Subscribers of calls and campaigns receive all events of the business there, in order and signed, and no others. */
import t from 'tap';
import type { CampaignResource } from '../../../schemas/campaigns/campaign.js';
import { EVENTS_OF, type SubscriptionResource } from '../../../schemas/events/subscription.js';
import { createApiClient, refusalOf } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

type Channel = 'voice' | 'campaign';

const SUBSCRIPTIONS = '/api/v1/webhook-subscriptions';
const ANSWERS = '+14155550101';
const BUSY = '+14155550102';
const BLOCKED = '+14155550103';

t.setTimeout(300_000);

const receiver = await startReceiver(t);
const world = await startWorld(t, { PARLEY_DEVELOPMENT: '1' });
const { businessId, network } = world;
const client = world.client();

/** A subscription to all events of the channel, which are delivered to the path of its name. */
const subscription = (channel: Channel, overrides: object = {}): object => ({
  businessId,
  channel,
  callbackUrl: `${receiver.url}/${channel}`,
  events: EVENTS_OF[channel],
  ...overrides,
});
const subscribeTo = async (channel: Channel): Promise<SubscriptionResource> => {
  const created = await client.post<{ subscription: SubscriptionResource; signingSecret: string }>(
    SUBSCRIPTIONS,
    subscription(channel),
  );
  receiver.secret(`/${channel}`, created.signingSecret);
  return created.subscription;
};
const subscriptions = { voice: await subscribeTo('voice'), campaign: await subscribeTo('campaign') };

/** A campaign that calls three people: one answers and hangs up, one is busy, one must not be called. */
const startCampaign = async () => {
  const categoryIds = [await createCategory(client, 'Leads')];
  const contact = (name: string, mobile: string): Promise<string> =>
    createContact(client, { name, mobile, categoryIds });
  const people = {
    answering: await contact('Asha', ANSWERS),
    busy: await contact('Ben', BUSY),
    blocked: await contact('Cleo', BLOCKED),
  };
  await client.patch(`/api/v1/contacts/${people.blocked}`, { communicationBlocked: true });
  await network.callee(ANSWERS, {
    outcome: 'answer',
    ringMs: 100,
    steps: [{ atMs: 4_000, do: { type: 'hang_up' } }],
  });
  await network.callee(BUSY, { outcome: 'busy', ringMs: 100 });
  const agent = await createAgent(client, {
    channel: 'voice',
    name: 'Ann',
    contactCategoryIds: categoryIds,
    instructions: 'Say "Yes.".',
    voiceSettings: { firstGreeting: 'Hello.' },
  });
  const { campaign } = await client.post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
    name: 'Renewals',
    channel: 'voice',
    agentId: agent.id,
    objective: 'Renew contracts.',
    audience: { categoryIds },
  });
  await client.patch(`/api/v1/campaigns/${campaign.id}`, { action: 'start' });
  return { ...people, agent, campaign };
};
const { answering, busy, blocked, agent, campaign } = await startCampaign();

const bodiesOf = (channel: string, key: string, value: string) =>
  receiver
    .on(`/${channel}`)
    .map(({ body }) => body)
    .filter((body) => JSON.stringify(body).includes(`"${key}":"${value}"`));
const typesOf = (channel: string, key: string, value: string): readonly unknown[] =>
  bodiesOf(channel, key, value).map(({ eventType }) => eventType);

t.test('a subscription to calls or campaigns covers the whole business', async (t) => {
  for (const channel of ['voice', 'campaign'] as const)
    t.match(subscriptions[channel], {
      channel,
      phoneNumberId: null,
      providerAccountId: null,
      externalAutomation: false,
      status: 'active',
    });
});

t.test('a subscription to calls has no account and no automation', async (t) => {
  const refused = await refusalOf(
    client.post(
      SUBSCRIPTIONS,
      subscription('voice', {
        phoneNumberId: '1',
        externalAutomation: true,
        events: ['voice.call.ended', 'campaign.iteration.ended'],
      }),
    ),
  );
  t.match(refused, { status: 400, code: 'validation_failed' });
  t.same(
    refused?.details.map(({ path }) => path),
    ['/phoneNumberId', '/externalAutomation', '/events/1'],
  );
  const whatsapp = { channel: 'whatsapp', phoneNumberId: '1', events: ['whatsapp.message.read'] };
  const without = await refusalOf(client.post(SUBSCRIPTIONS, { ...subscription('voice'), ...whatsapp }));
  t.match(without?.details, [{ path: '/externalAutomation', message: 'is required on whatsapp' }]);
});

t.test('subscribing to calls requires the scope to read them', async (t) => {
  const scopes = ['--scopes', 'webhooks:write,channels:write,campaigns:read'];
  const key = await parley([
    ...['admin', 'key', 'create', '--business', businessId, '--name', 'hooks', ...scopes],
    ...['--data-dir', world.dataDir],
  ]);
  const limited = createApiClient(world.service().url, businessId, String(key.apiKey));
  // Its deliveries do not matter here.
  const callbackUrl = `${receiver.url}/limited`;
  const subscribe = (channel: Channel): Promise<{ subscription: SubscriptionResource }> =>
    limited.request('POST', SUBSCRIPTIONS, subscription(channel, { callbackUrl }));
  t.match(await refusalOf(subscribe('voice')), {
    status: 403,
    code: 'scope_missing',
    message: /voice:read/,
  });
  const { subscription: created } = await subscribe('campaign');
  await limited.request('DELETE', `${SUBSCRIPTIONS}/${created.id}?businessId=${businessId}`);
});

t.test('a call is reported from its ringing to its charge', async (t) => {
  await until('all six events', () => typesOf('voice', 'contactId', answering).length === 6, 60_000);
  const received = bodiesOf('voice', 'contactId', answering);
  const [first] = received;
  const { callId } = first ?? {};
  const types = received.map(({ eventType }) => eventType);
  t.same(
    types.slice(0, 4),
    ['ringing', 'answered', 'turn', 'ended'].map((step) => `voice.call.${step}`),
  );
  t.same([...types.slice(4)].sort(), ['voice.call.charged', 'voice.call.recorded'], 'in any order');
  const after = (type: string) => received.find(({ eventType }) => eventType === type);
  t.match(received[0], {
    contractVersion: '1.1',
    businessId,
    channel: 'voice',
    callId: /.+/,
    agentId: agent.id,
    calleeNumber: ANSWERS,
    campaignId: campaign.id,
    iterationId: campaign.currentIteration.id,
    retryNumber: 0,
    eventId: `${callId}:ringing`,
    call: { status: 'ringing' },
  });
  t.ok(received.every((body) => body.callId === callId && body.channel === 'voice'));
  t.match(received[2]?.turn, {
    speaker: 'assistant',
    text: 'Hello.',
    interrupted: false,
    audioOffsetMs: Number,
  });
  t.match(received[3]?.call, { status: 'completed', endedBy: 'customer', endReason: 'customer_hangup' });
  t.match(after('voice.call.recorded')?.recording, { bytes: Number, durationMs: Number });
  const shown = await client.request<{ call: { chargedMicrocredits: number } }>(
    'GET',
    `/api/v1/voice/calls/${callId}?businessId=${businessId}`,
  );
  t.match(after('voice.call.charged')?.charge, {
    blocks: 1,
    chargedMicrocredits: shown.call.chargedMicrocredits,
  });
  t.ok(receiver.on('/voice').every(({ signed }) => signed));
});

t.test('a campaign is reported with the outcome of every recipient', async (t) => {
  await until('the end of the iteration', () =>
    typesOf('campaign', 'campaignId', campaign.id).includes('campaign.iteration.ended'),
  );
  await until('every outcome', () =>
    [answering, busy, blocked].every((id) => typesOf('campaign', 'contactId', id).length > 0),
  );
  const outcomes = [answering, busy, blocked].map((id) =>
    bodiesOf('campaign', 'contactId', id).map(({ recipient }) => recipient),
  );
  t.same(outcomes, [
    [{ contactId: answering, outcome: 'completed', skipReason: null }],
    [{ contactId: busy, outcome: 'busy', skipReason: null }],
    [{ contactId: blocked, outcome: 'skipped', skipReason: 'contact_blocked' }],
  ]);
  const steps = bodiesOf('campaign', 'campaignId', campaign.id).filter(({ iteration }) => iteration);
  t.match(steps, [
    {
      eventType: 'campaign.iteration.started',
      campaignName: 'Renewals',
      iteration: { ordinal: 1, channel: 'voice', agentId: agent.id, status: 'running' },
    },
    { eventType: 'campaign.iteration.ended', iteration: { status: 'completed' } },
  ]);
  t.ok(receiver.on('/campaign').every(({ signed }) => signed));
});

t.test('a call to a busy number has no answer, turn or recording', async (t) => {
  await until('its charge', () => typesOf('voice', 'contactId', busy).includes('voice.call.charged'));
  const received = bodiesOf('voice', 'contactId', busy);
  t.same(
    received.map(({ eventType }) => eventType),
    ['voice.call.ringing', 'voice.call.ended', 'voice.call.charged'],
  );
  t.match(received.find(({ eventType }) => eventType === 'voice.call.ended')?.call, {
    status: 'busy',
    endReason: 'busy',
    durationSeconds: 0,
  });
});
