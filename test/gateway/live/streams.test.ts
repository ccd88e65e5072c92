/**
 * Live streams over a real journal: events are published once, in order, to clients that may read them; a client that
 * resumes, on any node, gets what it missed; and everything is bounded.
 */
import { randomUUID } from 'node:crypto';
import { connect as connectTcp } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import t from 'tap';
import { idOf, positionOf } from '../../../operations/live/position.js';
import { createVoiceFeed, voicesSubject } from '../../../operations/live/voices.js';
import { SCOPES } from '../../../schemas/accounts/access.js';
import type { LiveReader } from '../../../testkit/api/live-client.js';
import { startNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import { problemOfLive } from '../../support/live-events.js';
import { created, ended, openTestJournal, turn } from '../../views/journal.js';
import { SESSION_TOKEN } from '../fakes/console.js';
import { BUSINESS, UNKNOWN_ID } from '../fakes/ids.js';
import { placeCall, startLiveNode } from './live-node.js';

t.setTimeout(120_000);

const nats = await startNats(t);
const journal = await openTestJournal(t, nats.url);
const node = await startLiveNode(t, nats.url, journal);
await journal.commit('business', BUSINESS, BUSINESS, [created('Acme')]);
await journal.commit('business', UNKNOWN_ID, UNKNOWN_ID, [created('Others')]);

const say = (callId: string, ...turnIds: readonly string[]): Promise<number> =>
  journal.commit(
    'call',
    BUSINESS,
    callId,
    turnIds.map((turnId) => turn(turnId, {})),
    Date.now(),
  );
const opened = (reader: LiveReader) => reader.event('an open stream', ({ name }) => name === 'stream.opened');
/** Ids of the published turns, in order. */
const turnsIn = (...readers: readonly LiveReader[]): readonly string[] =>
  readers.flatMap(({ events }) =>
    events.flatMap(({ data }) => (data.type === 'call.turn' ? [data.turn.turnId] : [])),
  );
const turnsCome = (reader: LiveReader, last: string) =>
  reader.event(`turn ${last}`, ({ data }) => data.type === 'call.turn' && data.turn.turnId === last);
const names = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, place) => `t${from + place}`);

t.test('the events of a call are published as they happen, by the schema', async (t) => {
  const reader = await node.follow();
  t.match((await opened(reader)).data, { resumed: false, topics: ['calls', 'conversations', 'campaigns'] });
  const callId = await placeCall(journal);
  await journal.commit('call', BUSINESS, callId, [{ type: 'call.ringing' }], Date.now());
  await say(callId, 't1', 't2');
  await journal.commit('call', BUSINESS, callId, [ended('completed')], Date.now());
  await reader.event('the call has ended', ({ name }) => name === 'call.ended');
  t.same(
    reader.events.map(({ name }) => name),
    ['stream.opened', 'call.accepted', 'call.ringing', 'call.turn', 'call.turn', 'call.ended'],
  );
  for (const { name, data } of reader.events) {
    t.equal(problemOfLive(data), null);
    t.equal(data.type, name);
  }
  t.equal(new Set(reader.events.map(({ id }) => id)).size, reader.events.length, 'ids are unique');
  reader.close();
});

t.test('a stream resumes behind any event, and repeats nothing', async (t) => {
  const reader = await node.follow();
  await opened(reader);
  const callId = await placeCall(journal);
  // Three turns in one commit, so that some ids are in the middle of a message.
  for (const place of [1, 4, 7]) await say(callId, ...names(place, place + 2));
  await turnsCome(reader, 't9');
  reader.close();
  const other = await startLiveNode(t, nats.url, journal);
  for (const { id, data } of reader.events) {
    const known = data.type === 'call.turn' ? Number(data.turn.turnId.slice(1)) : 0;
    const again = await (known % 2 === 0 ? node : other).follow({ lastEventId: id });
    t.match((await opened(again)).data, { resumed: true });
    await say(callId, `after${id}`);
    await turnsCome(again, `after${id}`);
    const expected = names(known + 1, 9);
    t.same(turnsIn(again).slice(0, expected.length), expected, `behind ${known}`);
    t.equal(turnsIn(again).filter((name) => name === `after${id}`).length, 1);
    again.close();
  }
});

t.test('a reader that is cut off again and again misses nothing while its business is busy', async (t) => {
  const callId = await placeCall(journal);
  const other = await startLiveNode(t, nats.url, journal);
  const readers: LiveReader[] = [];
  let lastEventId: string | null = null;
  const first = await node.follow();
  await opened(first);
  readers.push(first);
  const all = names(1, 400);
  const talking = (async () => {
    for (const name of all) await say(callId, name);
  })();
  for (let cut = 0; cut < 8; cut += 1) {
    await delay(40);
    const last = readers.at(-1);
    last?.close();
    await last?.ended;
    // As browsers do: a reader that was cut off before its first event resumes from the last id before it.
    lastEventId = last?.lastId() ?? lastEventId;
    readers.push(await (cut % 2 === 0 ? other : node).follow({ lastEventId }));
  }
  await talking;
  await until('the last turn', () => turnsIn(...readers).includes('t400'));
  t.same(turnsIn(...readers), all, 'each once, in order');
});

t.test('a stream resumes on a restarted node where it ended', async (t) => {
  const callId = await placeCall(journal);
  const before = await startLiveNode(t, nats.url, journal);
  const reader = await before.follow();
  await opened(reader);
  await say(callId, 't1');
  await turnsCome(reader, 't1');
  await before.gateway.close();
  await reader.ended;
  t.match((await before.registry.metrics()).split('\n'), /parley_live_ended_total\{why="stopping"\} 1/);
  await say(callId, 't2', 't3');
  const after = await startLiveNode(t, nats.url, journal);
  const again = await after.follow({ lastEventId: reader.lastId() });
  await turnsCome(again, 't3');
  t.same(turnsIn(again), ['t2', 't3']);
});

t.test('a new stream gets later events, and no earlier ones', async (t) => {
  const earlier = await node.follow();
  await opened(earlier);
  const callId = await placeCall(journal);
  await say(callId, 'before');
  await turnsCome(earlier, 'before');
  const reader = await node.follow();
  await opened(reader);
  await say(callId, 'after');
  await turnsCome(reader, 'after');
  t.same(turnsIn(reader), ['after']);
});

t.test('a stream carries only events of its business that its credentials may read', async (t) => {
  const { apiKey: lesser } = node.views.newKey(['campaigns:read', 'contacts:read']);
  const { apiKey: stranger } = node.views.newKey(SCOPES, UNKNOWN_ID);
  const [reader, foreign, imports, session] = await Promise.all([
    node.follow({ headers: { authorization: `Bearer ${lesser}` } }),
    node.follow({ headers: { authorization: `Bearer ${stranger}` }, businessId: UNKNOWN_ID }),
    node.follow({ topics: 'imports' }),
    node.follow({ headers: { cookie: `parley_session=${SESSION_TOKEN}` } }),
  ]);
  t.match((await opened(reader)).data, { topics: ['campaigns', 'contact_jobs', 'imports'] });
  for (const stream of [foreign, imports, session]) await opened(stream);
  const callId = await placeCall(journal);
  await say(callId, 't1');
  await placeCall(journal, UNKNOWN_ID);
  const jobId = randomUUID();
  const request = { fileName: 'people.csv', assetId: 'a', categoryIds: [], mapping: {} };
  await journal.commit('contact-import', BUSINESS, jobId, [{ type: 'import.accepted', ...request }]);
  for (const stream of [reader, imports, session])
    t.match((await stream.event('the import', ({ name }) => name === 'import.progress')).data, {
      jobId,
      fileName: 'people.csv',
      status: 'queued',
    });
  const typesIn = ({ events }: LiveReader) => events.slice(1).map(({ name }) => name);
  t.same(typesIn(reader), ['import.progress']);
  t.same(typesIn(imports), ['import.progress']);
  t.same(typesIn(foreign), ['call.accepted'], 'only its own call');
  t.same(typesIn(session), ['call.accepted', 'call.turn', 'import.progress']);
  const refused = await fetch(`${node.url}/api/v1/live?businessId=${UNKNOWN_ID}`, {
    headers: { authorization: `Bearer ${lesser}` },
  });
  t.equal(refused.status, 403);
  const { apiKey: unscopedKey } = node.views.newKey(['webhooks:write']);
  await t.rejects(node.follow({ headers: { authorization: `Bearer ${unscopedKey}` } }), /scope_missing/);
});

t.test('frequent progress is published once a second, with its latest state, also on resume', async (t) => {
  const reader = await node.follow({ topics: 'imports' });
  await opened(reader);
  const jobId = randomUUID();
  const request = { fileName: 'people.csv', assetId: 'a', categoryIds: [], mapping: {} };
  await journal.commit('contact-import', BUSINESS, jobId, [{ type: 'import.accepted', ...request }]);
  const counts = (rows: number) => ({ rows, created: rows, updated: 0, skipped: 0, failed: 0 });
  for (let rows = 1; rows <= 200; rows += 1)
    await journal.commit('contact-import', BUSINESS, jobId, [
      { type: 'import.progressed', counts: counts(rows) },
    ]);
  await reader.event(
    'the latest counts',
    ({ data }) => data.type === 'import.progress' && data.counts.rows === 200,
  );
  t.ok(reader.events.length <= 5, `${reader.events.length} events of 201 commits`);
  // A reader that is cut off before the update: its id says that an update is owed.
  const finished = { type: 'import.finished', status: 'completed', counts: counts(200), issues: [] };
  const seq = await journal.commit('contact-import', BUSINESS, jobId, [finished]);
  const last = positionOf(reader.lastId() ?? '');
  if (last === null) throw new Error('no id');
  const owing = idOf({ ...last, seq: seq, mark: 0, gatheredFrom: seq });
  const { mark } = await until('the commit is published', () => {
    const place = positionOf(reader.lastId() ?? '');
    return place?.seq === seq ? place : null;
  });
  reader.close();
  const again = await node.follow({
    topics: 'imports',
    lastEventId: idOf({ ...(positionOf(owing) ?? last), mark }),
  });
  t.match((await again.event('the end of the import', ({ name }) => name === 'import.progress')).data, {
    status: 'completed',
  });
});

t.test('a stream that cannot resume is reset, and continues', async (t) => {
  const reader = await node.follow();
  const { id } = await opened(reader);
  reader.close();
  const place = positionOf(id);
  if (place === null) throw new Error('no id');
  const callId = await placeCall(journal);
  for (const [reason, lastEventId] of [
    ['unknown_id', 'not-an-id'],
    ['too_old', idOf({ ...place, at: Date.now() - 6 * 60_000 })],
    ['journal_changed', idOf({ ...place, mark: place.mark + 1 })],
    ['journal_changed', idOf({ ...place, seq: 1_000_000_000 })],
  ] as const) {
    const again = await node.follow({ lastEventId });
    const reset = await again.event('a reset', ({ name }) => name === 'stream.reset');
    t.match(reset.data, { reason });
    t.equal(problemOfLive(reset.data), null);
    await say(callId, lastEventId);
    await turnsCome(again, lastEventId);
    const beyond = await node.follow({ lastEventId: reset.id });
    t.match((await opened(beyond)).data, { resumed: true }, 'its id can be resumed');
    again.close();
    beyond.close();
  }
});

t.test('a stream ends soon after its key or session', async (t) => {
  const { apiKey, keyId } = node.views.newKey();
  const reader = await node.follow({ headers: { authorization: `Bearer ${apiKey}` } });
  const lasting = await node.follow();
  await opened(reader);
  node.views.revoke(keyId);
  const at = performance.now();
  await reader.ended;
  t.ok(performance.now() - at < 6_000, 'within five seconds');
  t.match(reader.events.at(-1)?.data, { type: 'stream.ended', reason: 'access_ended' });
  const other = await startLiveNode(t, nats.url, journal);
  const session = await other.follow({ headers: { cookie: `parley_session=${SESSION_TOKEN}` } });
  await opened(session);
  other.views.endSession();
  await session.ended;
  t.match(session.events.at(-1)?.data, { type: 'stream.ended', reason: 'access_ended' });
  const callId = await placeCall(journal);
  await say(callId, 'still');
  await turnsCome(lasting, 'still');
  t.ok(lasting.heartbeats() >= 1, 'a quiet stream has heartbeats');
  lasting.close();
});

t.test('a reader that takes nothing is disconnected, and does not affect others', async (t) => {
  const fast = await node.follow();
  await opened(fast);
  const { hostname, port } = new URL(node.url);
  const slow = connectTcp({ host: hostname, port: Number(port) });
  t.teardown(() => slow.destroy());
  slow.on('error', () => undefined);
  slow.pause();
  slow.write(
    `GET /api/v1/live?businessId=${BUSINESS} HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${node.apiKey}\r\n\r\n`,
  );
  const isOpen = async (): Promise<number> =>
    Number(/^parley_live_streams (\d+)$/m.exec(await node.registry.metrics())?.[1]);
  const before = await until('both streams are open', async () => ((await isOpen()) >= 2 ? isOpen() : null));
  const callId = await placeCall(journal);
  const text = 'x'.repeat(50_000);
  let committed = 0;
  const hasDroppedSlowReader = async (): Promise<boolean> =>
    /live_ended|"why":"slow"/.test(node.logged.join('\n')) || (await isOpen()) < before;
  while (committed < 400 && !(await hasDroppedSlowReader())) {
    committed += 1;
    await journal.commit('call', BUSINESS, callId, [turn(`t${committed}`, { text })], Date.now());
  }
  await until('the slow reader is disconnected', hasDroppedSlowReader, 45_000);
  await turnsCome(fast, `t${committed}`);
  t.same(turnsIn(fast), names(1, committed), 'the fast reader missed nothing');
  t.match(await node.registry.metrics(), /parley_live_ended_total\{why="slow"\} 1/);
  fast.close();
});

t.test('a business may have a limited number of open streams, and further ones are refused', async (t) => {
  const crowded = await startLiveNode(t, nats.url, journal);
  const readers = await Promise.all(Array.from({ length: 50 }, () => crowded.follow({ topics: 'calls' })));
  await t.rejects(crowded.follow(), /429 .*live_streams_limited/);
  const { apiKey } = crowded.views.newKey(SCOPES, UNKNOWN_ID);
  const other = await crowded.follow({
    headers: { authorization: `Bearer ${apiKey}` },
    businessId: UNKNOWN_ID,
  });
  await opened(other);
  readers[0]?.close();
  await until('a stream has closed', async () => {
    try {
      return await crowded.follow();
    } catch {
      return null;
    }
  });
});

t.test('streams are reset when the journal is replaced, and continue in the new one', async (t) => {
  const reader = await node.follow();
  await opened(reader);
  const { id } = await opened(reader);
  await journal.renew();
  await journal.acceptLoss();
  await journal.commit('business', BUSINESS, BUSINESS, [created('Acme')]);
  await reader.event('a reset', ({ name }) => name === 'stream.reset', 30_000);
  const again = await node.follow({ lastEventId: id });
  await again.event('a reset', ({ data }) => data.type === 'stream.reset');
  const callId = await placeCall(journal);
  await say(callId, 'again');
  await turnsCome(again, 'again');
  await turnsCome(reader, 'again');
  t.same(turnsIn(again), ['again']);
});

t.test('voices are only sent to streams that request them, without an id', async (t) => {
  const voices = createVoiceFeed({ nc: journal.nc, now: Date.now, logger: pino({ level: 'silent' }) });
  const talking = await startLiveNode(t, nats.url, journal, {}, { voices });
  const usual = await talking.follow();
  const voiceReader = await talking.follow({ topics: 'calls,voices' });
  t.match((await opened(voiceReader)).data, { topics: ['calls', 'voices'] });
  await opened(usual);
  const callId = await placeCall(journal);
  const before = (await voiceReader.event('the call is accepted', ({ name }) => name === 'call.accepted')).id;
  const calls = [{ callId, customer: 3, agent: 0, words: 'I would like' }];
  journal.nc.publish(voicesSubject(BUSINESS), JSON.stringify({ calls }));
  const voicesEvent = await voiceReader.event('voices', ({ name }) => name === 'call.voices');
  t.match(voicesEvent, { id: '', data: { calls } });
  await say(callId, 'v1');
  await turnsCome(usual, 'v1');
  t.notOk(usual.events.some(({ name }) => name === 'call.voices'));
  voiceReader.close();
  usual.close();
  const again = await talking.follow({ topics: 'calls,voices', lastEventId: before });
  await turnsCome(again, 'v1');
  again.close();
});
