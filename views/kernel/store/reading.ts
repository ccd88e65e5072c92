/**
 * Reads the views on the calling thread: one connection, reopened whenever the file is replaced, and the queries that are
 * prepared on it.
 */
import { DomainError } from '../../../schemas/errors.js';
import { type Db, isDamaged, openForReading } from '../database.js';

/** The file as this thread reads it. */
export interface Reading<Queries> {
  /** Opens the current file in place of an open one. @throws SqliteError when it cannot be used */
  open(): void;
  isOpen(): boolean;
  /** @throws DomainError `not_ready` while no file is open, and when the file proves to be damaged */
  ask<T>(query: (queries: Queries) => T): T;
  close(): void;
}

/** `onDamaged` receives the error of a read; the file is already closed. */
export const createReading = <Queries>(
  file: string,
  queriesOf: (db: Db) => Queries,
  onDamaged: (error: unknown) => void,
): Reading<Queries> => {
  let open: { readonly db: Db; readonly queries: Queries } | null = null;
  const close = (): void => {
    open?.db.close();
    open = null;
  };
  return {
    close,
    open: () => {
      close();
      const db = openForReading(file);
      try {
        open = { db, queries: queriesOf(db) };
      } catch (error) {
        db.close();
        throw error;
      }
    },
    isOpen: () => open !== null,
    ask: (query) => {
      if (open === null) throw new DomainError('not_ready');
      try {
        return query(open.queries);
      } catch (error) {
        if (!isDamaged(error)) throw error;
        close();
        onDamaged(error);
        throw new DomainError('not_ready');
      }
    },
  };
};

/** The queries as one object that outlives the file: each call uses the file that is open at that time. */
export const stableQueries = <Queries extends object>({ ask }: Pick<Reading<Queries>, 'ask'>): Queries => {
  const stable = (name: string) => {
    const query = (queries: Queries, args: readonly unknown[]): unknown => {
      const found: unknown = Reflect.get(queries, name);
      return typeof found === 'function' ? Reflect.apply(found, queries, args) : found;
    };
    return (...args: readonly unknown[]): unknown => ask((queries) => query(queries, args));
  };
  // The spread object contains plain functions; the proxy gives them the same types.
  const proxy = new Proxy(
    ask((queries) => queries),
    { get: (_, name) => (typeof name === 'string' ? stable(name) : undefined) },
  );
  return { ...proxy };
};
