/**
 * Lists of contacts in their orders, filtered.
 *
 * A list follows an index, and a page reads at most {@link SCANNED_ROWS} rows of it, because this runs on the thread that
 * serves calls. When few of them match, the page is short or empty, and its cursor continues behind the last row that was read.
 */
import type { Database, Statement } from 'better-sqlite3';
import type { ContactSort } from '../../schemas/contacts/selection.js';
import type { Position } from '../kernel/cursor.js';
import { type ContactFilter, filterSql } from './filter.js';
import { type ContactTuple, SHOWN_COLUMNS } from './tables.js';

/** Rows of an index that one page reads. */
const SCANNED_ROWS = 2_000;

/** An order of rows: the index that it follows, and the filters that the index applies by itself. */
interface Order {
  readonly from: string;
  /** Those after the position. */
  readonly after: string;
  readonly orderBy: string;
  readonly applies: readonly (keyof ContactFilter)[];
  /** The position of a row: `at`, a number, and `key`, a text. */
  readonly at: string;
  readonly key: string;
  readonly start: Position;
}

const NEWEST: Position = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };

const CREATED: Order = {
  from: 'contacts c',
  after: 'c.tenant = :tenant AND c.row < :at',
  orderBy: 'c.row DESC',
  applies: [],
  at: 'c.row',
  key: "''",
  start: NEWEST,
};

const MEMBERS: Order = {
  ...CREATED,
  from: 'contact_categories m CROSS JOIN contacts c ON c.row = m.contact',
  after: 'm.category = :categoryId AND m.contact < :at AND c.tenant = :tenant',
  orderBy: 'm.contact DESC',
  applies: ['categoryId'],
};

const BLOCKED: Order = {
  ...CREATED,
  from: 'contacts c INDEXED BY contacts_blocked',
  after: 'c.tenant = :tenant AND c.blocked = 1 AND c.row < :at',
  applies: ['blocked'],
};

/** Contacts of a period: without an index of times, a page would read all that are newer. */
const AGED: Order = {
  from: 'contacts c INDEXED BY contacts_by_age',
  // The end of the period is where the list starts (startOf).
  after:
    'c.tenant = :tenant AND c.created_at >= :createdSince AND (c.created_at, c.row) < (:at, CAST(:key AS INTEGER))',
  orderBy: 'c.created_at DESC, c.row DESC',
  applies: ['createdSince', 'createdBefore'],
  at: 'c.created_at',
  key: 'CAST(c.row AS TEXT)',
  start: { createdAt: Number.MAX_SAFE_INTEGER, id: '0' },
};

const FOUND: Order = {
  ...CREATED,
  from: 'contact_words w CROSS JOIN contacts c ON c.row = w.rowid',
  after: 'contact_words MATCH :search AND w.rowid < :at AND c.tenant = :tenant',
  orderBy: 'w.rowid DESC',
  applies: ['search'],
};

/**
 * Names that are in the sorted table, and those that wait for it (names.ts). The first rows of both are merged. Every name has
 * a contact: with a left join SQLite does not read it where only the position is wanted.
 */
const NAMES = ['contact_names', 'new_names']
  .map(
    (table) =>
      `SELECT sort_name, row FROM ${table} WHERE tenant = :tenant AND (sort_name, row) > (:key, :at)`,
  )
  .join(' UNION ALL ');

const NAMED: Order = {
  from: `(${NAMES} ORDER BY sort_name, row LIMIT :scanned) n LEFT JOIN contacts c ON c.row = n.row`,
  after: 'true',
  orderBy: 'n.sort_name, n.row',
  applies: [],
  at: 'n.row',
  key: 'n.sort_name',
  start: { createdAt: -1, id: '' },
};

/** Contacts with any communication. Their positions have a key; those of contacts without have none. */
const LATEST: Order = {
  from: 'contact_latest l INDEXED BY contact_latest_by_time CROSS JOIN contacts c ON c.row = l.contact',
  after: 'l.tenant = :tenant AND (l.last_at, l.contact) < (:at, CAST(:key AS INTEGER))',
  orderBy: 'l.last_at DESC, l.contact DESC',
  applies: [],
  at: 'l.last_at',
  key: 'CAST(l.contact AS TEXT)',
  start: { createdAt: Number.MAX_SAFE_INTEGER, id: '0' },
};

/** For a period without a beginning. */
const ANY_TIME = { createdSince: Number.MIN_SAFE_INTEGER };

const startOf = (order: Order, { createdBefore }: ContactFilter): Position =>
  order === AGED && createdBefore !== undefined ? { createdAt: createdBefore, id: '0' } : order.start;

/** The order that reads the fewest rows. */
const orderFor = ({ filter, sort }: Pick<ListRequest, 'filter' | 'sort'>): Order => {
  const { search, categoryId, blocked, createdSince, createdBefore } = filter;
  if (sort === 'name') return NAMED;
  if (search !== undefined) return FOUND;
  if (categoryId !== undefined) return MEMBERS;
  if (blocked === true) return BLOCKED;
  return createdSince === undefined && createdBefore === undefined ? CREATED : AGED;
};

type Parameters = Readonly<Record<string, string | number>>;
type Placed = readonly [at: number, key: string, ...contact: ContactTuple];

/** A part of a list; `next` is null at its end. */
export interface ListedContacts {
  readonly rows: readonly ContactTuple[];
  readonly next: Position | null;
}

/** The rows of one page, and the position behind the last row that was read. */
interface OrderSql {
  readonly matching: Statement<[Parameters], Placed>;
  readonly end: Statement<[Parameters], readonly [at: number, key: string]>;
}

const sqlOf = (db: Database, { from, after, orderBy, at, key }: Order, conditions: string): OrderSql => {
  const rows = (columns: string): string =>
    `SELECT ${columns} FROM ${from} WHERE ${after} ORDER BY ${orderBy}`;
  const matching = `SELECT c.at, c.key, ${SHOWN_COLUMNS}
    FROM (${rows(`${at} AS at, ${key} AS key, c.*`)} LIMIT :scanned) c
    ${conditions === '' ? '' : `WHERE ${conditions}`} LIMIT :count`;
  const end = `${rows(`${at}, ${key}`)} LIMIT 1 OFFSET :scanned - 1`;
  return {
    matching: db.prepare<Parameters, Placed>(matching).raw(),
    end: db.prepare<Parameters, readonly [number, string]>(end).raw(),
  };
};

const positionIn = (
  placed: readonly [at: number, key: string, ...rest: unknown[]] | undefined,
): Position | null => (placed === undefined ? null : { createdAt: placed[0], id: placed[1] });

/** Reads lists. `scannedRows`: rows that one page reads. */
export const contactListing = (db: Database, scannedRows = SCANNED_ROWS) => {
  const statements = new Map<string, OrderSql>();
  const prepared = (order: Order, conditions: string): OrderSql => {
    const name = `${order.from} ${conditions}`;
    const found = statements.get(name) ?? sqlOf(db, order, conditions);
    statements.set(name, found);
    return found;
  };

  const follow = (
    order: Order,
    { tenant, filter, position, limit }: Omit<ListRequest, 'sort'>,
  ): ListedContacts => {
    const sql = filterSql(tenant, filter, order.applies);
    if (sql === null) return { rows: [], next: null };
    const { matching, end } = prepared(order, sql.conditions);
    const { createdAt: at, id: key } = position ?? startOf(order, filter);
    const isFiltered = sql.conditions !== '';
    const scanned = isFiltered ? scannedRows : limit + 1;
    const parameters = { ...ANY_TIME, ...sql.parameters, tenant, at, key, scanned };
    const placed = matching.all({ ...parameters, count: limit + 1 });
    const rows = placed.slice(0, limit).map(([, , ...row]) => row);
    if (placed.length > limit) return { rows, next: positionIn(placed[limit - 1]) };
    return { rows, next: isFiltered ? positionIn(end.get(parameters)) : null };
  };

  /** First the contacts with any communication, then those without, whose positions have no key. */
  const byLatest = (request: Omit<ListRequest, 'sort'>): ListedContacts => {
    const { filter, position, limit } = request;
    const isBehind = filter.contacted === false || position?.id === '';
    const latest = isBehind ? { rows: [], next: null } : follow(LATEST, request);
    if (latest.next !== null || filter.contacted === true) return latest;
    if (latest.rows.length === limit) return { ...latest, next: NEWEST };
    const others = follow(CREATED, {
      ...request,
      filter: { ...filter, contacted: false },
      position: isBehind ? position : null,
      limit: limit - latest.rows.length,
    });
    return { rows: [...latest.rows, ...others.rows], next: others.next };
  };

  return (request: ListRequest): ListedContacts =>
    request.sort === 'lastContact' ? byLatest(request) : follow(orderFor(request), request);
};

interface ListRequest {
  readonly tenant: number;
  readonly filter: ContactFilter;
  readonly sort: ContactSort;
  /** Null: the start of the list. */
  readonly position: Position | null;
  readonly limit: number;
}

/** Reads the matching contacts of single partitions; their ids begin with the partition. */
export const partitionListing = (db: Database) => {
  const statements = new Map<string, Statement<[Parameters], string>>();
  return ({ tenant, partition, filter, createdUntil }: PartitionRequest): readonly string[] => {
    const sql = filterSql(tenant, filter);
    if (sql === null) return [];
    const conditions = ['c.tenant = :tenant', 'c.created_at <= :createdUntil', sql.conditions];
    const text = `SELECT c.id FROM contacts c INDEXED BY contacts_by_id WHERE c.id >= :from AND c.id < :to
      AND ${conditions.filter((condition) => condition !== '').join(' AND ')} ORDER BY c.id`;
    const statement = statements.get(text) ?? db.prepare<Parameters, string>(text).pluck();
    statements.set(text, statement);
    // Every id of the partition is less than its digits followed by the first letter after f.
    return statement.all({ ...sql.parameters, tenant, createdUntil, from: partition, to: `${partition}g` });
  };
};

interface PartitionRequest {
  readonly tenant: number;
  readonly partition: string;
  readonly filter: ContactFilter;
  /** ms since the epoch. */
  readonly createdUntil: number;
}
