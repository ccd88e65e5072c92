/** The links between conversations and contacts: the messages of a conversation are shown with its contact. */
import type { Database } from 'better-sqlite3';
import type { ContactEvent } from '../../actors/contact-partition/events.js';
import { survivorOf } from '../contacts/merges.js';
import type { Stored } from '../kernel/stored-event.js';
import { findConversation, showMessages } from './messages.js';
import { contactRollups } from './rollups.js';
import type { MessageRow } from './tables.js';
import { timelineWriter } from './timeline/entries.js';
import { handOvers } from './timeline/hand-overs.js';
import { messageItems } from './timeline/message-items.js';

/** Writes the contact of a conversation. */
export const linkWriter = (db: Database) => {
  const find = findConversation(db);
  const link = db.prepare<{ businessId: string; conversationId: string; contactId: string | null }>(
    `UPDATE conversations SET contact_id = :contactId
     WHERE business_id = :businessId AND id = :conversationId`,
  );
  const messages = db.prepare<[string], MessageRow>(
    'SELECT * FROM messages WHERE conversation_id = ? ORDER BY position',
  );
  const items = messageItems(db);
  const handOverItems = handOvers(db);
  const rollups = contactRollups(db);
  const show = showMessages(db);
  const current = survivorOf(db);
  return {
    /** Earlier messages of the conversation move to the contact, too, or to the one that it was merged into. */
    move: (businessId: string, conversationId: string, named: string): void => {
      const contactId = current(named);
      const before = find.get(businessId, conversationId);
      if (before === undefined || before.contact_id === contactId) return;
      link.run({ businessId, conversationId, contactId });
      handOverItems.move(
        { conversationId, channel: before.channel, contactId: before.contact_id },
        contactId,
      );
      for (const row of messages.all(conversationId)) {
        if (before.contact_id !== null) items.drop(before.contact_id, row);
        rollups.began(contactId, before.channel, row.at);
        show({ ...before, contact_id: contactId }, row);
      }
    },
    /** Messages since the deletion of the contact belong to no contact until the conversation is linked again. */
    unlink: (businessId: string, conversationId: string, named: string): void => {
      const contactId = current(named);
      const channel = find.get(businessId, conversationId)?.channel;
      link.run({ businessId, conversationId, contactId: null });
      if (channel !== undefined) handOverItems.move({ conversationId, channel, contactId }, null);
      for (const row of messages.all(conversationId)) items.drop(contactId, row);
      rollups.forget(contactId);
    },
  };
};

/**
 * Deletes the timeline and the rollups of a deleted contact, which is still in its table at this point (registry.ts), and moves
 * those of a merged one, with its conversations, to the contact that took it over.
 */
export const projectContactChanges = (db: Database): ((stored: Stored<ContactEvent>) => void) => {
  const find = db.prepare<[string], { row: number }>('SELECT row FROM contacts WHERE id = ?');
  const items = timelineWriter(db);
  const rollups = contactRollups(db);
  const relink = db.prepare<[string, string, string]>(
    'UPDATE conversations SET contact_id = ? WHERE contact_id = ? AND business_id = ?',
  );
  const forget = (contactId: string): void => {
    if (find.get(contactId) === undefined) return;
    rollups.forget(contactId);
    items.forget(contactId);
  };
  return ({ businessId, event }) => {
    switch (event.type) {
      case 'contact.deleted':
        forget(event.contactId);
        return;
      case 'contact.merge_dropped':
        forget(event.otherContactId);
        return;
      case 'contact.merged': {
        const { contactId, otherContactId } = event;
        items.moveAll(otherContactId, contactId);
        rollups.moveAll(otherContactId, contactId);
        relink.run(contactId, otherContactId, businessId);
        return;
      }
      // The other events do not concern the communication with contacts.
      default:
        return;
    }
  };
};
