/** Subscribers of the real service: they get everything, in order and signed; one that fails does not affect others. */
import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { DeliveryAttempt, SubscriptionResource } from '../../../schemas/events/subscription.js';
import { codeOf } from '../../../testkit/api/client.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';

const ACCOUNT = '106540352242922';
const SUBSCRIPTIONS = '/api/v1/webhook-subscriptions';
const EVENTS = ['received', 'sent', 'delivered', 'read', 'failed'].map((name) => `whatsapp.message.${name}`);

interface Created {
  readonly subscription: SubscriptionResource;
  readonly signingSecret: string;
}

t.setTimeout(300_000);

const meta = await startTestMeta(t);
const receiver = await startReceiver(t);
const world = await startWorld(t, { ...meta.env, PARLEY_DEVELOPMENT: '1', PARLEY_RECONCILE_MS: '6000' });
const { businessId } = world;
await connectWhatsApp(world, businessId, ACCOUNT);
const client = world.client();

const subscribe = async (path: string, changed: object = {}): Promise<Created> => {
  const created = await client.post<Created>(SUBSCRIPTIONS, {
    channel: 'whatsapp',
    phoneNumberId: ACCOUNT,
    externalAutomation: true,
    callbackUrl: `${receiver.url}${path}`,
    events: EVENTS,
    ...changed,
  });
  receiver.secret(path, created.signingSecret);
  return created;
};
const change = (id: string, body: object): Promise<{ subscription: SubscriptionResource }> =>
  client.patch(`${SUBSCRIPTIONS}/${id}`, body);
const send = (to: string, text: string): Promise<{ messageId: string }> =>
  client.post('/api/v1/messages', { phoneNumberId: ACCOUNT, to, type: 'text', text });
const typesOn = (path: string): readonly unknown[] => receiver.on(path).map(({ body }) => body.eventType);

/** The session cookie of a user of the business. */
const signIn = async (): Promise<string> => {
  const email = 'ann@example.org';
  const named = ['--business', businessId, '--email', email, '--name', 'Ann'];
  const user = await parley(['admin', 'user', 'create', ...named, '--data-dir', world.dataDir]);
  const signedIn = await fetch(`${world.service().url}/api/v1/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: user.password }),
  });
  return signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
};
const cookie = await signIn();
const attemptsOf = async (id: string): Promise<readonly DeliveryAttempt[]> => {
  const path = `/api/v1/console/webhook-subscriptions/${id}/deliveries?businessId=${businessId}&limit=200`;
  const answer = await fetch(`${world.service().url}${path}`, { headers: { cookie } });
  const { data }: { data: { deliveries: readonly DeliveryAttempt[] } } = JSON.parse(await answer.text());
  return data.deliveries;
};

/** A subscription to all that happens on the account, from the beginning. */
const all = await subscribe('/all');

t.test('a new subscription is active, and shows the end of its secret', async (t) => {
  t.match(all.subscription, { status: 'active', phoneNumberId: ACCOUNT, events: EVENTS });
  t.match(all.signingSecret, /^[0-9a-f]{64}$/);
  t.equal(all.subscription.secretLast4, all.signingSecret.slice(-4));
});

t.test('a message and its answer are delivered in order and signed, as the contract says', async (t) => {
  const id = await meta.write({ accountId: ACCOUNT, from: '14155550101', name: 'Asha', text: 'Price?' });
  await until('it is delivered', () => receiver.on('/all').length === 1);
  const { messageId } = await send('+14155550101', 'It is 499.');
  await until('all four are delivered', () => receiver.on('/all').length === 4);
  t.same(typesOn('/all'), EVENTS.slice(0, 4));
  const [received, , , read] = receiver.on('/all');
  t.ok(receiver.on('/all').every(({ signed }) => signed));
  t.match(received?.headers, {
    'content-type': 'application/json',
    'x-service-event-id': id,
    'x-service-contract-version': '1.1',
    'x-service-timestamp': /^\d{10}$/,
    'x-service-signature': /^[0-9a-f]{64}$/,
  });
  t.strictSame(
    { ...received?.body, occurredAt: '', conversationId: '', participantId: '' },
    {
      contractVersion: '1.1',
      eventId: id,
      eventType: EVENTS[0],
      occurredAt: '',
      businessId,
      phoneNumberId: ACCOUNT,
      channel: 'whatsapp',
      conversationId: '',
      participantId: '',
      providerMessageId: id,
      customer: { mobileE164: '+14155550101', whatsappId: '14155550101', name: 'Asha' },
      message: { type: 'text', text: 'Price?' },
      humanHandoffActive: false,
      retryNumber: 0,
    },
  );
  t.match(read?.body, {
    eventId: `${messageId}:read`,
    messageId,
    recipient: { mobileE164: '+14155550101' },
    conversationId: received?.body.conversationId,
    providerMessageId: /^wamid\./,
    participantId: received?.body.participantId,
    delivery: {
      status: 'read',
      providerStatus: 'read',
      failedAt: null,
      failure: null,
      sentAt: /.+/,
      deliveredAt: /.+/,
      readAt: /.+/,
    },
  });
});

t.test('a subscription gets only its events, and only while it is active', async (t) => {
  const some = await subscribe('/some', { events: ['whatsapp.message.received'] });
  await meta.write({ accountId: ACCOUNT, from: '14155550101', text: 'one' });
  await until('it is delivered', () => receiver.on('/some').length === 1);
  t.match((await change(some.subscription.id, { status: 'paused' })).subscription, { status: 'paused' });
  await meta.write({ accountId: ACCOUNT, from: '14155550101', text: 'two' });
  await until('others are notified', () => typesOn('/all').filter((type) => type === EVENTS[0]).length === 3);
  await change(some.subscription.id, { status: 'active' });
  await meta.write({ accountId: ACCOUNT, from: '14155550101', text: 'three' });
  await until('it is delivered again', () => receiver.on('/some').length === 2);
  t.same(
    receiver.on('/some').map(({ body }) => body.message),
    ['one', 'three'].map((text) => ({ type: 'text', text })),
  );
});

t.test('a rotated secret signs at once, and a revoked subscription gets nothing', async (t) => {
  const created = await subscribe('/rotated', { events: ['whatsapp.message.received'] });
  const { id } = created.subscription;
  const path = `${SUBSCRIPTIONS}/${id}`;
  const rotated = await client.post<Created>(`${path}/rotate-secret`, {});
  t.not(rotated.signingSecret, created.signingSecret);
  receiver.secret('/rotated', rotated.signingSecret);
  await meta.write({ accountId: ACCOUNT, from: '14155550101', text: 'signed again' });
  await until('it is delivered', () => receiver.on('/rotated').length === 1);
  t.ok(receiver.on('/rotated')[0]?.signed);
  const list = await client.get<{ subscriptions: readonly SubscriptionResource[] }>(SUBSCRIPTIONS);
  t.notMatch(JSON.stringify(list), rotated.signingSecret);
  await client.request('DELETE', `${path}?businessId=${businessId}`);
  await meta.write({ accountId: ACCOUNT, from: '14155550101', text: 'to unknown' });
  await until('others are notified', () =>
    receiver.on('/all').some(({ body }) => String(JSON.stringify(body.message)).includes('to unknown')),
  );
  t.equal(receiver.on('/rotated').length, 1);
  t.equal(await codeOf(change(id, { status: 'active' })), 'subscription_revoked');
  t.equal(await codeOf(change(randomUUID(), { status: 'active' })), 'subscription_not_found');
});

t.test('a failed delivery is retried with the same event, and delays no other subscriber', async (t) => {
  receiver.behave('/failing', (_req, res, index) => {
    res
      .writeHead(index === 0 ? 500 : 200, { 'content-type': 'text/plain' })
      .end(index === 0 ? 'out of order' : '');
  });
  // Never answers, and never ends.
  receiver.behave('/hanging', () => undefined);
  const failing = await subscribe('/failing', { events: ['whatsapp.message.received'] });
  await subscribe('/hanging', { events: ['whatsapp.message.received'] });
  const before = receiver.on('/all').length;
  const began = Date.now();
  for (let index = 0; index < 20; index += 1)
    await meta.write({
      accountId: ACCOUNT,
      from: `1415555${String(1_000 + index)}`,
      text: `burst ${index}`,
    });
  await until('others are notified', () => receiver.on('/all').length === before + 20);
  t.ok(Date.now() - began < 10_000, 'without waiting for those that hang');
  await until('the delivery is retried', () => receiver.on('/failing').length === 21, 20_000);
  const [first] = receiver.on('/failing');
  const again = receiver.on('/failing').filter(({ body }) => body.eventId === first?.body.eventId);
  t.match(
    again.map(({ body, signed }) => [body.retryNumber, signed]),
    [
      [0, true],
      [1, true],
    ],
  );
  await until('the attempts are in the log', async () => {
    const log = await attemptsOf(failing.subscription.id);
    return log.length === 21;
  });
  const failed = (await attemptsOf(failing.subscription.id)).filter(({ outcome }) => outcome === 'failed');
  t.match(failed, [{ httpStatus: 500, responseExcerpt: 'out of order', retryNumber: 0, problem: null }]);
});

t.test(
  'what was committed is delivered, whenever the service dies',
  { skip: ONLY_IN_FULL_RUN },
  async (t) => {
    const before = receiver.on('/all').length;
    const ids = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        meta.write({ accountId: ACCOUNT, from: '14155550101', text: `kept ${index}` }),
      ),
    );
    await world.kill();
    await world.restart();
    const deliveredIds = (): ReadonlySet<unknown> =>
      new Set(
        receiver
          .on('/all')
          .slice(before)
          .map(({ body }) => body.eventId),
      );
    await until('all are delivered', () => ids.every((id) => deliveredIds().has(id)), 60_000);
    t.equal(deliveredIds().size, 20);
  },
);

t.test('bad requests are refused', async (t) => {
  for (const [changed, code] of [
    [{ events: ['instagram.message.received'] }, 'validation_failed'],
    [{ providerAccountId: '1' }, 'validation_failed'],
    [{ phoneNumberId: '7' }, 'channel_account_not_found'],
    [{ callbackUrl: 'ftp://example.org/' }, 'callback_url_not_allowed'],
    [{ callbackUrl: 'ftp://example.org/', phoneNumberId: '999' }, 'callback_url_not_allowed'],
    [{ callbackUrl: 'https://user:secret@example.org/' }, 'callback_url_not_allowed'],
  ] as const)
    t.equal(await codeOf(subscribe('/never', changed)), code);
});

t.test('the contract is public', async (t) => {
  const answer = await fetch(`${world.service().url}/api/v1/contracts/whatsapp-automation`);
  t.match(JSON.parse(await answer.text()), { ok: true, data: { contractVersion: '1.1', events: EVENTS } });
});
