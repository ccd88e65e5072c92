/** Writes a database table to a file that the table reader accepts (providers/tables): JSON, one object a row. */

import { closeSync, openSync, writeSync } from 'node:fs';
import { unlessAborted } from '../../actors/runtime/unless-aborted.js';
import { assertNever } from '../../schemas/assert.js';
import { PRIVATE_FILE } from '../spool/spool.js';
import {
  type DatabaseConnection,
  DatabaseRefused,
  type OpenTable,
  type QueryLimits,
  withDefaults,
} from './database.js';

/** Time for the server to end a query by itself, ms. */
const GRACE_MS = 3_000;
/** Characters to buffer before a write. */
const WRITE_CHARACTERS = 256 * 1024;

export interface TableFileOptions {
  readonly connection: DatabaseConnection;
  /** As `table` or `schema.table`. */
  readonly table: string;
  readonly path: string;
  /** Called with the number of bytes before they are written; may throw. */
  readonly reserve: (bytes: number) => void;
  readonly limits?: Partial<QueryLimits>;
}

/** Resolves with the number of rows. @throws DatabaseRefused; what `reserve` throws */
export const writeTableFile = async ({
  connection,
  table,
  path,
  reserve,
  limits,
}: TableFileOptions): Promise<number> => {
  const bounds = withDefaults(limits ?? {});
  const stop = new AbortController();
  const { signal } = stop;
  // The server's limits end a slow query; this deadline covers a server that does not answer.
  const deadline = setTimeout(
    () => stop.abort(new DatabaseRefused('query_too_slow')),
    bounds.connectMs + bounds.queryMs + GRACE_MS,
  );
  try {
    const open = await unlessAborted(opened(connection, table.split('.'), bounds, signal), signal);
    const file = openSync(path, 'w', PRIVATE_FILE);
    try {
      const write = (text: string): number => {
        // Rows that arrive on an abandoned connection have no open file to go to.
        signal.throwIfAborted();
        const bytes = Buffer.from(text);
        reserve(bytes.length);
        for (let from = 0; from < bytes.length; from += writeSync(file, bytes, from));
        return bytes.length;
      };
      return await unlessAborted(writeRows(open, bounds, write), signal);
    } finally {
      closeSync(file);
      open.close();
    }
  } finally {
    clearTimeout(deadline);
    // Ends the connection even if the table failed to open in time.
    stop.abort();
  }
};

/** Loads a driver on first use. */
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

/** `write` returns the number of bytes written. */
const writeRows = async (
  open: OpenTable,
  { maxRows, maxBytes, maxRowCharacters }: QueryLimits,
  write: (text: string) => number,
): Promise<number> => {
  const keys = open.columns.map((column, index) => `${index === 0 ? '{' : ','}${JSON.stringify(column)}:`);
  let rows = 0;
  let bytes = 0;
  let buffered = '[';
  const flush = (): void => {
    bytes += write(buffered);
    buffered = '';
    if (bytes > maxBytes) throw new DatabaseRefused('too_much_data');
  };
  for await (const cells of open.rows()) {
    rows += 1;
    if (rows > maxRows) throw new DatabaseRefused('too_many_rows');
    let row = rows === 1 ? '\n' : ',\n';
    for (const [index, key] of keys.entries()) row += key + JSON.stringify(cells[index] ?? null);
    if (row.length > maxRowCharacters) throw new DatabaseRefused('row_too_large');
    buffered += `${row}}`;
    if (buffered.length > WRITE_CHARACTERS) flush();
  }
  if (rows === 0) throw new DatabaseRefused('table_empty');
  buffered += '\n]\n';
  flush();
  return rows;
};
