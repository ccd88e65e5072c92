/** One page of a list that is ordered newest first: stable while rows are added. */
import { decodeCursor, encodeCursor, type Key } from './cursor.js';
import type { Page, PageRequest } from './views.js';

/** Sorts before every real row of a newest-first list. */
const NEWEST: Key = { createdAt: Number.MAX_SAFE_INTEGER, id: '\uffff' };

/**
 * Reads one page. `read` gets the key after which to begin and how many rows to read at most, in the order
 * `created_at DESC, id DESC`.
 */
export const pageOf = <Row extends { readonly created_at: number; readonly id: string }, T>(
  list: string,
  { limit, cursor }: PageRequest,
  read: (after: Key, limit: number) => readonly Row[],
  toItem: (row: Row) => T,
): Page<T> => {
  const rows = read(cursor === null ? NEWEST : decodeCursor(list, cursor), limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    rows.length > limit && last !== undefined
      ? encodeCursor(list, { createdAt: last.created_at, id: last.id })
      : null;
  return { items: shown.map(toItem), nextCursor };
};
