/**
 * Decisions of a priced run: work on many items, page by page, whose price is confirmed before it begins. It guarantees:
 *
 * R1. Nothing is worked on before exactly the estimated charge is confirmed and reserved.
 * R2. A page counts once, no more items are worked on than were estimated, and only completed items are charged.
 * R3. A run that leaves an item out ends as partial.
 *
 * An actor of such a run keeps its own events and commands; this is what they have in common.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { RunOutcome, RunProgress } from './progress.js';

/** Items per commit; the model works on all of them concurrently. */
const PAGE = 20;

/** What a run was estimated to cost. */
export interface RunPrice {
  readonly items: number;
  /** Of each item. */
  readonly priceMicrocredits: number;
  /** When the estimate can no longer be confirmed, ms since the epoch. */
  readonly expiresAt: number;
}

/** The most that a run can cost, microcredits. */
const maxCharge = ({ items, priceMicrocredits }: RunPrice): number => items * priceMicrocredits;

/** Whether this confirmation starts the run; false: it is confirmed already. R1 @throws DomainError `mismatch` */
export const confirms = (
  { phase }: RunProgress,
  price: RunPrice,
  {
    maxChargeMicrocredits,
    at,
    mismatch,
  }: {
    readonly maxChargeMicrocredits: number;
    /** ms since the epoch. */
    readonly at: number;
    readonly mismatch: DomainError['code'];
  },
): boolean => {
  if (maxChargeMicrocredits !== maxCharge(price)) throw new DomainError(mismatch);
  if (phase !== 'estimated' && phase !== 'unfunded') return false;
  if (at >= price.expiresAt) throw new DomainError(mismatch);
  return true;
};

/** A page as its effect reports it. */
interface WorkedPage {
  readonly page: number;
  readonly completed: number;
  readonly failed: number;
  /** Its last item; null: there are no more. */
  readonly cursor: string | null;
  /** Whether the remaining items are left out. */
  readonly abandoned: boolean;
}

/** What a page changes: `ended` is null if more pages follow. Null: it was counted before. R2, R3 */
export const countPage = (
  run: RunProgress,
  { items }: RunPrice,
  { page, completed, failed, cursor, abandoned }: WorkedPage,
): { readonly ended: RunOutcome | null } | null => {
  if (run.phase !== 'working' || page !== run.pages) return null;
  const allFailed = run.failed + failed;
  const isFull = run.completed + completed + allFailed >= items;
  if (cursor !== null && !isFull) return { ended: null };
  return { ended: allFailed === 0 && !abandoned ? 'completed' : 'partial' };
};

/** The next work of a run. */
export type RunWork =
  | { readonly is: 'fund'; readonly attempt: number; readonly microcredits: number }
  /** `limit`: the most items of this page, so that no more are charged than were estimated. */
  | {
      readonly is: 'page';
      readonly page: number;
      readonly limit: number;
      /** The last item of the page before; null: this is the first. */
      readonly cursor: string | null;
    }
  | { readonly is: 'settle'; readonly microcredits: number };

/** Null: nothing is due. */
export const workOf = (run: RunProgress, price: RunPrice): RunWork | null => {
  const { phase, confirmations, pages: page, cursor, completed, failed } = run;
  switch (phase) {
    case 'funding':
      return { is: 'fund', attempt: confirmations, microcredits: maxCharge(price) };
    case 'working':
      return {
        is: 'page',
        page,
        limit: Math.max(0, Math.min(PAGE, price.items - completed - failed)),
        cursor,
      };
    case 'settling':
      return { is: 'settle', microcredits: completed * price.priceMicrocredits };
    case 'estimated':
    case 'unfunded':
    case 'over':
      return null;
    default:
      return assertNever(phase);
  }
};
