/**
 * Publishes who is speaking on the calls of this thread: how loud either side is, and what the customer is saying. This
 * is of the moment alone, so it goes over NATS directly and is stored nowhere.
 *
 * It guarantees:
 * V1. Nothing is measured or published for a business without followers: a follower announces itself every
 *     {@link INTEREST_MS} / 3.
 * V2. A business is updated at most once each {@link PUBLISH_MS}, and only about calls that have changed, or that sound:
 *     those are repeated each {@link AGAIN_MS}, for followers that joined meanwhile.
 * V3. Measuring is no part of the tick's work: audio is kept as it arrives, and measured by a timer, a part of the calls
 *     at a time.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { INTEREST_MS, interestIn, voicesSubject } from '../../operations/live/voices.js';
import type { TrackName } from '../../providers/recordings/recording-store.js';
import { type CallVoices, MAX_WORDS_LENGTH } from '../../schemas/events/live.js';
import { createLoudnessMeter } from '../audio/loudness.js';

const PUBLISH_MS = 500;
/** A twentieth of the calls is measured at a time. */
const PARTS = 20;
const AGAIN_MS = 2_000;
/** Most calls in one message: even at its largest it fits the limit of NATS. */
const MAX_CALLS_PER_MESSAGE = 500;

/** A call that may be published. */
interface VoiceOfCall {
  /** Takes the audio of a side; `mulaw` is not written to afterwards. */
  heard(side: TrackName, mulaw: Uint8Array): void;
  /** The call has ended: published as silent if it was not, and then no more. Idempotent. */
  leave(): void;
}

export interface Voices {
  /** `currentWords`: what the customer is saying now; it is called between two ticks. */
  join(businessId: string, callId: string, currentWords: () => string): VoiceOfCall;
}

export interface VoicesDeps {
  readonly nc: Pick<NatsConnection, 'publish' | 'subscribe'>;
  readonly logger: Logger;
}

interface Seat {
  readonly businessId: string;
  /** What is new; null: nothing. */
  readonly update: (now: number) => CallVoices | null;
}

const endOf = (words: string): string =>
  words.length <= MAX_WORDS_LENGTH ? words : words.slice(words.length - MAX_WORDS_LENGTH);

/** Listens for followers as long as the connection lives. */
export const createVoices = ({ nc, logger }: VoicesDeps): Voices => {
  /** Until when a business is followed, ms of `performance.now()`. */
  const followed = new Map<string, number>();
  const seats: (Seat | null)[] = [];
  /** Updates to publish, by business. */
  const owed = new Map<string, CallVoices[]>();
  let timer: NodeJS.Timeout | null = null;
  let part = 0;

  const isFollowed = (businessId: string): boolean =>
    (followed.get(businessId) ?? Number.NEGATIVE_INFINITY) > performance.now();

  const owe = (businessId: string, voices: CallVoices): void => {
    const pending = owed.get(businessId);
    if (pending === undefined) owed.set(businessId, [voices]);
    else pending.push(voices);
  };

  const publish = (): void => {
    for (const [businessId, calls] of owed)
      try {
        for (let from = 0; from < calls.length; from += MAX_CALLS_PER_MESSAGE)
          nc.publish(
            voicesSubject(businessId),
            JSON.stringify({ calls: calls.slice(from, from + MAX_CALLS_PER_MESSAGE) }),
          );
      } catch (error) {
        // The connection is closed: the node is stopping.
        logger.debug({ event: 'voices.not_told', businessId, err: error });
      }
    owed.clear();
  };

  const tick = (): void => {
    const now = performance.now();
    for (let place = part; place < seats.length; place += PARTS) {
      const seat = seats[place] ?? null;
      if (seat === null || !isFollowed(seat.businessId)) continue;
      const update = seat.update(now);
      if (update !== null) owe(seat.businessId, update);
    }
    part = (part + 1) % PARTS;
    if (part === 0) publish();
    for (const [businessId, until] of followed) if (until <= now) followed.delete(businessId);
    if (followed.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };

  const interested = (businessId: string): void => {
    followed.set(businessId, performance.now() + INTEREST_MS);
    timer ??= setInterval(tick, PUBLISH_MS / PARTS).unref();
  };

  nc.subscribe(interestIn('*'), {
    callback: (error, message) => {
      const businessId = message.subject.split('.').at(-1);
      if (error === null && businessId !== undefined) interested(businessId);
    },
  });

  return {
    join: (businessId, callId, currentWords) => {
      const customer = createLoudnessMeter();
      const agent = createLoudnessMeter();
      let published: CallVoices = { callId, customer: 0, agent: 0, words: '' };
      let publishedAt = 0;
      const sounds = (voices: CallVoices): boolean =>
        voices.customer > 0 || voices.agent > 0 || voices.words !== '';
      const seat: Seat = {
        businessId,
        update: (now) => {
          const voices = {
            callId,
            customer: customer.take(),
            agent: agent.take(),
            words: endOf(currentWords()),
          };
          const same =
            voices.customer === published.customer &&
            voices.agent === published.agent &&
            voices.words === published.words;
          if (same && !(sounds(voices) && now - publishedAt >= AGAIN_MS)) return null;
          published = voices;
          publishedAt = now;
          return voices;
        },
      };
      const free = seats.indexOf(null);
      const place = free === -1 ? seats.length : free;
      seats[place] = seat;
      return {
        heard: (side, mulaw) => {
          if (timer !== null && isFollowed(businessId)) (side === 'customer' ? customer : agent).push(mulaw);
        },
        leave: () => {
          if (seats[place] !== seat) return;
          seats[place] = null;
          if (sounds(published)) owe(businessId, { callId, customer: 0, agent: 0, words: '' });
        },
      };
    },
  };
};
