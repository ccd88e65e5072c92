/** Errors of a database in our words, allowed tables, and rows of a connection that is lost. */
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import t from 'tap';
import {
  type AllowedDatabase,
  allowedConnection,
  choicesOf,
  codeOf,
  DatabaseRefused,
  refusalOf,
  rowsAtATime,
  rowsUntilDisconnected,
  withDefaults,
} from '../../../providers/databases/database.js';

const failure = (code: unknown): Error => Object.assign(new Error('the driver says so'), { code });

t.test('a driver error is refused by its meaning', async (t) => {
  for (const [error, issue, code] of [
    [failure('ECONNREFUSED'), null, 'database_unreachable'],
    [failure('ENOTFOUND'), null, 'database_unreachable'],
    [failure('SELF_SIGNED_CERT_IN_CHAIN'), null, 'database_unreachable'],
    [failure('PROTOCOL_CONNECTION_LOST'), null, 'database_unreachable'],
    [failure('42P01'), 'table_missing', 'table_missing'],
    [failure('XX000'), null, 'query_failed'],
    [new Error('no code'), null, 'query_failed'],
    ['a text', null, 'query_failed'],
  ] as const)
    t.equal(refusalOf(error, issue, 'query_failed').code, code, String(error));
  t.equal(refusalOf(failure('XX000'), null, 'query_failed').detail, 'XX000', 'the code is for the log');
  const refused = new DatabaseRefused('too_many_rows');
  t.equal(refusalOf(refused, null, 'query_failed'), refused);
  t.equal(refused.detail, null);
  t.equal(codeOf(failure(7)), null, 'a code is a text');
});

t.test('few rows at a time of a wide table', async (t) => {
  t.equal(rowsAtATime(1), 200);
  t.equal(rowsAtATime(40), 100);
  t.equal(rowsAtATime(10_000), 1);
  t.equal(withDefaults({ maxRows: 5 }).maxRows, 5);
  t.equal(withDefaults({}).maxColumns, 500);
});

const tls = null;
const connection = {
  kind: 'mysql',
  host: 'db',
  port: 1,
  user: 'u',
  password: 'p',
  database: 'd',
  tls,
} as const;
const DATABASES: ReadonlyMap<string, AllowedDatabase> = new Map([
  ['crm', { connection, businesses: new Set(['b1']), tables: ['orders', 'people'] }],
]);

t.test('a business reaches the tables that the operator has allowed it, and no others', async (t) => {
  const ask = (business: string, name: string, table: string) =>
    allowedConnection(DATABASES, business, { connection: name, table });
  t.equal(ask('b1', 'crm', 'orders'), connection);
  t.equal(ask('b2', 'crm', 'orders'), null, 'another business');
  t.equal(ask('b1', 'crm', 'secrets'), null, 'another table');
  t.equal(ask('b1', 'erp', 'orders'), null, 'another connection');
  t.equal(choicesOf(DATABASES, 'b1'), 'allowed: orders of crm, people of crm');
  t.equal(choicesOf(DATABASES, 'b2'), 'this business has no allowed databases');
});

const read = async (stream: Readable, ending: EventEmitter, onRow: () => void = () => undefined) => {
  const rows: (readonly (string | null)[])[] = [];
  for await (const row of rowsUntilDisconnected(stream, ending)) {
    rows.push(row);
    onRow();
  }
  return rows;
};

t.test('rows are read to their end, and nothing listens to the connection afterwards', async (t) => {
  const ending = new EventEmitter();
  t.same(
    await read(
      Readable.from([
        ['a', null],
        ['b', 'c'],
      ]),
      ending,
    ),
    [
      ['a', null],
      ['b', 'c'],
    ],
  );
  t.equal(ending.listenerCount('error') + ending.listenerCount('end'), 0);
});

t.test('a value that is not text fails the read', async (t) => {
  await t.rejects(read(Readable.from([[7]]), new EventEmitter()), /not text/);
  await t.rejects(read(Readable.from(['a']), new EventEmitter()), /not text/);
});

t.test('a connection that is lost between two rows fails the read at once', async (t) => {
  for (const [event, cause, code] of [
    ['end', undefined, null],
    ['error', failure('ECONNRESET'), 'ECONNRESET'],
  ] as const) {
    const ending = new EventEmitter();
    const stream = new Readable({ objectMode: true, read: () => undefined });
    stream.push(['a']);
    const reading = read(stream, ending, () => setImmediate(() => ending.emit(event, cause)));
    const error: unknown = await reading.then(
      () => null,
      (reason: unknown) => reason,
    );
    const refusal = refusalOf(error, null, 'query_failed');
    t.equal(refusal.code, 'database_unreachable', event);
    t.equal(refusal.detail, code);
    t.ok(stream.destroyed);
  }
});
