/**
 * Opaque cursors of keyset-paged lists. A cursor holds the position of the last returned row and a digest that binds it to its
 * list: the business, the filters and the order. It is not a secret and grants nothing.
 */
import { createHash } from 'node:crypto';
import { DomainError } from '../../schemas/errors.js';
import type { Page } from './page.js';

/** The identity of a list: its name, the business, every filter. */
export type ListScope = readonly (string | number | null)[];

/** Lists run from newest to oldest; the id decides between rows of the same millisecond. */
export interface Position {
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly id: string;
}

const DIGEST_BYTES = 12;

const digest = (scope: ListScope, payload: string): string =>
  createHash('sha256')
    .update(JSON.stringify([scope, payload]))
    .digest()
    .subarray(0, DIGEST_BYTES)
    .toString('base64url');

/** A cursor that continues this list, and no other, from the position. */
export const encodeCursor = (scope: ListScope, { createdAt, id }: Position): string => {
  const payload = Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
  return `${payload}.${digest(scope, payload)}`;
};

/** @throws DomainError `cursor_invalid` when it is damaged or belongs to another list */
export const decodeCursor = (scope: ListScope, cursor: string): Position => {
  const [payload = '', seal = '', ...rest] = cursor.split('.');
  if (rest.length > 0 || seal !== digest(scope, payload)) throw new DomainError('cursor_invalid');
  const position: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  if (!Array.isArray(position)) throw new DomainError('cursor_invalid');
  const [createdAt, id]: readonly unknown[] = position;
  if (typeof createdAt !== 'number' || typeof id !== 'string') throw new DomainError('cursor_invalid');
  return { createdAt, id };
};

/**
 * The parameters of a statement that reads a page: the owner of the list, the position before the page, and the number of rows.
 */
export type PageParameters<Name extends string> = Readonly<Record<Name, string>> &
  Position & { readonly count: number };

/** Before every row: the start of a list. */
export const START: Position = { createdAt: Number.MAX_SAFE_INTEGER, id: '' };

/** The position to continue from; {@link START} without a cursor. @throws DomainError `cursor_invalid` */
export const positionOf = (scope: ListScope, cursor: string | null): Position =>
  cursor === null ? START : decodeCursor(scope, cursor);

/** The number from which a list ordered by a number continues, or `start`. @throws DomainError `cursor_invalid` */
export const numberOf = (scope: ListScope, cursor: string | null, start: number): number =>
  cursor === null ? start : decodeCursor(scope, cursor).createdAt;

/** A page of a list ordered by a number alone, from up to `limit + 1` rows. */
export const pageByNumber = <Row, T>(
  scope: ListScope,
  rows: readonly Row[],
  limit: number,
  numberIn: (row: Row) => number,
  toItem: (row: Row) => T,
): Page<T> => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items: page.map(toItem),
    nextCursor: hasMore ? encodeCursor(scope, { createdAt: numberIn(last), id: '' }) : null,
  };
};

/** The most characters in the rows of one page, unless a single row has more: an answer is built in one go. */
export const PAGE_CHARACTERS = 1024 * 1024;

/** A page that ends before its limit where its rows are large; it reads no more rows than {@link pageOf} takes. */
export const pageWithin = <Row extends { readonly id: string; readonly created_at: number }, T>(
  scope: ListScope,
  rows: Iterable<Row>,
  limit: number,
  charactersIn: (row: Row) => number,
  toItem: (row: Row) => T,
): Page<T> => {
  const read: Row[] = [];
  let characters = 0;
  let maxRows = limit;
  for (const row of rows) {
    characters += charactersIn(row);
    if (read.length > 0 && characters > PAGE_CHARACTERS) maxRows = Math.min(maxRows, read.length);
    read.push(row);
    if (read.length > maxRows) break;
  }
  return pageOf(scope, read, maxRows, toItem);
};

/** A page from up to `limit + 1` rows: the extra one only shows that there are more. */
export const pageOf = <Row extends { readonly id: string; readonly created_at: number }, T>(
  scope: ListScope,
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => T,
): Page<T> => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    items: page.map(toItem),
    nextCursor: hasMore ? encodeCursor(scope, { createdAt: last.created_at, id: last.id }) : null,
  };
};
