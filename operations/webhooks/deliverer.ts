/**
 * Delivers letters to subscribers.
 *
 * It guarantees:
 * D1. Each subscription has a consumer, places and connections of its own: one that hangs or fails delays nobody else.
 * D2. A letter is tried by the schedule (retry-schedule.ts) until it is answered with 2xx, or dies after 72 hours:
 *     then it is a dead letter, which can be re-sent; its subscription is trouble then (dead-letters.ts).
 * D3. Letters of one conversation go out in order as long as they are accepted.
 * D4. Every attempt uses the address and the secret of its moment: a rotation or a pause holds at once.
 */
import type { JsMsg } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import { consumeInOrder, type InOrder, type Settlement } from '../../actors/runtime/in-order.js';
import type { TroubleBook } from '../../actors/runtime/trouble-book.js';
import type { Letter } from '../../actors/subscription/events.js';
import { subscription } from '../../actors/subscription/index.js';
import type { WebhookAnswer, WebhookSender } from '../../providers/webhooks/sender.js';
import { WEBHOOK_CONTRACT_VERSION } from '../../schemas/subscription.js';
import type { ViewStore } from '../../views/views.js';
import type { ActiveSubscription } from '../../views/webhooks/index.js';
import { inParallel } from '../in-parallel.js';
import type { Sealer } from '../sealing.js';
import { createAttemptLog } from './attempt-log.js';
import { deadLettersOf } from './dead-letters.js';
import { durableOf, lettersOf, OUTBOX, parseLetter } from './outbox.js';
import { GIVE_UP_MS, waitAfter } from './retry-schedule.js';

/** Letters of one subscription on their way at a time. */
export const WIDTH = 64;
/** Letters of one subscription in memory. */
const ON_HAND = 500;
/** Letters of one subscription that wait for another attempt; beyond it new ones wait with them. */
const UNSETTLED = 50_000;
/** How often subscriptions that began or ended are looked for, ms. */
const LOOK_MS = 500;
const PAUSED_MS = 5_000;
/** When the actor cannot be asked, ms. */
const AWAY_MS = 1_000;

export interface DelivererDeps {
  readonly nc: NatsConnection;
  readonly actors: ActorAsker;
  readonly views: Pick<ViewStore, 'activeSubscriptions'>;
  readonly sender: WebhookSender;
  /** What a letter says as it leaves (letter-media.ts). */
  readonly payloadOf: (businessId: string, letter: Letter, signal: AbortSignal) => Promise<Letter['payload']>;
  readonly sealer: Sealer;
  readonly logger: Logger;
  /** ms since the epoch. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  /** Told just before the first attempt of an event leaves. */
  readonly onLeaving: (eventId: string) => void;
  readonly count: (outcome: 'delivered' | 'failed' | 'dead') => void;
  readonly trouble: Pick<TroubleBook, 'note'>;
  /** Told when a consumer is gone and is about to be made again. */
  readonly onConsumerGone: () => void;
}

export interface Deliverer {
  /** Ends attempts at work and leaves the rest to whoever comes next; idempotent. */
  stop(): Promise<void>;
}

export const startDeliverer = (deps: DelivererDeps): Deliverer => {
  const { nc, actors, views, sender, sealer, logger, now, random } = deps;
  const log = createAttemptLog(actors);
  const running = new Map<string, Promise<InOrder | null>>();
  let stopping: Promise<void> | null = null;

  /** D4 */
  const access = async (businessId: string, id: string) => {
    const { answer } = await actors.ask(subscription, { business: businessId, id }, { type: 'look' });
    if (answer.subscription === null || answer.subscription.status === 'revoked') return 'revoked';
    if (answer.subscription.status === 'paused') return 'paused';
    const { callbackUrl, sealedSecret } = answer.subscription;
    return { callbackUrl, secret: sealer.open(id, sealedSecret) };
  };

  const attempt = async (
    { id, businessId }: ActiveSubscription,
    letter: Letter,
    message: JsMsg,
    signal: AbortSignal,
  ): Promise<Settlement> => {
    const payload = await deps.payloadOf(businessId, letter, signal);
    const where = await access(businessId, id);
    if (where === 'revoked') return { is: 'done' };
    if (where === 'paused') return { is: 'put_off', afterMs: PAUSED_MS };
    const retryNumber = message.info.deliveryCount - 1;
    if (retryNumber === 0) deps.onLeaving(letter.eventId);
    const at = now();
    const began = performance.now();
    const answer = await sender.send(
      {
        subscriptionId: id,
        url: where.callbackUrl,
        secret: where.secret,
        eventId: letter.eventId,
        contractVersion: contractOf(letter),
        body: JSON.stringify({ ...payload, retryNumber }),
        timestamp: Math.floor(at / 1_000),
      },
      signal,
    );
    // Nobody knows what came of an attempt that we ended ourselves.
    if (signal.aborted) return { is: 'put_off', afterMs: 0 };
    const { eventId, eventType } = letter;
    log.note(businessId, id, {
      eventId,
      eventType,
      retryNumber,
      at,
      latencyMs: Math.round(performance.now() - began),
      ...noted(answer),
    });
    if (isAccepted(answer)) {
      deps.count('delivered');
      return { is: 'done' };
    }
    deps.count('failed');
    const waitMs = waitAfter(retryNumber + 1, random());
    if (at + waitMs - Number(message.timestampNanos / 1_000_000n) < GIVE_UP_MS)
      return { is: 'put_off', afterMs: waitMs };
    await actors.ask(
      subscription,
      { business: businessId, id },
      { type: 'bury', letter, attempts: retryNumber + 1 },
    );
    deps.count('dead');
    logger.debug({ event: 'webhook.dead', businessId, subscriptionId: id, eventId });
    // A letter for each would be a line and an entry for each.
    await deps.trouble.note(deadLettersOf(businessId, id), failureOf(answer), {
      attempts: 1,
      since: now(),
      byItself: false,
    });
    return { is: 'done' };
  };

  const handle =
    (one: ActiveSubscription) =>
    async (message: JsMsg, signal: AbortSignal): Promise<Settlement> => {
      try {
        return await attempt(one, parseLetter(message.string()), message, signal);
      } catch (error) {
        logger.warn({ event: 'webhook.waits', subscriptionId: one.id, err: error });
        return { is: 'put_off', afterMs: AWAY_MS };
      }
    };

  const begin = async (one: ActiveSubscription): Promise<InOrder | null> => {
    try {
      return await consumeInOrder({
        nc,
        stream: OUTBOX,
        durable: durableOf(one.id),
        filter: lettersOf(one.businessId, one.id),
        maxOnHand: ON_HAND,
        maxUnsettled: UNSETTLED,
        width: WIDTH,
        handle: handle(one),
        mark: null,
        logger,
        random,
        onGone: deps.onConsumerGone,
        // With its subscription the consumer is deleted on purpose.
        isWanted: () => views.activeSubscriptions().some(({ id }) => id === one.id),
      });
    } catch (error) {
      // The next look begins it again.
      running.delete(one.id);
      logger.warn({ event: 'webhook.consumer_failed', subscriptionId: one.id, err: error });
      return null;
    }
  };

  const end = async (id: string, consumer: Promise<InOrder | null>): Promise<void> => {
    running.delete(id);
    await (await consumer)?.stop();
    sender.forget(id);
  };

  const look = async (): Promise<void> => {
    const active = views.activeSubscriptions();
    const wanted = new Set(active.map(({ id }) => id));
    const gone = [...running].filter(([id]) => !wanted.has(id));
    await inParallel(gone, WIDTH, ([id, consumer]) => end(id, consumer));
    for (const one of active) if (!running.has(one.id)) running.set(one.id, begin(one));
  };

  let looking: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    looking = looking.then(look).catch((error: unknown) => {
      // The views are not readable for the moment.
      logger.debug({ event: 'webhook.look_failed', err: error });
    });
  }, LOOK_MS);

  return {
    stop: () => {
      stopping ??= (async () => {
        clearInterval(timer);
        await looking;
        await Promise.all([...running].map(([id, consumer]) => end(id, consumer)));
        await log.close();
        await sender.close();
      })();
      return stopping;
    },
  };
};

/** The version of the contract that a letter was written for: its own, for another build may have written it. */
export const contractOf = ({ payload }: Letter): string =>
  typeof payload.contractVersion === 'string' ? payload.contractVersion : WEBHOOK_CONTRACT_VERSION;

const isAccepted = (answer: WebhookAnswer): boolean =>
  answer.is === 'answered' && answer.status >= 200 && answer.status < 300;

const failureOf = (answer: WebhookAnswer): Error =>
  answer.is === 'answered'
    ? Object.assign(new Error(`the subscriber answers ${answer.status}`), { code: `http_${answer.status}` })
    : Object.assign(new Error(answer.problem), { code: 'no_answer' });

const noted = (answer: WebhookAnswer) =>
  answer.is === 'answered'
    ? { httpStatus: answer.status, problem: null, excerpt: answer.excerpt }
    : { httpStatus: null, problem: answer.problem, excerpt: '' };
