/** One webhook subscription, with a failed attempt and a dead letter. */
import type { Operations } from '../../../operations/operations.js';
import type {
  DeadLetter,
  DeliveryAttempt,
  SubscriptionResource,
  TestDelivery,
} from '../../../schemas/events/subscription.js';
import type { Views } from '../../../views/views.js';
import { AT, requireTag, SUBSCRIPTION, TAG } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

const subscription: SubscriptionResource = {
  id: SUBSCRIPTION,
  channel: 'whatsapp',
  phoneNumberId: '106540352242922',
  providerAccountId: null,
  callbackUrl: 'https://example.org/hooks',
  events: ['whatsapp.message.received'],
  externalAutomation: true,
  status: 'active',
  pauseReason: null,
  pausedAt: null,
  secretLast4: 'cafe',
  previousSecretUntil: null,
  createdAt: AT,
  updatedAt: AT,
  tag: TAG,
};

const deliveryAttempt: DeliveryAttempt = {
  eventId: 'wamid.1',
  eventType: 'whatsapp.message.received',
  retryNumber: 0,
  at: AT,
  outcome: 'failed',
  httpStatus: null,
  problem: 'timeout',
  latencyMs: 10_000,
  responseExcerpt: '',
};

const deadLetter: DeadLetter = {
  eventId: 'wamid.1',
  eventType: 'whatsapp.message.received',
  occurredAt: AT,
  diedAt: AT,
  conversationId: SUBSCRIPTION,
  callId: null,
  campaignId: null,
  reason: 'attempts_exhausted',
  attempts: 30,
  resentAt: null,
};

const testDelivery: TestDelivery = {
  eventId: 'test:1',
  eventType: 'whatsapp.message.received',
  outcome: 'delivered',
  httpStatus: 204,
  problem: null,
  latencyMs: 12,
  responseExcerpt: '',
};

/** Views of the subscription, its attempt and its dead letter. */
export const subscriptionViews = (): Pick<
  Views,
  | 'activeSubscriptions'
  | 'pausedSubscriptions'
  | 'subscriptionsPausedByService'
  | 'deadLetters'
  | 'deliveryAttempts'
  | 'subscribersOf'
  | 'subscription'
  | 'subscriptions'
> => ({
  activeSubscriptions: () => [],
  pausedSubscriptions: () => [],
  subscriptionsPausedByService: () => 0,
  deadLetters: (_, page) => pageOf(deadLetter, page),
  deliveryAttempts: (_, page) => pageOf(deliveryAttempt, page),
  subscribersOf: () => [],
  subscription: (_, id) => (id === SUBSCRIPTION ? subscription : null),
  subscriptions: (_, page) => pageOf(subscription, page),
});

/** Operations that change nothing. */
export const subscriptionOperations = ({
  recordAs,
  record,
}: OperationLog): Pick<Operations, 'subscriptions' | 'deadLetters' | 'testEvents'> => ({
  subscriptions: {
    create: (caller) =>
      record(caller, { subscription, signingSecret: 'secret', standardSecret: 'whsec_AAAAAAAA' }),
    revoke: (_, id) => recordAs(`revokeSubscription ${id}`, { ...subscription, status: 'revoked' as const }),
    rotateSecret: (_, id) =>
      recordAs(`rotateSubscriptionSecret ${id}`, {
        subscription,
        signingSecret: 'other',
        standardSecret: 'whsec_BBBBBBBB',
      }),
    update: async (_business, id, _body, expected) => {
      requireTag(expected);
      return recordAs(`updateSubscription ${id}`, subscription);
    },
  },
  testEvents: { send: (caller) => record(caller, [testDelivery]) },
  deadLetters: {
    read: async (_, _id, eventId) => ({ eventId }),
    resend: (caller, _id, eventId) => record(caller, { eventId, resent: true as const }),
  },
});
