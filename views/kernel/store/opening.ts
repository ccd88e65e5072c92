/**
 * Opens the file of the views for reading. The projector reports that there is a file, and may already be replacing it when the
 * report arrives, because it checks the file against the journal only afterwards.
 *
 * It guarantees:
 * O1. A missing or incomplete file is retried until it can be opened, and never ends the process.
 * O2. A file that cannot be opened for {@link GIVE_UP_MS} is reported as damaged, once for each report of a file by the
 *     projector.
 */

/** Between two attempts, ms. Creating the tables takes some 10 ms. */
const RETRY_MS = 20;
/** Another process may hold the file for a second (database.ts). In ms. */
const GIVE_UP_MS = 5_000;

/** The dependencies. */
export interface OpeningOptions {
  /** Opens the current file in place of an open one. @throws the error of SQLite when the file cannot be used */
  readonly open: () => void;
  /** Whether the machine rather than the file is at fault, so that only waiting helps. */
  readonly isTransient: (error: unknown) => boolean;
  /** O2 */
  readonly onFailed: (error: unknown) => void;
  /** Monotonic, ms. */
  readonly now: () => number;
  /** Runs the work after `ms`. */
  readonly later: (ms: number, work: () => void) => void;
}

/** Opens one file after another. */
export interface Opening {
  /** There is a new file to open. */
  start(): void;
  /** Resolves once the first file is open. */
  readonly first: Promise<void>;
  /** Stops all attempts. */
  stop(): void;
}

/** Starts without a file. */
export const createOpening = ({ open, isTransient, onFailed, now, later }: OpeningOptions): Opening => {
  /** The generation of the file to open: attempts at earlier ones end. */
  let generation = 0;
  let resolveFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    resolveFirst = resolve;
  });

  const attempt = (attempted: number, since: number): void => {
    if (attempted !== generation) return;
    try {
      open();
      resolveFirst();
    } catch (error) {
      if (now() - since >= GIVE_UP_MS && !isTransient(error)) onFailed(error);
      else later(RETRY_MS, () => attempt(attempted, since)); // O1
    }
  };

  return {
    first,
    start: () => {
      generation += 1;
      attempt(generation, now());
    },
    stop: () => {
      generation += 1;
    },
  };
};
