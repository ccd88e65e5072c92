/** Finds the node that holds the browser of a test call, over NATS, with one subject per call. */
import { errors, type NatsConnection } from '@nats-io/transport-node';

/** Timeout for another node's reply, ms. */
const ANSWER_MS = 1_000;

export interface BrowserHolders {
  /** `none`: no node holds the browser; `unknown`: this could not be determined. Never rejects. */
  ask(callId: string, request: 'state' | 'hang_up'): Promise<'held' | 'none' | 'unknown'>;
  /** Replies for the call until the returned function is called. */
  hold(callId: string, hangUp: () => void): () => void;
}

export const createBrowserHolders = (nc: NatsConnection): BrowserHolders => ({
  ask: async (callId, request) => {
    try {
      await nc.request(subjectOf(callId), request, { timeout: ANSWER_MS });
      return 'held';
    } catch (error) {
      return hasNoResponders(error) ? 'none' : 'unknown';
    }
  },
  hold: (callId, hangUp) => {
    const subscription = nc.subscribe(subjectOf(callId), {
      callback: (error, message) => {
        if (error !== null) return;
        message.respond('held');
        if (message.string() === 'hang_up') hangUp();
      },
    });
    return () => subscription.unsubscribe();
  },
});

const subjectOf = (callId: string): string => `browser.${callId}`;

const hasNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());
