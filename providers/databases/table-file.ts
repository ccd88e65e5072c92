/** Writes a database's table down as a file that tables are read from (providers/tables): JSON, an object for each row. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { assertNever } from '../../schemas/assert.js';
import { PRIVATE_FILE } from '../spool/modes.js';
import {
  type DatabaseConnection,
  DatabaseRefused,
  type OpenTable,
  type QueryLimits,
  unlessGivenUp,
  withDefaults,
} from './database.js';

/** For the server to end a query by itself, ms. */
const GRACE_MS = 3_000;
/** Characters that wait before they are written. */
const WRITE_CHARACTERS = 256 * 1024;

export interface TableFileOptions {
  readonly connection: DatabaseConnection;
  /** As `table` or `schema.table`. */
  readonly table: string;
  readonly path: string;
  /** Is told of bytes before they are written, and may throw. */
  readonly taking: (bytes: number) => void;
  readonly limits?: Partial<QueryLimits>;
}

/** Gives the number of rows. @throws DatabaseRefused; what `taking` throws */
export const writeTableFile = async ({
  connection,
  table,
  path,
  taking,
  limits,
}: TableFileOptions): Promise<number> => {
  const bounds = withDefaults(limits ?? {});
  const giving = new AbortController();
  const { signal } = giving;
  // The server's own limits end a query; this one ends a server that does not answer.
  const deadline = setTimeout(
    () => giving.abort(new DatabaseRefused('query_too_slow')),
    bounds.connectMs + bounds.queryMs + GRACE_MS,
  );
  try {
    const open = await unlessGivenUp(opened(connection, table.split('.'), bounds, signal), signal);
    const file = openSync(path, 'w', PRIVATE_FILE);
    try {
      const write = (text: string): number => {
        // What still comes of a connection that was given up has no file any more.
        signal.throwIfAborted();
        const bytes = Buffer.from(text);
        taking(bytes.length);
        for (let from = 0; from < bytes.length; from += writeSync(file, bytes, from));
        return bytes.length;
      };
      return await unlessGivenUp(writeRows(open, bounds, write), signal);
    } finally {
      closeSync(file);
      open.close();
    }
  } finally {
    clearTimeout(deadline);
    // Also where it failed to open in time.
    giving.abort();
  }
};

/** Drivers are loaded by who needs them. */
const opened = async (
  connection: DatabaseConnection,
  table: readonly string[],
  limits: QueryLimits,
  signal: AbortSignal,
): Promise<OpenTable> => {
  switch (connection.kind) {
    case 'postgresql': {
      const { openPostgresTable } = await import('./postgresql.js');
      return openPostgresTable(connection, table, limits, signal);
    }
    case 'mysql': {
      const { openMysqlTable } = await import('./mysql.js');
      return openMysqlTable(connection, table, limits, signal);
    }
    default:
      return assertNever(connection.kind);
  }
};

/** `write` gives the bytes that it wrote. */
const writeRows = async (
  open: OpenTable,
  { maxRows, maxBytes, maxRowCharacters }: QueryLimits,
  write: (text: string) => number,
): Promise<number> => {
  const keys = open.columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column)}:`);
  let rows = 0;
  let bytes = 0;
  let waiting = '[';
  const flush = (): void => {
    bytes += write(waiting);
    waiting = '';
    if (bytes > maxBytes) throw new DatabaseRefused('too_much_data');
  };
  for await (const cells of open.rows()) {
    rows += 1;
    if (rows > maxRows) throw new DatabaseRefused('too_many_rows');
    let row = rows === 1 ? '\n' : ',\n';
    for (const [index, key] of keys.entries()) row += key + JSON.stringify(cells[index] ?? null);
    if (row.length > maxRowCharacters) throw new DatabaseRefused('row_too_large');
    waiting += `${row}}`;
    if (waiting.length > WRITE_CHARACTERS) flush();
  }
  if (rows === 0) throw new DatabaseRefused('table_empty');
  waiting += '\n]\n';
  flush();
  return rows;
};
