/** `retryNumber` counts the attempts that a subscriber has not accepted, however often the server delivers the event. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import type { WebhookEvent } from '../../../actors/subscription/events.js';
import { createSealer } from '../../../operations/sealing.js';
import { type Deliverer, startDeliverer } from '../../../operations/webhooks/deliverer.js';
import { openWebhookQueue, WEBHOOK_STREAM } from '../../../operations/webhooks/queue.js';
import type { WebhookAnswer, WebhookSender } from '../../../providers/webhooks/sender.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats/server.js';
import { stub } from '../../../testkit/stub.js';
import { until } from '../../../testkit/until.js';
import { memoryBook } from '../../support/actors/trouble.js';
import { stubActors } from '../../support/stub-actors.js';

t.setTimeout(60_000);

const BUSINESS = 'b1';
const EVENT: WebhookEvent = {
  eventId: 'e1',
  eventType: 'voice.call.ended',
  callId: 'c1',
  occurredAt: '2026-01-01T00:00:00.000Z',
  payload: { eventId: 'e1' },
};
const ACCEPTED: WebhookAnswer = { type: 'answered', status: 204, excerpt: '', retryAfterMs: null };
const REFUSED: WebhookAnswer = { type: 'answered', status: 500, excerpt: '', retryAfterMs: null };
const TIMED_OUT: WebhookAnswer = { type: 'unanswered', problem: 'timeout' };

const nats = await startNats(t);
const nc = await connect({ servers: nats.url });
t.teardown(() => nc.close());
const queue = await openWebhookQueue(nc);
const jsm = await jetstreamManager(nc);
const sealer = createSealer('secret');

/** How an attempt ends; `hangs`: only with its node. */
type Ending = WebhookAnswer | 'hangs';

/** A subscription, and nodes that deliver to it. `retryNumbers` has an entry for each attempt that has begun. */
const subscriber = (id: string, endings: readonly Ending[]) => {
  const retryNumbers: unknown[] = [];
  const deadAfter: number[] = [];
  const sending = [...endings];
  let status = 'active';
  let queries = 0;
  const actors = stubActors((_kind, _id, command) => {
    if (command.type === 'dead_letter' && 'attempts' in command) deadAfter.push(Number(command.attempts));
    if (command.type === 'get') queries += 1;
    const sealedSecret = sealer.seal(id, 'secret');
    return { subscription: { status, callbackUrl: 'https://example.org/', sealedSecret }, dead: {} };
  });
  const sender = stub<WebhookSender>({
    send: async ({ body }, signal) => {
      const { retryNumber }: { retryNumber: number } = JSON.parse(body);
      retryNumbers.push(retryNumber);
      const ending = sending.shift() ?? ACCEPTED;
      if (ending !== 'hangs') return ending;
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return TIMED_OUT;
    },
    forget: () => undefined,
    close: async () => undefined,
  });
  const startNode = async (t: Lifetime, now = Date.now): Promise<Deliverer> => {
    const node = await startDeliverer({
      nc,
      views: {
        activeSubscriptions: () => [{ id, businessId: BUSINESS }],
        pausedSubscriptions: () => [],
      },
      actors,
      sender,
      payloadOf: async (_businessId, { payload }) => payload,
      sealer,
      logger: pino({ level: 'silent' }),
      now,
      random: () => 0,
      onLeaving: () => undefined,
      count: () => undefined,
      trouble: memoryBook(),
      onConsumerGone: () => undefined,
    });
    t.teardown(() => node.stop());
    return node;
  };
  return {
    retryNumbers,
    deadAfter,
    startNode,
    put: () => queue.put(BUSINESS, id, EVENT),
    queries: () => queries,
    pause: () => {
      status = 'paused';
    },
    resume: () => {
      status = 'active';
    },
  };
};

const isEmpty = async (): Promise<boolean> => (await jsm.streams.info(WEBHOOK_STREAM)).state.messages === 0;

t.test('an attempt that ends with its node does not count', async (t) => {
  const { put, retryNumbers, startNode } = subscriber('dying', ['hangs', 'hangs']);
  const first = await startNode(t);
  await put();
  await until('the first attempt hangs', () => retryNumbers.length === 1);
  await first.stop();
  const second = await startNode(t);
  await until('the second attempt hangs', () => retryNumbers.length === 2, 20_000);
  await second.stop();
  await startNode(t);
  await until('the third attempt is accepted', isEmpty, 20_000);
  t.same(retryNumbers, [0, 0, 0]);
});

/** One attempt fails, and the next attempt ends with its node. */
const failsOnce = async (t: Lifetime, id: string, ending: WebhookAnswer): Promise<readonly unknown[]> => {
  const { put, retryNumbers, startNode } = subscriber(id, [ending, 'hangs']);
  const first = await startNode(t);
  await put();
  await until('the second attempt hangs', () => retryNumbers.length === 2, 20_000);
  await first.stop();
  await startNode(t);
  await until('the third attempt is accepted, and the stream is empty', isEmpty, 20_000);
  return retryNumbers;
};

t.test('an attempt that was refused counts, on every node', async (t) => {
  t.same(await failsOnce(t, 'refusing', REFUSED), [0, 1, 1]);
});

t.test('an attempt that was cut off by a timeout counts, on every node', async (t) => {
  t.same(await failsOnce(t, 'silent', TIMED_OUT), [0, 1, 1]);
});

t.test('a pause of the subscription does not count', async (t) => {
  const { put, pause, resume, queries, retryNumbers, startNode } = subscriber('paused', [ACCEPTED]);
  pause();
  await startNode(t);
  await put();
  await until('the event waits for the subscription', () => queries() > 0);
  resume();
  await until('the event is accepted', isEmpty, 20_000);
  t.same(retryNumbers, [0]);
});

t.test('a dead letter counts only the attempts that failed', async (t) => {
  const { put, retryNumbers, deadAfter, startNode } = subscriber('dead', ['hangs', REFUSED]);
  const first = await startNode(t);
  await put();
  await until('the first attempt hangs', () => retryNumbers.length === 1);
  await first.stop();
  const later = Date.now() + 73 * 3_600_000;
  await startNode(t, () => later);
  await until('the event is dead', () => deadAfter.length === 1, 20_000);
  t.same(deadAfter, [1]);
  await until('the stream is empty', isEmpty);
});

t.test('the counts of a subscription are removed with it', async (t) => {
  const { put, retryNumbers, startNode } = subscriber('revoked', [REFUSED]);
  const node = await startNode(t);
  await put();
  await until('the first attempt has failed', () => retryNumbers.length === 1);
  await node.stop();
  await queue.drop(BUSINESS, 'revoked');
  t.ok(await isEmpty());
});
