/** Messages that hold several commits: when they are written, which builds read them, and which stop before them. */
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { decideTogether } from '../../../../actors/runtime/activation/deciding.js';
import { createRemembered } from '../../../../actors/runtime/activation/remembered.js';
import { createNodeLease } from '../../../../actors/runtime/cluster/node-lease.js';
import { startReactor } from '../../../../actors/runtime/consumers/reactor.js';
import { gapIn } from '../../../../actors/runtime/event-versions.js';
import {
  commitsIn,
  commitText,
  parseCommits,
  sharedMessage,
} from '../../../../actors/runtime/journal/commit.js';
import { BEATS } from '../../../../actors/runtime/subjects.js';
import { RETRY_POLICY } from '../../../../actors/runtime/trouble/trouble.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { memoryBook } from '../../../support/actors/trouble.js';
import { type ErrandCommand, errand, LOOK } from '../errand.js';
import { apply, count, world } from './world.js';

t.setTimeout(60_000);

const sumOf = (outcome: { readonly answer: unknown }): number => Number(Object(outcome.answer).sum);

t.test('waiting commands share a message, and each is remembered afterwards', async (t) => {
  const { make, messageCounts, journal } = await world(t);
  const activation = make();
  await apply(activation, count(1), 'first');
  const results = Array.from({ length: 600 }, (_, index) => apply(activation, count(1), `shared-${index}`));
  const sums = (await Promise.all(results)).map(sumOf);
  t.same(
    sums,
    sums.map((_, index) => index + 2),
    'each is answered with the state after it',
  );
  const messages = Object.values(await messageCounts('evt.>')).reduce((sum, each) => sum + each, 0);
  t.ok(messages < 20, `${messages} messages for 601 commits`);
  const places: number[] = [];
  for await (const { place = 0 } of journal.read(activation.ref, 1)) places.push(place);
  t.equal(places.length, 600);
  t.ok(places.some((place) => place > 100));
  await apply(activation, count(1));
  for (const reader of [activation, make()])
    for (const id of ['first', 'shared-0', 'shared-1', 'shared-599'])
      t.equal(sumOf(await apply(reader, count(1), id)), 602, `${id}, hundreds of commits ago`);
});

t.test('commits share a message only if it has room for more than one', async (t) => {
  const { journal, messageCounts, make } = await world(t);
  const activation = make({ journal });
  await Promise.all([1, 2, 3].map(() => apply(activation, count(1))));
  t.same(await messageCounts('evt.>'), { 'evt.0.errand.b.one': 1 });
  const decided = decideTogether(
    errand,
    errand.initial(activation.ref),
    () => false,
    ['a', 'b'].map((commandId) => ({ commandId, at: 1, command: count(1) })),
    1,
  );
  t.equal(decided.decisions.length, 1);
  t.equal(sumOf(await apply(activation, LOOK)), 3);
});

const decide = (commands: readonly ErrandCommand[], alone: typeof errand.alone = []) =>
  decideTogether(
    { ...errand, alone },
    errand.initial({ kind: 'errand', business: 'b', id: 'one' }),
    () => false,
    commands.map((command, index) => ({ commandId: `c${index}`, at: index, command })),
    1_000,
  );

t.test('a message is bounded, and a commit that needs its own message gets one', async (t) => {
  const many = decide(Array.from({ length: 300 }, () => count(1)));
  t.equal(many.commits.length, 256);
  t.equal(many.decisions.length, 256);
  t.same(
    decide([count(1), { type: 'send' }, count(1)], ['sent']).commits.map(({ commandId }) => commandId),
    ['c0'],
    'it waits for the commits before it',
  );
  t.same(
    decide([{ type: 'send' }, count(1)], ['sent']).commits.map(({ commandId }) => commandId),
    ['c0'],
    'the commits behind it wait',
  );
  const refused = decide([count(1), count(0), count(1), { type: 'break' }, count(1)]);
  t.match(
    refused.decisions.map(({ type }) => type),
    ['accepted', 'refused', 'accepted'],
    'a refusal does not end the message, a fault waits for its turn',
  );
  t.equal(refused.state.sum, 2);
  t.match(decide([{ type: 'break' }, count(1)]), { decisions: { length: 1 }, commits: [], isFault: true });
});

t.test('a message stays within its size limit, or holds a single commit', async (t) => {
  const events = [{ type: 'counted' as const, by: 1, note: 'x'.repeat(100_000) }];
  const big: typeof errand = { ...errand, decide: () => events };
  const commands = ['a', 'b', 'c', 'd'].map((commandId) => ({ commandId, at: 1, command: count(1) }));
  const decided = decideTogether(
    big,
    errand.initial({ kind: 'e', business: 'b', id: 'i' }),
    () => false,
    commands,
    9,
  );
  t.equal(decided.commits.length, 2);
  t.ok(sharedMessage(1, decided.texts).length < 262_144 + 200);
});

t.test('a build that does not know the format stops before such a message', async (t) => {
  const commits = [
    { commandId: 'a', at: 1, events: [{ type: 'counted', by: 1 }] },
    { commandId: 'b', at: 2, events: [{ type: 'counted', by: 2 }], version: 3 },
  ];
  const text = sharedMessage(3, commits.map(commitText));
  // What such a build reads of a message.
  const { version, events, commandId, at } = JSON.parse(text);
  t.match(gapIn(errand.events, { version, events }), { version: 1_000_003, type: null });
  t.match({ commandId, at, events }, { commandId: '', at: 0, events: [] }, 'it resembles a commit');
  t.match(parseCommits(text), [
    { ...commits[0], place: 0, version: 1 },
    { ...commits[1], place: 1 },
  ]);
  t.equal(commitsIn({ ...JSON.parse(text), commits: [{ commandId: 'a' }] }), null, 'all of them or none');
  t.equal(commitsIn({ ...JSON.parse(text), commits: [] }), null);
});

t.test(
  'remembers the latest commands and those in the window, and limits how many more may share a message',
  async (t) => {
    const remembered = createRemembered(2, ['old'], 5);
    for (const [index, id] of ['a', 'b', 'c'].entries()) remembered.note(id, index + 1, 1_000);
    t.ok(remembered.has('a'), 'because of the window');
    t.same(remembered.latest(), ['b', 'c']);
    t.equal(remembered.windowSeq(3, 1_000), 1);
    t.equal(remembered.room(1_000), 2);
    remembered.note('d', 4, 200_000);
    t.notOk(remembered.has('a'), 'outside the window');
    t.equal(remembered.windowSeq(4, 200_000), 4);
    t.same(remembered.windowSeqs(200_000), [4]);
    for (const id of ['e', 'f', 'g', 'h', 'i']) remembered.note(id, 5, 200_000);
    t.equal(remembered.windowSeqs(200_000), null, 'more than the latest ones');
    t.equal(remembered.room(200_000), 0);
    t.equal(remembered.room(400_000), 5, 'once no missing command can be repeated');
    remembered.miss(400_000);
    t.equal(remembered.room(400_001), 0);
    t.equal(remembered.windowSeq(6, 400_001), null);
  },
);

t.test('a node relies on a format only after it has heard that every other node reads it', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  const standing = createNodeLease({
    nc,
    // Faster than real time, and slow enough for the beats to keep the lease.
    clock: () => performance.now() * 3,
    logger: pino({ level: 'silent' }),
    count: () => undefined,
  });
  t.teardown(async () => {
    await standing.stop();
    await nc.close();
  });
  await standing.start({ owns: () => false, onLease: () => undefined, onNodeJoined: () => undefined });
  t.notOk(standing.allRead('shared'), 'it has only just begun to listen');
  await until('it has listened long enough', () => standing.allRead('shared'));
  nc.publish(BEATS, JSON.stringify({ node: 'older', at: 1 }));
  await until('it has heard an older node', () => !standing.allRead('shared'));
  nc.publish(BEATS, JSON.stringify({ farewell: 'older' }));
  await until('the older node is gone', () => standing.allRead('shared'));
  t.ok(standing.allRead('archived'));
  nc.publish(BEATS, JSON.stringify({ node: 'newer', at: 1, form: 2 }));
  await until('it has heard a node that reads no archives', () => !standing.allRead('archived'));
  t.ok(standing.allRead('shared'), 'although that node reads messages of several commits');
});

t.test('arms an alarm that has fired again if it is wanted for the same time', async (t) => {
  const { make, journal } = await world(t);
  // The server may be slightly ahead; a wake that comes much earlier would be sent back.
  const at = Date.now() + 900;
  await apply(make(), { type: 'wake_me', at });
  const armed: [name: string, at: number][] = [];
  const other = make({
    journal: {
      ...journal,
      arm: async (ref, name, due) => {
        armed.push([name, due]);
        await journal.arm(ref, name, due);
      },
    },
  });
  // Another process receives the wake: the schedule is gone.
  await other.wake('alarm', at);
  t.match(await apply(other, LOOK), { answer: { rang: 1, alarm: null } });
  t.same(armed, []);
  await apply(other, { type: 'wake_me', at });
  t.same(armed, [['alarm', at]]);
});

t.test('a reaction receives each commit of a message, and all of them again after a failure', async (t) => {
  const { make, nc } = await world(t);
  const seen: string[] = [];
  let isFailing = true;
  const reactor = await startReactor({
    nc,
    shard: 0,
    name: 'test',
    kind: errand.kind,
    events: errand.events,
    now: Date.now,
    trouble: memoryBook(),
    retryPolicy: RETRY_POLICY,
    logger: pino({ level: 'silent' }),
    random: () => 0,
    onGone: () => undefined,
    react: async (_ref, { commandId, place = 0 }) => {
      seen.push(`${commandId}@${place}`);
      if (!isFailing || commandId !== 'b') return;
      isFailing = false;
      throw new Error('not yet');
    },
  });
  const activation = make();
  await Promise.all(['a', 'b', 'c'].map((id) => apply(activation, count(1), id)));
  await until('all are handed over', () => seen.length === 5);
  t.same(seen, ['a@0', 'b@1', 'a@0', 'b@1', 'c@2']);
  await reactor.stop();
});
