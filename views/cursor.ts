/** Opaque cursors of keyset-paged lists (contract.md "Lists"): bound to one list with one set of filters. */
import { createHash } from 'node:crypto';
import { DomainError } from '../schemas/errors.js';

/** The row after which the next page begins. */
export interface Key {
  readonly createdAt: number;
  readonly id: string;
}

/** Names a list with everything that decides what is in it. */
export const listName = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);

export const encodeCursor = (list: string, key: Key): string =>
  Buffer.from(JSON.stringify([list, key.createdAt, key.id])).toString('base64url');

/** @throws DomainError cursor_invalid when it is damaged or belongs to another list */
export const decodeCursor = (list: string, cursor: string): Key => {
  const parts = parse(cursor);
  if (Array.isArray(parts) && parts.length === 3 && parts[0] === list) {
    const [, createdAt, id] = parts;
    if (typeof createdAt === 'number' && Number.isSafeInteger(createdAt) && typeof id === 'string')
      return { createdAt, id };
  }
  throw new DomainError('cursor_invalid', undefined, [
    { path: 'cursor', message: 'use nextCursor of the same list, unchanged' },
  ]);
};

const parse = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return null;
  }
};
