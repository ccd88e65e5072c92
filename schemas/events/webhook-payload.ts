/**
 * The payload of each webhook event (spec section 6; docs/how-to/webhooks.md). The objects are open: further fields are a
 * compatible change, so receivers must ignore those that they do not know.
 */
import { type TProperties, type TSchema, Type } from 'typebox';
import { Disclosure } from '../agents/disclosure.js';
import { CallAnalysis, CallOutcome } from '../analysis/call-analysis.js';
import { ConversationAnalysis } from '../analysis/conversation-analysis.js';
import { CallReviewed } from '../calls/review.js';
import { EndedBy, Speaker, VoiceCallStatus, VoiceTranscriptTurn } from '../calls/voice-call.js';
import { CampaignChannel, IterationStatus, Outcome } from '../campaigns/campaign.js';
import type { AccountChannel } from '../channels/channel.js';
import { ParticipantId } from '../channels/message.js';
import { MessagePayload } from '../channels/message-payload.js';
import { ReceivedMedia } from '../conversations/media.js';
import { Count, DateTime, literals, nullable, Uuid } from '../shapes.js';
import {
  EVENTS_OF,
  type EventType,
  type SubscriptionChannel,
  WEBHOOK_CONTRACT_VERSION,
} from './subscription.js';

const Text = Type.String();

/** With the fields that every event has. */
const payload = (eventType: EventType, channel: SubscriptionChannel, fields: TProperties): TSchema =>
  Type.Object({
    contractVersion: Type.String({ description: `${WEBHOOK_CONTRACT_VERSION} at present.` }),
    eventId: Type.String({ description: 'The same in every attempt: deduplicate by it.' }),
    eventType: Type.Literal(eventType),
    occurredAt: DateTime,
    businessId: Uuid,
    channel: Type.Literal(channel),
    retryNumber: Type.Integer({ minimum: 0, description: 'Attempts that have failed so far.' }),
    ...fields,
  });

const CALL = {
  callId: Uuid,
  agentId: Uuid,
  contactId: nullable(Uuid),
  calleeNumber: Type.String({ description: 'E.164' }),
  campaignId: nullable(Uuid),
  iterationId: nullable(Uuid),
};

const transcriptTurn = VoiceTranscriptTurn.properties;

/** The fields of each event of a call. */
const VOICE: Readonly<Record<(typeof EVENTS_OF)['voice'][number], TProperties>> = {
  'voice.call.ringing': { call: Type.Object({ status: Type.Literal('ringing') }) },
  'voice.call.answered': { call: Type.Object({ status: Type.Literal('answered') }) },
  'voice.call.disclosed': { disclosure: Disclosure },
  'voice.call.turn': {
    turn: Type.Object({
      turnId: Type.String({ description: 'Unique in the call.' }),
      speaker: Speaker,
      text: Text,
      createdAt: DateTime,
      audioOffsetMs: nullable(Count),
      audioEndOffsetMs: nullable(Count),
      keys: transcriptTurn.keys,
      sources: transcriptTurn.sources,
      interrupted: Type.Boolean(),
    }),
  },
  'voice.call.ended': {
    call: Type.Object({
      status: VoiceCallStatus,
      endedBy: EndedBy,
      endReason: Text,
      durationSeconds: Count,
      disclosure: Disclosure,
    }),
  },
  'voice.call.recorded': {
    recording: nullable(Type.Object({ bytes: Count, durationMs: Count }), {
      description: 'Null if it could not be stored.',
    }),
  },
  'voice.call.charged': { charge: Type.Object({ blocks: Count, chargedMicrocredits: Count }) },
  'voice.call.analyzed': {
    analysis: Type.Object({
      ...CallOutcome.properties,
      findings: CallAnalysis.properties.findings,
      failure: CallAnalysis.properties.failure,
      analysisRunId: CallAnalysis.properties.analysisRunId,
    }),
  },
  'voice.call.reviewed': { review: Type.Object(CallReviewed.properties) },
};

const ITERATION = { campaignId: Uuid, campaignName: Text, iterationId: Uuid };

const iterationStatus = {
  iteration: Type.Object({
    ordinal: Type.Integer({ minimum: 1 }),
    channel: CampaignChannel,
    agentId: Uuid,
    status: IterationStatus,
  }),
};

/** The fields of each event of a campaign. */
const CAMPAIGN: Readonly<Record<(typeof EVENTS_OF)['campaign'][number], TProperties>> = {
  'campaign.iteration.started': iterationStatus,
  'campaign.iteration.paused': iterationStatus,
  'campaign.iteration.cancelling': iterationStatus,
  'campaign.iteration.ended': iterationStatus,
  'campaign.recipient.ended': {
    recipient: Type.Object({ contactId: Uuid, outcome: Outcome, skipReason: nullable(Text) }),
  },
};

const conversation = (account: 'phoneNumberId' | 'instagramAccountId'): TProperties => ({
  conversationId: Uuid,
  [account]: Text,
  participantId: ParticipantId,
});

const CONVERSATION: Readonly<Record<AccountChannel, TProperties>> = {
  whatsapp: conversation('phoneNumberId'),
  instagram: conversation('instagramAccountId'),
};

const CUSTOMER = {
  whatsapp: Type.Object({
    mobileE164: nullable(Text),
    whatsappId: nullable(Text),
    name: nullable(Text),
  }),
  instagram: Type.Object({
    instagramId: nullable(Text),
    username: nullable(Text),
    name: nullable(Text),
  }),
};

/** What a customer did on the channel. */
const received = (channel: AccountChannel, fields: TProperties): TProperties => ({
  providerMessageId: Text,
  customer: CUSTOMER[channel],
  ...fields,
  humanHandoffActive: Type.Boolean({ description: 'Whether a person answers: store it, and do not answer.' }),
});

const message = {
  message: Type.Object({
    type: Type.String({ description: 'text, image, or the channel’s name of another type.' }),
    text: nullable(Text),
    payload: Type.Optional(MessagePayload),
    media: Type.Optional(ReceivedMedia),
  }),
};

const RECIPIENT = {
  whatsapp: Type.Object({ mobileE164: Text }),
  instagram: Type.Object({ instagramId: Text }),
};

const PROGRESS = ['sent', 'delivered', 'read', 'failed'] as const;

/** A step of one of our messages. */
const delivery = (channel: AccountChannel, fields: TProperties = {}): TProperties => ({
  ...fields,
  providerMessageId: nullable(Text, { description: 'Null if the channel never had the message.' }),
  messageId: Uuid,
  recipient: RECIPIENT[channel],
  delivery: Type.Object({
    status: literals([...PROGRESS]),
    providerStatus: nullable(literals([...PROGRESS])),
    sentAt: nullable(DateTime),
    deliveredAt: nullable(DateTime),
    readAt: nullable(DateTime),
    failedAt: nullable(DateTime),
    failure: nullable(Type.Object({ code: Text, message: Text })),
  }),
});

const ofAgents = {
  author: literals(['agent', 'campaign']),
  campaignId: nullable(Uuid, { description: 'The campaign that the message belongs to.' }),
};

const comment = {
  comment: Type.Object({
    id: nullable(Text),
    text: nullable(Text),
    mediaId: nullable(Text),
    parentId: nullable(Text),
  }),
};

const ofCommentReplies = {
  ...comment,
  // Absent for an answer through the API.
  author: Type.Optional(ofAgents.author),
  campaignId: Type.Optional(ofAgents.campaignId),
};

/** What a model found in the messages between two silences. */
const analysis = {
  analysis: Type.Object({
    ...CallOutcome.properties,
    findings: ConversationAnalysis.properties.findings,
    failure: ConversationAnalysis.properties.failure,
    analysisRunId: ConversationAnalysis.properties.analysisRunId,
  }),
};

/** A customer has changed a message, or taken it back. */
const amended = {
  providerMessageId: Type.String({ description: 'The channel’s id of the message.' }),
  message: Type.Object({ text: nullable(Text, { description: 'From now on; null: its content is gone.' }) }),
};

const SPECIAL: Readonly<Partial<Record<EventType, TProperties>>> = {
  'conversation.analyzed': analysis,
  'whatsapp.message.received': received('whatsapp', message),
  'whatsapp.message.edited': amended,
  'whatsapp.message.revoked': amended,
  'instagram.message.received': received('instagram', message),
  'instagram.message.edited': amended,
  'instagram.message.revoked': amended,
  'instagram.message.reaction': received('instagram', {
    reaction: Type.Object({
      emoji: nullable(Text),
      action: Type.String({ description: 'react or unreact' }),
      messageId: Type.String({ description: 'The channel’s id of the message.' }),
    }),
  }),
  'instagram.message.referral': received('instagram', {
    referral: Type.Object({ source: nullable(Text), type: nullable(Text), ref: nullable(Text) }),
  }),
  'instagram.comment.received': received('instagram', comment),
  'instagram.comment.replied': delivery('instagram', ofCommentReplies),
  'instagram.comment.failed': delivery('instagram', ofCommentReplies),
};

const ofAccount = (channel: AccountChannel, eventType: EventType): TSchema => {
  const isOfAgents = eventType.includes('.agent_message.');
  const fields = SPECIAL[eventType] ?? delivery(channel, isOfAgents ? ofAgents : {});
  return payload(eventType, channel, { ...CONVERSATION[channel], ...fields });
};

/** An event that subscribers may receive. */
export interface WebhookPayload {
  readonly channel: SubscriptionChannel;
  readonly eventType: EventType;
  /** The body of the request. */
  readonly schema: TSchema;
}

/** Every webhook event, in the order of the API. */
export const WEBHOOK_PAYLOADS: readonly WebhookPayload[] = [
  ...EVENTS_OF.whatsapp.map((eventType) => ({
    channel: 'whatsapp' as const,
    eventType,
    schema: ofAccount('whatsapp', eventType),
  })),
  ...EVENTS_OF.instagram.map((eventType) => ({
    channel: 'instagram' as const,
    eventType,
    schema: ofAccount('instagram', eventType),
  })),
  ...EVENTS_OF.voice.map((eventType) => ({
    channel: 'voice' as const,
    eventType,
    schema: payload(eventType, 'voice', { ...CALL, ...VOICE[eventType] }),
  })),
  ...EVENTS_OF.campaign.map((eventType) => ({
    channel: 'campaign' as const,
    eventType,
    schema: payload(eventType, 'campaign', { ...ITERATION, ...CAMPAIGN[eventType] }),
  })),
];
