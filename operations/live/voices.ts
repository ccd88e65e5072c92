/**
 * Speech on live calls, from all nodes and threads (media/operators/voices.ts), for the pages of this node that show it. It is
 * momentary: missed updates are lost, and none are stored (docs/how-to/live-updates.md "Who speaks").
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { CallVoices, LiveEvent } from '../../schemas/events/live.js';
import { isRecord } from '../../schemas/json.js';
import { iso } from '../../views/kernel/dates.js';

/** A follower of a business announces itself three times in this time, ms; without that, the business has no followers. */
export const INTEREST_MS = 15_000;

/** Subject on which followers of a business announce themselves; `*`: any business. */
export const interestIn = (businessId: string): string => `voices.follow.${businessId}`;

/** Subject of the voices of a business: `{ calls: CallVoices[] }` as JSON. */
export const voicesSubject = (businessId: string): string => `voices.told.${businessId}`;

type VoicesEvent = Extract<LiveEvent, { readonly type: 'call.voices' }>;
type Listener = (event: VoicesEvent) => void;

export interface VoiceFeed {
  /** Delivers the voices of a business's calls; `listener` must not throw. Returns a function that stops it, idempotent. */
  follow(businessId: string, listener: Listener): () => void;
}

export interface VoiceFeedDeps {
  readonly nc: Pick<NatsConnection, 'publish' | 'subscribe'>;
  /** ms since the epoch */
  readonly now: () => number;
  readonly logger: Logger;
}

const isVoices = (value: unknown): value is CallVoices =>
  isRecord(value) &&
  typeof value.callId === 'string' &&
  typeof value.customer === 'number' &&
  typeof value.agent === 'number' &&
  typeof value.words === 'string';

/** @throws Error if the message is not one of ours */
const callsIn = (text: string): CallVoices[] => {
  const message: unknown = JSON.parse(text);
  if (!isRecord(message) || !Array.isArray(message.calls)) throw new Error('the message has no calls');
  return message.calls.filter(isVoices);
};

/** Subscribes to nothing until there is a follower. */
export const createVoiceFeed = ({ nc, now, logger }: VoiceFeedDeps): VoiceFeed => {
  const feeds = new Map<string, { readonly listeners: Set<Listener>; readonly stop: () => void }>();

  const listen = (businessId: string) => {
    const listeners = new Set<Listener>();
    const subscription = nc.subscribe(voicesSubject(businessId), {
      callback: (error, message) => {
        if (error !== null) return;
        try {
          const occurredAt = iso(now());
          // One event for all listeners, so that it is serialised once (gateway/live/stream.ts).
          const event: VoicesEvent = { type: 'call.voices', occurredAt, calls: callsIn(message.string()) };
          for (const listener of listeners) listener(event);
        } catch (unreadable) {
          logger.warn({ event: 'live.voices_unreadable', businessId, err: unreadable });
        }
      },
    });
    const announceInterest = (): void => {
      // Without a connection there is nothing to receive either; the next beat repeats it.
      if (!subscription.isClosed()) nc.publish(interestIn(businessId));
    };
    announceInterest();
    const timer = setInterval(announceInterest, INTEREST_MS / 3).unref();
    return {
      listeners,
      stop: () => {
        clearInterval(timer);
        subscription.unsubscribe();
        feeds.delete(businessId);
      },
    };
  };

  return {
    follow: (businessId, listener) => {
      const business = feeds.get(businessId) ?? listen(businessId);
      feeds.set(businessId, business);
      business.listeners.add(listener);
      return () => {
        if (business.listeners.delete(listener) && business.listeners.size === 0) business.stop();
      };
    },
  };
};
