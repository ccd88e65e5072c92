/** Loads one actor, and writes its snapshots; an actor that cannot be read is trouble, and is logged once (activate.ts, A10). */
import type { Logger } from 'pino';
import { DomainError } from '../../../schemas/errors.js';
import { NotUnderstood, Unreadable } from '../activation.js';
import type { ActorRef } from '../actor.js';
import type { Journal } from '../journal/journal.js';
import { isServerError, JournalDamaged, MessageUnreadable } from '../journal-errors.js';
import type { RuntimeEvent } from '../metrics.js';
import type { TroubleBook } from '../trouble/book.js';
import { type Failing, messageOf } from '../trouble/trouble.js';
import { type FoldableActor, type Loaded, loadActor, snapshotOf } from './loaded.js';

/** Reading a commit again takes about as long as this many bytes of a snapshot. */
const BYTES_PER_COMMIT = 2_048;
/** This few commits are always read again. */
const FEW_COMMITS = 4;

/**
 * Whether a snapshot speeds up the next load of an actor that leaves memory. If one is written every n commits and the
 * actor is loaded for each of them, a commit costs an n-th of the snapshot and the reading of n / 2 commits: the sum is
 * least where n squared commits take twice as long as the snapshot.
 */
const isWorthKeeping = ({
  commitsSinceSnapshot,
  bytes,
}: Pick<Loaded<unknown>, 'commitsSinceSnapshot' | 'bytes'>): boolean =>
  commitsSinceSnapshot >= FEW_COMMITS && commitsSinceSnapshot ** 2 * BYTES_PER_COMMIT >= 2 * bytes;

export interface LoadingDeps<State, Event> {
  readonly actor: FoldableActor<State, Event>;
  readonly ref: ActorRef;
  readonly journal: Journal;
  readonly trouble: Pick<TroubleBook, 'note' | 'clear'>;
  readonly logger: Logger;
  readonly count: (what: RuntimeEvent) => void;
  /** ms since the epoch */
  readonly now: () => number;
}

export interface Loading<State> {
  /**
   * The state as the journal holds it. `kept`: what was loaded before, to continue from (loaded.ts, L3).
   * @throws Unreadable; NotUnderstood; what the journal throws
   */
  load(kept: Loaded<State> | null): Promise<Loaded<State>>;
  /** Runs work that loads on demand: if it fails on what could not be read before, that is noted again. */
  onDemand<T>(work: () => Promise<T>): Promise<T>;
  /** Writes a snapshot if one is due, in the background. `when`: after a commit, or as the actor leaves memory. */
  keepSnapshot(loaded: Loaded<State>, when: 'committed' | 'leaving'): void;
}

/** The command that leaves the message out (skipping.ts), if the error names one. */
const howToSkip = ({ kind, business, id }: ActorRef, error: unknown): string => {
  if (!(error instanceof JournalDamaged || error instanceof MessageUnreadable)) return '';
  return `; to skip it: parley admin journal skip ${kind}.${business}.${id} ${error.seq ?? 'last'}`;
};

export const createLoading = <State, Event>(deps: LoadingDeps<State, Event>): Loading<State> => {
  const { actor, ref, journal, trouble, logger, count, now } = deps;
  const failing: Failing = { kind: 'actor', what: ref.kind, ref, key: '' };
  let isUnreadable = false;
  const note = (error: unknown): Promise<unknown> =>
    trouble.note(failing, error, { attempts: 1, since: now() });
  return {
    load: async (kept) => {
      try {
        const fresh = await loadActor(actor, journal, ref, now(), kept);
        if (isUnreadable) void trouble.clear(failing);
        isUnreadable = false;
        return fresh;
      } catch (error) {
        if (isServerError(error) || error instanceof DomainError || error instanceof NotUnderstood)
          throw error;
        count('load_failed');
        if (!isUnreadable) {
          isUnreadable = true;
          logger.error({ event: 'actor.unreadable', ...ref, err: error });
          void note(new Unreadable(`${messageOf(error)}${howToSkip(ref, error)}`));
        }
        throw new Unreadable(`${ref.kind} cannot be read`, { cause: error });
      }
    },
    onDemand: async (work) => {
      const wasUnreadable = isUnreadable;
      try {
        return await work();
      } catch (error) {
        if (wasUnreadable) await note(error);
        throw error;
      }
    },
    keepSnapshot: (loaded, when) => {
      const { snapshotEvery } = actor;
      if (snapshotEvery === undefined) return;
      const isDue =
        loaded.commitsSinceSnapshot >= snapshotEvery || (when === 'leaving' && isWorthKeeping(loaded));
      if (!isDue) return;
      loaded.commitsSinceSnapshot = 0;
      // A snapshot only saves time; if this one cannot be written the next one will be.
      journal.saveSnapshot(ref, snapshotOf(actor, loaded, now())).then(
        (bytes) => {
          loaded.bytes = bytes;
          count('snapshot');
        },
        (error: unknown) => logger.warn({ event: 'actor.snapshot_failed', ...ref, err: error }),
      );
    },
  };
};
