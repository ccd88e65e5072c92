/**
 * Who holds audio of a call that the shared store does not have yet. Whoever finishes a recording asks; a node that
 * is gone is no holder any more, and is not waited for.
 */
import { errors, type NatsConnection } from '@nats-io/transport-node';

/**
 * `open`: its tracks are still written. `unsent`: they are closed, and not all of them is in the store. `silent`: there
 * is a holder, or the server itself is away, and nobody has answered.
 */
export type Held = 'open' | 'unsent' | 'silent';

export interface TrackHolders {
  /** Makes this node a holder until the returned function is called; `asked` runs whenever somebody asks. */
  hold(callId: string, asked: () => Held): () => void;
  /** What all holders answer, this node's own included; empty when there are none. */
  ask(callId: string): Promise<ReadonlySet<Held>>;
}

/** How long is waited for the first answer, ms. */
const ANSWER_MS = 1_000;

const subjectOf = (callId: string): string => `recording-tracks.${callId}`;

/** Holders on every node of a NATS server. */
export const createHolders = (nc: NatsConnection): TrackHolders => ({
  hold: (callId, asked) => {
    const subscription = nc.subscribe(subjectOf(callId), {
      callback: (error, message) => {
        if (error === null) message.respond(asked());
      },
    });
    return () => subscription.unsubscribe();
  },
  ask: async (callId) => {
    const held = new Set<Held>();
    try {
      // Several may hold a part: after the first answer others are waited for until it stays quiet.
      for await (const answer of await nc.requestMany(subjectOf(callId), '', {
        strategy: 'stall',
        maxWait: ANSWER_MS,
      }))
        held.add(answer.string() === 'open' ? 'open' : 'unsent');
    } catch (error) {
      // The server's own word, at once. Nothing else means that there is nobody.
      if (isNobody(error)) return held;
      throw error;
    }
    return held.size === 0 ? held.add('silent') : held;
  },
});

const isNobody = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());

/** Holders of one process. */
export const createLocalHolders = (): TrackHolders => {
  const holders = new Map<string, Set<() => Held>>();
  return {
    hold: (callId, asked) => {
      const ofCall = holders.get(callId) ?? new Set();
      holders.set(callId, ofCall.add(asked));
      return () => {
        ofCall.delete(asked);
        if (ofCall.size === 0 && holders.get(callId) === ofCall) holders.delete(callId);
      };
    },
    ask: async (callId) => new Set([...(holders.get(callId) ?? [])].map((asked) => asked())),
  };
};
