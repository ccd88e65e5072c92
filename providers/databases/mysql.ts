/**
 * A table of MySQL or MariaDB, read in a transaction that can write nothing and sees one state of the table. All values come
 * as the server writes them as text, cut there to what a cell may have.
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
  rowsUntilLost,
} from './database.js';

/** How long a table that somebody has locked is waited for, s. */
const LOCK_S = 10;
/** Of BIT columns, which are no text; of binary ones, which hold none. */
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

/** MariaDB's own, which has another meaning at MySQL, or none: the time for a statement is over (its documentation, "Error codes"). */
const MARIADB_STATEMENT_TIMEOUT = 1969;
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && 'errno' in error && error.errno === MARIADB_STATEMENT_TIMEOUT;

const refusal = (error: unknown, otherwise: DatabaseIssueCode): DatabaseRefused => {
  const code = isTimeout(error) ? 'query_too_slow' : (BY_CODE[codeOf(error) ?? ''] ?? null);
  return refusalOf(error, code, otherwise);
};

/** Its connection ends when `signal` aborts; what waits for it may wait on. @throws DatabaseRefused */
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
    // A server must not ask for files of this machine.
    flags: ['-LOCAL_FILES'],
    // Parsers that are compiled from column names are no gain here.
    disableEval: true,
    rowsAsArray: true,
    typeCast: (field) => field.string(),
  });
  // A connection that is lost fails what is asked of it; without a listener it would end the thread as well.
  connection.on('error', () => undefined);
  const close = (): void => connection.destroy();
  signal.addEventListener('abort', close, { once: true });
  const asked = connection.promise();
  try {
    await asked.connect();
  } catch (error) {
    close();
    throw refusal(error, 'database_unreachable');
  }
  const name = table.map((part) => escapeId(part, true)).join('.');
  try {
    await asked.query(`SET SESSION lock_wait_timeout = ${LOCK_S}, SESSION time_zone = '+00:00'`);
    const [found] = await asked.query('SELECT VERSION()');
    const isMaria = /mariadb/i.test(JSON.stringify(found));
    await asked.query(
      isMaria
        ? `SET SESSION max_statement_time = ${limits.queryMs / 1_000}`
        : `SET SESSION max_execution_time = ${limits.queryMs}`,
    );
    await asked.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
    const [, fields] = await asked.query(`SELECT * FROM ${name} LIMIT 0`);
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
    yield* rowsUntilLost(stream, connection);
  } catch (error) {
    throw refusal(error, 'query_failed');
  }
}
