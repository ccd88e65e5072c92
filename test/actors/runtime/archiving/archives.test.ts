/** Archives of ended actors: format, readers, and the removal of what they hold (actors/runtime/archiving/archiver.ts). */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { pino } from 'pino';
import t from 'tap';
import { type ArchiverOptions, startArchiver } from '../../../../actors/runtime/archiving/archiver.js';
import { verdictOn } from '../../../../actors/runtime/archiving/verdict.js';
import { startReactor } from '../../../../actors/runtime/consumers/reactor.js';
import { gapIn } from '../../../../actors/runtime/event-versions.js';
import { archiveIn, archiveText, pack, unpack } from '../../../../actors/runtime/journal/archive.js';
import {
  commitsIn,
  commitText,
  nameOf,
  parseCommits,
  sharedMessage,
} from '../../../../actors/runtime/journal/commit.js';
import { RETRY_POLICY } from '../../../../actors/runtime/trouble/trouble.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { until } from '../../../../testkit/until.js';
import { memoryBook } from '../../../support/actors/trouble.js';
import { apply, count, type World, world } from '../activation/world.js';
import { errand, LOOK } from '../errand.js';

t.setTimeout(60_000);

const SILENT = pino({ level: 'silent' });
const REF = { kind: 'errand', business: 'b', id: 'one' };
const ARCHIVED = [
  { seq: 3, text: commitText({ commandId: 'a', at: 1, events: [{ type: 'counted', by: 1 }] }) },
  {
    seq: 7,
    text: sharedMessage(
      2,
      ['b', 'c'].map((commandId) =>
        commitText({ commandId, at: 2, events: [{ type: 'counted', by: 2 }], version: 2 }),
      ),
    ),
  },
];
const NO_READERS = { settledUpTo: new Map<string, number>(), isTroubled: () => false };

t.test('an archive restores every message byte for byte, or cannot be read', async (t) => {
  const odd = {
    seq: 9,
    text: JSON.stringify({ commandId: 'ö', at: 3, events: [{ type: 'x', text: 'Zwölf\n\t"€" 🎧' }] }),
  };
  const whole = { settled: ['one', 'two'], messages: [...ARCHIVED, odd] };
  const text = archiveText(2, whole);
  t.same(archiveIn(JSON.parse(text)), whole);
  const { archive }: { readonly archive: string } = JSON.parse(text);
  const bytes = Buffer.from(archive, 'base64');
  let harmless = 0;
  for (let place = 0; place < bytes.length; place += 1) {
    const damaged = Buffer.from(bytes);
    damaged[place] = (damaged[place] ?? 0) ^ 0x10;
    try {
      const read = archiveIn({ ...JSON.parse(text), archive: damaged.toString('base64') });
      if (JSON.stringify(read) !== JSON.stringify(whole)) t.fail(`byte ${place} changes what is read`);
      harmless += 1;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  }
  t.ok(harmless < 3, `a change to ${harmless} of ${bytes.length} bytes goes unnoticed`);
  t.throws(() => archiveIn({ ...JSON.parse(text), words: 99 }), /dictionary 99/);
  t.throws(() => archiveText(1, { settled: [], messages: [...ARCHIVED].reverse() }), /out of order/);
  t.throws(() => archiveText(1, { settled: [], messages: [] }));
  t.throws(() => archiveText(1, { settled: [], messages: [{ seq: 1, text: 'two\nlines' }] }));
  t.equal(archiveIn({ commandId: 'a', at: 1, events: [] }), null);
  t.equal(unpack(pack('any text')), 'any text');
});

t.test('reads an archive that was packed with the first dictionary', async (t) => {
  const archive =
    'ePnSqrTai1YqT03KyM/PLtYFhUixUiyXoQVaaKYkmqYmJiclIvnZ2NLQyNTI3NyC5KAllHDA+a08X6EgNb8gJ1UJ5EgAj5Q0sg==';
  t.match(
    parseCommits(JSON.stringify({ commandId: '', at: 0, events: [], version: 2_000_001, words: 1, archive })),
    [
      {
        commandId: 'da5eacba',
        archived: 18,
        events: [{ turn: { speaker: 'customer', text: 'for two people' } }],
      },
    ],
  );
});

t.test('the commits of an archive are those it holds, under the same names', async (t) => {
  const text = archiveText(2, { settled: [], messages: ARCHIVED });
  t.match(parseCommits(text), [
    { commandId: 'a', archived: 3, place: 0, version: 1 },
    { commandId: 'b', archived: 7, place: 0, version: 2 },
    { commandId: 'c', archived: 7, place: 1, version: 2 },
  ]);
  t.same(
    parseCommits(text).map((commit) => nameOf({ ...commit, seq: 12 })),
    ARCHIVED.flatMap(({ seq, text: archived }) =>
      parseCommits(archived).map((commit) => nameOf({ ...commit, seq })),
    ),
  );
  const { version, events, commandId, at } = JSON.parse(text);
  t.match(
    gapIn(errand.events, { version, events }),
    { version: 2_000_002, type: null },
    'an older build cannot read it',
  );
  t.match({ commandId, at, events }, { commandId: '', at: 0, events: [] });
  t.equal(
    commitsIn(JSON.parse(archiveText(1, { settled: [], messages: [{ seq: 1, text: '{"no":"commit"}' }] }))),
    null,
  );
});

t.test('archives an actor only when nothing more is to come of it', async (t) => {
  const at = (seq: number, ...events: object[]) => ({
    seq,
    text: commitText({ commandId: `c${seq}`, at: 1, events }),
  });
  const verdict = (messages: readonly { seq: number; text: string }[], readers = NO_READERS): string =>
    verdictOn(errand, REF, messages, readers).type;
  const finishedErrand = [at(1, { type: 'sent' }), at(4, { type: 'done' })];
  t.equal(verdict(finishedErrand), 'archive');
  t.equal(verdict([]), 'left');
  t.equal(verdict(finishedErrand.slice(0, 1)), 'left', 'it owes an effect');
  t.equal(verdict([at(1, { type: 'alarm', at: 5 })]), 'left', 'it has a timer');
  t.equal(verdict([...finishedErrand, at(5, { type: 'unheard_of' })]), 'left', 'this build cannot judge it');
  t.equal(verdict(finishedErrand, { ...NO_READERS, isTroubled: () => true }), 'left', 'it is in trouble');
  t.equal(
    verdict(finishedErrand, { ...NO_READERS, settledUpTo: new Map([['r', 3]]) }),
    'early',
    'a reaction is behind',
  );
  const result = verdictOn(errand, REF, finishedErrand, { ...NO_READERS, settledUpTo: new Map([['r', 4]]) });
  t.match(result, { type: 'archive', seq: 4, archive: { settled: ['r'], messages: finishedErrand } });
  if (result.type !== 'archive') return;
  const archive = { seq: 8, text: archiveText(result.version, result.archive) };
  t.match(verdictOn(errand, REF, [...finishedErrand, archive], NO_READERS), {
    type: 'archived',
    seq: 8,
    isHeld: true,
  });
  t.match(verdictOn(errand, REF, [archive, at(9, { type: 'counted', by: 1 })], NO_READERS), {
    seq: 8,
    isHeld: true,
  });
  t.match(
    verdictOn(errand, REF, [at(1, { type: 'done' }), archive], NO_READERS),
    { isHeld: false },
    'the archive holds other messages',
  );
  t.match(verdictOn(errand, REF, [...finishedErrand, at(5, { type: 'done' }), archive], NO_READERS), {
    isHeld: false,
  });
});

/** An archiver without delays and conditions, except those in `overrides`. */
const archiver = async (
  t: Lifetime,
  world: World,
  overrides: Partial<ArchiverOptions> = {},
): Promise<Map<string, number>> => (await begin(t, world, overrides)).counts;

const begin = async (t: Lifetime, { nc, journal }: World, overrides: Partial<ArchiverOptions>) => {
  const counts = new Map<string, number>();
  const running = await startArchiver(errand, {
    nc,
    journal,
    shard: 0,
    afterMs: 0,
    syncedMs: 0,
    perSecond: 1_000_000,
    reactions: [],
    trouble: { list: async () => [] },
    mayArchive: () => true,
    now: Date.now,
    random: Math.random,
    logger: SILENT,
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
    ...overrides,
  });
  t.teardown(() => running.stop());
  return { counts, stop: () => running.stop() };
};

/** A finished errand with several commits, and its state. */
const finish = async ({ make }: World, id: string) => {
  const activation = make({ id });
  for (let by = 1; by <= 5; by += 1) await apply(activation, count(by), `${id}-${by}`);
  await apply(activation, { type: 'send' });
  await apply(activation, { type: 'finish' });
  return { id, activation, state: (await apply(activation, LOOK)).answer };
};

t.test('an ended actor becomes one message, and continues as if it had not been archived', async (t) => {
  const lived = await world(t);
  const ended = await Promise.all(['a', 'b', 'c'].map((id) => finish(lived, id)));
  const before = await lived.messageCounts('timer.>');
  t.equal(Object.keys(before).length, 3, 'each actor left a schedule behind');
  const counts = await archiver(t, lived);
  await until('they are archived and cleared', () => counts.get('archive_cleared') === 3);
  t.same(await lived.messageCounts('evt.>'), {
    'evt.0.errand.b.a': 1,
    'evt.0.errand.b.b': 1,
    'evt.0.errand.b.c': 1,
  });
  t.same(await lived.messageCounts('timer.>'), {});
  for (const { id, activation, state } of ended) {
    const reloaded = lived.make({ id });
    t.same((await apply(reloaded, LOOK)).answer, state, 'a new activation loads the same state');
    t.same((await apply(reloaded, count(3), `${id}-3`)).answer, state, 'and remembers the earlier command');
    // This activation still holds the state and the sequence from before the archive.
    const lateAnswer = (await apply(activation, count(100), `${id}-late`)).answer;
    t.match(lateAnswer, { sum: 115, done: true });
    t.same((await apply(lived.make({ id }), LOOK)).answer, lateAnswer, 'a later command is kept');
  }
  t.equal(lived.counts.get('conflict'), 3, 'appends after the old sequence conflict');
  const stored = await lived.messageCounts('evt.>');
  t.same(Object.values(stored), [2, 2, 2], 'the archive and the later commit');
});

t.test('keeps a timer set after the archive when the archived messages are removed', async (t) => {
  const lived = await world(t);
  await finish(lived, 'a');
  const counts = await archiver(t, lived, { syncedMs: 1_000 });
  await until('it is archived', () => counts.get('archived') === 1);
  await apply(lived.make({ id: 'a' }), { type: 'wake_me', at: Date.now() + 600_000 });
  await until('it is cleared', () => counts.get('archive_cleared') === 1);
  t.same(Object.keys(await lived.messageCounts('timer.>')), ['timer.0.errand.b.a.alarm']);
  t.equal((await lived.messageCounts('evt.>'))['evt.0.errand.b.a'], 2);
});

t.test('two archivers at once do the same as one', async (t) => {
  const lived = await world(t);
  const ids = Array.from({ length: 20 }, (_, n) => `e${n}`);
  const states = await Promise.all(ids.map((id) => finish(lived, id)));
  const both = await Promise.all([archiver(t, lived), archiver(t, lived)]);
  await until('all are cleared', async () =>
    Object.values(await lived.messageCounts('evt.>')).every((n) => n === 1),
  );
  const totalOf = (what: string): number => both.reduce((sum, counts) => sum + (counts.get(what) ?? 0), 0);
  t.equal(totalOf('archived'), 20);
  for (const { id, state } of states) t.same((await apply(lived.make({ id }), LOOK)).answer, state);
});

t.test(
  'a reaction that has handled every commit skips the archive; a new reaction handles all it holds',
  async (t) => {
    const lived = await world(t);
    const react = async (name: string, seen: string[]) => {
      const reactor = await startReactor({
        nc: lived.nc,
        shard: 0,
        name,
        kind: 'errand',
        events: errand.events,
        logger: SILENT,
        random: () => 0.5,
        onGone: () => undefined,
        react: async (_ref, commit) => {
          const { seq, place } = nameOf(commit);
          seen.push(`${commit.commandId} ${seq} ${place}`);
        },
        now: Date.now,
        trouble: memoryBook(),
        retryPolicy: RETRY_POLICY,
      });
      t.teardown(() => reactor.stop());
      return reactor;
    };
    const early: string[] = [];
    await react('early', early);
    await finish(lived, 'a');
    await until('the reaction has handled every commit', () => early.length === 7);
    const counts = await archiver(t, lived, { reactions: ['early'] });
    await until('it is cleared', () => counts.get('archive_cleared') === 1);
    const late: string[] = [];
    await react('late', late);
    await until('the new reaction has handled them too', () => late.length === 7);
    t.same(late, early, 'under the same names');
    await apply(lived.make({ id: 'a' }), count(1), 'after');
    await until('both reactions handle the later commit', () => early.length === 8 && late.length === 8);
    t.same(late, early);
  },
);

t.test('leaves an actor unchanged while its messages are still needed', async (t) => {
  const lived = await world(t);
  await finish(lived, 'a');
  const stored = await lived.messageCounts('evt.>');
  const jsm = await jetstreamManager(lived.nc);
  const cases: readonly (readonly [why: string, over: Partial<ArchiverOptions>])[] = [
    ['it ended too recently', { afterMs: 600_000 }],
    ['a living node could not read it', { mayArchive: () => false }],
    ['a reaction is missing', { reactions: ['unknown'] }],
    ['the trouble book does not answer', { trouble: { list: () => Promise.reject(new Error('no answer')) } }],
    ['a reaction is behind', {}],
  ];
  for (const [why, overrides] of cases) {
    if (why === 'a reaction is behind')
      await jsm.consumers.add('JOURNAL_0', { durable_name: 'behind', filter_subject: 'evt.0.errand.>' });
    const { counts, stop } = await begin(t, lived, overrides);
    await until(why, async () => {
      const consumer = await jsm.consumers.info('JOURNAL_0', 'archive-errand');
      return consumer.num_ack_pending === 1 && consumer.num_pending === 0;
    });
    await stop();
    await jsm.consumers.delete('JOURNAL_0', 'archive-errand');
    t.same([...counts], [], why);
    t.same(await lived.messageCounts('evt.>'), stored, why);
  }
  await jsm.consumers.delete('JOURNAL_0', 'behind');
  const counts = await archiver(t, lived);
  await until('its messages are no longer needed', () => counts.get('archive_cleared') === 1);
});

t.test('an archive that differs from the messages before it removes nothing', async (t) => {
  const lived = await world(t);
  await finish(lived, 'a');
  const before = Object.values(await lived.messageCounts('evt.>'));
  const false_ = archiveText(1, { settled: [], messages: ARCHIVED });
  await jetstream(lived.nc).publish('evt.0.errand.b.a', false_);
  const errors: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line).event) });
  const counts = await archiver(t, lived, { logger });
  await until('the difference is logged', () => errors.length > 0);
  t.same(errors, ['archive.differs']);
  t.same([...counts], []);
  t.same(Object.values(await lived.messageCounts('evt.>')), [(before[0] ?? 0) + 1]);
});
