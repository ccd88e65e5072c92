/**
 * An event goes to the subscriptions created before it in the journal. The clocks of the nodes that wrote the two do
 * not matter.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { pino } from 'pino';
import t from 'tap';
import { archiveText } from '../../../actors/runtime/journal/archive.js';
import { RETRY_POLICY } from '../../../actors/runtime/trouble/trouble.js';
import { startEmitter } from '../../../operations/webhooks/emitter.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import { memoryBook } from '../../support/actors/trouble.js';
import { accepted, ended, openTestJournal } from '../../views/journal.js';
import { openStore } from '../../views/store-support.js';

t.setTimeout(60_000);

const NOON = 1_700_000_000_000;
const STEP_BACK_MS = 20_000;

const SUBSCRIBED = {
  type: 'subscription.created',
  channel: 'voice',
  accountId: null,
  callbackUrl: 'https://example.org/hooks',
  events: ['voice.call.ringing', 'voice.call.ended'],
  sealedSecret: 'sealed',
  secretLast4: 'abcd',
};

/** A journal with its views, and an emitter that `start` starts. `sent` lists subscriptions and events. */
const world = async (t: Lifetime) => {
  const directory = await mkdtemp(join(tmpdir(), 'parley-emitter-'));
  t.teardown(() => rm(directory, { recursive: true }));
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const views = await openStore(t, nats.url, journal, directory);
  const sent: string[] = [];
  const start = async (): Promise<void> => {
    const emitter = await startEmitter({
      nc: journal.nc,
      shards: 1,
      views,
      webhookQueue: {
        put: async (_businessId, subscriptionId, { eventId }) =>
          void sent.push(`${subscriptionId} ${eventId}`),
        drop: async () => undefined,
      },
      logger: pino({ level: 'silent' }),
      random: () => 0.5,
      onConsumerGone: () => undefined,
      now: Date.now,
      trouble: memoryBook(),
      retryPolicy: RETRY_POLICY,
    });
    t.teardown(() => emitter.stop());
  };
  return { journal, sent, start };
};

t.test('sends events of a node whose clock was set back after the subscription was created', async (t) => {
  const { journal, sent, start } = await world(t);
  await start();
  await journal.commit('subscription', 'b1', 's1', [SUBSCRIBED], NOON);
  await journal.commit('call', 'b1', 'c1', [accepted(), { type: 'call.ringing' }], NOON - STEP_BACK_MS);
  await journal.commit('call', 'b1', 'c1', [ended('busy')], NOON - STEP_BACK_MS + 1);
  await until('both events are sent', () => sent.length === 2);
  t.same(sent, ['s1 c1:ringing', 's1 c1:ended']);
});

t.test('sends no event from before the subscription, even if its clock was set back', async (t) => {
  const { journal, sent, start } = await world(t);
  await journal.commit('call', 'b1', 'c1', [accepted(), { type: 'call.ringing' }], NOON);
  await journal.commit('subscription', 'b1', 's1', [SUBSCRIBED], NOON - STEP_BACK_MS);
  await journal.commit('call', 'b1', 'c1', [ended('busy')], NOON);
  await start();
  await until('the end of the call is sent', () => sent.length > 0);
  t.same(sent, ['s1 c1:ended']);
});

t.test('an archived event keeps its place in the journal', async (t) => {
  const { journal, sent, start } = await world(t);
  const text = (...events: readonly object[]): string => JSON.stringify({ commandId: 'c', at: NOON, events });
  const messages = [text(accepted(), { type: 'call.ringing' }), text(ended('busy'))];
  const [first = '', second = ''] = messages;
  const ringing = await journal.raw('evt.0.call.b1.c1', first);
  await journal.commit('subscription', 'b1', 's1', [SUBSCRIBED], NOON);
  const end = await journal.raw('evt.0.call.b1.c1', second);
  await journal.commit('subscription', 'b1', 's2', [SUBSCRIBED], NOON);
  const archive = {
    settled: [],
    messages: [
      { seq: ringing, text: first },
      { seq: end, text: second },
    ],
  };
  await journal.raw('evt.0.call.b1.c1', archiveText(1, archive));
  const jsm = await jetstreamManager(journal.nc);
  for (const seq of [ringing, end]) await jsm.streams.deleteMessage('JOURNAL_0', seq);
  await journal.commit('call', 'b1', 'c2', [accepted(), { type: 'call.ringing' }], NOON);
  await start();
  await until(
    'the last event is sent to both',
    () => sent.filter((message) => message.endsWith('c2:ringing')).length === 2,
  );
  t.same(
    sent.filter((message) => message.includes(' c1:')),
    ['s1 c1:ended'],
  );
});
