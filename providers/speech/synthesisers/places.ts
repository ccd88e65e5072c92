/** Chooses the connection for the next utterance. Pure. */
import type { DialectLimits } from './dialect.js';

/** The state of a connection. */
export interface Carrier {
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
const hasPlace = (carrier: Carrier, limits: DialectLimits, now: number): boolean => {
  const { begins } = limits;
  const recent = begins === null ? 0 : carrier.begun.filter((at) => now - at < begins.withinMs).length;
  return (
    carrier.usable &&
    carrier.taken < limits.perConnection &&
    now - carrier.openedAt < limits.ageMs &&
    (begins === null || recent < begins.most)
  );
};

/**
 * Chooses the oldest connection of the path that has a place, so that the others become idle and are closed. Otherwise a
 * new one; otherwise it replaces an idle one, of another path before one of its own that cannot begin more for now.
 */
export const choosePlace = (
  carriers: readonly Carrier[],
  path: string,
  limits: DialectLimits,
  now: number,
): Choice => {
  const index = carriers.findIndex((carrier) => carrier.path === path && hasPlace(carrier, limits, now));
  if (index >= 0) return { type: 'use', index };
  if (carriers.length < limits.connections) return { type: 'open' };
  const isIdle = ({ taken }: Carrier): boolean => taken === 0;
  const other = carriers.findIndex((carrier) => isIdle(carrier) && carrier.path !== path);
  const idle = other >= 0 ? other : carriers.findIndex(isIdle);
  return idle >= 0 ? { type: 'replace', index: idle } : { type: 'wait' };
};
