/** An example of the payload of each webhook event: the API description shows them, and test events send them. */
import { isAccountChannel } from '../channels/channel.js';
import { EXAMPLE } from '../described.js';
import { type EventType, type SubscriptionChannel, WEBHOOK_CONTRACT_VERSION } from './subscription.js';

type Fields = Readonly<Record<string, unknown>>;

const CALL_ID = 'f391176b-ae89-52ee-9f80-cdf6a5ce69da';
const CAMPAIGN_ID = '7f93aed2-23fb-5e25-b5e9-fd2d1e073452';
const ITERATION_ID = '66f6e777-3a3f-5c86-831c-e46cc49dc27f';
const AGENT_ID = 'ce24a5c0-3884-5dcb-8147-51032fbecb2a';
const CONTACT_ID = '06942376-1534-864b-9aa4-d7b7fa8576b6';
const MESSAGE_ID = 'e1728a2e-02f8-5716-bf48-5d8dfe55ef7d';
const FIRST_MESSAGE_ID = 'a9b8c7d6-e5f4-4a3b-82c1-d0e9f8a7b6c5';
const PROVIDER_MESSAGE_ID = 'wamid.HBgLMTQxNTU1NTAxMDA';

/** The steps of a message, in order, and when each was reported. */
const STEPS = {
  sent: '2026-03-02T09:30:00.000Z',
  delivered: '2026-03-02T09:30:01.000Z',
  read: '2026-03-02T09:30:09.000Z',
} as const;

const UNDELIVERABLE = { code: 'undeliverable', message: 'The message could not be delivered.' };

const CALL: Fields = {
  callId: CALL_ID,
  agentId: AGENT_ID,
  contactId: CONTACT_ID,
  calleeNumber: '+14155550100',
  campaignId: null,
  iterationId: null,
};

/** A participant has the id of their conversation. */
const CONVERSATION: Fields = {
  conversationId: '849eee7b-8344-5140-b271-60bd167588c5',
  participantId: '849eee7b-8344-5140-b271-60bd167588c5',
};

/** What every event of the channel names. */
const COMMON: Readonly<Record<SubscriptionChannel, Fields>> = {
  whatsapp: { phoneNumberId: '106540352242922', ...CONVERSATION },
  instagram: { instagramAccountId: '17841405822304914', ...CONVERSATION },
  voice: CALL,
  campaign: { campaignId: CAMPAIGN_ID, campaignName: 'Renewals', iterationId: ITERATION_ID },
  alerts: { alertRuleId: EXAMPLE.alertRuleId },
};

const RECIPIENTS = {
  whatsapp: { mobileE164: '+14155550100' },
  instagram: { instagramId: '1234567890123456' },
} as const;

const CUSTOMERS = {
  whatsapp: { mobileE164: '+14155550100', whatsappId: '14155550100', name: 'Sam Rivera' },
  instagram: { instagramId: '1234567890123456', username: 'sam.rivera', name: 'Sam Rivera' },
} as const;

const received = (channel: 'whatsapp' | 'instagram', fields: Fields): Fields => ({
  providerMessageId: PROVIDER_MESSAGE_ID,
  customer: CUSTOMERS[channel],
  ...fields,
  humanHandoffActive: false,
});

/** A step of one of our messages. */
const delivery = (
  channel: 'whatsapp' | 'instagram',
  status: 'sent' | 'delivered' | 'read' | 'failed',
  fields: Fields = {},
): Fields => ({
  ...fields,
  providerMessageId: PROVIDER_MESSAGE_ID,
  messageId: MESSAGE_ID,
  recipient: RECIPIENTS[channel],
  delivery: {
    status,
    providerStatus: status,
    sentAt: status === 'failed' ? null : STEPS.sent,
    deliveredAt: status === 'delivered' || status === 'read' ? STEPS.delivered : null,
    readAt: status === 'read' ? STEPS.read : null,
    failedAt: status === 'failed' ? STEPS.sent : null,
    failure: status === 'failed' ? UNDELIVERABLE : null,
  },
});

const BY_AGENT: Fields = { author: 'agent', campaignId: null };

const COMMENT: Fields = {
  comment: { id: '17858893269000001', text: 'Is it in stock?', mediaId: '17918920912340654', parentId: null },
};

const OUR_COMMENT: Fields = {
  comment: {
    id: '17858893269000002',
    text: 'Yes, in all sizes.',
    mediaId: '17918920912340654',
    parentId: '17858893269000001',
  },
  ...BY_AGENT,
};

const text = (words: string): Fields => ({ message: { type: 'text', text: words } });

const edited: Fields = {
  providerMessageId: PROVIDER_MESSAGE_ID,
  message: { text: 'Does the price include delivery?' },
};
const revoked: Fields = { providerMessageId: PROVIDER_MESSAGE_ID, message: { text: null } };

const analysis = (evidence: Fields): Fields => ({
  analysis: {
    status: 'completed',
    success: true,
    sentiment: 'positive',
    requests: [],
    findings: {
      summary: 'The customer renews the contract for a year.',
      sentiment: 'positive',
      requests: [],
      criteria: [
        { key: 'renewed', verdict: 'met', reason: 'The customer agrees to renew.', evidence: [evidence] },
      ],
      fields: [{ key: 'term', value: '12 months', evidence: [evidence] }],
    },
    failure: null,
    analysisRunId: null,
  },
});

const HEARD = { status: 'heard', heardAtMs: 3_480, proof: 'acked' } as const;

const iteration = (status: string): Fields => ({
  iteration: { ordinal: 1, channel: 'voice', agentId: AGENT_ID, status },
});

const ALERT: Fields = {
  firingId: '5b0b47fa-7a55-5d64-9d0e-4b1b1f6f0c8d',
  name: 'Too few calls succeed',
  metric: 'success_rate',
  comparison: 'below',
  threshold: 0.7,
  windowMinutes: 60,
  agentId: null,
  campaignId: null,
  value: 0.62,
  count: 41,
  firedAt: STEPS.sent,
  resolvedAt: null,
  resolution: null,
  resolvedValue: null,
};

/** The fields of each event beyond those that all events of its channel have. */
const FIELDS: Readonly<Record<EventType, Fields>> = {
  'whatsapp.message.received': received('whatsapp', text('What does it cost?')),
  'whatsapp.message.sent': delivery('whatsapp', 'sent'),
  'whatsapp.message.delivered': delivery('whatsapp', 'delivered'),
  'whatsapp.message.read': delivery('whatsapp', 'read'),
  'whatsapp.message.failed': delivery('whatsapp', 'failed'),
  'whatsapp.message.edited': edited,
  'whatsapp.message.revoked': revoked,
  'whatsapp.agent_message.sent': delivery('whatsapp', 'sent', BY_AGENT),
  'whatsapp.agent_message.delivered': delivery('whatsapp', 'delivered', BY_AGENT),
  'whatsapp.agent_message.read': delivery('whatsapp', 'read', BY_AGENT),
  'whatsapp.agent_message.failed': delivery('whatsapp', 'failed', BY_AGENT),
  'conversation.analyzed': analysis({ messageId: FIRST_MESSAGE_ID, at: STEPS.sent }),
  'instagram.message.received': received('instagram', text('What does it cost?')),
  'instagram.message.sent': delivery('instagram', 'sent'),
  'instagram.message.seen': delivery('instagram', 'read'),
  'instagram.message.reaction': received('instagram', {
    reaction: { emoji: '❤', action: 'react', messageId: PROVIDER_MESSAGE_ID },
  }),
  'instagram.message.referral': received('instagram', {
    referral: { source: 'ADS', type: 'OPEN_THREAD', ref: 'spring' },
  }),
  'instagram.message.failed': delivery('instagram', 'failed'),
  'instagram.comment.received': received('instagram', COMMENT),
  'instagram.comment.replied': delivery('instagram', 'sent', OUR_COMMENT),
  'instagram.comment.failed': delivery('instagram', 'failed', OUR_COMMENT),
  'instagram.message.edited': edited,
  'instagram.message.revoked': revoked,
  'instagram.agent_message.sent': delivery('instagram', 'sent', BY_AGENT),
  'instagram.agent_message.seen': delivery('instagram', 'read', BY_AGENT),
  'instagram.agent_message.failed': delivery('instagram', 'failed', BY_AGENT),
  'voice.call.ringing': { call: { status: 'ringing' } },
  'voice.call.answered': { call: { status: 'answered' } },
  'voice.call.disclosed': { disclosure: HEARD },
  'voice.call.turn': {
    turn: {
      turnId: 'turn-2',
      speaker: 'customer',
      text: 'Yes, for another year.',
      createdAt: STEPS.sent,
      audioOffsetMs: 6_200,
      audioEndOffsetMs: 7_900,
      interrupted: false,
    },
  },
  'voice.call.ended': {
    call: {
      status: 'completed',
      endedBy: 'customer',
      endReason: 'customer_hangup',
      durationSeconds: 42,
      disclosure: HEARD,
    },
  },
  'voice.call.recorded': { recording: { bytes: 336_044, durationMs: 42_000 } },
  'voice.call.charged': { charge: { blocks: 3, chargedMicrocredits: 30_000 } },
  'voice.call.analyzed': analysis({ turn: 1, atMs: 6_200 }),
  'voice.call.reviewed': {
    review: {
      change: 'tags',
      addedTags: ['renewed'],
      removedTags: [],
      score: null,
      note: null,
      by: { type: 'user', id: '9157c5ae-972f-5909-bac0-6ca19ae16ffd' },
    },
  },
  'campaign.iteration.started': iteration('running'),
  'campaign.iteration.paused': iteration('paused'),
  'campaign.iteration.cancelling': iteration('cancelling'),
  'campaign.iteration.ended': iteration('completed'),
  'campaign.recipient.ended': {
    recipient: { contactId: CONTACT_ID, outcome: 'completed', skipReason: null },
  },
  'alert.fired': { alert: ALERT },
  'alert.resolved': {
    alert: { ...ALERT, resolvedAt: '2026-03-02T10:15:00.000Z', resolution: 'recovered', resolvedValue: 0.74 },
  },
};

const idOf = (channel: SubscriptionChannel): string => {
  if (channel === 'alerts') return EXAMPLE.alertRuleId;
  return isAccountChannel(channel) ? MESSAGE_ID : CALL_ID;
};

/** The payload of an event that could have happened. */
export const webhookExample = (eventType: EventType, channel: SubscriptionChannel): Fields => ({
  contractVersion: WEBHOOK_CONTRACT_VERSION,
  eventId: `${idOf(channel)}:${eventType}`,
  eventType,
  occurredAt: STEPS.sent,
  businessId: 'd639d4ad-ce0f-5bb7-a31b-8e59f88727cf',
  channel,
  ...COMMON[channel],
  ...FIELDS[eventType],
  retryNumber: 0,
});
