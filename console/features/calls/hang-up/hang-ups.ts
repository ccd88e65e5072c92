/**
 * Hanging up, with a moment to undo it: the call ends {@link UNDO_MS} after the first press, or at once with a second. The countdown
 * belongs to the page, not to what shows it: it continues when the user goes elsewhere in the console.
 */

/** How long a hang-up can be undone, ms. */
export const UNDO_MS = 3_000;

export type HangUp<Problem> =
  | { readonly type: 'none' }
  /** It can be undone until `endsAt`, ms since the epoch. */
  | { readonly type: 'pending'; readonly endsAt: number }
  | { readonly type: 'sending' }
  | { readonly type: 'failed'; readonly problem: Problem };

export interface HangUps<Problem> {
  of(callId: string): HangUp<Problem>;
  subscribe(listener: () => void): () => void;
  /** The first press starts the countdown, a second one ends the call now. */
  press(callId: string): void;
  undo(callId: string): void;
  /** Ends at once what is being counted down: the page is about to go away. */
  flush(): void;
}

interface HangUpDeps<Problem> {
  /** Ends the call. `leaving`: the request must outlive the page. Rejects with a problem. */
  readonly send: (callId: string, leaving: boolean) => Promise<unknown>;
  /** The problem that a rejection stands for. @throws what is none */
  readonly problemOf: (error: unknown) => Problem;
}

const NONE = { type: 'none' } as const;

export const createHangUps = <Problem>({ send, problemOf }: HangUpDeps<Problem>): HangUps<Problem> => {
  const states = new Map<string, HangUp<Problem>>();
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listeners = new Set<() => void>();

  const set = (callId: string, state: HangUp<Problem>): void => {
    if (state.type === 'none') states.delete(callId);
    else states.set(callId, state);
    for (const notify of [...listeners]) notify();
  };
  const stopTimer = (callId: string): void => {
    clearTimeout(timers.get(callId));
    timers.delete(callId);
  };
  const end = (callId: string, leaving: boolean): void => {
    stopTimer(callId);
    set(callId, { type: 'sending' });
    send(callId, leaving).then(
      () => set(callId, NONE),
      (error: unknown) => set(callId, { type: 'failed', problem: problemOf(error) }),
    );
  };

  return {
    of: (callId) => states.get(callId) ?? NONE,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press: (callId) => {
      const { type } = states.get(callId) ?? NONE;
      if (type === 'sending') return;
      if (type === 'pending') {
        end(callId, false);
        return;
      }
      timers.set(
        callId,
        setTimeout(() => end(callId, false), UNDO_MS),
      );
      set(callId, { type: 'pending', endsAt: Date.now() + UNDO_MS });
    },
    undo: (callId) => {
      if (states.get(callId)?.type !== 'pending') return;
      stopTimer(callId);
      set(callId, NONE);
    },
    flush: () => {
      for (const callId of [...timers.keys()]) end(callId, true);
    },
  };
};
