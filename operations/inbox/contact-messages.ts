/** Messages that people of the business write to a contact, whether or not there is a conversation yet. */
import type { MessageSend, MessageSendResult } from '../../schemas/channels/message.js';
import type { ContactMessage } from '../../schemas/conversations/conversation.js';
import type { Caller } from '../caller.js';
import { contactNotFound, livingContact } from '../contacts/living-contact.js';
import { conversationFor } from '../conversations/conversation-address.js';
import { replyContent } from '../conversations/conversations.js';
import { accountOf, checkFields, queueMessage } from '../conversations/messages.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';

/** The queued message, and the conversation that it is in. */
type WrittenToContact = MessageSendResult & { readonly conversationId: string };

export interface ContactMessageOperations {
  /**
   * Writes to the contact's number over WhatsApp. The user takes the conversation over.
   * @throws DomainError as messages.send, and contact_not_found
   */
  write(
    caller: Caller,
    contactId: string,
    userId: string,
    body: ContactMessage,
  ): Promise<Written<WrittenToContact>>;
}

export const contactMessageOperations = (deps: OperationsDeps): ContactMessageOperations => ({
  write: async (caller, contactId, userId, { phoneNumberId, businessId, ...reply }) => {
    const content = replyContent(reply);
    const contact = await livingContact(deps.actors, businessId, contactId);
    if (contact === null) throw contactNotFound(null);
    const { mobile } = contact;
    const account = await accountOf(deps, businessId, {
      channel: 'whatsapp',
      ...(phoneNumberId === undefined ? {} : { phoneNumberId }),
    });
    const { accountId } = account;
    const body: MessageSend = {
      businessId,
      channel: 'whatsapp',
      phoneNumberId: accountId,
      to: mobile,
      ...content,
    };
    checkFields(body, 'whatsapp');
    const address = mobile.slice(1);
    const { result, shard, seq } = await queueMessage(
      deps,
      caller,
      { account, address, author: 'human', userId },
      body,
    );
    const conversationId = await conversationFor(deps, businessId, {
      channel: 'whatsapp',
      accountId,
      address,
    });
    return { result: { ...result, conversationId }, shard, seq };
  },
});
