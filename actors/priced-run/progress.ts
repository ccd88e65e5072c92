/** The progress of a priced run: from its estimate over its funding and its pages to its settlement. Pure. */
import { assertNever } from '../../schemas/assert.js';

/** How a run ended; partial: an item was left out. */
export type RunOutcome = 'completed' | 'partial';

export interface RunProgress {
  readonly phase: 'estimated' | 'funding' | 'unfunded' | 'working' | 'settling' | 'over';
  /** How often it was confirmed. */
  readonly confirmations: number;
  readonly pages: number;
  /** The last item of the latest page; null: the first page is yet to come, or the last one is done. */
  readonly cursor: string | null;
  readonly completed: number;
  readonly failed: number;
  /** Null until the last page is done. */
  readonly outcome: RunOutcome | null;
}

/** What has happened in a run, whatever its events are called. */
export type RunStep =
  | { readonly is: 'confirmed' }
  /** The charge is reserved. */
  | { readonly is: 'funded' }
  | { readonly is: 'unfunded' }
  | {
      readonly is: 'page';
      readonly completed: number;
      readonly failed: number;
      readonly cursor: string | null;
    }
  | { readonly is: 'ended'; readonly status: RunOutcome }
  | { readonly is: 'settled' };

export const NO_PROGRESS: RunProgress = {
  phase: 'estimated',
  confirmations: 0,
  pages: 0,
  cursor: null,
  completed: 0,
  failed: 0,
  outcome: null,
};

/** The changes that a step makes. */
export const progressAfter = (progress: RunProgress, step: RunStep): Partial<RunProgress> => {
  switch (step.is) {
    case 'confirmed':
      return { phase: 'funding', confirmations: progress.confirmations + 1 };
    case 'funded':
      return { phase: 'working' };
    case 'unfunded':
      return { phase: 'unfunded' };
    case 'page':
      return {
        pages: progress.pages + 1,
        cursor: step.cursor,
        completed: progress.completed + step.completed,
        failed: progress.failed + step.failed,
      };
    case 'ended':
      return { phase: 'settling', outcome: step.status };
    case 'settled':
      return { phase: 'over' };
    default:
      return assertNever(step);
  }
};

/** How a run is shown to people and callers. */
export interface RunStanding {
  readonly status: 'estimated' | 'running' | RunOutcome;
  /** Whether the charge is being reserved at this moment. */
  readonly funding: boolean;
  /** Whether the last confirmation failed for lack of credit. */
  readonly unfunded: boolean;
}

export const standingOf = ({ phase, outcome }: RunProgress): RunStanding => ({
  status: statusIn(phase, outcome),
  funding: phase === 'funding',
  unfunded: phase === 'unfunded',
});

const statusIn = (phase: RunProgress['phase'], outcome: RunOutcome | null): RunStanding['status'] => {
  switch (phase) {
    case 'estimated':
    case 'unfunded':
      return 'estimated';
    case 'funding':
    case 'working':
    case 'settling':
      return 'running';
    case 'over':
      return outcome ?? 'partial';
    default:
      return assertNever(phase);
  }
};
