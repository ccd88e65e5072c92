/** Projects conversations and their messages from their actors' events. */
import type { Database } from 'better-sqlite3';
import type { ClaimedMobile, ConversationEvent } from '../../actors/conversation/events.js';
import { assertNever } from '../../schemas/assert.js';
import { survivorOf } from '../contacts/merges.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { attentionWriter } from './attention.js';
import { linkWriter } from './links.js';
import { findConversation, messageWriter } from './messages.js';
import { echoedMessage, queuedMessage, receivedMessage } from './new-message.js';
import { operatorWriter } from './notes.js';
import { handOvers } from './timeline/hand-overs.js';
import { messageItems } from './timeline/message-items.js';

const openWriter = (db: Database) => {
  const open = db.prepare<{
    businessId: string;
    id: string;
    channel: string;
    accountId: string;
    address: string;
  }>(
    `INSERT INTO conversations (business_id, id, channel, account_id, address)
     VALUES (:businessId, :id, :channel, :accountId, :address)`,
  );
  return (
    { businessId, id }: Pick<Stored<unknown>, 'businessId' | 'id'>,
    { channel, accountId, address }: Extract<ConversationEvent, { readonly type: 'conversation.opened' }>,
  ): void => void open.run({ businessId, id, channel, accountId, address });
};

const prepare = (db: Database) => ({
  find: findConversation(db),
  open: openWriter(db),
  attribute: db.prepare<{
    businessId: string;
    id: string;
    campaignId: string;
    iterationId: string;
    at: number;
  }>(
    `UPDATE conversations SET campaign_id = :campaignId, iteration_id = :iterationId, campaign_at = :at
     WHERE business_id = :businessId AND id = :id`,
  ),
  answer: db.prepare<{ businessId: string; id: string; agentId: string }>(
    `UPDATE conversations SET agent_id = :agentId
     WHERE business_id = :businessId AND id = :id AND agent_id IS NOT :agentId`,
  ),
});

/** Attributes a conversation to the latest agent and campaign that wrote in it. */
const attributor =
  ({ answer, attribute }: Pick<ReturnType<typeof prepare>, 'answer' | 'attribute'>) =>
  (
    { businessId, id, at }: Stored<ConversationEvent>,
    { agent, campaign }: Extract<ConversationEvent, { readonly type: 'message.queued' }>,
  ): void => {
    if (agent !== undefined) answer.run({ businessId, id, agentId: agent.agentId });
    if (campaign === null) return;
    const { campaignId, iterationId } = campaign;
    attribute.run({ businessId, id, campaignId, iterationId, at });
  };

const handOverWriter = (db: Database) => {
  const find = findConversation(db);
  const handOverItems = handOvers(db);
  const attention = attentionWriter(db);
  return (stored: Stored<unknown>, reason: string | null): void => {
    const { businessId, id: conversationId, at } = stored;
    const found = find.get(businessId, conversationId);
    if (found === undefined) return;
    const { channel, contact_id: contactId } = found;
    handOverItems.add({ conversationId, channel, contactId }, { position: rowNumber(stored), at, reason });
    attention.handedOver(stored, reason);
  };
};

/** Shows that the person of a conversation gave a mobile. */
const mobileWriter = (db: Database) => {
  const find = findConversation(db);
  const items = messageItems(db);
  const current = survivorOf(db);
  return (stored: Stored<unknown>, contactId: string, mobile: ClaimedMobile): void => {
    const channel = find.get(stored.businessId, stored.id)?.channel;
    if (channel !== undefined) items.putMobile(current(contactId), channel, stored, mobile);
  };
};

/** Projects conversations. */
export const projectConversations = (db: Database): ((stored: Stored<ConversationEvent>) => void) => {
  const conversations = prepare(db);
  const attribute = attributor(conversations);
  const messages = messageWriter(db);
  const links = linkWriter(db);
  const showMobile = mobileWriter(db);
  const handOver = handOverWriter(db);
  const attention = attentionWriter(db);
  const operators = operatorWriter(db);
  return (stored) => {
    const { businessId, id, at, event } = stored;
    switch (event.type) {
      case 'conversation.opened':
        conversations.open(stored, event);
        return;
      case 'conversation.registered': {
        const { contactId, given: mobile } = event;
        if (contactId !== null) links.move(businessId, id, contactId);
        if (contactId !== null && mobile !== undefined) showMobile(stored, contactId, mobile);
        return;
      }
      case 'mobile.saved':
        showMobile(stored, event.contactId, { mobile: event.mobile, created: false });
        return;
      case 'conversation.linked':
      case 'conversation.contact_merged':
        links.move(businessId, id, event.contactId);
        return;
      case 'conversation.unlinked':
        links.unlink(businessId, id, event.contactId);
        return;
      case 'media.kept':
      case 'media.failed':
      case 'media.transcribed':
        messages.changeMedia(stored, event);
        return;
      case 'message.received':
        messages.add(stored, receivedMessage(event));
        attention.messageReceived(stored, { ...event, isAnswered: event.replyAt !== null });
        return;
      case 'message.edited':
      case 'message.revoked':
        messages.amend(stored, event);
        return;
      case 'message.echoed':
        messages.add(stored, echoedMessage(event));
        attention.humanWrote(stored, event.sentAt);
        return;
      case 'conversation.taken':
      case 'conversation.given_back':
      case 'conversation.read':
      case 'conversation.assigned':
      case 'conversation.status_set':
        operators(stored, event);
        return;
      case 'conversation.handed_over':
        handOver(stored, event.reason);
        return;
      case 'message.queued': {
        attribute(stored, event);
        messages.add(stored, queuedMessage(event, at));
        return;
      }
      case 'message.submitted':
      case 'message.outcome_unknown':
      case 'message.postponed':
      case 'message.accepted':
      case 'message.progressed':
      case 'message.refused':
        messages.change(stored, event);
        return;
      case 'conversation.fell_silent':
      case 'conversation.silence_noted':
      case 'mobile.given':
      case 'reply.begun':
      case 'reply.ended':
      case 'comment_reply.ended':
      case 'campaign.told':
      case 'media.postponed':
      case 'media.due':
        return;
      default:
        assertNever(event);
    }
  };
};
