/** The history between a business and a contact, on the wire (spec section 4.6 "timeline"). */
import { type Static, Type } from 'typebox';
import { AnswerSources } from '../agents/knowledge.js';
import { Speaker, VoiceCallStatus } from '../calls/voice-call.js';
import { AccountChannel } from '../channels/channel.js';
import { MessageStatus, ParticipantId } from '../channels/message.js';
import { MessagePayload } from '../channels/message-payload.js';
import { about, count, EXAMPLE, moment, nullableText, nullableUuid, text } from '../described.js';
import { CallId, ConversationId, MessageId } from '../fields.js';
import { closed, nullable } from '../shapes.js';
import { HandOverReason } from './conversation.js';
import { ReceivedMedia } from './media.js';
import { Direction, MessageAuthor, MessageText, MessageType, messageMarks } from './message-fields.js';

const common = {
  id: text('Identifies the item within the timeline.', '1042'),
  at: moment('When it happened.'),
  channel: Type.Literal('voice', about('A call.')),
  callId: CallId,
  campaignId: nullableUuid('The campaign that it belongs to. Null: none.', EXAMPLE.campaignId),
};

const NoCampaign = Type.Null(about('Always null: it belongs to no campaign.'));

const MessageItem = Type.Object(
  {
    id: common.id,
    at: common.at,
    channel: AccountChannel,
    type: Type.Literal('message', about('A message of either side.')),
    messageId: MessageId,
    conversationId: ConversationId,
    participantId: ParticipantId,
    campaignId: common.campaignId,
    direction: Direction,
    author: MessageAuthor,
    messageType: MessageType,
    text: MessageText,
    status: nullable(
      MessageStatus,
      about('The delivery state of an outbound message. Null: the customer wrote it.'),
    ),
    media: nullable(ReceivedMedia, about('The file of a message from the customer. Null: none.')),
    payload: Type.Optional(MessagePayload),
    sources: AnswerSources,
    ...messageMarks,
  },
  closed,
);
export type MessageItem = Static<typeof MessageItem>;

const MobileGivenItem = Type.Object(
  {
    id: common.id,
    at: common.at,
    channel: AccountChannel,
    type: Type.Literal(
      'mobile_given',
      about(
        'A person on a channel gave this mobile number and was linked to the contact, or an agent saved it for the contact.',
      ),
    ),
    conversationId: ConversationId,
    participantId: ParticipantId,
    campaignId: NoCampaign,
    mobile: text('The number, E.164.', EXAMPLE.mobile),
    created: Type.Boolean(
      about('Whether the contact was created for it; otherwise an existing contact had the number.'),
    ),
  },
  closed,
);

const HandedOverItem = Type.Object(
  {
    id: common.id,
    at: common.at,
    channel: AccountChannel,
    type: Type.Literal(
      'handed_over',
      about('An agent handed the conversation over to people. No agent answers in it any more.'),
    ),
    conversationId: ConversationId,
    participantId: ParticipantId,
    campaignId: NoCampaign,
    reason: HandOverReason,
  },
  closed,
);

export const TimelineItem = Type.Union([
  Type.Object(
    {
      ...common,
      type: Type.Literal('call_started', about('A call was accepted.')),
      agentName: text('The name of the agent.', EXAMPLE.agent),
    },
    closed,
  ),
  Type.Object(
    {
      ...common,
      type: Type.Literal('transcript', about('Something that was said on a call.')),
      speaker: Speaker,
      text: text('The words.', 'I would like to move my appointment.'),
    },
    closed,
  ),
  Type.Object(
    {
      ...common,
      type: Type.Literal('call_ended', about('A call has ended.')),
      status: VoiceCallStatus,
      durationSeconds: count('Connected seconds.', 34),
      endedBy: nullableText(
        'The side that ended it: `customer`, `agent`, `operator`, `system`, `provider` or `unknown`. Null: not known.',
        'customer',
      ),
      endReason: nullableText('Why it ended, a stable name. Null: not known.', 'customer_hangup'),
    },
    closed,
  ),
  MessageItem,
  MobileGivenItem,
  HandedOverItem,
]);
export type TimelineItem = Static<typeof TimelineItem>;
