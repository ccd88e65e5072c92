/** The history between a business and a contact, on the wire (spec section 4.6 "timeline"). */
import { type Static, Type } from 'typebox';
import { AnswerSources } from '../agents/knowledge.js';
import { Speaker, VoiceCallStatus } from '../calls/voice-call.js';
import { AccountChannel } from '../channels/channel.js';
import { MessageStatus, ParticipantId } from '../channels/message.js';
import { MessagePayload } from '../channels/message-payload.js';
import { closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { ReceivedMedia } from './media.js';

const common = {
  id: Type.String({ description: 'Identifies the item within the timeline.' }),
  at: DateTime,
  channel: Type.Literal('voice'),
  callId: Uuid,
  campaignId: nullable(Uuid),
};

const MessageItem = Type.Object(
  {
    id: common.id,
    at: common.at,
    channel: AccountChannel,
    type: Type.Literal('message'),
    messageId: Uuid,
    conversationId: Uuid,
    participantId: ParticipantId,
    campaignId: common.campaignId,
    direction: literals(['inbound', 'outbound']),
    author: Type.String({ description: 'customer, api, agent, human or campaign' }),
    messageType: Type.String({ description: 'text, image, or the channel’s name of another type' }),
    text: nullable(Type.String()),
    status: nullable(MessageStatus, { description: 'Of an outbound message.' }),
    media: nullable(ReceivedMedia, { description: 'Media of a message from the customer.' }),
    payload: Type.Optional(MessagePayload),
    sources: AnswerSources,
    editedAt: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the customer changed it last.' }),
    ),
    revokedAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the customer took it back; its content is gone.',
      }),
    ),
  },
  closed,
);
export type MessageItem = Static<typeof MessageItem>;

const MobileGivenItem = Type.Object(
  {
    id: common.id,
    at: common.at,
    channel: AccountChannel,
    type: Type.Literal('mobile_given', {
      description:
        'A person on a channel gave this mobile number and was linked to the contact, or an agent saved it for the contact.',
    }),
    conversationId: Uuid,
    participantId: ParticipantId,
    campaignId: Type.Null(),
    mobile: Type.String({ description: 'E.164' }),
    created: Type.Boolean({
      description: 'Whether the contact was created for it; otherwise an existing contact had the number.',
    }),
  },
  closed,
);

const HandedOverItem = Type.Object(
  {
    id: common.id,
    at: common.at,
    channel: AccountChannel,
    type: Type.Literal('handed_over', {
      description: 'An agent handed the conversation over to people. No agent answers in it any more.',
    }),
    conversationId: Uuid,
    participantId: ParticipantId,
    campaignId: Type.Null(),
    reason: nullable(Type.String(), { description: 'What the customer wants, in the agent’s words.' }),
  },
  closed,
);

export const TimelineItem = Type.Union([
  Type.Object({ ...common, type: Type.Literal('call_started'), agentName: Type.String() }, closed),
  Type.Object(
    {
      ...common,
      type: Type.Literal('transcript'),
      speaker: Speaker,
      text: Type.String(),
    },
    closed,
  ),
  Type.Object(
    {
      ...common,
      type: Type.Literal('call_ended'),
      status: VoiceCallStatus,
      durationSeconds: Type.Integer({ minimum: 0, description: 'Connected seconds.' }),
      endedBy: nullable(Type.String()),
      endReason: nullable(Type.String()),
    },
    closed,
  ),
  MessageItem,
  MobileGivenItem,
  HandedOverItem,
]);
export type TimelineItem = Static<typeof TimelineItem>;
