/**
 * Archived calls: views that followed them, views that were offline meanwhile and rebuilt views show the same
 * (views/kernel/projection.ts, P4), whatever happened to contacts and other calls in between.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import t from 'tap';
import type { CallEvent } from '../../actors/call/events.js';
import type { JournalEvent } from '../../actors/runtime/event-versions.js';
import { archiveText } from '../../actors/runtime/journal/archive.js';
import { startNats } from '../../testkit/nats/server.js';
import { seeded, seedOfRun } from '../../testkit/seeded.js';
import { openForWriting } from '../../views/kernel/database.js';
import { createProjection, type JournalCommit } from '../../views/kernel/projection.js';
import { registry } from '../../views/registry.js';
import { accepted, created, ended, openTestJournal, turn } from './journal.js';
import { everything, openStore } from './store-support.js';

t.setTimeout(60_000);

const RUNS = Number(process.env.PARLEY_PROPERTY_RUNS ?? 10);
const PAGE = { limit: 200, cursor: null };

/** Everything that the views show of calls, and the rows derived from them. */
const shown = (journal: readonly (readonly JournalCommit[])[]): string => {
  const directory = mkdtempSync(join(tmpdir(), 'parley-views-'));
  const { db } = openForWriting(join(directory, 'views.sqlite'), registry);
  try {
    const projection = createProjection(db, registry);
    projection.begin(0, { journal: 'a journal', lineage: '' });
    const skipped: unknown[] = [];
    for (const batch of journal) projection.apply(0, batch, (skip) => skipped.push(skip));
    const { calls, call, timeline, searchCalls } = registry.queries(db);
    const list = calls('b1', PAGE, {}).items;
    const contacts = ['p0', 'p1', 'p2'];
    return JSON.stringify(
      {
        skipped,
        list,
        calls: list.map(({ id }) => call('b1', id)),
        // A turn begins with the id of its call.
        found: ['c0', 'c1', 'c2', 'c3', 'c4'].map((text) => searchCalls('b1', { text, filter: {} }, PAGE)),
        timelines: contacts.map((id) => timeline('b1', id, PAGE, null)),
        rows: ['contact_rollups', 'timeline', 'activities', 'reached_contacts', 'campaign_reach'].map(
          (table) => db.prepare(`SELECT * FROM ${table}`).all(),
        ),
      },
      null,
      1,
    );
  } finally {
    db.close();
    rmSync(directory, { recursive: true, force: true });
  }
};

/** A random course of contacts and calls, their commits randomly interleaved. */
const lifeOf = (random: () => number): readonly JournalCommit[] => {
  const pick = <T>(...from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const threads: { kind: string; id: string; events: JournalEvent[] }[] = ['p0', 'p1', 'p2'].map(
    (contactId) => ({
      kind: 'contacts',
      id: contactId,
      events: [
        {
          type: 'contact.created',
          contactId,
          mobile: `+4915${contactId}`,
          name: contactId,
          categoryIds: [],
          fields: {},
        },
        ...(random() < 0.5 ? [{ type: 'contact.deleted', contactId } as JournalEvent] : []),
      ],
    }),
  );
  const campaign = {
    campaignId: 'k',
    campaignName: 'K',
    iterationId: 'i',
    block: 0,
    claim: { index: 0, revision: 1 },
  };
  for (let n = 0; n < 5; n += 1) {
    const contactId = pick(null, 'p0', 'p1', 'p2');
    const start = { ...accepted({ contactId }), campaign: random() < 0.5 ? campaign : null } as CallEvent;
    const turns = Array.from({ length: Math.floor(random() * 4) }, (_, at) =>
      turn(`c${n}-${at}`, { at: n * 10 + at }),
    );
    // Last turns may be reported after the call has ended (actors/call/decide.ts, C4).
    const late = random() < 0.4 ? [turn(`c${n}-late`, { at: n * 10 + 9 })] : [];
    threads.push({
      kind: 'call',
      id: `c${n}`,
      events: [
        start,
        { type: 'call.placing', carrier: 'x' } as CallEvent,
        {
          type: 'call.hangup_requested',
          by: 'operator',
          reason: 'cancelled',
          cancelling: random() < 0.5,
        } as CallEvent,
        ...turns,
        ended(pick('completed', 'busy')),
        ...late,
      ],
    });
  }
  const journal: JournalCommit[] = [];
  // Contacts exist before they are called.
  let seq = 0;
  const put = (kind: string, id: string, events: readonly JournalEvent[]): void => {
    seq += 1 + Math.floor(random() * 2);
    journal.push({
      kind,
      businessId: 'b1',
      id,
      seq,
      mark: `m${seq}`,
      at: 1_000 + seq,
      version: 1,
      bytes: 100,
      events,
    });
  };
  for (const thread of threads.slice(0, 3)) put(thread.kind, thread.id, thread.events.splice(0, 1));
  for (let left = threads.filter(({ events }) => events.length > 0); left.length > 0; ) {
    const { kind, id, events } = pick(...left);
    put(kind, id, events.splice(0, kind === 'call' ? 1 + Math.floor(random() * 2) : 1));
    left = threads.filter(({ events: remaining }) => remaining.length > 0);
  }
  return journal;
};

const hasEnded = (commits: readonly JournalCommit[]): boolean =>
  commits.some(({ events }) => events.some(({ type }) => type === 'call.ended'));

/** The journal with archives among its messages, and the sequence of each archive. */
const withArchives = (life: readonly JournalCommit[], random: () => number) => {
  const messages: JournalCommit[] = [];
  const archives = new Map<string, number>();
  const before = new Map<string, JournalCommit[]>();
  // Sequences leave gaps for archives.
  const spread = life.map((commit) => ({ ...commit, seq: commit.seq * 10, mark: `m${commit.seq * 10}` }));
  const archive = (id: string, seq: number): void => {
    const own = before.get(id) ?? [];
    archives.set(id, seq);
    messages.push({
      kind: 'call',
      businessId: 'b1',
      id,
      seq,
      mark: `m${seq}`,
      at: 0,
      version: 1,
      bytes: 100,
      events: [],
      archived: own,
    });
  };
  const due = (): readonly string[] =>
    [...before].flatMap(([id, commits]) => (hasEnded(commits) && !archives.has(id) ? [id] : []));
  for (const commit of spread) {
    messages.push(commit);
    if (commit.kind === 'call') before.set(commit.id, [...(before.get(commit.id) ?? []), commit]);
    for (const [index, id] of due().entries()) if (random() < 0.3) archive(id, commit.seq + 1 + index);
  }
  const last = messages.at(-1)?.seq ?? 0;
  for (const [index, id] of due().entries()) archive(id, last + 1 + index);
  return { spread, messages, archives };
};

t.test('views show the same with and without archives: live, after downtime and rebuilt', async (t) => {
  const seed = seedOfRun();
  t.comment(`seed ${seed}`);
  const random = seeded(seed);
  let later = 0;
  for (let run = 0; run < RUNS; run += 1) {
    const { spread, messages, archives } = withArchives(lifeOf(random), random);
    const plain = shown([spread]);
    const isGone = ({ kind, id, seq, archived }: JournalCommit): boolean =>
      kind === 'call' && archived === undefined && seq < (archives.get(id) ?? 0);
    const left = messages.filter((commit) => !isGone(commit));
    later += left.filter(({ kind, archived }) => kind === 'call' && archived === undefined).length;
    const at = messages[Math.floor(random() * messages.length)]?.seq ?? 0;
    const scenarios: readonly (readonly [how: string, journal: readonly (readonly JournalCommit[])[]])[] = [
      ['live', [messages]],
      ['live, commit by commit', messages.map((commit) => [commit])],
      ['rebuilt', [left]],
      [`offline since ${at}`, [messages.filter(({ seq }) => seq <= at), left.filter(({ seq }) => seq > at)]],
      // The server died while it removed the archived messages: some of them remain.
      ['rebuilt, with some messages left', [messages.filter((commit) => !isGone(commit) || random() < 0.5)]],
    ];
    for (const [name, journal] of scenarios) {
      const found = shown(journal);
      if (found !== plain) t.same(JSON.parse(found), JSON.parse(plain), `run ${run}, ${name}`);
    }
  }
  t.ok(later > 0, 'some calls have commits after their archives');
  t.pass(`${RUNS} journals`);
});

t.test('views resume after a message that has been archived meanwhile', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const jsm = await jetstreamManager(journal.nc);
  const directory = t.testdir();
  const events = [
    [accepted({ agentId: 'a' })],
    [turn('first', { at: 1 })],
    [turn('second', { at: 2 })],
    [ended('completed')],
  ];
  const messages: { seq: number; text: string }[] = [];
  await journal.commit('business', 'b1', 'b1', [created('One')]);
  const write = async (commits: readonly CallEvent[][]): Promise<number> => {
    for (const commit of commits) {
      const text = JSON.stringify({
        commandId: `c${messages.length}`,
        at: 1_700_000_000_000,
        events: commit,
      });
      messages.push({ seq: await journal.raw('evt.0.call.b1.c1', text), text });
    }
    return messages.at(-1)?.seq ?? 0;
  };
  const half = await openStore(t, nats.url, journal, `${directory}/half`);
  await half.waitFor(0, await write(events.slice(0, 2)));
  await half.close();
  const whole = await openStore(t, nats.url, journal, `${directory}/whole`);
  await whole.waitFor(0, await write(events.slice(2)));
  const before = everything(whole, 'b1');
  t.match(before, 'second');
  await whole.close();

  const archive = await journal.raw('evt.0.call.b1.c1', archiveText(1, { settled: [], messages }));
  const checkViews = async (state: string): Promise<void> => {
    for (const name of ['whole', 'half', state]) {
      const store = await openStore(t, nats.url, journal, `${directory}/${name}`);
      await store.waitFor(0, archive);
      t.equal(everything(store, 'b1'), before, `${name}, ${state}`);
      t.same(store.rebuilds, [], 'no rebuild');
      t.same(store.notices, []);
      await store.close();
    }
  };
  // The views have applied messages that are removed before they resume.
  await jsm.streams.purge('JOURNAL_0', { filter: 'evt.0.call.b1.c1', seq: archive });
  await checkViews('rebuilt');
  const late = await journal.commit('call', 'b1', 'c1', [turn('late', { at: 3 })]);
  const store = await openStore(t, nats.url, journal, `${directory}/half`);
  await store.waitFor(0, late);
  t.match(everything(store, 'b1'), /first.*second.*late/s);
  await store.close();
  t.same(store.rebuilds, []);
});

t.test('an archived message is not mistaken for another that was applied at its sequence', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const jsm = await jetstreamManager(journal.nc);
  const directory = t.testdir();
  const seq = await journal.raw(
    'evt.0.call.b1.c1',
    JSON.stringify({ commandId: 'mine', at: 1, events: [accepted({ agentId: 'a' })] }),
  );
  const store = await openStore(t, nats.url, journal, directory);
  await store.waitFor(0, seq);
  await store.close();
  // As if the journal had gone back, and another commit had taken the sequence.
  const text = JSON.stringify({ commandId: 'other', at: 1, events: [accepted({ agentId: 'b' })] });
  const archive = await journal.raw(
    'evt.0.call.b1.c1',
    archiveText(1, { settled: [], messages: [{ seq, text }] }),
  );
  await jsm.streams.purge('JOURNAL_0', { filter: 'evt.0.call.b1.c1', seq: archive });
  await journal.acceptLoss();
  const again = await openStore(t, nats.url, journal, directory);
  await again.waitFor(0, archive);
  t.same(again.rebuilds, ['journal_went_back']);
  t.match(again.calls('b1', PAGE, { agentId: 'b' }).items, { length: 1 });
});
