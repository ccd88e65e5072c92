/**
 * Reads a PostgreSQL table in a read-only transaction that sees one snapshot of the table. The server converts all values
 * to text and truncates them to the cell limit.
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
  rowsUntilDisconnected,
} from './database.js';

/** How long to wait for a locked table, ms. */
const LOCK_MS = 10_000;
/** OID of `timestamp with time zone` (pg_type). */
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

/** The connection ends when `signal` aborts; operations pending on it may never settle. @throws DatabaseRefused */
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
    // Set at connection time, so that queries about the table's columns are limited as well.
    statement_timeout: limits.queryMs,
    lock_timeout: LOCK_MS,
  });
  // A lost connection fails its pending queries; without a listener, the error would also end the thread.
  client.on('error', () => undefined);
  const close = (): void => void client.end().catch(() => undefined);
  signal.addEventListener('abort', close, { once: true });
  try {
    await client.connect();
  } catch (error) {
    close();
    // An error without a known code means that the server closed the connection, or does not support TLS.
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
    yield* rowsUntilDisconnected(stream, client);
  } catch (error) {
    throw refusal(error, 'query_failed');
  }
}
