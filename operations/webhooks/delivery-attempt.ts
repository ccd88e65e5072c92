/**
 * One attempt to deliver a webhook event, what follows from its outcome, and the schedule of attempts
 * (docs/reference/api.md "Channels, messages, conversations").
 *
 * It guarantees:
 * D2. A webhook event is attempted on the schedule ({@link waitAfter}) until it is answered with 2xx, for 72 hours: then it
 *     is a dead letter, which can be resent, and its subscription is reported as trouble (dead-letters.ts).
 * D4. Every attempt uses the current address and secret: a rotation or a pause takes effect at once.
 * D5. `retryNumber`, the schedule and a dead letter count the attempts that ended without 2xx, timeouts included. What the
 *     server redelivers after a pause, or because a node died or stopped in the middle of an attempt, does not count.
 */
import type { Logger } from 'pino';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { OrderedMessage, Settlement } from '../../actors/runtime/consumers/in-order.js';
import type { TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import { subscription } from '../../actors/subscription/index.js';
import type { WebhookAnswer, WebhookSender } from '../../providers/webhooks/sender.js';
import { WEBHOOK_CONTRACT_VERSION } from '../../schemas/events/subscription.js';
import type { ActiveSubscription } from '../../views/webhooks/index.js';
import type { Sealer } from '../sealing.js';
import type { AttemptLog } from './attempt-log.js';
import { deadLettersOf } from './dead-letters.js';
import type { FailedAttempts } from './failed-attempts.js';

const PAUSED_MS = 5_000;

const S = 1_000;
const MIN = 60 * S;
const H = 60 * MIN;
/** Waits after the first attempt, the second …; the last one repeats. */
const WAITS_MS = [5 * S, 30 * S, 2 * MIN, 10 * MIN, 30 * MIN, H, 2 * H, 4 * H] as const;
const LAST_MS = 4 * H;
/** No attempt begins later than this after the event was queued. */
export const GIVE_UP_MS = 72 * H;
/** A tenth more or less, so that deliveries that failed together are not retried together. */
const JITTER = 0.1;

export interface AttemptDeps {
  readonly actors: ActorClient;
  readonly sender: WebhookSender;
  /** The payload of a webhook event as it is sent (event-media.ts). */
  readonly payloadOf: (
    businessId: string,
    webhookEvent: WebhookEvent,
    signal: AbortSignal,
  ) => Promise<WebhookEvent['payload']>;
  readonly sealer: Sealer;
  readonly logger: Logger;
  /** ms since the epoch. */
  readonly now: () => number;
  /** In [0, 1). */
  readonly random: () => number;
  /** Called just before the first attempt of an event leaves. */
  readonly onLeaving: (eventId: string) => void;
  readonly count: (outcome: 'delivered' | 'failed' | 'dead') => void;
  readonly trouble: Pick<TroubleBook, 'note'>;
  readonly log: Pick<AttemptLog, 'note'>;
  readonly failures: FailedAttempts;
}

/** A completed attempt. */
interface SentAttempt {
  readonly webhookEvent: WebhookEvent;
  /** D5; 0 for the first. */
  readonly retryNumber: number;
  /** ms since the epoch. */
  readonly at: number;
  readonly answer: WebhookAnswer;
}

/** What follows for the event; `not_yet`: it cannot be attempted, and is to be retried after `afterMs`, before later events. */
export type Attempt = Settlement | { readonly type: 'not_yet'; readonly afterMs: number };

/** Attempts to deliver the event, which arrived in `message`. @throws Error when the subscription is unreachable */
export const attemptDelivery = async (
  deps: AttemptDeps,
  subscriber: ActiveSubscription,
  webhookEvent: WebhookEvent,
  message: OrderedMessage,
  signal: AbortSignal,
): Promise<Attempt> => {
  const { id, businessId } = subscriber;
  const payload = await deps.payloadOf(businessId, webhookEvent, signal);
  const destination = await access(deps, subscriber);
  if (destination === 'revoked') return { type: 'done' };
  if (destination === 'paused') return { type: 'not_yet', afterMs: PAUSED_MS };
  const { isFirst } = message;
  const retryNumber = isFirst ? 0 : await deps.failures.count(id, message.seq);
  const { eventId, eventType } = webhookEvent;
  if (isFirst) deps.onLeaving(eventId);
  // Another node has the event by now, and may have sent later ones.
  if (!message.isOurs()) return { type: 'put_off', afterMs: 0 };
  const at = deps.now();
  const startedAt = performance.now();
  const answer = await deps.sender.send(
    {
      businessId,
      subscriptionId: id,
      url: destination.callbackUrl,
      secret: destination.secret,
      eventId,
      contractVersion: contractOf(webhookEvent),
      body: JSON.stringify({ ...payload, retryNumber }),
      timestamp: Math.floor(at / 1_000),
    },
    signal,
  );
  // The outcome of an attempt that we aborted is unknown.
  if (signal.aborted) return { type: 'put_off', afterMs: 0 };
  const latencyMs = Math.round(performance.now() - startedAt);
  deps.log.note(businessId, id, { eventId, eventType, retryNumber, at, latencyMs, ...logFieldsOf(answer) });
  return settled(deps, subscriber, message, { webhookEvent, retryNumber, at, answer });
};

/** The contract version of a webhook event: the event's own, because another build may have written it. */
export const contractOf = ({ payload }: WebhookEvent): string =>
  typeof payload.contractVersion === 'string' ? payload.contractVersion : WEBHOOK_CONTRACT_VERSION;

/** D4 */
const access = async (
  { actors, sealer }: AttemptDeps,
  { id, businessId }: ActiveSubscription,
): Promise<'revoked' | 'paused' | { readonly callbackUrl: string; readonly secret: string }> => {
  const { answer } = await actors.query(subscription, { business: businessId, id }, 'get');
  if (answer.subscription === null || answer.subscription.status === 'revoked') return 'revoked';
  if (answer.subscription.status === 'paused') return 'paused';
  const { callbackUrl, sealedSecret } = answer.subscription;
  return { callbackUrl, secret: sealer.open(id, sealedSecret) };
};

/** ms until the next attempt after `attempts` of them; `random` in [0, 1). D2 */
export const waitAfter = (attempts: number, random: number): number => {
  const wait = WAITS_MS[attempts - 1] ?? LAST_MS;
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random));
};

/** D2, D5 */
const settled = async (
  deps: AttemptDeps,
  subscriber: ActiveSubscription,
  message: OrderedMessage,
  sent: SentAttempt,
): Promise<Settlement> => {
  const { retryNumber, at, answer } = sent;
  const { seq } = message;
  const finish = async (): Promise<Settlement> => {
    if (retryNumber > 0) await deps.failures.forget(subscriber.id, seq);
    return { type: 'done' };
  };
  if (isAccepted(answer)) {
    deps.count('delivered');
    return finish();
  }
  deps.count('failed');
  const failed = retryNumber + 1;
  const waitMs = waitAfter(failed, deps.random());
  if (at + waitMs - message.writtenAt < GIVE_UP_MS) {
    await deps.failures.keep(subscriber.id, seq, failed);
    return { type: 'put_off', afterMs: waitMs };
  }
  await deadLetter(deps, subscriber, sent);
  return finish();
};

const deadLetter = async (
  deps: AttemptDeps,
  { id, businessId }: ActiveSubscription,
  { webhookEvent, retryNumber, answer }: SentAttempt,
): Promise<void> => {
  await deps.actors.ask(
    subscription,
    { business: businessId, id },
    { type: 'dead_letter', event: webhookEvent, attempts: retryNumber + 1 },
  );
  deps.count('dead');
  deps.logger.debug({ event: 'webhook.dead', businessId, subscriptionId: id, eventId: webhookEvent.eventId });
  // One entry for all of them: separate ones would be a log line and an entry each.
  await deps.trouble.note(deadLettersOf(businessId, id), failureOf(answer), {
    attempts: 1,
    since: deps.now(),
    retriesAutomatically: false,
  });
};

const isAccepted = (answer: WebhookAnswer): boolean =>
  answer.type === 'answered' && answer.status >= 200 && answer.status < 300;

const failureOf = (answer: WebhookAnswer): Error =>
  answer.type === 'answered'
    ? Object.assign(new Error(`the subscriber answered with status ${answer.status}`), {
        code: `http_${answer.status}`,
      })
    : Object.assign(new Error(answer.problem), { code: 'no_answer' });

const logFieldsOf = (answer: WebhookAnswer) =>
  answer.type === 'answered'
    ? { httpStatus: answer.status, problem: null, excerpt: answer.excerpt }
    : { httpStatus: null, problem: answer.problem, excerpt: '' };
