/**
 * Test events: an example of each event that a subscription lists, sent at once to its endpoint. They take the way of events
 * (signature, guard against addresses that are not public), and are no events: attempted once, never retried, in no log of
 * deliveries, and without consequences for the subscription. A paused subscription can be tested, so that a repaired endpoint
 * is known to work before it is resumed.
 */
import { randomUUID } from 'node:crypto';
import { type SubscriptionState, subscription } from '../../actors/subscription/index.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import {
  type EventType,
  type SubscriptionTest,
  type TestDelivery,
  WEBHOOK_CONTRACT_VERSION,
} from '../../schemas/events/subscription.js';
import { webhookExample } from '../../schemas/events/webhook-examples.js';
import { deriveId } from '../../schemas/ids.js';
import { iso } from '../../views/kernel/dates.js';
import { createAttempts } from '../accounts/attempts.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { isAccepted, logFieldsOf } from './delivery-attempt.js';
import { signingSecrets } from './signing-secrets.js';

/** Tests of a business in {@link WINDOW_MS}, on each node. */
export const MAX_TESTS = 10;
const WINDOW_MS = 60_000;
/** How the id of a test event begins; no real event has such an id. */
const TEST_ID = 'test:';

interface TestEventOperations {
  /**
   * Sends the examples at once, and resolves when each was answered or its attempt has ended, within 10 s. A repetition with
   * the same Idempotency-Key sends the same ids.
   * @throws DomainError subscription_not_found, subscription_revoked, validation_failed, rate_limited
   */
  send(
    caller: Caller,
    subscriptionId: string,
    events?: SubscriptionTest['events'],
  ): Promise<Written<readonly TestDelivery[]>>;
}

type Subscription = NonNullable<SubscriptionState['subscription']>;

export const testEventOperations = (deps: OperationsDeps): TestEventOperations => {
  const tests = createAttempts(MAX_TESTS, WINDOW_MS);

  const admit = ({ businessId, at }: Caller): void => {
    const waitSeconds = tests.waitSeconds(businessId, at);
    if (waitSeconds > 0) throw new DomainError('rate_limited', undefined, [], waitSeconds);
    tests.recordFailure(businessId, at);
  };

  return {
    send: async (caller, id, chosen) => {
      const { businessId } = caller;
      const target = { business: businessId, id };
      const { answer, shard, seq } = await deps.actors.query(subscription, target, 'get');
      const tested = answer.subscription;
      if (tested === null) throw new DomainError('subscription_not_found');
      if (tested.status === 'revoked') throw new DomainError('subscription_revoked');
      const events = chosen ?? tested.events;
      refuseProblems(notListed(tested, events));
      admit(caller);
      const testId = caller.idempotencyKey === '' ? randomUUID() : commandIdOf(caller);
      // Connections of their own: a test of an endpoint that hangs delays no event.
      const pool = `${TEST_ID}${randomUUID()}`;
      try {
        const result = await Promise.all(
          events.map((eventType) => sendExample(deps, { caller, id, tested, testId }, pool, eventType)),
        );
        return { result, shard, seq };
      } finally {
        deps.webhooks.forget(pool);
      }
    },
  };
};

const notListed = ({ events: listed }: Subscription, events: readonly EventType[]): readonly ErrorDetail[] =>
  events.flatMap((event, index) =>
    listed.includes(event)
      ? []
      : [{ path: `/events/${index}`, message: 'is not among the events of this subscription' }],
  );

/** A test of a subscription. */
export interface TestOfSubscription {
  readonly caller: Caller;
  readonly id: string;
  readonly tested: Subscription;
  readonly testId: string;
  /** Fields of the payload, in place of those of the example. */
  readonly facts?: object;
}

type Deps = Pick<OperationsDeps, 'webhooks' | 'sealer'>;

/** Sends one test event, over a connection of its own. */
export const sendTestEvent = async (
  deps: Deps,
  test: TestOfSubscription,
  eventType: EventType,
): Promise<TestDelivery> => {
  const pool = `${TEST_ID}${randomUUID()}`;
  try {
    return await sendExample(deps, test, pool, eventType);
  } finally {
    deps.webhooks.forget(pool);
  }
};

const sendExample = async (
  { webhooks, sealer }: Deps,
  { caller: { businessId, at }, id, tested, testId, facts = {} }: TestOfSubscription,
  pool: string,
  eventType: EventType,
): Promise<TestDelivery> => {
  const eventId = `${TEST_ID}${deriveId(testId, eventType)}`;
  const startedAt = performance.now();
  const answer = await webhooks.send(
    {
      businessId,
      subscriptionId: pool,
      url: tested.callbackUrl,
      ...signingSecrets(sealer, id, tested, at),
      eventId,
      contractVersion: WEBHOOK_CONTRACT_VERSION,
      body: JSON.stringify({
        ...webhookExample(eventType, tested.channel),
        ...accountOf(tested),
        ...facts,
        businessId,
        eventId,
        occurredAt: iso(at),
        test: true,
      }),
      timestamp: Math.floor(at / 1_000),
      isTest: true,
    },
    new AbortController().signal,
  );
  const { httpStatus, problem, excerpt: responseExcerpt } = logFieldsOf(answer);
  return {
    eventId,
    eventType,
    outcome: isAccepted(answer) ? 'delivered' : 'failed',
    httpStatus,
    problem,
    latencyMs: Math.round(performance.now() - startedAt),
    responseExcerpt,
  };
};

/** The account, as payloads of the channel name it. */
const accountOf = ({ channel, accountId }: Subscription): object => {
  if (channel === 'whatsapp') return { phoneNumberId: accountId };
  return channel === 'instagram' ? { instagramAccountId: accountId } : {};
};
