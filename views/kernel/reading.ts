/**
 * Reading the views in the thread that asks: one connection, made anew whenever the file is another one, and the queries
 * that are prepared on it.
 */
import { DomainError } from '../../schemas/errors.js';
import { type Db, isDamaged, openForReading } from './database.js';

/** The file as it is read here. */
export interface Reading<Queries> {
  /** Opens the file that there is by now, in place of what was open. @throws SqliteError when it cannot be used */
  open(): void;
  isOpen(): boolean;
  /** @throws DomainError `not_ready` while nothing is open, and when the file turns out to be damaged */
  ask<T>(query: (queries: Queries) => T): T;
  close(): void;
}

/** `onDamaged` is told of what a read ran into; the file is closed by then. */
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

/** The queries as one object that outlives the file: each asks those of the file that is open by then. */
export const lastingQueries = <Queries extends object>({ ask }: Pick<Reading<Queries>, 'ask'>): Queries => {
  const lasting = (name: string) => {
    const query = (queries: Queries, args: readonly unknown[]): unknown => {
      const found: unknown = Reflect.get(queries, name);
      return typeof found === 'function' ? Reflect.apply(found, queries, args) : found;
    };
    return (...args: readonly unknown[]): unknown => ask((queries) => query(queries, args));
  };
  // What is spread is plain functions; the proxy says that they are of the same types.
  const proxy = new Proxy(
    ask((queries) => queries),
    { get: (_, name) => (typeof name === 'string' ? lasting(name) : undefined) },
  );
  return { ...proxy };
};
