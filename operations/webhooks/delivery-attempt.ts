/**
 * One attempt to deliver a webhook event, and what follows from its outcome (docs/reference/api.md "Channels, messages,
 * conversations").
 *
 * It guarantees:
 * D2. A webhook event is attempted on the schedule (retry-schedule.ts) until it is answered with 2xx, for 72 hours: then it
 *     is a dead letter, which can be resent, and its subscription is reported as trouble (dead-letters.ts).
 * D4. Every attempt uses the current address and secret: a rotation or a pause takes effect at once. Former secrets sign as
 *     well until their overlap ends.
 * D5. `retryNumber`, the schedule and a dead letter count the attempts that ended without 2xx, timeouts included. What the
 *     server redelivers after a pause, or because a node died or stopped in the middle of an attempt, does not count.
 * D6. An event that is answered with 410 is a dead letter at once, and pauses the subscription, in one commit. Later events
 *     wait in the queue until it is resumed, for as long as events are attempted (paused-events.ts).
 */
import type { Logger } from 'pino';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { OrderedMessage, Settlement } from '../../actors/runtime/consumers/in-order.js';
import type { TroubleBook } from '../../actors/runtime/trouble/book.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import { subscription } from '../../actors/subscription/index.js';
import type { WebhookAnswer, WebhookSender } from '../../providers/webhooks/sender.js';
import { type DeliveryProblem, WEBHOOK_CONTRACT_VERSION } from '../../schemas/events/subscription.js';
import type { SubscriberId } from '../../views/webhooks/index.js';
import type { Sealer } from '../sealing.js';
import type { AttemptLog } from './attempt-log.js';
import { reportDead } from './dead-letters.js';
import type { FailedAttempts } from './failed-attempts.js';
import { nextWait } from './retry-schedule.js';
import { type SigningSecrets, signingSecrets } from './signing-secrets.js';

const PAUSED_MS = 5_000;
/** The endpoint is gone for good (RFC 9110 section 15.5.11). */
const GONE = 410;

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
  /** Where it was sent. */
  readonly url: string;
  readonly answer: WebhookAnswer;
}

/** What follows for the event; `not_yet`: it cannot be attempted, and is to be retried after `afterMs`, before later events. */
export type Attempt = Settlement | { readonly type: 'not_yet'; readonly afterMs: number };

/** Attempts to deliver the event, which arrived in `message`. @throws Error when the subscription is unreachable */
export const attemptDelivery = async (
  deps: AttemptDeps,
  subscriber: SubscriberId,
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
  const { callbackUrl: url } = destination;
  const answer = await deps.sender.send(
    {
      businessId,
      subscriptionId: id,
      url,
      secret: destination.secret,
      previousSecrets: destination.previousSecrets,
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
  return settled(deps, subscriber, message, { webhookEvent, retryNumber, at, url, answer });
};

/** The contract version of a webhook event: the event's own, because another build may have written it. */
export const contractOf = ({ payload }: WebhookEvent): string =>
  typeof payload.contractVersion === 'string' ? payload.contractVersion : WEBHOOK_CONTRACT_VERSION;

/** D4 */
const access = async (
  { actors, sealer, now }: AttemptDeps,
  { id, businessId }: SubscriberId,
): Promise<'revoked' | 'paused' | (SigningSecrets & { readonly callbackUrl: string })> => {
  const { answer } = await actors.query(subscription, { business: businessId, id }, 'get');
  if (answer.subscription === null || answer.subscription.status === 'revoked') return 'revoked';
  if (answer.subscription.status === 'paused') return 'paused';
  const { callbackUrl } = answer.subscription;
  return { callbackUrl, ...signingSecrets(sealer, id, answer.subscription, now()) };
};

/** D2, D5 */
const settled = async (
  deps: AttemptDeps,
  subscriber: SubscriberId,
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
  if (isGone(answer) && (await deadLetter(deps, subscriber, sent))) return finish();
  const waitMs = nextWait({
    attempts: failed,
    ageMs: at - message.writtenAt,
    retryAfterMs: answer.type === 'answered' ? answer.retryAfterMs : null,
    random: deps.random(),
  });
  if (waitMs !== null) {
    await deps.failures.keep(subscriber.id, seq, failed);
    return { type: 'put_off', afterMs: waitMs };
  }
  await deadLetter(deps, subscriber, sent);
  return finish();
};

/** D6. False: the answer came from an address that the subscription has no longer, and the event is not a dead letter. */
const deadLetter = async (
  deps: AttemptDeps,
  { id, businessId }: SubscriberId,
  { webhookEvent, retryNumber, url, answer }: SentAttempt,
): Promise<boolean> => {
  const { answer: reply } = await deps.actors.ask(
    subscription,
    { business: businessId, id },
    {
      type: 'dead_letter',
      event: webhookEvent,
      attempts: retryNumber + 1,
      ...(isGone(answer) ? { reason: 'endpoint_gone', goneUrl: url } : { reason: 'attempts_exhausted' }),
    },
  );
  // A node of an older build keeps every dead letter, and has no reply.
  if (reply?.isKept === false) return false;
  const facts = { businessId, subscriptionId: id, eventId: webhookEvent.eventId };
  if (isGone(answer)) deps.logger.warn({ event: 'webhook.endpoint_gone', ...facts });
  await reportDead(deps, facts, failureOf(answer));
  return true;
};

const isGone = (answer: WebhookAnswer): boolean => answer.type === 'answered' && answer.status === GONE;

/** Whether the subscriber has accepted the event. */
export const isAccepted = (answer: WebhookAnswer): boolean =>
  answer.type === 'answered' && answer.status >= 200 && answer.status < 300;

const failureOf = (answer: WebhookAnswer): Error =>
  answer.type === 'answered'
    ? Object.assign(new Error(`the subscriber answered with status ${answer.status}`), {
        code: `http_${answer.status}`,
      })
    : Object.assign(new Error(answer.problem), { code: 'no_answer' });

/** The outcome of an attempt, as logs show it. */
export const logFieldsOf = (answer: WebhookAnswer): LogFields =>
  answer.type === 'answered'
    ? { httpStatus: answer.status, problem: problemOfStatus(answer.status), excerpt: answer.excerpt }
    : { httpStatus: null, problem: answer.problem, excerpt: '' };

interface LogFields {
  readonly httpStatus: number | null;
  readonly problem: DeliveryProblem | null;
  readonly excerpt: string;
}

/** Answers after which the endpoint or its address has to change. */
const problemOfStatus = (status: number): DeliveryProblem | null => {
  if (status === GONE) return 'endpoint_gone';
  return status >= 300 && status < 400 ? 'redirect_not_followed' : null;
};
