/**
 * The state of one actor in memory: loaded when it is needed, dropped when it may differ from the journal.
 *
 * It guarantees:
 * RS1. Wakes that the state wants are armed before the state is used (activate.ts, A4).
 * RS2. A state that was doubted while it was loaded is loaded again: part of it may be from before (activate.ts, A8).
 *
 * It does not know what is decided on the state; see activate.ts.
 */
import { Moved } from '../activation.js';
import type { Loaded } from './loaded.js';
import type { Loading } from './loading.js';
import type { Arming } from './timer-arming.js';

/** Memory of an activation besides its state, bytes. */
const EMPTY_BYTES = 8 * 1_024;
/** Memory that a byte of JSON takes as objects, bytes. */
const BYTES_IN_MEMORY = 4;

export interface ResidentStateDeps<State> {
  readonly loading: Pick<Loading<State>, 'load'>;
  readonly arming: Pick<Arming<State>, 'complete'>;
  /** Called with each state that was loaded. */
  readonly onLoaded: (state: State) => void;
  /** Whether another activation has the actor. */
  readonly isStopped: () => boolean;
  /** ms since the epoch */
  readonly now: () => number;
}

export interface ResidentState<State> {
  /**
   * The state as the journal holds it. Every wake that it wants is armed again when it is loaded: that costs a message or
   * two, and makes up for what an earlier process, or an earlier version of the actor, did not arm.
   * `alreadyDue`: the wake that is being handled. @throws Moved when stopped; what loading throws
   */
  ensure(alreadyDue?: readonly [name: string, due: number]): Promise<Loaded<State>>;
  /** The state in memory; null while there is none. */
  current(): Loaded<State> | null;
  /** `isSound`: the state lacks at most commits of other activations. */
  drop(isSound: boolean): void;
  /** Drops the state. For `forMs`, another activation may be active unnoticed (activate.ts, A8). */
  doubt(forMs: number): void;
  /** While another activation may be active, the journal is read before each command (activate.ts, A8). */
  dropWhileInDoubt(): void;
  /** An estimate of the memory that the activation takes. */
  bytes(): number;
}

export const createResidentState = <State>(deps: ResidentStateDeps<State>): ResidentState<State> => {
  const { loading, arming, onLoaded, isStopped, now } = deps;
  let loaded: Loaded<State> | null = null;
  /** State loaded earlier that can lack nothing but later commits (loaded.ts, L3). */
  let kept: Loaded<State> | null = null;
  /** How often the state in memory was doubted. */
  let doubts = 0;
  /** Until when another activation may be active unnoticed, ms since the epoch. */
  let doubtUntil = 0;

  const drop = (isSound: boolean): void => {
    kept = isSound ? (loaded ?? kept) : null;
    loaded = null;
  };

  return {
    ensure: async (alreadyDue) => {
      for (;;) {
        if (loaded !== null) return loaded;
        const doubtsBefore = doubts;
        const fresh = await loading.load(kept);
        if (alreadyDue !== undefined) fresh.armed.set(...alreadyDue);
        await arming.complete(fresh.state, fresh.armed); // RS1
        if (isStopped()) throw new Moved();
        if (doubts !== doubtsBefore) continue; // RS2
        loaded = fresh;
        onLoaded(fresh.state);
      }
    },
    current: () => loaded,
    drop,
    doubt: (forMs) => {
      doubts += 1;
      drop(false);
      doubtUntil = Math.max(doubtUntil, now() + forMs);
    },
    dropWhileInDoubt: () => {
      if (now() < doubtUntil) drop(true);
    },
    bytes: () => {
      const held = loaded ?? kept;
      return EMPTY_BYTES + (held === null ? 0 : held.bytes * BYTES_IN_MEMORY);
    },
  };
};
