/** Database tables that an operator has allowed a business to read: connections, limits and errors. */
import type { Readable } from 'node:stream';
import type { SourceDatabase } from '../../schemas/contacts/data-source.js';

export type DatabaseKind = 'postgresql' | 'mysql';

/** Comes from the installation's settings; no field comes from a client. */
export interface DatabaseConnection {
  readonly kind: DatabaseKind;
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** Null: no TLS. `ca`: PEM of the CA that must have signed the server's certificate; null: any CA that Node trusts. */
  readonly tls: { readonly ca: string | null } | null;
}

/** A connection, the businesses that may use it, and the tables they may read. */
export interface AllowedDatabase {
  readonly connection: DatabaseConnection;
  /** Ids of businesses. */
  readonly businesses: ReadonlySet<string>;
  /** As `table` or `schema.table`. */
  readonly tables: readonly string[];
}

/** Keyed by the names that businesses use for them. */
export type AllowedDatabases = ReadonlyMap<string, AllowedDatabase>;

export const DATABASE_ISSUES = {
  database_not_allowed:
    'this business no longer has access to the connection or the table; ask the administrator of the service to restore it',
  database_unreachable:
    'the database does not respond, or its certificate is not trusted; check the database, then refresh the source',
  database_refused:
    'the database does not allow its user to read this table; ask the administrator of the service to grant access, then refresh the source',
  table_missing:
    'the database has no such table or view; ask the administrator of the service to check its name',
  query_failed: 'the database failed to read the table; check the database, then refresh the source',
  query_too_slow:
    'reading the table took too long; provide a faster or smaller view, then refresh the source',
  too_many_rows: 'the table has too many rows; provide a view with fewer rows, then refresh the source',
  too_much_data:
    'the table contains too much data; provide a view with fewer columns or rows, then refresh the source',
  column_limit: 'the table has too many columns; provide a view with fewer columns, then refresh the source',
  row_too_large:
    'a row of the table is too large; provide a view with fewer columns, then refresh the source',
  table_empty: 'the table has no rows; add rows, then refresh the source',
} as const;
export type DatabaseIssueCode = keyof typeof DATABASE_ISSUES;

/** The table cannot be read. `detail`: the driver's error code, for the log. */
export class DatabaseRefused extends Error {
  override readonly name = 'DatabaseRefused';
  readonly code: DatabaseIssueCode;
  readonly detail: string | null;

  constructor(code: DatabaseIssueCode, detail: string | null = null) {
    super(DATABASE_ISSUES[code]);
    this.code = code;
    this.detail = detail;
  }
}

export interface QueryLimits {
  readonly connectMs: number;
  /** Time to read all rows. */
  readonly queryMs: number;
  readonly maxRows: number;
  /** Size of the rows as written to the file. */
  readonly maxBytes: number;
  /** The limit of a table's file (tables/limits.ts). */
  readonly maxColumns: number;
  readonly maxRowCharacters: number;
  /** The server truncates values to this: one more than a table's cell may have, so that an oversized cell is reported. */
  readonly maxCellCharacters: number;
}

const DEFAULTS: QueryLimits = {
  connectMs: 10_000,
  queryMs: 600_000,
  maxRows: 1_000_000,
  maxBytes: 256 * 1024 * 1024,
  maxColumns: 500,
  maxRowCharacters: 4 * 1024 * 1024,
  maxCellCharacters: 32_768,
};

export const withDefaults = (limits: Partial<QueryLimits>): QueryLimits => ({ ...DEFAULTS, ...limits });

/** Rows to request at a time: few enough to fit in memory, however many columns they have. */
export const rowsAtATime = (columns: number): number =>
  Math.max(1, Math.min(200, Math.floor(4_000 / columns)));

/** A table that is open for reading. */
export interface OpenTable {
  readonly columns: readonly string[];
  /** Can be called once. @throws DatabaseRefused */
  rows(): AsyncIterable<readonly (string | null)[]>;
  /** Ends the connection immediately. Never throws. */
  close(): void;
}

/** The connection was lost while rows were read. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
  readonly code: string | null;

  constructor(cause?: unknown) {
    super('the connection was lost');
    this.code = codeOf(cause);
  }
}

const isCells = (row: unknown): row is readonly (string | null)[] =>
  Array.isArray(row) && row.every((cell) => cell === null || typeof cell === 'string');

/** A connection that emits its own end. */
interface Ending {
  once(event: 'error' | 'end', listener: (error?: Error) => void): unknown;
  off(event: 'error' | 'end', listener: (error?: Error) => void): unknown;
}

/**
 * Yields the rows of a driver's stream. A loss between two rows is emitted only on the connection, and a stream destroyed
 * because of it may wait for an answer for ever; this waits for neither.
 * @throws ConnectionLost if the connection is lost; what the stream throws
 */
export async function* rowsUntilDisconnected(
  stream: Readable,
  connection: Ending,
): AsyncGenerator<readonly (string | null)[]> {
  let lose: (error?: Error) => void = () => undefined;
  const lost = new Promise<never>((_, reject) => {
    lose = (error) => reject(new ConnectionLost(error));
  });
  lost.catch(() => undefined);
  connection.once('error', lose);
  connection.once('end', lose);
  // The iterator handles errors only while a row is requested; an error after the last row must not be unhandled.
  stream.on('error', () => undefined);
  const rows: AsyncIterator<unknown> = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = rows.next();
      next.catch(() => undefined);
      const { done, value } = await Promise.race([next, lost]);
      if (done === true) return;
      if (!isCells(value)) throw new Error('a row contains a value that is not text');
      yield value;
    }
  } finally {
    connection.off('error', lose);
    connection.off('end', lose);
    stream.destroy();
  }
}

/** The driver's code for an error; null if it has none. */
export const codeOf = (error: unknown): string | null =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;

/** A driver's error as it is reported. `issue`: the meaning of the driver's code; null if the code has no known meaning. */
export const refusalOf = (
  error: unknown,
  issue: DatabaseIssueCode | null,
  otherwise: DatabaseIssueCode,
): DatabaseRefused => {
  if (error instanceof DatabaseRefused) return error;
  const code = codeOf(error);
  const isGone = error instanceof ConnectionLost || isUnreachable(code);
  return new DatabaseRefused(issue ?? (isGone ? 'database_unreachable' : otherwise), code);
};

/** Codes of Node and the drivers: the server is down, cannot be resolved, is not trusted, or closed the connection. */
const UNREACHABLE =
  /^(?:E(?:CONN|HOST|NET|PIPE|TIMEDOUT|AI_|NOTFOUND|ADDR)|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|PROTOCOL_CONNECTION_LOST|HANDSHAKE_)/;
const isUnreachable = (code: string | null): boolean => code !== null && UNREACHABLE.test(code);

/** The connection by which a business reaches a table; null if the operator has not allowed it. */
export const allowedConnection = (
  databases: AllowedDatabases,
  businessId: string,
  { connection, table }: SourceDatabase,
) => {
  const allowed = databases.get(connection);
  const isAllowed = allowed?.businesses.has(businessId) === true && allowed.tables.includes(table);
  return isAllowed ? allowed.connection : null;
};

/** The tables that a business may name, for the error about any other. */
export const choicesOf = (databases: AllowedDatabases, businessId: string): string => {
  const choices = [...databases].flatMap(([name, { businesses, tables }]) =>
    businesses.has(businessId) ? tables.map((table) => `${table} of ${name}`) : [],
  );
  return choices.length === 0
    ? 'this business has no allowed databases'
    : `allowed: ${choices.slice(0, 100).join(', ')}`;
};
