/**
 * Which node holds a call's socket: a node that opens one queries all the others over NATS.
 *
 * The query is sent before this node starts to answer, on one connection and so in this order: no node answers itself,
 * and of two nodes that query at the same instant at least one gets in.
 */
import type { NatsConnection, Subscription } from '@nats-io/transport-node';

/** Another node answers in less than this, ms. */
const ANSWER_MS = 500;

export interface Presence {
  /**
   * Answers for the call from now on. Resolves with whether another node holds a live socket of it, after at most 500 ms;
   * false if no node could answer. Never rejects.
   */
  claim(businessId: string, callId: string): Promise<boolean>;
  /** Stops answering for the call. */
  release(callId: string): void;
}

/** `holds` resolves with whether a live socket of the call is here, once everything else here of the call has given way. */
export const createPresence = (nc: NatsConnection, holds: (callId: string) => Promise<boolean>): Presence => {
  const answering = new Map<string, Subscription>();

  const ask = async (subject: string): Promise<boolean> => {
    try {
      return (await nc.request(subject, '', { timeout: ANSWER_MS })).string() === 'connected';
    } catch {
      // No other node is there, or none can answer: the journal resolves the rest.
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
