/** Webhook events of a call are sent in order, even if the subscription pauses, its actor fails or the node changes. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { createSealer } from '../../../operations/sealing.js';
import { startDeliverer } from '../../../operations/webhooks/deliverer.js';
import { durableOf, openWebhookQueue, WEBHOOK_STREAM } from '../../../operations/webhooks/queue.js';
import type { WebhookAnswer, WebhookSender } from '../../../providers/webhooks/sender.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats/server.js';
import { stub } from '../../../testkit/stub.js';
import { until } from '../../../testkit/until.js';
import { memoryBook } from '../../support/actors/trouble.js';
import { stubActors } from '../../support/stub-actors.js';

t.setTimeout(90_000);

const BUSINESS = 'b1';
const ACCEPTED: WebhookAnswer = { type: 'answered', status: 204, excerpt: '', retryAfterMs: null };
const REFUSED: WebhookAnswer = { type: 'answered', status: 500, excerpt: '', retryAfterMs: null };

const nats = await startNats(t);
const nc = await connect({ servers: nats.url });
t.teardown(() => nc.close());
const queue = await openWebhookQueue(nc);
const jsm = await jetstreamManager(nc);
const sealer = createSealer('secret');

/** A subscriber. `got` lists what it received as `<event>/<retryNumber>`. */
const subscriber = (id: string) => {
  const got: string[] = [];
  const world = { status: 'active', isAway: false };
  const actors = stubActors(() => {
    if (world.isAway) throw new Error('the actor is unavailable');
    const sealedSecret = sealer.seal(id, 'secret');
    const { status } = world;
    return { subscription: { status, callbackUrl: 'https://example.org/', sealedSecret }, dead: {} };
  });
  /** `answer` returns null for an attempt that ends with its node. */
  const startNode = async (t: Lifetime, answer: (event: string) => WebhookAnswer | null) => {
    const own = await connect({ servers: nats.url });
    const sender = stub<WebhookSender>({
      send: async ({ body }, signal) => {
        const { eventId, retryNumber }: { eventId: string; retryNumber: number } = JSON.parse(body);
        got.push(`${eventId}/${retryNumber}`);
        const answered = answer(eventId);
        if (answered !== null) return answered;
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return REFUSED;
      },
      forget: () => undefined,
      close: async () => undefined,
    });
    const node = await startDeliverer({
      nc: own,
      views: {
        activeSubscriptions: () => [{ id, businessId: BUSINESS }],
        pausedSubscriptions: () => [],
      },
      actors,
      sender,
      payloadOf: async (_businessId, { payload }) => payload,
      sealer,
      logger: pino({ level: 'silent' }),
      now: Date.now,
      random: () => 0,
      onLeaving: () => undefined,
      count: () => undefined,
      trouble: memoryBook(),
      onConsumerGone: () => undefined,
    });
    t.teardown(async () => {
      await own.close();
      await node.stop();
    });
    return { die: () => own.close() };
  };
  const put = (eventId: string) =>
    queue.put(BUSINESS, id, {
      eventId,
      eventType: 'voice.call.ended',
      callId: 'c1',
      occurredAt: '2026-01-01T00:00:00.000Z',
      payload: { eventId },
    });
  const unsettled = async () => (await jsm.consumers.info(WEBHOOK_STREAM, durableOf(id))).num_ack_pending;
  return { got, world, put, startNode, unsettled };
};

t.test('events that arrive during a short pause are sent in order after it', async (t) => {
  const { got, world, put, startNode, unsettled } = subscriber('paused');
  await startNode(t, () => ACCEPTED);
  world.status = 'paused';
  await put('1');
  await until('the event waits', async () => (await unsettled().catch(() => 0)) === 1);
  await put('2');
  await until('both events wait', async () => (await unsettled()) === 2);
  world.status = 'active';
  await put('3');
  await until('all events are sent', () => got.length >= 3, 20_000);
  t.same(got, ['1/0', '2/0', '3/0']);
});

t.test('an event whose subscription is unavailable is not overtaken', async (t) => {
  const { got, world, put, startNode, unsettled } = subscriber('away');
  await startNode(t, () => ACCEPTED);
  world.isAway = true;
  await put('1');
  await until('the event waits', async () => (await unsettled().catch(() => 0)) === 1);
  world.isAway = false;
  await put('2');
  await until('both events are sent', () => got.length >= 2, 20_000);
  t.same(got, ['1/0', '2/0']);
});

t.test('events held by a dead node are sent before later events, and count no attempt', async (t) => {
  const { got, put, startNode, unsettled } = subscriber('dying');
  const first = await startNode(t, (event) => (event === 'refused' ? REFUSED : null));
  await put('refused');
  await until('the event is deferred', () => got.includes('refused/0'));
  await put('1');
  await put('2');
  await until('the first event is in flight', async () => got.includes('1/0') && (await unsettled()) === 3);
  await startNode(t, () => ACCEPTED);
  await first.die();
  await jsm.consumers.unpin(WEBHOOK_STREAM, durableOf('dying'), 'nodes');
  await put('3');
  await until('all events are sent', () => got.includes('3/0') && got.includes('refused/1'), 30_000);
  t.same(
    got.filter((event) => !event.startsWith('refused')),
    ['1/0', '1/0', '2/0', '3/0'],
  );
  t.same(
    got.filter((event) => event.startsWith('refused')),
    ['refused/0', 'refused/1'],
    'an event that waits for a retry is overtaken, and is not retried early',
  );
});
