/**
 * The libraries of Standard Webhooks and of Svix verify every kind of delivery of a real service, with the secrets as the API
 * returned them, and refuse what was tampered with.
 */
import { createRequire } from 'node:module';
import t, { type Test } from 'tap';
import { signatureHeaders } from '../../providers/webhooks/signature.js';
import {
  EVENT_TYPES,
  EVENTS_OF,
  type SubscriptionChannel,
  type SubscriptionResource,
  type TestDelivery,
} from '../../schemas/events/subscription.js';
import { createAgent, createCategory, createContact } from '../../testkit/api/resources.js';
import { type Receiver, startReceiver } from '../../testkit/servers/receiver.js';
import { connectInstagram, connectWhatsApp, startTestMeta } from '../../testkit/service/meta.js';
import { parley } from '../../testkit/service/parley-process.js';
import { startWorld } from '../../testkit/service/world.js';
import { until } from '../../testkit/until.js';

const SUBSCRIPTIONS = '/api/v1/webhook-subscriptions';
const NUMBER = '106540352242922';
const PAGE = '17841405793187218';
const CUSTOMER = '14155550901';
const PERSON = '1234567890123456';
const ANSWERS = '+14155550101';
const BUSY = '+14155550102';
/** The shortest silence after which a conversation is analysed is a minute. */
const SILENT_MS = 150_000;

t.setTimeout(600_000);

type Received = Receiver['received'][number];
type Headers = Readonly<Record<string, string>>;

interface Library {
  readonly name: string;
  /** @throws Error unless the delivery is genuine */
  readonly verify: (secret: string, body: string, headers: Headers) => unknown;
}

interface WebhookModule {
  readonly Webhook: new (secret: string) => { verify(body: string, headers: Headers): unknown };
}

const WITNESSES = new URL('../../../witnesses/', import.meta.url);
const standard: WebhookModule = createRequire(new URL('package.json', WITNESSES))('standardwebhooks');
const svix: WebhookModule = await import(new URL('node_modules/svix/dist/index.mjs', WITNESSES).href);
const LIBRARIES: readonly Library[] = Object.entries({ standardwebhooks: standard, svix }).map(
  ([name, { Webhook }]) => ({
    name,
    verify: (secret, body, headers) => new Webhook(secret).verify(body, headers),
  }),
);

/** The headers of a delivery as a framework hands them to a library. */
const headersOf = ({ headers }: Received): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const isGenuine = (library: Library, secret: string, body: string, headers: Headers): boolean => {
  try {
    library.verify(secret, body, headers);
    return true;
  } catch {
    return false;
  }
};
/** Whether each library accepts the delivery with the secret. */
const verdicts = (secret: string, delivery: Received): readonly boolean[] =>
  LIBRARIES.map((library) => isGenuine(library, secret, delivery.text, headersOf(delivery)));

const meta = await startTestMeta(t);
const receiver = await startReceiver(t);
const world = await startWorld(t, { ...meta.env, PARLEY_DEVELOPMENT: '1', PARLEY_ALERT_SECONDS: '1' });
const { businessId, network } = world;
await connectWhatsApp(world, businessId, NUMBER);
await connectInstagram(world, businessId, PAGE);
const client = world.client();

interface Created {
  readonly subscription: SubscriptionResource;
  readonly signingSecret: string;
  readonly standardSecret: string;
}

const ACCOUNTS: Readonly<Record<SubscriptionChannel, object>> = {
  whatsapp: { phoneNumberId: NUMBER, externalAutomation: true },
  instagram: { providerAccountId: PAGE, externalAutomation: true },
  voice: {},
  campaign: {},
  alerts: {},
};

/** A subscription to all events of the channel, delivered to the path of its name. */
const subscribe = (channel: SubscriptionChannel): Promise<Created> =>
  client.post<Created>(SUBSCRIPTIONS, {
    channel,
    callbackUrl: `${receiver.url}/${channel}`,
    events: EVENTS_OF[channel],
    ...ACCOUNTS[channel],
  });
const subscribed = {
  whatsapp: await subscribe('whatsapp'),
  instagram: await subscribe('instagram'),
  voice: await subscribe('voice'),
  campaign: await subscribe('campaign'),
  alerts: await subscribe('alerts'),
};
const CHANNELS = ['whatsapp', 'instagram', 'voice', 'campaign', 'alerts'] as const;

const realOn = (channel: string): readonly Received[] =>
  receiver.on(`/${channel}`).filter(({ headers }) => headers['x-service-test'] === undefined);
const typesOn = (channel: string): readonly string[] =>
  realOn(channel).map(({ body }) => String(body.eventType));
const arrived = (channel: SubscriptionChannel, eventType: string, timeoutMs = 60_000): Promise<unknown> =>
  until(`${eventType} is delivered`, () => typesOn(channel).includes(eventType), timeoutMs);

/** A campaign that calls two people: one answers and hangs up, the line of the other is busy. */
const startCampaign = async (): Promise<void> => {
  const categoryIds = [await createCategory(client, 'Leads')];
  for (const [name, mobile] of Object.entries({ Asha: ANSWERS, Ben: BUSY }))
    await createContact(client, { name, mobile, categoryIds });
  const hangUp = [{ atMs: 4_000, do: { type: 'hang_up' } }] as const;
  await network.callee(ANSWERS, { outcome: 'answer', ringMs: 100, steps: hangUp });
  await network.callee(BUSY, { outcome: 'busy', ringMs: 100 });
  const agent = await createAgent(client, {
    channel: 'voice',
    name: 'Bea',
    contactCategoryIds: categoryIds,
    instructions: 'Say "Yes.".',
    voiceSettings: { firstGreeting: 'Hello.' },
  });
  const { campaign } = await client.post<{ campaign: { id: string } }>('/api/v1/campaigns', {
    name: 'Renewals',
    channel: 'voice',
    agentId: agent.id,
    objective: 'Renew contracts.',
    audience: { categoryIds },
  });
  await client.patch(`/api/v1/campaigns/${campaign.id}`, { action: 'start' });
};

/** The offline model follows the script in the criterion. */
const ANALYSIS = {
  criteria: [
    {
      key: 'booked',
      description: `A table is booked. Otherwise, say “${JSON.stringify({
        summary: 'Books a table.',
        sentiment: 'positive',
        requests: [],
        criteria: { booked: { verdict: 'met', reason: 'Said so.', turns: [1] } },
        fields: { guests: { value: 2, turns: [1] } },
      })}”.`,
    },
  ],
  fields: { type: 'object', properties: { guests: { type: 'integer' } } },
};

/** A conversation on WhatsApp, which is analysed once it has been silent. */
const converse = async (): Promise<void> => {
  const agent = await createAgent(client, { channel: 'whatsapp', name: 'Ann', instructions: 'You are Ann.' });
  await client.patch('/api/v1/channels/assignments', {
    channel: 'whatsapp',
    phoneNumberId: NUMBER,
    aiAgentId: agent.id,
    autoReplyEnabled: false,
  });
  await client.post(`/api/v1/agents/${agent.id}/analysis`, { analysis: ANALYSIS });
  const silence = ['conversation-analysis', '--on', '--silence-minutes', '1'];
  await parley(['admin', 'business', ...silence, '--business', businessId, '--data-dir', world.dataDir]);
  await meta.write({ accountId: NUMBER, from: CUSTOMER, text: 'A table for two, bitte – 早い.' });
  await arrived('whatsapp', 'whatsapp.message.received');
  await client.post('/api/v1/messages', {
    phoneNumberId: NUMBER,
    to: `+${CUSTOMER}`,
    type: 'text',
    text: 'Done.',
  });
};

const writeOnInstagram = async (): Promise<void> => {
  const message = { mid: 'mid.1', text: 'Hello' };
  await meta.write({ channel: 'instagram', accountId: PAGE, from: PERSON, event: { message } });
};

/** A rule that fires at once, and is resolved by its change. */
const alert = async (): Promise<void> => {
  const { alertRule } = await client.post<{ alertRule: { alertRuleId: string } }>('/api/v1/alert-rules', {
    name: 'Credit',
    metric: 'credit_left',
    comparison: 'below',
    threshold: 1e15,
  });
  await arrived('alerts', 'alert.fired');
  await client.patch(`/api/v1/alert-rules/${alertRule.alertRuleId}`, { threshold: 0 });
};

/** What happens in the service: each of these has to arrive. */
const HAPPENS: Readonly<Record<SubscriptionChannel, readonly string[]>> = {
  whatsapp: [
    ...['whatsapp.message.received', 'whatsapp.message.sent', 'whatsapp.message.delivered'],
    ...['whatsapp.message.read', 'conversation.analyzed'],
  ],
  instagram: ['instagram.message.received'],
  voice: [
    ...['voice.call.ringing', 'voice.call.answered', 'voice.call.turn', 'voice.call.ended'],
    ...['voice.call.recorded', 'voice.call.charged'],
  ],
  campaign: ['campaign.iteration.started', 'campaign.recipient.ended', 'campaign.iteration.ended'],
  alerts: ['alert.fired', 'alert.resolved'],
};

t.test('both libraries verify every kind of delivery, retries and test events included', async (t) => {
  receiver.behave('/voice', (_req, res, index) => void res.writeHead(index === 0 ? 500 : 204).end());
  await converse();
  await startCampaign();
  await writeOnInstagram();
  await alert();
  for (const channel of CHANNELS)
    for (const eventType of HAPPENS[channel]) await arrived(channel, eventType, SILENT_MS);
  const ids = realOn('voice').map(({ headers }) => headers['webhook-id']);
  t.ok(new Set(ids).size < ids.length, 'a retry has the same webhook-id');
  for (const channel of CHANNELS) {
    const { subscription, standardSecret } = subscribed[channel];
    const path = `${SUBSCRIPTIONS}/${subscription.id}/test`;
    const { deliveries } = await client.post<{ deliveries: readonly TestDelivery[] }>(path, {});
    t.equal(deliveries.length, EVENTS_OF[channel].length);
    t.ok(deliveries.every(({ outcome }) => outcome === 'delivered'));
    for (const delivery of receiver.on(`/${channel}`))
      t.same(verdicts(standardSecret, delivery), [true, true], `${channel} ${delivery.body.eventType}`);
  }
  t.same(new Set(receiver.received.map(({ body }) => body.eventType)), new Set(EVENT_TYPES));
  t.comment(`${receiver.received.length} deliveries verified by ${LIBRARIES.length} libraries`);
});

t.test('both libraries refuse what was tampered with', async (t) => {
  const [delivery] = realOn('whatsapp');
  if (delivery === undefined) throw new Error('nothing was delivered');
  const { standardSecret, signingSecret: secret } = subscribed.whatsapp;
  const headers = headersOf(delivery);
  const signedAt = (secondsFromNow: number): Headers => ({
    ...headers,
    ...signatureHeaders({
      eventId: headers['webhook-id'] ?? '',
      timestamp: Math.floor(Date.now() / 1_000) + secondsFromNow,
      body: delivery.text,
      secret,
      previousSecrets: [],
    }),
  });
  const planted: readonly (readonly [string, string, string, Headers])[] = [
    ['another body', standardSecret, delivery.text.replace('two', 'ten'), headers],
    ['an old timestamp', standardSecret, delivery.text, signedAt(-310)],
    ['a timestamp of the future', standardSecret, delivery.text, signedAt(310)],
    [
      'a timestamp that is not signed',
      standardSecret,
      delivery.text,
      { ...headers, 'webhook-timestamp': '1' },
    ],
    ['another id', standardSecret, delivery.text, { ...headers, 'webhook-id': 'wamid.other' }],
    ['a secret of another subscription', subscribed.voice.standardSecret, delivery.text, headers],
    ['no signature', standardSecret, delivery.text, { ...headers, 'webhook-signature': '' }],
  ];
  for (const library of LIBRARIES) {
    t.ok(
      isGenuine(library, standardSecret, delivery.text, signedAt(-280)),
      `${library.name} accepts it as it is`,
    );
    for (const [name, key, body, changed] of planted)
      t.notOk(isGenuine(library, key, body, changed), `${library.name} refuses ${name}`);
  }
});

const rotate = (id: string, body: object = {}): Promise<Created> =>
  client.post<Created>(`${SUBSCRIPTIONS}/${id}/rotate-secret`, body);
const subscriptionOf = async (id: string): Promise<SubscriptionResource | undefined> => {
  const { subscriptions } = await client.get<{ subscriptions: readonly SubscriptionResource[] }>(
    SUBSCRIPTIONS,
  );
  return subscriptions.find((subscription) => subscription.id === id);
};

/** The delivery of a new message of a customer. */
const nextMessage = async (text: string): Promise<Received> => {
  await meta.write({ accountId: NUMBER, from: CUSTOMER, text });
  return until('it is delivered', () =>
    realOn('whatsapp').find(({ body }) => JSON.stringify(body.message ?? '').includes(text)),
  );
};

/** Each secret with the expected verdict of both libraries. */
const checkSecrets = (
  t: Test,
  delivery: Received,
  expected: readonly (readonly [Created, boolean])[],
): void => {
  for (const [{ standardSecret }, accepted] of expected)
    t.same(verdicts(standardSecret, delivery), [accepted, accepted]);
};

t.test('during an overlap both secrets verify, also after the service was killed', async (t) => {
  const first = subscribed.whatsapp;
  const { id } = first.subscription;
  const second = await rotate(id, { overlapSeconds: 3_600 });
  const end = Date.parse(String(second.subscription.previousSecretUntil));
  t.ok(Math.abs(end - Date.now() - 3_600_000) < 60_000, 'its end is shown');
  checkSecrets(t, await nextMessage('both sign'), [
    [first, true],
    [second, true],
  ]);
  await world.kill();
  await world.restart();
  const delivery = await nextMessage('after a restart');
  checkSecrets(t, delivery, [
    [first, true],
    [second, true],
  ]);
  t.match(headersOf(delivery), {
    'x-service-signature': /^[0-9a-f]{64}$/,
    'x-service-signature-previous': /^[0-9a-f]{64}$/,
  });
  const third = await rotate(id);
  t.equal(third.subscription.previousSecretUntil, null);
  const last = await nextMessage('the last one alone');
  checkSecrets(t, last, [
    [first, false],
    [second, false],
    [third, true],
  ]);
  t.notOk('x-service-signature-previous' in last.headers);
});

t.test('after an overlap the previous secret signs no more', async (t) => {
  const { id } = subscribed.whatsapp.subscription;
  const before = await rotate(id);
  const after = await rotate(id, { overlapSeconds: 2 });
  await until('the overlap ends', async () => (await subscriptionOf(id))?.previousSecretUntil === null);
  checkSecrets(t, await nextMessage('after the overlap'), [
    [before, false],
    [after, true],
  ]);
});
