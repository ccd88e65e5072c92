/** Test events: what is sent on request, and what it does not touch. */
import t, { type Test } from 'tap';
import { type SubscriptionCommand, subscription } from '../../../actors/subscription/index.js';
import type { Caller } from '../../../operations/caller.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { createSealer } from '../../../operations/sealing.js';
import { MAX_TESTS, testEventOperations } from '../../../operations/webhooks/test-events.js';
import type { WebhookAnswer, WebhookRequest } from '../../../providers/webhooks/sender.js';
import { EVENTS_OF, type EventType } from '../../../schemas/events/subscription.js';
import { stub } from '../../../testkit/stub.js';
import { foldedActors } from '../../support/actors/folded-actors.js';

const ID = 's1';
const sealer = createSealer('secret');

const ANSWERED: WebhookAnswer = { type: 'answered', status: 204, excerpt: '', retryAfterMs: null };

/** A subscription of an account, and the operation on it. `respond`: how the endpoint answers to an event. */
const openSubscription = async (
  events: readonly EventType[] = EVENTS_OF.whatsapp,
  respond: (eventType: string) => WebhookAnswer = () => ANSWERED,
) => {
  const { actors, foldOf } = foldedActors();
  const actor = foldOf(subscription, ID);
  const tell = (command: SubscriptionCommand): unknown => actor.apply(command, 0);
  tell({
    type: 'create',
    channel: 'whatsapp',
    accountId: '106540352242922',
    callbackUrl: 'https://example.org/hooks',
    events,
    sealedSecret: sealer.seal(ID, 'first'),
    secretLast4: '0001',
  });
  const sent: WebhookRequest[] = [];
  const forgotten: string[] = [];
  const operations = testEventOperations(
    stub<OperationsDeps>({
      actors,
      sealer,
      webhooks: {
        refusalNow: async () => null,
        send: async (webhook) => {
          sent.push(webhook);
          return respond(String(JSON.parse(webhook.body).eventType));
        },
        forget: (pool) => void forgotten.push(pool),
      },
    }),
  );
  const callerAt = (at: number, idempotencyKey = ''): Caller => ({
    businessId: 'b1',
    operationId: 'testSubscription',
    idempotencyKey,
    at,
  });
  return {
    tell,
    actor,
    sent,
    forgotten,
    callerAt,
    send: (chosen?: readonly EventType[], at = 1_000, key = '') =>
      operations.send(callerAt(at, key), ID, chosen === undefined ? undefined : [...chosen]),
  };
};

t.test('sends one example of each event that the subscription lists, marked and signed', async (t) => {
  const desk = await openSubscription();
  const { result } = await desk.send();
  t.same(
    result.map(({ eventType }) => eventType),
    EVENTS_OF.whatsapp,
  );
  t.ok(result.every(({ outcome, httpStatus }) => outcome === 'delivered' && httpStatus === 204));
  t.equal(desk.sent.length, EVENTS_OF.whatsapp.length, 'one attempt each');
  for (const { body, eventId, isTest, secret, timestamp, url } of desk.sent) {
    t.match(eventId, /^test:[0-9a-f-]{36}$/);
    t.match({ isTest, secret, timestamp, url }, { isTest: true, secret: 'first', timestamp: 1 });
    t.match(JSON.parse(body), {
      test: true,
      eventId,
      businessId: 'b1',
      phoneNumberId: '106540352242922',
      occurredAt: '1970-01-01T00:00:01.000Z',
      retryNumber: 0,
    });
  }
  t.equal(new Set(desk.sent.map(({ eventId }) => eventId)).size, desk.sent.length, 'each has its own id');
});

t.test('has connections of its own, which are closed, and leaves no trace in the subscription', async (t) => {
  const gone: WebhookAnswer = { ...ANSWERED, type: 'answered', status: 410, excerpt: 'moved' };
  const desk = await openSubscription(EVENTS_OF.whatsapp, () => gone);
  const before = desk.actor.state;
  const { result } = await desk.send(['whatsapp.message.read']);
  t.match(result, [
    { outcome: 'failed', httpStatus: 410, problem: 'endpoint_gone', responseExcerpt: 'moved' },
  ]);
  t.equal(desk.actor.state, before, 'neither paused nor a dead letter');
  t.notMatch(desk.sent[0]?.subscriptionId, ID);
  t.same(desk.forgotten, [desk.sent[0]?.subscriptionId]);
});

t.test('the result names what kept an event from being answered', async (t) => {
  const desk = await openSubscription(EVENTS_OF.whatsapp, (eventType) =>
    eventType.endsWith('.read') ? { type: 'unanswered', problem: 'timeout' } : ANSWERED,
  );
  const { result } = await desk.send(['whatsapp.message.read', 'whatsapp.message.sent']);
  t.match(result, [
    { eventType: 'whatsapp.message.read', outcome: 'failed', httpStatus: null, problem: 'timeout' },
    { eventType: 'whatsapp.message.sent', outcome: 'delivered', problem: null },
  ]);
});

const refused = async (t: Test, work: Promise<unknown>, code: string): Promise<void> => {
  await t.rejects(work, { code });
};

t.test(
  'refuses events that the subscription does not list, and unknown or revoked subscriptions',
  async (t) => {
    const desk = await openSubscription(['whatsapp.message.read']);
    await t.rejects(desk.send(['whatsapp.message.read', 'whatsapp.message.sent']), {
      code: 'validation_failed',
      details: [{ path: '/events/1' }],
    });
    t.equal(desk.sent.length, 0);
    desk.tell({ type: 'change', status: 'paused' });
    await desk.send();
    t.equal(desk.sent.length, 1, 'a paused one can be tested');
    desk.tell({ type: 'revoke' });
    await refused(t, desk.send(), 'subscription_revoked');
    t.equal(desk.sent.length, 1);
  },
);

t.test('a repetition with the same key sends the same ids, another test other ids', async (t) => {
  const desk = await openSubscription(['whatsapp.message.read']);
  for (const key of ['k1', 'k1', 'k2', '', '']) await desk.send(undefined, 1_000, key);
  const [first, again, ...others] = desk.sent.map(({ eventId }) => eventId);
  t.equal(first, again);
  t.equal(new Set([first, ...others]).size, 4);
});

t.test('signs with former secrets during an overlap', async (t) => {
  const desk = await openSubscription(['whatsapp.message.read']);
  const sealedSecret = sealer.seal(ID, 'second');
  desk.tell({ type: 'rotate', sealedSecret, secretLast4: '0002', overlapMs: 5_000 });
  await desk.send(undefined, 4_999);
  await desk.send(undefined, 5_000);
  t.match(desk.sent, [
    { secret: 'second', previousSecrets: ['first'] },
    { secret: 'second', previousSecrets: [] },
  ]);
});

t.test('a business has so many tests a minute', async (t) => {
  const desk = await openSubscription(['whatsapp.message.read']);
  for (let n = 0; n < MAX_TESTS; n += 1) await desk.send(undefined, 1_000);
  await t.rejects(desk.send(undefined, 31_000), { code: 'rate_limited', retryAfterSeconds: 30 });
  t.equal(desk.sent.length, MAX_TESTS);
  await desk.send(undefined, 61_001);
  t.equal(desk.sent.length, MAX_TESTS + 1, 'and more in the next minute');
});
