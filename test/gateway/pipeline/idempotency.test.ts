/** Idempotency records on a real server. */
import { setTimeout as delay } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import t from 'tap';
import { hashRequest } from '../../../gateway/intake/body-work.js';
import {
  createIdempotencyStore,
  type IdempotencyStore,
  idempotencySubject,
  type KeyClaim,
} from '../../../gateway/pipeline/idempotency.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';
import { BUSINESS, UNKNOWN_ID } from '../fakes/ids.js';

const open = async (
  t: Lifetime,
  nats: TestNats,
  owner: string,
  now: () => number = Date.now,
  hasGivenUp: (owner: string) => boolean = () => false,
): Promise<{ store: IdempotencyStore; nc: NatsConnection }> => {
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  t.teardown(() => nc.close());
  return { store: await createIdempotencyStore(nc, now, owner, hasGivenUp), nc };
};

const claimed = async (pending: Promise<KeyClaim>): Promise<KeyClaim & { type: 'claimed' }> => {
  const claim = await pending;
  if (claim.type !== 'claimed') throw new Error('there is already an answer');
  return claim;
};

const answer = { status: 201, body: '{"ok":true}' };

const nats = await startNats(t);
const node = await open(t, nats, 'one');

t.test('the first request runs, repetitions get its answer, and other requests are refused', async (t) => {
  await (await claimed(node.store.claim(BUSINESS, 'a', 'hash'))).complete(answer);
  t.same(await node.store.claim(BUSINESS, 'a', 'hash'), { type: 'replay', answer });
  await t.rejects(node.store.claim(BUSINESS, 'a', 'other'), { code: 'idempotency_key_conflict' });
  const elsewhere = await claimed(node.store.claim(UNKNOWN_ID, 'a', 'other'));
  await elsewhere.release();
});

t.test('a record is kept for seven days', async (t) => {
  const jsm = await jetstreamManager(node.nc);
  const stored = await jsm.streams.getMessage('IDEMPOTENCY', {
    last_by_subj: idempotencySubject(BUSINESS, 'a'),
  });
  t.equal(stored?.header.get('Nats-TTL'), '168h');
  const { config } = await jsm.streams.info('IDEMPOTENCY');
  t.equal(config.allow_msg_ttl, true);
});

t.test('a released claim lets the next request run, even a different one', async (t) => {
  await (await claimed(node.store.claim(BUSINESS, 'b', 'hash'))).release();
  await (await claimed(node.store.claim(BUSINESS, 'b', 'other'))).complete(answer);
  t.same(await node.store.claim(BUSINESS, 'b', 'other'), { type: 'replay', answer });
});

t.test('an answer in parts is replayed in parts', async (t) => {
  const inParts = { status: 201, body: ['{"text":', { request: '/text' }, '}'] };
  await (await claimed(node.store.claim(BUSINESS, 'parts', 'hash'))).complete(inParts);
  t.same(await node.store.claim(BUSINESS, 'parts', 'hash'), { type: 'replay', answer: inParts });
});

t.test('of many concurrent requests on two nodes one runs, and all get its answer', async (t) => {
  const two = await open(t, nats, 'two');
  let ran = 0;
  const request = async ({ store }: { store: IdempotencyStore }): Promise<string> => {
    const claim = await store.claim(BUSINESS, 'c', 'hash');
    if (claim.type === 'replay') return String(claim.answer.body);
    ran += 1;
    const body = `answer ${ran}`;
    await claim.complete({ status: 200, body });
    return body;
  };
  const bodies = await Promise.all(Array.from({ length: 20 }, (_, index) => request(index % 2 ? node : two)));
  t.equal(ran, 1);
  t.same(new Set(bodies), new Set(['answer 1']));
});

t.test('a request in progress is waited for, ten seconds at most', async (t) => {
  let clock = 0;
  const two = await open(t, nats, 'waiting', () => clock);
  const first = await claimed(node.store.claim(BUSINESS, 'd', 'hash'));
  const waiting = two.store.claim(BUSINESS, 'd', 'hash');
  const refused = t.rejects(waiting, { code: 'idempotency_request_in_progress' });
  await node.nc.flush();
  clock = 10_000;
  await refused;
  const patient = two.store.claim(BUSINESS, 'd', 'hash');
  await t.rejects(two.store.claim(BUSINESS, 'd', 'other'), { code: 'idempotency_key_conflict' });
  await first.complete(answer);
  t.same(await patient, { type: 'replay', answer });
});

t.test('a claim whose process is gone is taken over, and its late answer has no effect', async (t) => {
  const dying = await open(t, nats, 'dying');
  const lost = await claimed(dying.store.claim(BUSINESS, 'e', 'hash'));
  await dying.nc.close();
  const took = await claimed(node.store.claim(BUSINESS, 'e', 'hash'));
  await t.rejects(lost.complete({ status: 500, body: 'late' }));
  await took.complete(answer);
  t.same(await node.store.claim(BUSINESS, 'e', 'hash'), { type: 'replay', answer });
});

t.test('a claim whose process hangs is taken over once the process is given up', async (t) => {
  // The process is connected, and never answers.
  node.nc.subscribe('claimant.mute', { callback: () => undefined });
  await jetstream(node.nc).publish(
    idempotencySubject(BUSINESS, 'k'),
    JSON.stringify({ hash: 'hash', state: 'claimed', owner: 'mute' }),
  );
  let hasGivenUp = false;
  const two = await open(t, nats, 'second', Date.now, (owner) => owner === 'mute' && hasGivenUp);
  const began = Date.now();
  const taking = claimed(two.store.claim(BUSINESS, 'k', 'hash'));
  await delay(1_500);
  hasGivenUp = true;
  await (await taking).complete(answer);
  t.ok(Date.now() - began < 2_500, `${Date.now() - began} ms`);
  t.same(await two.store.claim(BUSINESS, 'k', 'hash'), { type: 'replay', answer });
});

t.test('a process that comes back too late overwrites nothing', async (t) => {
  const slow = await open(t, nats, 'slow');
  const lost = await claimed(slow.store.claim(BUSINESS, 'f', 'hash'));
  // The record as it looks when another process has taken over the claim meanwhile.
  await jetstream(node.nc).publish(
    idempotencySubject(BUSINESS, 'f'),
    JSON.stringify({ hash: 'hash', state: 'done', ...answer }),
  );
  // Its client gets the stored answer by repeating the request, and never one that no later repetition would get.
  await t.rejects(lost.complete({ status: 200, body: 'late' }), { code: 'idempotency_request_in_progress' });
  t.same(await node.store.claim(BUSINESS, 'f', 'hash'), { type: 'replay', answer });
});

t.test('a process that was taken over may send the answer that was stored', async (t) => {
  const slow = await open(t, nats, 'slow-too');
  const lost = await claimed(slow.store.claim(BUSINESS, 'f2', 'hash'));
  await jetstream(node.nc).publish(
    idempotencySubject(BUSINESS, 'f2'),
    JSON.stringify({ hash: 'hash', state: 'done', ...answer }),
  );
  await lost.complete(answer);
  t.same(await node.store.claim(BUSINESS, 'f2', 'hash'), { type: 'replay', answer });
});

t.test(
  'a claim of another process for another request is a conflict, even when that process is gone',
  async (t) => {
    const dying = await open(t, nats, 'gone');
    await dying.store.claim(BUSINESS, 'g', 'hash');
    await dying.nc.close();
    await t.rejects(node.store.claim(BUSINESS, 'g', 'other'), { code: 'idempotency_key_conflict' });
  },
);

t.test('the next request runs if an answer could not be stored', async (t) => {
  const claim = await claimed(node.store.claim(BUSINESS, 'h', 'hash'));
  await nats.kill('SIGKILL');
  await Promise.all([
    t.rejects(claim.complete(answer), { code: 'journal_unavailable' }),
    t.rejects(node.store.claim(BUSINESS, 'i', 'hash'), { code: 'journal_unavailable' }),
  ]);
  await nats.restart();
  const again = await until(
    'the server is back',
    () => node.store.claim(BUSINESS, 'h', 'hash').catch(() => null),
    20_000,
  );
  t.equal(again.type, 'claimed', 'claimed by the same process, which no longer works on it');
  if (again.type === 'claimed') await again.complete(answer);
  t.same(await node.store.claim(BUSINESS, 'h', 'hash'), { type: 'replay', answer });
  t.same(
    await node.store.claim(BUSINESS, 'a', 'hash'),
    { type: 'replay', answer },
    'records outlive the server',
  );
});

t.test('an answer is not replayed before its effect is visible', async (t) => {
  const claim = await claimed(node.store.claim(BUSINESS, 'l', 'hash'));
  let show = (): void => undefined;
  const visible = new Promise<void>((resolve) => {
    show = resolve;
  });
  let shown = false;
  const completed = claim.complete(answer, visible);
  const record = await until('the answer is stored', async () => {
    const subject = idempotencySubject(BUSINESS, 'l');
    const jsm = await jetstreamManager(node.nc);
    const stored = await jsm.streams.getMessage('IDEMPOTENCY', { last_by_subj: subject });
    return stored?.string().includes('"done"') === true ? stored : null;
  });
  t.ok(record);
  const replayed = node.store.claim(BUSINESS, 'l', 'hash').then((replay) => {
    t.ok(shown);
    return replay;
  });
  await t.rejects(node.store.claim(BUSINESS, 'l', 'other'), { code: 'idempotency_key_conflict' });
  shown = true;
  show();
  await completed;
  t.same(await replayed, { type: 'replay', answer });
});

t.test('a stored answer stays if its effect does not become visible here', async (t) => {
  const elsewhere = await open(t, nats, 'elsewhere');
  const claim = await claimed(node.store.claim(BUSINESS, 'm', 'hash'));
  let fail = (_error: Error): void => undefined;
  const visible = new Promise<void>((_, reject) => {
    fail = reject;
  });
  const completed = claim.complete(answer, visible);
  const replay = await until('another node replays it', async () => {
    const found = await elsewhere.store.claim(BUSINESS, 'm', 'hash').catch(() => null);
    return found?.type === 'replay' ? found : null;
  });
  t.same(replay.answer, answer);
  fail(new Error('not visible'));
  await t.rejects(completed, { message: 'not visible' });
  t.same(await node.store.claim(BUSINESS, 'm', 'hash'), { type: 'replay', answer });
});

t.test('a replayed answer names the commit that it reports', async (t) => {
  const reporting = { ...answer, written: { shard: 0, seq: 7 } };
  await (await claimed(node.store.claim(BUSINESS, 'w', 'hash'))).complete(reporting);
  t.match(await node.store.claim(BUSINESS, 'w', 'hash'), { type: 'replay', answer: reporting });
});

t.test('requests are the same if their method, path and values are', async (t) => {
  const hash = hashRequest('POST', '/x', { a: 1, b: [1, 2], c: 'é' });
  t.equal(
    hashRequest('POST', '/x', JSON.parse('{"c":"\\u00e9","b":[1.0,2],"a":1e0}')),
    hash,
    'order and spelling do not count',
  );
  for (const other of [
    hashRequest('PATCH', '/x', { a: 1, b: [1, 2], c: 'é' }),
    hashRequest('POST', '/y', { a: 1, b: [1, 2], c: 'é' }),
    hashRequest('POST', '/x', { a: 1, b: [2, 1], c: 'é' }),
    hashRequest('POST', '/x', { a: '1', b: [1, 2], c: 'é' }),
    hashRequest('POST', '/x', undefined),
  ])
    t.not(other, hash);
  t.not(hashRequest('POST', '/x', 'a'), hashRequest('POST', '/x "a"', undefined));
  const lone = hashRequest('POST', '/x', JSON.parse('{"a":"\\ud800"}'));
  t.match(lone, /^[0-9a-f]{64}$/, 'half a surrogate pair has a hash, too');
});
