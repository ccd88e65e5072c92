/** What `parley serve` says about browsers on calls at its first start. */
import { findWorker, WorkerMissing, type WorkerPlaces } from '../../providers/legs/worker-program.js';

export interface OfferOptions {
  /** Whether a person reads standard error. */
  readonly isTerminal: boolean;
  /** Whether the console has no user yet. */
  readonly isFirstStart: boolean;
  readonly mode: 'auto' | 'on' | 'off';
  readonly places: WorkerPlaces;
}

/** A line that offers to install the worker; null where there is nothing to offer. It asks nothing, so a start never waits. */
export const legsOffer = ({ isTerminal, isFirstStart, mode, places }: OfferOptions): string | null => {
  if (!isTerminal || !isFirstStart || mode !== 'auto') return null;
  try {
    findWorker(places);
    return null;
  } catch (error) {
    if (!(error instanceof WorkerMissing)) throw error;
    return 'To talk to agents from the browser, run `parley legs install` in another terminal, then restart: it downloads one program, and shows its progress.\n';
  }
};
