/**
 * While a greeting that must not be interrupted plays, the customer's words are held, not lost, until receipts prove that
 * 95 % of it was heard (spec section 8).
 */

/** Final words of the recogniser, or keys that were pressed. Times are ms of the recording's clock. */
export interface Heard {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  readonly endOfUtterance: boolean;
  /** The text is keys of the customer's telephone; absent: it is words. */
  readonly isKeys?: true;
}

export interface GreetingHold {
  readonly active: boolean;
  /** Whether words are held. */
  readonly holds: boolean;
  hold(heard: Heard): void;
  /** Whether the greeting's receipts suffice; the greeting's whole length must be known. */
  satisfied(ackedMs: number, totalMs: number): boolean;
  /** Ends the hold, once; returns the held words in order. */
  release(): readonly Heard[];
}

export const createGreetingHold = (begin: boolean, share: number): GreetingHold => {
  let active = begin;
  let held: Heard[] = [];
  return {
    get active() {
      return active;
    },
    get holds() {
      return held.length > 0;
    },
    hold: (heard) => {
      held.push(heard);
    },
    satisfied: (ackedMs, totalMs) => active && totalMs > 0 && ackedMs >= totalMs * share,
    release: () => {
      const released = held;
      active = false;
      held = [];
      return released;
    },
  };
};
