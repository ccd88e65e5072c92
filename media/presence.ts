/**
 * Which node holds a call's socket: whoever opens one asks all the others over NATS.
 *
 * The question goes out before the own answering begins, on one connection and so in this order: nobody is answered by
 * himself, and of two nodes that ask at the same instant at least one gets in.
 */
import type { NatsConnection, Subscription } from '@nats-io/transport-node';

/** Another node's answer takes less than this, ms. */
const ANSWER_MS = 500;

export interface Presence {
  /**
   * Answers for the call from now on. Resolves with whether another node holds a live socket of it, after 500 ms at the
   * latest; false where nobody could say so. Never rejects.
   */
  claim(businessId: string, callId: string): Promise<boolean>;
  /** Answers for the call no more. */
  release(callId: string): void;
}

/** `holds` says whether a live socket of the call is here, once whatever else is here of the call has made way. */
export const createPresence = (nc: NatsConnection, holds: (callId: string) => Promise<boolean>): Presence => {
  const answering = new Map<string, Subscription>();

  const ask = async (subject: string): Promise<boolean> => {
    try {
      return (await nc.request(subject, '', { timeout: ANSWER_MS })).string() === 'connected';
    } catch {
      // Nobody there, or nobody who could say so: the journal sorts out the rest.
      return false;
    }
  };

  const release = (callId: string): void => {
    answering.get(callId)?.unsubscribe();
    answering.delete(callId);
  };

  return {
    claim: (businessId, callId) => {
      const subject = `media.${businessId}.${callId}`;
      release(callId);
      const elsewhere = ask(subject);
      answering.set(
        callId,
        nc.subscribe(subject, {
          callback: (error, message) => {
            if (error === null)
              void holds(callId).then((held) => message.respond(held ? 'connected' : 'waiting'));
          },
        }),
      );
      return elsewhere;
    },
    release,
  };
};
