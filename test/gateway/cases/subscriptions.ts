/** Requests about webhook subscriptions: for each operation a good, a different and an invalid one. */
import { BUSINESS, SUBSCRIPTION } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';

const hook = {
  businessId: BUSINESS,
  channel: 'whatsapp',
  phoneNumberId: '106540352242922',
  callbackUrl: 'https://example.org/hooks',
  events: ['whatsapp.message.received'],
  externalAutomation: true,
};
/** For the whole business, so without an account. */
const hookOf = (channel: 'voice' | 'campaign') => ({
  businessId: BUSINESS,
  channel,
  callbackUrl: 'https://example.org/hooks',
});

export const SUBSCRIPTION_CASES: Cases = {
  readWebhookContract: {
    path: '/api/v1/contracts/whatsapp-automation',
    status: 200,
    invalid: { query: 'version=1' },
    problems: ['version'],
  },
  listSubscriptions: {
    path: `/api/v1/webhook-subscriptions?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  createSubscription: {
    path: '/api/v1/webhook-subscriptions',
    status: 201,
    body: hook,
    other: { body: { ...hook, callbackUrl: 'https://example.org/other' } },
    conditional: [
      { body: { ...hookOf('voice'), events: ['voice.call.ended'] }, scope: 'voice:read' },
      { body: { ...hookOf('campaign'), events: ['campaign.iteration.ended'] }, scope: 'campaigns:read' },
    ],
    invalid: {
      body: {
        businessId: BUSINESS,
        channel: 'sms',
        phoneNumberId: 1,
        callbackUrl: 'not an address',
        events: ['whatsapp.message.lost', 'whatsapp.message.lost'],
        externalAutomation: false,
      },
    },
    problems: [
      '/channel',
      '/phoneNumberId',
      '/callbackUrl',
      '/events',
      '/events/0',
      '/events/1',
      '/externalAutomation',
    ],
  },
  updateSubscription: {
    path: `/api/v1/webhook-subscriptions/${SUBSCRIPTION}`,
    status: 200,
    body: { businessId: BUSINESS, status: 'paused' },
    invalid: { body: { businessId: BUSINESS, status: 'revoked', events: [] } },
    problems: ['/status', '/events'],
  },
  revokeSubscription: {
    path: `/api/v1/webhook-subscriptions/${SUBSCRIPTION}?${q}`,
    status: 200,
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
  rotateSubscriptionSecret: {
    path: `/api/v1/webhook-subscriptions/${SUBSCRIPTION}/rotate-secret`,
    status: 200,
    body: { businessId: BUSINESS, overlapSeconds: 86_400 },
    invalid: { body: { businessId: '', overlapSeconds: 86_401 } },
    problems: ['/businessId', '/overlapSeconds'],
  },
  testSubscription: {
    path: `/api/v1/webhook-subscriptions/${SUBSCRIPTION}/test`,
    status: 200,
    body: { businessId: BUSINESS },
    other: { body: { businessId: BUSINESS, events: ['whatsapp.message.received'] } },
    invalid: { body: { businessId: BUSINESS, events: ['whatsapp.message.lost'] } },
    problems: ['/events/0'],
  },
  listDeliveryAttempts: {
    path: `/api/v1/console/webhook-subscriptions/${SUBSCRIPTION}/deliveries?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  listDeadLetters: {
    path: `/api/v1/console/webhook-subscriptions/${SUBSCRIPTION}/dead-letters?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  readDeadLetter: {
    path: `/api/v1/console/webhook-subscriptions/${SUBSCRIPTION}/dead-letters/payload?${q}&eventId=wamid.1`,
    status: 200,
    invalid: { query: `${q}&eventId=` },
    problems: ['eventId'],
  },
  resendDeadLetter: {
    path: `/api/v1/console/webhook-subscriptions/${SUBSCRIPTION}/dead-letters/resend`,
    status: 202,
    body: { businessId: BUSINESS, eventId: 'wamid.1' },
    other: { body: { businessId: BUSINESS, eventId: 'wamid.2' } },
    invalid: { body: { businessId: BUSINESS, eventId: '' } },
    problems: ['/eventId'],
  },
};
