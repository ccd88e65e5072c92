/**
 * Reads a MySQL or MariaDB table in a read-only transaction that sees one snapshot of the table. The server converts all
 * values to text and truncates them to the cell limit.
 */
import { type Connection, createConnection, escapeId } from 'mysql2';
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

/** How long to wait for a locked table, s. */
const LOCK_S = 10;
/** Column type of BIT, whose values must be converted to numbers to be readable as text. */
const BIT = 16;

const BY_CODE: Readonly<Record<string, DatabaseIssueCode>> = {
  ER_ACCESS_DENIED_ERROR: 'database_refused',
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: 'database_refused',
  ER_DBACCESS_DENIED_ERROR: 'database_refused',
  ER_BAD_DB_ERROR: 'database_refused',
  ER_TABLEACCESS_DENIED_ERROR: 'database_refused',
  ER_COLUMNACCESS_DENIED_ERROR: 'database_refused',
  ER_HOST_NOT_PRIVILEGED: 'database_refused',
  ER_HOST_IS_BLOCKED: 'database_refused',
  AUTH_SWITCH_PLUGIN_ERROR: 'database_refused',
  ER_CON_COUNT_ERROR: 'database_unreachable',
  ER_NO_SUCH_TABLE: 'table_missing',
  ER_STATEMENT_TIMEOUT: 'query_too_slow',
  ER_QUERY_TIMEOUT: 'query_too_slow',
  ER_LOCK_WAIT_TIMEOUT: 'query_too_slow',
};

/** MariaDB's statement timeout (its documentation, "Error codes"). In MySQL the number has another meaning, or none. */
const MARIADB_STATEMENT_TIMEOUT = 1969;
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'errno' in error && error.errno === MARIADB_STATEMENT_TIMEOUT;

const refusal = (error: unknown, otherwise: DatabaseIssueCode): DatabaseRefused => {
  const code = isTimeout(error) ? 'query_too_slow' : (BY_CODE[codeOf(error) ?? ''] ?? null);
  return refusalOf(error, code, otherwise);
};

/** The connection ends when `signal` aborts; operations pending on it may never settle. @throws DatabaseRefused */
export const openMysqlTable = async (
  { host, port, user, password, database, tls }: DatabaseConnection,
  table: readonly string[],
  limits: QueryLimits,
  signal: AbortSignal,
): Promise<OpenTable> => {
  const connection = createConnection({
    host,
    port,
    user,
    password,
    database,
    charset: 'utf8mb4',
    connectTimeout: limits.connectMs,
    ...(tls === null
      ? {}
      : { ssl: { rejectUnauthorized: true, ...(tls.ca === null ? {} : { ca: tls.ca }) } }),
    // A server must not be able to request files of this machine.
    flags: ['-LOCAL_FILES'],
    // Compiling row parsers from column names gains nothing here.
    disableEval: true,
    rowsAsArray: true,
    typeCast: (field) => field.string(),
  });
  // A lost connection fails its pending queries; without a listener, the error would also end the thread.
  connection.on('error', () => undefined);
  const close = (): void => connection.destroy();
  signal.addEventListener('abort', close, { once: true });
  const session = connection.promise();
  try {
    await session.connect();
  } catch (error) {
    close();
    throw refusal(error, 'database_unreachable');
  }
  const name = table.map((part) => escapeId(part, true)).join('.');
  try {
    await session.query(`SET SESSION lock_wait_timeout = ${LOCK_S}, SESSION time_zone = '+00:00'`);
    const [found] = await session.query('SELECT VERSION()');
    const isMaria = /mariadb/i.test(JSON.stringify(found));
    await session.query(
      isMaria
        ? `SET SESSION max_statement_time = ${limits.queryMs / 1_000}`
        : `SET SESSION max_execution_time = ${limits.queryMs}`,
    );
    await session.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    const [, fields] = await session.query(`SELECT * FROM ${name} LIMIT 0`);
    if (fields.length > limits.maxColumns) throw new DatabaseRefused('column_limit');
    const cells = fields.map(({ name: column, columnType }) => {
      const value = columnType === BIT ? `${escapeId(column, true)} + 0` : escapeId(column, true);
      return `LEFT(CAST(${value} AS CHAR CHARACTER SET utf8mb4), ${limits.maxCellCharacters})`;
    });
    return {
      columns: fields.map((field) => field.name),
      rows: () => rowsOf(connection, `SELECT ${cells.join(', ')} FROM ${name}`, fields.length),
      close,
    };
  } catch (error) {
    close();
    throw refusal(error, 'query_failed');
  }
};

async function* rowsOf(
  connection: Connection,
  query: string,
  columns: number,
): AsyncGenerator<readonly (string | null)[]> {
  const stream = connection.query(query).stream({ highWaterMark: rowsAtATime(columns) });
  try {
    yield* rowsUntilDisconnected(stream, connection);
  } catch (error) {
    throw refusal(error, 'query_failed');
  }
}
