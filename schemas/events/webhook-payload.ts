/**
 * The payload of each webhook event (spec section 6; docs/how-to/webhooks.md). The objects are open: further fields are a
 * compatible change, so receivers must ignore those that they do not know.
 */
import { type TProperties, type TSchema, Type } from 'typebox';
import { Disclosure } from '../agents/disclosure.js';
import { AlertEvent } from '../alerts/alert-event.js';
import { CallAnalysis, CallOutcome } from '../analysis/call-analysis.js';
import { ConversationAnalysis } from '../analysis/conversation-analysis.js';
import { CallReviewed } from '../calls/review.js';
import { EndedBy, VoiceCallStatus } from '../calls/voice-call.js';
import { CampaignChannel, IterationStatus, Outcome } from '../campaigns/states.js';
import { type AccountChannel, Failure } from '../channels/channel.js';
import { ParticipantId, progressTimes } from '../channels/message.js';
import { MessagePayload } from '../channels/message-payload.js';
import { ReceivedMedia } from '../conversations/media.js';
import { MessageText, MessageType } from '../conversations/message-fields.js';
import { about, count, EXAMPLE, nullableText, nullableUuid, text, uuid } from '../described.js';
import { AgentId, AlertRuleId, ContactId, ConversationId, MessageId } from '../fields.js';
import { described, literals, nullable } from '../shapes.js';
import {
  ConnectedSeconds,
  callParties,
  chargeFields,
  EndReason,
  iterationParties,
  OccurredAt,
  Ordinal,
  TextFromNowOn,
  turnFields,
} from './event-fields.js';
import {
  EVENTS_OF,
  EventId,
  type EventType,
  type SubscriptionChannel,
  WEBHOOK_CONTRACT_VERSION,
} from './subscription.js';
import { webhookExample } from './webhook-examples.js';

/** With the fields that every event has. */
const payload = (eventType: EventType, channel: SubscriptionChannel, fields: TProperties): TSchema =>
  Type.Object(
    {
      contractVersion: text('The version of the webhook contract.', WEBHOOK_CONTRACT_VERSION),
      eventId: described(
        EventId,
        'The same in every attempt: deduplicate by it. It begins with `test:` in a test event.',
      ),
      eventType: Type.Literal(eventType, about('What has happened.')),
      occurredAt: OccurredAt,
      businessId: uuid('The business.', EXAMPLE.businessId),
      channel: Type.Literal(channel, about('The channel of the subscription.')),
      retryNumber: count('Attempts to deliver this event that have failed so far.', 0),
      test: Type.Optional(
        Type.Literal(true, about('A requested example: nothing has happened. Absent in real events.')),
      ),
      ...fields,
    },
    { examples: [webhookExample(eventType, channel)] },
  );

const CALL = 'The call.';
const statusOfCall = (status: 'ringing' | 'answered') => ({
  call: Type.Object({ status: Type.Literal(status, about('The status of the call.')) }, about(CALL)),
});
const CallDisclosure = described(Disclosure, 'Whether the customer heard the disclosure of the agent.');

/** The fields of each event of a call. */
const VOICE: Readonly<Record<(typeof EVENTS_OF)['voice'][number], TProperties>> = {
  'voice.call.ringing': statusOfCall('ringing'),
  'voice.call.answered': statusOfCall('answered'),
  'voice.call.disclosed': { disclosure: CallDisclosure },
  'voice.call.turn': {
    turn: Type.Object(
      {
        ...turnFields,
        interrupted: Type.Boolean(about('Whether the other side interrupted it.')),
      },
      about('A turn that has ended, or was interrupted.'),
    ),
  },
  'voice.call.ended': {
    call: Type.Object(
      {
        status: VoiceCallStatus,
        endedBy: EndedBy,
        endReason: EndReason,
        durationSeconds: ConnectedSeconds,
        disclosure: CallDisclosure,
      },
      about(CALL),
    ),
  },
  'voice.call.recorded': {
    recording: nullable(
      Type.Object({
        bytes: count('The size of the file.', 136_000),
        durationMs: count('The length of the recording, ms.', 34_000),
      }),
      about('The recording; `readVoiceCall` has the link. Null: it could not be stored.'),
    ),
  },
  'voice.call.charged': { charge: Type.Object(chargeFields, about('The settled charge of the call.')) },
  'voice.call.analyzed': {
    analysis: Type.Object(
      {
        ...CallOutcome.properties,
        findings: CallAnalysis.properties.findings,
        failure: CallAnalysis.properties.failure,
        analysisRunId: CallAnalysis.properties.analysisRunId,
      },
      about('What a model found in the call.'),
    ),
  },
  'voice.call.reviewed': { review: Type.Object(CallReviewed.properties, about('What a person changed.')) },
};

const iterationStatus = {
  iteration: Type.Object(
    { ordinal: Ordinal, channel: CampaignChannel, agentId: AgentId, status: IterationStatus },
    about('The iteration.'),
  ),
};

/** The fields of each event of a campaign. */
const CAMPAIGN: Readonly<Record<(typeof EVENTS_OF)['campaign'][number], TProperties>> = {
  'campaign.iteration.started': iterationStatus,
  'campaign.iteration.paused': iterationStatus,
  'campaign.iteration.cancelling': iterationStatus,
  'campaign.iteration.ended': iterationStatus,
  'campaign.recipient.ended': {
    recipient: Type.Object(
      {
        contactId: ContactId,
        outcome: Outcome,
        skipReason: nullable(
          Type.String(),
          about('Why the contact was skipped: an error code. Null: it was not.', null),
        ),
      },
      about('The recipient, for whom no further attempt is made.'),
    ),
  },
};

const conversation = { conversationId: ConversationId, participantId: ParticipantId };

const CONVERSATION: Readonly<Record<AccountChannel, TProperties>> = {
  whatsapp: {
    ...conversation,
    phoneNumberId: text('The phone number id of the account of the business.', EXAMPLE.phoneNumberId),
  },
  instagram: {
    ...conversation,
    instagramAccountId: text('The Instagram account of the business.', EXAMPLE.instagramAccountId),
  },
};

const CUSTOMER_NAME = nullableText('The name on the channel. Null: not reported.', 'Sam');
const CUSTOMER = {
  whatsapp: Type.Object(
    {
      mobileE164: nullableText('The mobile number, E.164. Null: not reported.', EXAMPLE.mobile),
      whatsappId: nullableText('The WhatsApp id. Null: not reported.', '14155550100'),
      name: CUSTOMER_NAME,
    },
    about('The customer.'),
  ),
  instagram: Type.Object(
    {
      instagramId: nullableText('The Instagram-scoped id. Null: not reported.', '6543210987654321'),
      username: nullableText('The user name. Null: not reported.', 'sam.rivera'),
      name: CUSTOMER_NAME,
    },
    about('The customer.'),
  ),
};

const MESSAGE_AT_CHANNEL = 'The id of the message at the channel.';
const WAMID = 'wamid.HBgLMTQxNTU1NTAxMDA';

/** What a customer did on the channel. */
const received = (channel: AccountChannel, fields: TProperties): TProperties => ({
  providerMessageId: text(MESSAGE_AT_CHANNEL, WAMID),
  customer: CUSTOMER[channel],
  ...fields,
  humanHandoffActive: Type.Boolean(about('Whether a person answers: store it, and do not answer.')),
});

const message = {
  message: Type.Object(
    {
      type: MessageType,
      text: MessageText,
      payload: Type.Optional(MessagePayload),
      media: Type.Optional(described(ReceivedMedia, 'The file of the message. Absent: none.')),
    },
    about('The message.'),
  ),
};

const RECIPIENT = {
  whatsapp: Type.Object(
    { mobileE164: text('The mobile number, E.164.', EXAMPLE.mobile) },
    about('The recipient.'),
  ),
  instagram: Type.Object(
    { instagramId: text('The Instagram-scoped id.', '6543210987654321') },
    about('The recipient.'),
  ),
};

const PROGRESS = ['sent', 'delivered', 'read', 'failed'] as const;

/** A step of one of our messages. */
const delivery = (channel: AccountChannel, fields: TProperties = {}): TProperties => ({
  ...fields,
  providerMessageId: nullableText(`${MESSAGE_AT_CHANNEL} Null: the channel never had it.`, WAMID),
  messageId: MessageId,
  recipient: RECIPIENT[channel],
  delivery: Type.Object(
    {
      status: literals([...PROGRESS], about('The step that this event reports.')),
      providerStatus: nullable(
        literals([...PROGRESS]),
        about('The step, if the channel reported it. Null: the service gave the message up.'),
      ),
      ...progressTimes,
      failure: nullable(Type.Object(Failure.properties), about('Why it failed. Null: it has not.')),
    },
    about('The step, and the steps that were reported before it.'),
  ),
});

const ofAgents = {
  author: literals(['agent', 'campaign'], about('The author of the message.')),
  campaignId: nullableUuid('The campaign that the message belongs to. Null: none.', EXAMPLE.campaignId),
};

const comment = {
  comment: Type.Object(
    {
      id: nullableText('The id of the comment at the channel. Null: not reported.', '17858893269000001'),
      text: nullableText('The words of the comment. Null: not reported.', 'Are you open on Saturday?'),
      mediaId: nullableText('The id of the post at the channel. Null: not reported.', '17918195224117851'),
      parentId: nullableText(
        'The comment that it answers. Null: none, or not reported.',
        '17858893269000000',
      ),
    },
    about('The public comment.'),
  ),
};

const ofCommentReplies = {
  ...comment,
  // Absent for an answer through the API.
  author: Type.Optional(ofAgents.author),
  campaignId: Type.Optional(ofAgents.campaignId),
};

/** What a model found in the messages between two silences. */
const analysis = {
  analysis: Type.Object(
    {
      ...CallOutcome.properties,
      findings: ConversationAnalysis.properties.findings,
      failure: ConversationAnalysis.properties.failure,
      analysisRunId: ConversationAnalysis.properties.analysisRunId,
    },
    about('What a model found in the messages between two silences.'),
  ),
};

/** A customer has changed a message, or taken it back. */
const amended = {
  providerMessageId: text(MESSAGE_AT_CHANNEL, WAMID),
  message: Type.Object({ text: TextFromNowOn }, about('The message after the change.')),
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
    reaction: Type.Object(
      {
        emoji: nullableText('The emoji. Null: not reported.', '❤️'),
        action: text('`react` or `unreact`.', 'react'),
        messageId: text('The id at the channel of the message that is reacted to.', 'aWdfZAG1faXRlbToxOjE'),
      },
      about('The reaction.'),
    ),
  }),
  'instagram.message.referral': received('instagram', {
    referral: Type.Object(
      {
        source: nullableText('Where the customer came from. Null: not reported.', 'ADS'),
        type: nullableText('The kind of referral. Null: not reported.', 'OPEN_THREAD'),
        ref: nullableText('The value of `ref` in the link. Null: not reported.', 'spring-check-up'),
      },
      about('How the customer came to the conversation.'),
    ),
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
    schema: payload(eventType, 'voice', { ...callParties, ...VOICE[eventType] }),
  })),
  ...EVENTS_OF.campaign.map((eventType) => ({
    channel: 'campaign' as const,
    eventType,
    schema: payload(eventType, 'campaign', { ...iterationParties, ...CAMPAIGN[eventType] }),
  })),
  ...EVENTS_OF.alerts.map((eventType) => ({
    channel: 'alerts' as const,
    eventType,
    schema: payload(eventType, 'alerts', { alertRuleId: AlertRuleId, alert: AlertEvent }),
  })),
];
