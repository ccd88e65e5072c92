/** Webhooks on nodes of two builds: an event is sent once, by a node that knows it, under its own contract. */
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { openJournal } from '../../../actors/runtime/journal/journal.js';
import { watchConnection } from '../../../actors/runtime/nats/connection.js';
import { RETRY_POLICY } from '../../../actors/runtime/trouble/trouble.js';
import type { WebhookEvent } from '../../../actors/subscription/events.js';
import { contractOf } from '../../../operations/webhooks/delivery-attempt.js';
import { type EmitterDeps, startEmitter } from '../../../operations/webhooks/emitter.js';
import { WEBHOOK_CONTRACT_VERSION } from '../../../schemas/events/subscription.js';
import { startNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import type { ViewsState } from '../../../views/views.js';
import { memoryBook } from '../../support/actors/trouble.js';

t.setTimeout(60_000);

const logger = pino({ level: 'silent' });

t.test('a node whose views have stopped leaves events to a node whose views are ready', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const journal = await openJournal(watchConnection(nc), 1);
  const waited: string[] = [];
  const emitter = (name: string, state: ViewsState) => {
    const views: EmitterDeps['views'] = {
      state: () => state,
      waitFor: async () => void waited.push(name),
      conversation: () => null,
      conversationOfAnalysis: () => null,
      subscribersOf: () => [],
      ownMessage: () => null,
      callFacts: () => null,
      iterationFacts: () => null,
      contactAt: () => null,
    };
    const webhookQueue = { put: async () => undefined, drop: async () => undefined };
    return startEmitter({
      nc,
      shards: 1,
      views,
      webhookQueue,
      logger,
      random: () => 0.5,
      onConsumerGone: () => undefined,
      now: Date.now,
      trouble: memoryBook(),
      retryPolicy: RETRY_POLICY,
    });
  };
  const behind = await emitter('behind', { type: 'stopped', shard: 0, seq: 1, reason: 'newer' });
  const ref = { kind: 'conversation', business: 'b', id: 'c' };
  const events = [{ type: 'conversation.registered' }];
  await journal.append(ref, [], { commandId: '1', at: 1, events });
  const current = await emitter('current', { type: 'ready' });
  t.teardown(() => Promise.all([behind.stop(), current.stop()]));
  await until('the event is handled', () => waited.length > 0, 30_000);
  t.same(waited, ['current']);
});

t.test('a webhook event is sent under the contract that it was written for', async (t) => {
  const webhookEvent = (payload: WebhookEvent['payload']): WebhookEvent => ({
    eventId: 'e',
    eventType: 'whatsapp.message.received',
    conversationId: 'c',
    occurredAt: '',
    payload,
  });
  t.equal(contractOf(webhookEvent({ contractVersion: '9.0' })), '9.0');
  t.equal(contractOf(webhookEvent({})), WEBHOOK_CONTRACT_VERSION);
});
