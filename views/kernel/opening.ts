/**
 * Opening the file of the views for reading. The projector says that there is one, and may be replacing it when that is heard
 * here: it checks the file against the journal only then.
 *
 * It guarantees:
 * O1. A file that is missing or half made is tried again until it can be opened, and never ends the process.
 * O2. What cannot be opened for {@link GIVE_UP_MS} is reported as damaged, once for each time that the projector says that
 *     there is a file.
 */

/** Between two attempts. Making the tables takes some 10 ms. */
const RETRY_MS = 20;
/** Another process may hold the file for a second (database.ts). */
const GIVE_UP_MS = 5_000;

/** What an opening is made of. */
export interface OpeningOptions {
  /** Opens what there is, in place of what was open. @throws what SQLite says of a file that cannot be used */
  readonly open: () => void;
  /** Whether the machine is at fault rather than the file, so that only time helps. */
  readonly isTransient: (error: unknown) => boolean;
  /** O2 */
  readonly onFailed: (error: unknown) => void;
  /** Monotonic, ms. */
  readonly now: () => number;
  /** Runs the work after so many ms. */
  readonly later: (ms: number, work: () => void) => void;
}

/** The opening of one file after another. */
export interface Opening {
  /** There is a file, another one than before. */
  start(): void;
  /** Resolves once a file was opened for the first time. */
  readonly first: Promise<void>;
  /** Nothing is opened any more. */
  stop(): void;
}

/** Before there is a file. */
export const createOpening = ({ open, isTransient, onFailed, now, later }: OpeningOptions): Opening => {
  /** Of the file that is to be opened: attempts at an earlier one end. */
  let generation = 0;
  let resolveFirst = (): void => undefined;
  const first = new Promise<void>((resolve) => {
    resolveFirst = resolve;
  });

  const attempt = (of: number, since: number): void => {
    if (of !== generation) return;
    try {
      open();
      resolveFirst();
    } catch (error) {
      if (now() - since >= GIVE_UP_MS && !isTransient(error)) onFailed(error);
      else later(RETRY_MS, () => attempt(of, since)); // O1
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
