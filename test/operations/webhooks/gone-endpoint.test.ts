/** An endpoint that answers 410 pauses its subscription; no event is lost. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import type { WebhookEvent } from '../../../actors/subscription/events.js';
import { type SubscriptionCommand, subscription } from '../../../actors/subscription/index.js';
import { createSealer } from '../../../operations/sealing.js';
import { startDeliverer } from '../../../operations/webhooks/deliverer.js';
import { openWebhookQueue, WEBHOOK_STREAM } from '../../../operations/webhooks/queue.js';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../../providers/webhooks/sender.js';
import { startNats } from '../../../testkit/nats/server.js';
import { seeded, seedOfRun } from '../../../testkit/seeded.js';
import { stub } from '../../../testkit/stub.js';
import { until } from '../../../testkit/until.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { memoryBook } from '../../support/actors/trouble.js';

t.setTimeout(60_000);

const BUSINESS = 'b1';
const OLD_URL = 'https://old.example/';
const NEW_URL = 'https://new.example/';

const nats = await startNats(t);
const nc = await connect({ servers: nats.url });
t.teardown(() => nc.close());
const queue = await openWebhookQueue(nc);
const jsm = await jetstreamManager(nc);
const sealer = createSealer('secret');

const answered = (status: number): WebhookAnswer => ({
  type: 'answered',
  status,
  excerpt: '',
  retryAfterMs: null,
});
const eventOf = (id: string, thread: string): WebhookEvent => ({
  eventId: id,
  eventType: 'voice.call.ended',
  thread,
  occurredAt: '2026-01-01T00:00:00.000Z',
  payload: { eventId: id },
});

const isEmpty = async (): Promise<boolean> => (await jsm.streams.info(WEBHOOK_STREAM)).state.messages === 0;

/** A subscription with its actor, and a node that delivers to it. `accepted`: ids of events, in order. */
const openSubscriber = async (
  t: Test,
  id: string,
  respond: (webhook: WebhookRequest) => WebhookAnswer | Promise<WebhookAnswer>,
  now: () => number = Date.now,
) => {
  const { actors, foldOf } = foldedActors();
  const actor = foldOf(subscription, id);
  const tell = (command: SubscriptionCommand): unknown => actor.apply(command, 0);
  tell({
    type: 'create',
    channel: 'voice',
    accountId: null,
    callbackUrl: OLD_URL,
    events: ['voice.call.ended'],
    sealedSecret: sealer.seal(id, 'secret'),
    secretLast4: 'a1b2',
  });
  const status = (): string | undefined => actor.state.subscription?.status;
  const withStatus = (wanted: string) => (status() === wanted ? [{ id, businessId: BUSINESS }] : []);
  const accepted: string[] = [];
  const trouble = memoryBook();
  const node = await startDeliverer({
    nc,
    views: {
      activeSubscriptions: () => withStatus('active'),
      pausedSubscriptions: () => withStatus('paused'),
    },
    actors,
    sender: stub<WebhookSender>({
      send: async (webhook) => {
        const answer = await respond(webhook);
        if (answer.type === 'answered' && answer.status === 204) accepted.push(webhook.eventId);
        return answer;
      },
      forget: () => undefined,
      close: async () => undefined,
    }),
    payloadOf: async (_businessId, { payload }) => payload,
    sealer,
    logger: pino({ level: 'silent' }),
    now,
    random: () => 0,
    ageCheckMs: 50,
    onLeaving: () => undefined,
    count: () => undefined,
    trouble,
    onConsumerGone: () => undefined,
  });
  t.teardown(() => node.stop());
  return {
    tell,
    state: () => actor.state,
    events: () => actor.events,
    dead: () => Object.keys(actor.state.dead),
    status,
    accepted,
    trouble,
    put: (eventId: string, thread: string) => queue.put(BUSINESS, id, eventOf(eventId, thread)),
  };
};

t.test(
  '410 makes a dead letter and pauses in one commit; later events wait and are sent in order',
  async (t) => {
    let isGone = true;
    const subscriber = await openSubscriber(t, 'gone', () => answered(isGone ? 410 : 204));
    await subscriber.put('e1', 'c1');
    await until('the subscription is paused', () => subscriber.status() === 'paused');
    t.match(subscriber.events().slice(1), [
      { type: 'delivery.dead_lettered', attempts: 1, reason: 'endpoint_gone', letter: { eventId: 'e1' } },
      { type: 'subscription.paused', reason: 'endpoint_gone' },
    ]);
    for (const eventId of ['e2', 'e3', 'e4']) await subscriber.put(eventId, 'c1');
    isGone = false;
    subscriber.tell({ type: 'change', status: 'active' });
    await until('the events are sent', () => subscriber.accepted.length === 3);
    t.same(subscriber.accepted, ['e2', 'e3', 'e4']);
    t.same(subscriber.dead(), ['e1'], 'it can be sent again');
    t.equal(subscriber.state().subscription?.pauseReason, undefined);
    await until('nothing is left', isEmpty);
  },
);

t.test('a 410 of an address that was replaced meanwhile pauses nothing', async (t) => {
  const subscriber: Awaited<ReturnType<typeof openSubscriber>> = await openSubscriber(
    t,
    'moved',
    ({ url }) => {
      if (url === NEW_URL) return answered(204);
      subscriber.tell({ type: 'change', callbackUrl: NEW_URL });
      return answered(410);
    },
  );
  await subscriber.put('e1', 'c1');
  await until('it is sent to the new address', () => subscriber.accepted.length === 1);
  t.equal(subscriber.status(), 'active');
  t.same(subscriber.dead(), []);
  await until('nothing is left', isEmpty);
});

t.test('an event that waited for 72 hours in a pause is a dead letter, others keep waiting', async (t) => {
  let now = Date.now();
  const subscriber = await openSubscriber(
    t,
    'old',
    () => answered(204),
    () => now,
  );
  subscriber.tell({ type: 'change', status: 'paused' });
  await subscriber.put('e1', 'c1');
  now += 71 * 3_600_000;
  await new Promise((resolve) => setTimeout(resolve, 700));
  t.same([subscriber.dead(), subscriber.accepted], [[], []], 'not before');
  now += 3_600_000 + 10_000;
  await until('it is a dead letter', () => subscriber.dead().length === 1);
  t.match(subscriber.events().at(-1), {
    type: 'delivery.dead_lettered',
    attempts: 0,
    reason: 'paused_too_long',
  });
  await until('nothing is left', isEmpty);
  t.equal(subscriber.trouble.entries.size, 1, 'operators see it');
});

t.test('every event is delivered or a dead letter, whatever the endpoint answers', async (t) => {
  const seed = seedOfRun();
  t.comment(`PARLEY_TEST_SEED=${seed}`);
  const random = seeded(seed);
  const someOf = (count: number) => new Set(Array.from({ length: count }, () => Math.ceil(random() * 90)));
  const [gone, redirected] = [someOf(4), someOf(2)];
  let answers = 0;
  const subscriber = await openSubscriber(t, 'any', async () => {
    await new Promise((resolve) => setTimeout(resolve, random() * 3));
    answers += 1;
    if (gone.has(answers)) return answered(410);
    return redirected.has(answers) ? answered(302) : answered(204);
  });
  const ids = Array.from({ length: 100 }, (_, index) => `e${index}`);
  const resuming = setInterval(() => {
    if (subscriber.status() !== 'paused') return;
    const callbackUrl = random() < 0.5 ? OLD_URL : NEW_URL;
    subscriber.tell({ type: 'change', callbackUrl, status: 'active' });
  }, 700);
  t.teardown(() => clearInterval(resuming));
  for (const [index, id] of ids.entries()) await subscriber.put(id, `c${index % 7}`);
  await until('the queue is empty', isEmpty, 45_000);
  const settled = new Set([...subscriber.accepted, ...subscriber.dead()]);
  t.same(
    ids.filter((id) => !settled.has(id)),
    [],
    'none is lost',
  );
  t.ok(subscriber.dead().length > 0);
});
