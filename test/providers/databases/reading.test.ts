/** Tables of real databases: how they are read, that nothing is written, and which errors are reported. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { DatabaseConnection, QueryLimits } from '../../../providers/databases/database.js';
import { writeTableFile } from '../../../providers/databases/table-file.js';
import { openTable } from '../../../providers/tables/table.js';
import {
  noMariaDb,
  noPostgres,
  startMariaDb,
  startPostgres,
  type TestDatabase,
} from '../../../testkit/servers/databases.js';
import { createAuthority } from '../../../testkit/sockets/certificates.js';
import { freePort } from '../../../testkit/sockets/free-port.js';

interface Dialect {
  readonly name: string;
  readonly skip: string | false;
  readonly start: (t: Parameters<typeof startPostgres>[0]) => Promise<TestDatabase>;
  readonly grant: (table: string) => string;
  /** Create a table `typed` with one row of many types. */
  readonly types: readonly string[];
  /** The row as it is read. */
  readonly typed: Readonly<Record<string, string>>;
  /** Create a view `slow` that takes 20 s, and a view `writes` that inserts into `orders`. */
  readonly views: readonly string[];
  readonly many: (rows: number) => string;
}

const DIALECTS: readonly Dialect[] = [
  {
    name: 'PostgreSQL',
    skip: noPostgres,
    start: startPostgres,
    grant: (table) => `GRANT SELECT ON ${table} TO reader`,
    types: [
      `CREATE TABLE typed (mobile text, "Näme ""x""" varchar(80), amount numeric(12,2), ok boolean, born date,
         seen timestamptz, plain timestamp, nothing text, whole bigint, tags text[], doc jsonb)`,
      `INSERT INTO typed VALUES ('+14155552671', E'José\n"x"', 12.50, true, '1990-02-03',
         '2026-01-02 03:04:05+02', '2026-01-02 03:04:05', NULL, 9007199254740993, ARRAY['a','b'], '{"a": 1}')`,
    ],
    typed: {
      mobile: '+14155552671',
      'Näme "x"': 'José\n"x"',
      amount: '12.50',
      ok: 'true',
      born: '1990-02-03',
      seen: '2026-01-02 01:04:05Z',
      plain: '2026-01-02 03:04:05',
      nothing: '',
      whole: '9007199254740993',
      tags: '{a,b}',
      doc: '{"a": 1}',
    },
    views: [
      'CREATE VIEW slow AS SELECT 1 AS a FROM pg_sleep(20)',
      `CREATE FUNCTION add_order() RETURNS text LANGUAGE sql VOLATILE SECURITY DEFINER
         AS $$ INSERT INTO orders VALUES ('x', 1) RETURNING mobile $$`,
      'CREATE VIEW writes AS SELECT add_order() AS a',
    ],
    many: (rows) => `INSERT INTO orders SELECT '+1415555' || n, n FROM generate_series(1, ${rows}) n`,
  },
  {
    name: 'MariaDB',
    skip: noMariaDb,
    start: startMariaDb,
    grant: (table) => `GRANT SELECT ON ${table} TO 'reader'@'127.0.0.1'`,
    types: [
      `CREATE TABLE typed (mobile varchar(40), \`Näme "x"\` varchar(80), amount decimal(12,2), ok bit(1), born date,
         seen timestamp NULL, plain datetime, nothing text, whole bigint, doc json)`,
      `INSERT INTO typed VALUES ('+14155552671', 'José\n"x"', 12.50, b'1', '1990-02-03',
         '2026-01-02 03:04:05', '2026-01-02 03:04:05', NULL, 9007199254740993, '{"a": 1}')`,
    ],
    typed: {
      mobile: '+14155552671',
      'Näme "x"': 'José\n"x"',
      amount: '12.50',
      ok: '1',
      born: '1990-02-03',
      plain: '2026-01-02 03:04:05',
      nothing: '',
      whole: '9007199254740993',
      doc: '{"a": 1}',
    },
    views: [
      'CREATE VIEW slow AS SELECT SLEEP(20) AS a',
      `CREATE FUNCTION add_order() RETURNS text MODIFIES SQL DATA
         BEGIN INSERT INTO orders VALUES ('x', 1); RETURN 'x'; END`,
      'CREATE VIEW writes AS SELECT add_order() AS a',
    ],
    many: (rows) => `INSERT INTO orders SELECT CONCAT('+1415555', seq), seq FROM seq_1_to_${rows}`,
  },
];

/** Reads tables of `database` into a file in `directory`. */
const reader = (database: TestDatabase, directory: string) => {
  const path = join(directory, 'rows');
  let taken = 0;
  const read = (
    table: string,
    limits: Partial<QueryLimits> = {},
    connection: DatabaseConnection = database.connection,
  ): Promise<number> => {
    taken = 0;
    return writeTableFile({
      connection,
      table,
      path,
      limits,
      reserve: (bytes) => {
        taken += bytes;
      },
    });
  };
  const refusal = (...args: Parameters<typeof read>): Promise<string> =>
    read(...args).then(
      (rows) => `read ${rows} rows`,
      (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : String(error)),
    );
  /** Reads the file as ingestion does. */
  const rowsOf = async (): Promise<readonly Readonly<Record<string, string>>[]> => {
    const table = await openTable({ path, fileName: 'orders.json' });
    const rows: Record<string, string>[] = [];
    for await (const batch of table.batches())
      for (const { cells } of batch.rows)
        rows.push(Object.fromEntries(table.header.map((column, index) => [column, cells[index] ?? ''])));
    return rows;
  };
  return { path, read, refusal, rowsOf, taken: () => taken };
};

/** `refusal` returns how a read ends. The database has 30,000 orders, and is dead afterwards. */
const blocksNoWriters = async (
  t: Test,
  database: TestDatabase,
  refusal: ReturnType<typeof reader>['refusal'],
): Promise<void> => {
  database.signal('SIGSTOP');
  const frozen = await refusal('orders', { connectMs: 1_000 });
  database.signal('SIGCONT');
  t.equal(frozen, 'database_unreachable');
  // Freezes the server during the query, unless connecting was slow.
  const begun = performance.now();
  setTimeout(() => database.signal('SIGSTOP'), 2_000);
  const midway = await refusal('slow', { connectMs: 4_000, queryMs: 6_000 });
  database.signal('SIGCONT');
  t.match(midway, /^(?:query_too_slow|database_unreachable)$/);
  t.ok(performance.now() - begun < 25_000);
  let died = false;
  const path = join(t.testdir(), 'rows');
  const reading = writeTableFile({
    connection: database.connection,
    table: 'orders',
    path,
    reserve: () => {
      if (!died) database.signal('SIGKILL');
      died = true;
    },
  });
  await t.rejects(
    reading.then((rows) => {
      // All rows may already have been in transit.
      if (rows === 30_000) throw Object.assign(new Error('read'), { name: 'DatabaseRefused' });
    }),
    { name: 'DatabaseRefused' },
  );
  t.equal(died, true);
  t.equal(await refusal('orders', { connectMs: 2_000 }), 'database_unreachable');
};

for (const { name, skip, start, grant, types, typed, views, many } of DIALECTS)
  t.test(name, { skip }, async (t) => {
    t.setTimeout(200_000);
    const database = await start(t);
    const { path, read, refusal, rowsOf, taken } = reader(database, t.testdir());
    await database.run(
      ...types,
      'CREATE TABLE orders (mobile varchar(40), n integer)',
      'CREATE TABLE private (a integer)',
      'CREATE TABLE nothing (a integer)',
      ...views,
      ...['typed', 'orders', 'nothing', 'slow', 'writes'].map(grant),
    );

    await t.test('reads every value as the text that the server makes of it', async (t) => {
      t.equal(await read('typed'), 1);
      t.match(await rowsOf(), [typed]);
      t.equal(taken(), readFileSync(path).length, 'all bytes were counted');
    });

    await t.test('streams many rows, up to each limit', async (t) => {
      await database.run(many(30_000));
      t.equal(await read('orders'), 30_000);
      const text = readFileSync(path, 'utf8');
      t.equal(JSON.parse(text).length, 30_000);
      t.equal(await refusal('orders', { maxRows: 29_999 }), 'too_many_rows');
      t.equal(await refusal('orders', { maxBytes: 500_000 }), 'too_much_data');
      t.equal(await refusal('typed', { maxColumns: 5 }), 'column_limit');
      t.equal(await refusal('typed', { maxRowCharacters: 20 }), 'row_too_large');
      t.equal(await refusal('nothing'), 'table_empty');
      const full = new Error('the spool is full');
      const { connection } = database;
      const taking = () => {
        throw full;
      };
      await t.rejects(writeTableFile({ connection, table: 'orders', path, reserve: taking }), full);
    });

    await t.test('the server cuts an overlong value, and its row is reported as an issue', async (t) => {
      await database.run('CREATE TABLE wide (a text, b integer)', grant('wide'));
      await database.run(`INSERT INTO wide VALUES ('${'x'.repeat(50_000)}', 1), ('short', 2)`);
      t.equal(await read('wide'), 2);
      const batches = (await openTable({ path, fileName: 'wide.json' })).batches();
      for await (const { rows, issues } of batches) {
        t.match(issues, [{ code: 'cell_too_long', row: 1 }]);
        t.match(rows, [{ cells: ['short', '2'] }]);
      }
    });

    await t.test('writes nothing, whatever a view does', async (t) => {
      t.equal(await refusal('writes'), 'query_failed');
      t.equal(await read('orders'), 30_000);
    });

    await t.test('never runs a table name as a statement', async (t) => {
      for (const table of ['orders; DROP TABLE orders', 'orders" --', 'orders` --', "orders' OR '1'='1"])
        t.match(await refusal(table), /^(?:table_missing|database_refused|query_failed)$/, table);
      t.equal(await read('orders'), 30_000, 'the table is still there');
    });

    await t.test('reports why a table cannot be read', async (t) => {
      const { connection } = database;
      t.equal(await refusal('private'), 'database_refused');
      t.match(await refusal('unknown'), /^(?:table_missing|database_refused)$/);
      t.equal(await refusal('orders', {}, { ...connection, password: 'wrong' }), 'database_refused');
      t.equal(await refusal('orders', {}, { ...connection, database: 'nowhere' }), 'database_refused');
      t.equal(await refusal('orders', {}, { ...connection, port: await freePort() }), 'database_unreachable');
      t.equal(
        await refusal('orders', {}, { ...connection, host: 'nowhere.invalid' }),
        'database_unreachable',
      );
      const begun = performance.now();
      t.equal(await refusal('slow', { queryMs: 1_000 }), 'query_too_slow');
      t.ok(performance.now() - begun < 15_000);
    });

    await t.test('verifies the certificate of the server', async (t) => {
      const { connection, ca } = database;
      t.equal(await read('typed', {}, { ...connection, tls: { ca } }), 1);
      const stranger = createAuthority('Databases').certificate;
      for (const trusted of [null, stranger])
        t.equal(await refusal('typed', {}, { ...connection, tls: { ca: trusted } }), 'database_unreachable');
    });

    await t.test('a server that freezes or dies does not keep a read waiting', (t) =>
      blocksNoWriters(t, database, refusal),
    );
  });
