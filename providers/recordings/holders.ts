/**
 * Tracks which nodes hold audio of a call that is not in the shared store yet. The node that finishes a recording queries
 * the holders; a node that is gone no longer counts and is not waited for.
 */
import { errors, type NatsConnection } from '@nats-io/transport-node';

/**
 * `open`: its tracks are still being written. `unsent`: they are closed, but not completely in the store. `silent`: there is
 * a holder that did not reply, or the server itself is unavailable.
 */
export type Held = 'open' | 'unsent' | 'silent';

export interface TrackHolders {
  /** Makes this node a holder until the returned function is called; `getState` runs for each query. */
  hold(callId: string, getState: () => Held): () => void;
  /** The replies of all holders, including this node; empty if there are none. */
  ask(callId: string): Promise<ReadonlySet<Held>>;
}

/** How long to wait for the first reply, ms. */
const ANSWER_MS = 1_000;

const subjectOf = (callId: string): string => `recording-tracks.${callId}`;

/** Holders on all nodes of a NATS server. */
export const createHolders = (nc: NatsConnection): TrackHolders => ({
  hold: (callId, getState) => {
    const subscription = nc.subscribe(subjectOf(callId), {
      callback: (error, message) => {
        if (error === null) message.respond(getState());
      },
    });
    return () => subscription.unsubscribe();
  },
  ask: async (callId) => {
    const held = new Set<Held>();
    try {
      // Several nodes may hold a part: after the first reply, further ones are awaited until no more arrive.
      for await (const answer of await nc.requestMany(subjectOf(callId), '', {
        strategy: 'stall',
        maxWait: ANSWER_MS,
      }))
        held.add(answer.string() === 'open' ? 'open' : 'unsent');
    } catch (error) {
      // The server reports this immediately. No other error means that there is no holder.
      if (hasNoResponders(error)) return held;
      throw error;
    }
    return held.size === 0 ? held.add('silent') : held;
  },
});

const hasNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());

/** Holders within one process. */
export const createLocalHolders = (): TrackHolders => {
  const holders = new Map<string, Set<() => Held>>();
  return {
    hold: (callId, getState) => {
      const ofCall = holders.get(callId) ?? new Set();
      holders.set(callId, ofCall.add(getState));
      return () => {
        ofCall.delete(getState);
        if (ofCall.size === 0 && holders.get(callId) === ofCall) holders.delete(callId);
      };
    },
    ask: async (callId) => new Set([...(holders.get(callId) ?? [])].map((getState) => getState())),
  };
};
