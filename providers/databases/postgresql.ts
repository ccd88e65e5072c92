/**
 * A table of PostgreSQL, read in a transaction that can write nothing and sees one state of the table. All values come as
 * the server writes them as text, cut there to what a cell may have.
 */
import pg from 'pg';
import QueryStream from 'pg-query-stream';
import {
  codeOf,
  type DatabaseConnection,
  type DatabaseIssueCode,
  DatabaseRefused,
  type OpenTable,
  type QueryLimits,
  refusalOf,
  rowsAtATime,
  rowsUntilLost,
} from './database.js';

/** How long a table that somebody has locked is waited for, ms. */
const LOCK_MS = 10_000;
/** Of `timestamp with time zone` (pg_type). */
const TIMESTAMPTZ = 1184;

/** SQLSTATEs (PostgreSQL documentation, appendix A). */
const BY_STATE: Readonly<Record<string, DatabaseIssueCode>> = {
  '28000': 'database_refused',
  '28P01': 'database_refused',
  '3D000': 'database_refused',
  '42501': 'database_refused',
  '53300': 'database_unreachable',
  '57P03': 'database_unreachable',
  '42P01': 'table_missing',
  '3F000': 'table_missing',
  '57014': 'query_too_slow',
  '55P03': 'query_too_slow',
};

const refusal = (error: unknown, otherwise: DatabaseIssueCode): DatabaseRefused =>
  refusalOf(error, BY_STATE[codeOf(error) ?? ''] ?? null, otherwise);

/** Its connection ends when `signal` aborts; what waits for it may wait on. @throws DatabaseRefused */
export const openPostgresTable = async (
  { host, port, user, password, database, tls }: DatabaseConnection,
  table: readonly string[],
  limits: QueryLimits,
  signal: AbortSignal,
): Promise<OpenTable> => {
  const client = new pg.Client({
    host,
    port,
    user,
    password,
    database,
    application_name: 'parley',
    keepAlive: true,
    ssl: tls === null ? false : { rejectUnauthorized: true, ...(tls.ca === null ? {} : { ca: tls.ca }) },
    connectionTimeoutMillis: limits.connectMs,
    // Before anything else is said: also what is asked about the table has an end.
    statement_timeout: limits.queryMs,
    lock_timeout: LOCK_MS,
  });
  // A connection that is lost fails what is asked of it; without a listener it would end the thread as well.
  client.on('error', () => undefined);
  const close = (): void => void client.end().catch(() => undefined);
  signal.addEventListener('abort', close, { once: true });
  try {
    await client.connect();
  } catch (error) {
    close();
    // What has no code of its own is a server that hangs up, or speaks no TLS.
    throw refusal(error, 'database_unreachable');
  }
  const name = table.map((part) => client.escapeIdentifier(part)).join('.');
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query("SET LOCAL TimeZone = 'UTC'");
    await client.query("SET LOCAL DateStyle = 'ISO, YMD'");
    const { fields } = await client.query(`SELECT * FROM ${name} LIMIT 0`);
    if (fields.length > limits.maxColumns) throw new DatabaseRefused('column_limit');
    const cells = fields.map(({ name: column, dataTypeID }) => {
      const text = `${client.escapeIdentifier(column)}::text`;
      const plain = dataTypeID === TIMESTAMPTZ ? `regexp_replace(${text}, '[+]00$', 'Z')` : text;
      return `left(${plain}, ${limits.maxCellCharacters})`;
    });
    return {
      columns: fields.map((field) => field.name),
      rows: () => rowsOf(client, `SELECT ${cells.join(', ')} FROM ${name}`, fields.length),
      close,
    };
  } catch (error) {
    close();
    throw refusal(error, 'query_failed');
  }
};

async function* rowsOf(
  client: pg.Client,
  query: string,
  columns: number,
): AsyncGenerator<readonly (string | null)[]> {
  const batchSize = rowsAtATime(columns);
  const stream = client.query(
    new QueryStream(query, [], { batchSize, highWaterMark: batchSize, rowMode: 'array' }),
  );
  try {
    yield* rowsUntilLost(stream, client);
  } catch (error) {
    throw refusal(error, 'query_failed');
  }
}
