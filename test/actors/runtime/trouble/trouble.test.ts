/** Lasting failures on a real journal: they are listed and retried, and can be dropped. */
import { setTimeout as delay } from 'node:timers/promises';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { openJournal } from '../../../../actors/runtime/journal/journal.js';
import { findPoison, writeSkip } from '../../../../actors/runtime/journal/skipping.js';
import { watchConnection } from '../../../../actors/runtime/nats/connection.js';
import { type ActorSystem, createActorSystem } from '../../../../actors/runtime/system.js';
import { openTroubleBook, type TroubleBook } from '../../../../actors/runtime/trouble/book.js';
import {
  codeOf,
  parseTrouble,
  retryAfterMs,
  type Trouble,
} from '../../../../actors/runtime/trouble/trouble.js';
import { DomainError } from '../../../../schemas/errors.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { errand, FINISH } from '../errand.js';

t.setTimeout(120_000);

const MINUTE = 60_000;
const REF = { business: 'b', id: 'one' };

interface Machine {
  /** While set, errands fail with it. */
  fault: Error | null;
  ran: number;
}

interface Node {
  readonly system: ActorSystem;
  readonly nc: NatsConnection;
  readonly book: TroubleBook;
  /** Event names of the log's lines about trouble. */
  readonly log: readonly string[];
  leave(): Promise<void>;
}

const startNode = async (t: Lifetime, nats: TestNats, machine: Machine): Promise<Node> => {
  const log: string[] = [];
  const logger = pino(
    { level: 'info' },
    {
      write: (line) => {
        const { event }: { readonly event: string } = JSON.parse(line);
        if (event.startsWith('trouble.')) log.push(event);
      },
    },
  );
  const nc = await connect({ servers: nats.url });
  const book = await openTroubleBook({ nc, logger, now: Date.now });
  const system = await createActorSystem({
    nc,
    shards: 1,
    now: Date.now,
    logger,
    trouble: book,
    random: () => 0,
    residentBytes: 0,
    watchdogMs: 1_000,
    retryPolicy: { refusedMs: 0, failedMs: 0, wakeTries: 2 },
  });
  const brittle: typeof errand = {
    ...errand,
    decide: (state, envelope) => {
      if (envelope.command.type === 'timer_due' && machine.fault !== null) throw machine.fault;
      return errand.decide(state, envelope);
    },
  };
  system.register(brittle, {
    run: async () => {
      machine.ran += 1;
      if (machine.fault !== null) throw machine.fault;
      return FINISH;
    },
  });
  await system.start();
  await system.startTroubleKeeper();
  let isThere = true;
  const leave = async (): Promise<void> => {
    if (!isThere) return;
    isThere = false;
    await system.drain();
    await nc.close();
  };
  t.teardown(leave);
  return { system, nc, book, log, leave };
};

const only = (book: TroubleBook): Promise<Trouble> =>
  until('there is trouble', async () => (await book.list())[0], 20_000);
const none = (book: TroubleBook) =>
  until('there is no trouble', async () => (await book.list()).length === 0, 20_000);

t.test(
  'an effect that keeps failing is noted as trouble, is parked, and runs once after its cause is fixed',
  async (t) => {
    const nats = await startNats(t);
    const machine: Machine = { fault: new DomainError('contact_context_required'), ran: 0 };
    const { system, book, log } = await startNode(t, nats, machine);
    await system.ask(errand, REF, { type: 'send' });
    const seen = await only(book);
    t.match(seen, {
      kind: 'effect',
      what: 'errand-run',
      ref: { kind: 'errand', ...REF },
      key: 'run',
      code: 'contact_context_required',
      attempts: 1,
    });
    t.same(await book.counts(), [{ kind: 'effect', what: 'errand-run', count: 1 }]);
    await until('the actor has left memory', () => system.activations() === 0);
    await delay(2_500);
    t.equal(machine.ran, 1, 'its watchdog does not wake it');

    await book.retryAt(seen, Date.now());
    await until('it is retried on request', () => machine.ran === 2);
    await until('it is noted again', async () => (await only(book)).attempts === 2);
    machine.fault = null;
    await book.retryAt(await only(book), Date.now());
    await none(book);
    t.match((await system.query(errand, REF, 'get')).answer, { done: true });
    t.equal(machine.ran, 3);
    // The entry is removed before the line about it is logged.
    await until('the resolution is logged', () => log.length > 1);
    t.same(log, ['trouble.noted', 'trouble.resolved'], 'two lines, whatever the number of attempts');
  },
);

t.test('a node that starts retries all trouble', async (t) => {
  const nats = await startNats(t);
  const machine: Machine = { fault: new Error('out of order'), ran: 0 };
  const first = await startNode(t, nats, machine);
  await first.system.ask(errand, REF, { type: 'send' });
  const seen = await only(first.book);
  // The entry as it would be some minutes later.
  await jetstream(first.nc).publish(
    `trouble.${seen.kind}.${seen.what}.${seen.id}`,
    JSON.stringify({ ...seen, lastAt: seen.lastAt - 10 * MINUTE }),
  );
  await first.leave();
  machine.fault = null;
  const second = await startNode(t, nats, machine);
  await none(second.book);
  t.equal(machine.ran, 2);
  t.match((await second.system.query(errand, REF, 'get')).answer, { done: true });
});

t.test('dropped trouble is not noted again, and the drop is remembered', async (t) => {
  const nats = await startNats(t);
  const machine: Machine = { fault: new Error('out of order'), ran: 0 };
  const first = await startNode(t, nats, machine);
  await first.system.ask(errand, REF, { type: 'send' });
  const seen = await only(first.book);
  await first.book.drop(seen, { reason: 'no longer needed', by: 'ops' }, true);
  await first.book.drop(seen, { reason: 'twice', by: 'ops' }, true);
  t.ok(await first.book.wasDropped(seen.id));
  await first.leave();
  const second = await startNode(t, nats, machine);
  await second.system.query(errand, REF, 'get');
  await until('the errand is tried once more', () => machine.ran === 2);
  await delay(500);
  t.same(await second.book.list(), []);
  t.same(second.log, []);
});

t.test('an actor whose journal cannot be read is trouble until it can be read again', async (t) => {
  const nats = await startNats(t);
  const machine: Machine = { fault: null, ran: 0 };
  const { system, nc, book, log } = await startNode(t, nats, machine);
  const ack = await jetstream(nc).publish('evt.0.errand.b.one', 'this is no commit');
  for (let command = 0; command < 3; command += 1)
    await t.rejects(system.ask(errand, REF, { type: 'count', by: 1 }), new DomainError('record_unreadable'));
  const seen = await only(book);
  t.match(seen, { kind: 'actor', what: 'errand', code: 'journal_unreadable', ref: { id: 'one' } });
  t.same(log, ['trouble.noted'], 'one line, however many requests arrive');
  t.match((await system.ask(errand, { ...REF, id: 'two' }, { type: 'count', by: 1 })).answer, { sum: 1 });

  await (await jetstreamManager(nc)).streams.deleteMessage('JOURNAL_0', ack.seq);
  await book.retryAt(seen, Date.now());
  await none(book);
  t.match((await system.ask(errand, REF, { type: 'count', by: 1 })).answer, { sum: 1 });
});

t.test('an actor continues after a skipped message, with everything that it owes', async (t) => {
  const nats = await startNats(t);
  const machine: Machine = { fault: new Error('out of order'), ran: 0 };
  const first = await startNode(t, nats, machine);
  await first.system.ask(errand, REF, { type: 'count', by: 1 });
  await first.system.ask(errand, REF, { type: 'send' });
  await first.leave();
  const unknown = { commandId: 'x', at: 1, events: [{ type: 'of tomorrow' }] };
  const hand = await connect({ servers: nats.url });
  t.teardown(() => hand.close());
  for (const text of ['this is no commit', JSON.stringify(unknown)])
    await jetstream(hand).publish('evt.0.errand.b.one', text);
  machine.fault = null;
  machine.ran = 0;
  const { system, nc, book } = await startNode(t, nats, machine);
  await t.rejects(system.ask(errand, REF, { type: 'count', by: 1 }), { code: 'record_unreadable' });
  t.equal(machine.ran, 0);
  const seen = await until('the trouble is noted', async () =>
    (await book.list()).find(({ kind }) => kind === 'actor'),
  );
  t.match(seen.message, /message \d+ cannot be read.*parley admin journal skip errand\.b\.one \d+/);

  const journal = await openJournal(watchConnection(nc), 1);
  const ref = { kind: 'errand', ...REF };
  const { messages, poison } = await findPoison(journal, ref, errand.events);
  t.equal(poison.length, 2);
  await writeSkip(journal, ref, messages, poison, { commandId: 's', at: 1, by: 'ops', reason: 'damaged' });
  await book.retryAt(seen, Date.now());
  await until('the owed effect runs', () => machine.ran === 1);
  t.match((await system.ask(errand, REF, { type: 'count', by: 1 })).answer, { sum: 2 });
  await none(book);
});

t.test(
  'a wake on which its actor keeps failing is trouble, and is handled once after the actor is fixed',
  async (t) => {
    const nats = await startNats(t);
    const machine: Machine = { fault: new Error('a mistake in decide'), ran: 0 };
    const { system, nc, book, log } = await startNode(t, nats, machine);
    await system.ask(errand, REF, { type: 'wake_me', at: Date.now() + 50 });
    const seen = await only(book);
    t.match(seen, { kind: 'wake', what: 'errand', code: 'internal', attempts: 2, ref: { id: 'one' } });
    const jsm = await jetstreamManager(nc);
    const waiting = async () => (await jsm.consumers.info('JOURNAL_0', 'wakes')).num_ack_pending;
    await until('it no longer counts among the waiting wakes', async () => (await waiting()) === 0);
    machine.fault = null;
    await book.retryAt(seen, Date.now());
    await none(book);
    t.match((await system.query(errand, REF, 'get')).answer, { rang: 1 });
    await until('the resolution is logged', () => log.length > 1);
    t.same(log, ['trouble.noted', 'trouble.resolved']);
  },
);

t.test('an unreadable snapshot does not make its actor unreadable', async (t) => {
  const nats = await startNats(t);
  const { system, nc, book } = await startNode(t, nats, { fault: null, ran: 0 });
  await system.ask(errand, REF, { type: 'count', by: 1 });
  await until('the actor has left memory', () => system.activations() === 0);
  await jetstream(nc).publish('snap.0.errand.b.one', 'this is no snapshot');
  t.match((await system.ask(errand, REF, { type: 'count', by: 1 })).answer, { sum: 2 });
  t.same(await book.list(), []);
});

t.test('an event that no node understands is trouble', async (t) => {
  const nats = await startNats(t);
  const { system, nc, book } = await startNode(t, nats, { fault: null, ran: 0 });
  const commit = { commandId: 'x', at: 1, version: 9, events: [{ type: 'of tomorrow' }] };
  await jetstream(nc).publish('evt.0.errand.b.one', JSON.stringify(commit));
  await t.rejects(system.query(errand, REF, 'get'), new DomainError('upgrade_in_progress'));
  t.match(await only(book), { kind: 'actor', what: 'errand', code: 'upgrade_in_progress' });
});

t.test('the book holds a bounded number of entries, and existing ones can still change', async (t) => {
  const nats = await startNats(t);
  const { nc, book } = await startNode(t, nats, { fault: null, ran: 0 });
  const jsm = await jetstreamManager(nc);
  const { config } = await jsm.streams.info('TROUBLE');
  t.equal(config.max_msgs, 10_000);
  await jsm.streams.update('TROUBLE', { max_msgs: 2 });
  const failing = (key: string) =>
    ({
      kind: 'webhook',
      what: 'letters',
      ref: { kind: 'subscription', business: 'b', id: 's' },
      key,
    }) as const;
  const facts = { attempts: 1, since: Date.now(), retriesAutomatically: false };
  for (const key of ['1', '2']) t.equal(await book.note(failing(key), new Error('x'), facts), 'noted');
  t.equal(await book.note(failing('3'), new Error('x'), facts), 'not_kept');
  t.equal(await book.note(failing('2'), new Error('x'), facts), 'noted');
  t.same(
    (await book.list()).map(({ key, attempts }) => [key, attempts]),
    [
      ['1', 1],
      ['2', 2],
    ],
  );
  t.equal((await book.find((await only(book)).id))?.key, '1');
});

t.test('codes are stable words, damaged entries are ignored, and retry delays grow to an hour', async (t) => {
  t.equal(codeOf(new DomainError('not_ready')), 'not_ready');
  t.equal(codeOf(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })), 'econnrefused');
  t.equal(codeOf('x'), 'unexpected');
  for (const text of ['', '{}', '[]', '{"id":1}', 'null']) t.equal(parseTrouble(text), null);
  t.same(
    [0, 5, 30, 600].map((minutes) => retryAfterMs(minutes * MINUTE) / MINUTE),
    [1, 5, 30, 60],
  );
});
