/** Chooses the connection for the next utterance. Pure. */
import type { DialectLimits } from '../dialect.js';

/** The state of a connection. */
export interface ConnectionState {
  readonly path: string;
  readonly openedAt: number;
  readonly usable: boolean;
  readonly taken: number;
  readonly begun: readonly number[];
}

export type Choice =
  | { readonly type: 'use'; readonly index: number }
  | { readonly type: 'open' }
  /** Closes an idle connection, and opens a new one. */
  | { readonly type: 'replace'; readonly index: number }
  | { readonly type: 'wait' };

/** Whether the connection can begin another utterance now. */
const hasCapacity = (connection: ConnectionState, limits: DialectLimits, now: number): boolean => {
  const { begins } = limits;
  const recent = begins === null ? 0 : connection.begun.filter((at) => now - at < begins.withinMs).length;
  return (
    connection.usable &&
    connection.taken < limits.perConnection &&
    now - connection.openedAt < limits.ageMs &&
    (begins === null || recent < begins.max)
  );
};

/**
 * Chooses the oldest connection of the path that has a place, so that the others become idle and are closed. Otherwise a
 * new one; otherwise it replaces an idle one, of another path before one of its own that cannot begin more for now.
 */
export const chooseConnection = (
  connections: readonly ConnectionState[],
  path: string,
  limits: DialectLimits,
  now: number,
): Choice => {
  const index = connections.findIndex(
    (connection) => connection.path === path && hasCapacity(connection, limits, now),
  );
  if (index >= 0) return { type: 'use', index };
  if (connections.length < limits.connections) return { type: 'open' };
  const isIdle = ({ taken }: ConnectionState): boolean => taken === 0;
  const otherPath = connections.findIndex((connection) => isIdle(connection) && connection.path !== path);
  const idle = otherPath >= 0 ? otherPath : connections.findIndex(isIdle);
  return idle >= 0 ? { type: 'replace', index: idle } : { type: 'wait' };
};
