/** The one reader behind all streams of a node: it waits for the views, survives a lost consumer, and is bounded. */
import { jetstreamManager } from '@nats-io/jetstream';
import { pino } from 'pino';
import t from 'tap';
import { createLiveStreams, type LiveStreams } from '../../../gateway/live/streams.js';
import type { Follower } from '../../../operations/live/feed.js';
import type { LiveReader } from '../../../testkit/api/live-client.js';
import { startNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';
import { created, openTestJournal, turn } from '../../views/journal.js';
import { openStore } from '../../views/store-support.js';
import { BUSINESS } from '../fakes/ids.js';
import { placeCall, startLiveNode } from './live-node.js';

t.setTimeout(120_000);

const nats = await startNats(t);
const journal = await openTestJournal(t, nats.url);
const jsm = await jetstreamManager(journal.nc);
const store = await openStore(t, nats.url, journal, t.testdir());
/** Controls some of the views; the rest always answers. */
const gate = { isOpen: true, hasStopped: false, isBehind: false, queries: 0 };
const gated: typeof store = {
  ...store,
  state: () => (gate.hasStopped ? { type: 'stopped', shard: 0, seq: 1, reason: 'newer' } : store.state()),
  callFacts: (...call) => {
    gate.queries += 1;
    return gate.isBehind ? null : store.callFacts(...call);
  },
  waitFor: async (shard, seq) => {
    await until('the gate is open', () => gate.isOpen);
    await store.waitFor(shard, seq);
  },
};
const node = await startLiveNode(t, nats.url, journal, { views: gated });

const say = (callId: string, turnId: string, businessId = BUSINESS): Promise<number> =>
  journal.commit('call', businessId, callId, [turn(turnId, {})], Date.now());
const turnsIn = ({ events }: LiveReader): readonly string[] =>
  events.flatMap(({ data }) => (data.type === 'call.turn' ? [data.turn.turnId] : []));
const turnsCome = (reader: LiveReader, last: string) =>
  until(`turn ${last}`, () => turnsIn(reader).includes(last), 30_000);
const opened = (reader: LiveReader) => reader.event('an open stream', ({ name }) => name === 'stream.opened');
const consumers = async (): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const { name, config } of jsm.consumers.list('JOURNAL_0'))
    if (config.filter_subjects?.some((subject) => subject.startsWith('evt.0.iteration'))) names.push(name);
  return names;
};

t.test('nothing is published before the views show it', async (t) => {
  const reader = await node.follow();
  await opened(reader);
  const callId = await placeCall(journal);
  await reader.event('the call', ({ name }) => name === 'call.accepted');
  gate.isOpen = false;
  const seq = await say(callId, 'early');
  await store.waitFor(0, seq);
  await until('a heartbeat meanwhile', () => reader.heartbeats() > 0);
  t.same(turnsIn(reader), []);
  gate.isOpen = true;
  await turnsCome(reader, 'early');
  reader.close();
});

t.test('streams share one consumer, which is deleted some seconds after the last stream', async (t) => {
  const readers = await Promise.all(Array.from({ length: 10 }, () => node.follow()));
  for (const reader of readers) await opened(reader);
  t.equal((await consumers()).length, 1);
  for (const reader of readers) reader.close();
  await until('no consumer is left', async () => (await consumers()).length === 0, 20_000);
});

t.test('a deleted consumer is created again, and nothing is missed or duplicated', async (t) => {
  const reader = await node.follow();
  await opened(reader);
  const callId = await placeCall(journal);
  const expected: string[] = [];
  for (let place = 0; place < 60; place += 1) {
    expected.push(`t${place}`);
    await say(callId, `t${place}`);
    if (place % 20 === 10)
      for (const name of await consumers()) await jsm.consumers.delete('JOURNAL_0', name);
  }
  await turnsCome(reader, 't59');
  t.same(turnsIn(reader), expected);
  reader.close();
});

t.test(
  'a stream that has missed too much is reset, and nothing is replayed',
  { skip: ONLY_IN_FULL_RUN },
  async (t) => {
    const reader = await node.follow();
    const { id } = await opened(reader);
    reader.close();
    const callId = await placeCall(journal);
    for (let round = 0; round < 11; round += 1)
      await Promise.all(Array.from({ length: 500 }, (_, place) => say(callId, `m${round * 500 + place}`)));
    const again = await node.follow({ lastEventId: id });
    const { data } = await again.event('a reset', ({ name }) => name === 'stream.reset');
    t.match(data, { reason: 'too_much' });
    t.notOk(turnsIn(again).includes('m0'), 'missed events are not replayed');
    await say(callId, 'next');
    await turnsCome(again, 'next');
    again.close();
  },
);

t.test('a node whose views have stopped ends its streams, so that another can serve them', async (t) => {
  const reader = await node.follow();
  await opened(reader);
  gate.hasStopped = true;
  await placeCall(journal);
  await reader.ended;
  gate.hasStopped = false;
  t.match(await node.registry.metrics(), /parley_live_ended_total\{why="lost"\} 1/);
  const again = await node.follow({ lastEventId: reader.lastId() });
  await again.event('the withheld event', ({ name }) => name === 'call.accepted');
  again.close();
});

t.test('streams wait for views that have not noticed a new journal yet', async (t) => {
  const reader = await node.follow();
  await opened(reader);
  await journal.renew();
  await journal.acceptLoss();
  await journal.commit('business', BUSINESS, BUSINESS, [created('Acme')]);
  await reader.event('a reset', ({ name }) => name === 'stream.reset', 30_000);
  // The views still answer from the former journal, in which there was no such call.
  gate.isBehind = true;
  gate.queries = 0;
  const callId = await placeCall(journal);
  await say(callId, 'again');
  await until('the views were queried', () => gate.queries > 0, 30_000);
  gate.isBehind = false;
  await turnsCome(reader, 'again');
  t.same(
    reader.events.slice(-2).map(({ name }) => name),
    ['call.accepted', 'call.turn'],
  );
  reader.close();
});

/** Streams over a feed that the test controls. */
const streamsOf = (follow: (follower: Follower) => Promise<void>): LiveStreams =>
  createLiveStreams({
    feed: {
      follow: async (_, follower) => {
        await follow(follower);
        const from = { seq: 0, mark: 0, place: null, at: 0, gatheredFrom: null };
        return { from, now: () => from, stop: () => undefined };
      },
      missed: async () => ({ type: 'reset', reason: 'too_old' }),
      progressEvent: () => null,
    },
    voices: { follow: () => () => undefined },
    metrics: {
      observeStreams: () => undefined,
      sent: () => undefined,
      reset: () => undefined,
      ended: () => undefined,
    },
    logger: pino({ level: 'silent' }),
    now: Date.now,
  });

t.test(
  'a node has a limited number of streams over all businesses, and opens the next when one ends',
  async (t) => {
    const streams = streamsOf(async () => undefined);
    const open = (businessId: string) =>
      streams
        .open({ businessId, topics: ['calls'], lastEventId: null, access: () => ['voice:read'] })
        [Symbol.asyncIterator]();
    const readers = Array.from({ length: 500 }, (_, place) => open(`business-${Math.floor(place / 50)}`));
    t.throws(() => open('business-10'), { code: 'live_streams_busy' });
    await readers[0]?.return?.();
    t.throws(() => open('business-1'), { code: 'live_streams_limited' });
    open('business-10');
    streams.close();
    t.throws(() => open('business-10'), { code: 'live_streams_busy' }, 'refused while stopping');
  },
);

t.test('events during the start of a stream are buffered within a limit', async (t) => {
  const streams = streamsOf(async (follower) => {
    for (let seq = 1; seq <= 2_001; seq += 1) follower.notify({ seq, mark: 1, items: [] });
  });
  const pieces: string[] = [];
  const request = { businessId: BUSINESS, topics: ['calls'], lastEventId: null } as const;
  for await (const piece of streams.open({ ...request, access: () => ['voice:read'] })) pieces.push(piece);
  t.same(pieces, [], 'the stream ended, and the client reconnects');
});
