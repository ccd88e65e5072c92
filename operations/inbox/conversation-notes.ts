/** Internal notes about conversations. Nothing of them reaches customers or agents. */
import { type ConversationNoteState, conversationNotes } from '../../actors/conversation-notes/index.js';
import type { ConversationNote } from '../../schemas/conversations/note.js';
import { DomainError } from '../../schemas/errors.js';
import { iso, isoOrNull } from '../../views/kernel/dates.js';
import { type Caller, commandIdOf } from '../caller.js';
import { requireInboxConversation } from '../conversations/conversations.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';

/** The user who writes. */
interface NoteWriter {
  readonly userId: string;
  /** Whether the user is an owner of the business, who may change the notes of others. */
  readonly isOwner: boolean;
}

/** A note of a conversation. */
interface NoteRef {
  readonly conversationId: string;
  readonly noteId: string;
}

export interface ConversationNoteOperations {
  /** @throws DomainError conversation_not_found, too_many_conversation_notes, conversation_note_not_found if it was removed since */
  add(
    caller: Caller,
    conversationId: string,
    writer: NoteWriter,
    text: string,
  ): Promise<Written<ConversationNote>>;
  /** @throws DomainError conversation_note_not_found, note_of_other_user */
  edit(caller: Caller, note: NoteRef, writer: NoteWriter, text: string): Promise<Written<ConversationNote>>;
  /** @throws DomainError conversation_note_not_found, note_of_other_user */
  remove(
    caller: Caller,
    note: NoteRef,
    writer: NoteWriter,
  ): Promise<Written<{ readonly noteId: string; readonly removed: true }>>;
}

export const conversationNoteOperations = ({
  actors,
  views,
}: Pick<OperationsDeps, 'actors' | 'views'>): ConversationNoteOperations => {
  const resourceOf = (conversationId: string, note: ConversationNoteState | null): ConversationNote => {
    if (note === null) throw new DomainError('conversation_note_not_found');
    const { noteId, text, userId, at, editedAt } = note;
    return {
      noteId,
      conversationId,
      text,
      author: { userId, name: views.memberName(userId) },
      createdAt: iso(at),
      editedAt: isoOrNull(editedAt),
    };
  };
  return {
    add: async (caller, conversationId, { userId }, text) => {
      const { businessId } = caller;
      await requireInboxConversation(views, businessId, conversationId);
      const noteId = commandIdOf(caller);
      const { answer, shard, seq } = await actors.ask(
        conversationNotes,
        { business: businessId, id: conversationId },
        { type: 'add', noteId, text, userId },
        { commandId: noteId },
      );
      return { result: resourceOf(conversationId, answer), shard, seq };
    },

    edit: async (caller, { conversationId, noteId }, { userId, isOwner }, text) => {
      const { answer, shard, seq } = await actors.ask(
        conversationNotes,
        { business: caller.businessId, id: conversationId },
        { type: 'edit', noteId, text, userId, isOwner },
        { commandId: commandIdOf(caller) },
      );
      return { result: resourceOf(conversationId, answer), shard, seq };
    },

    remove: async (caller, { conversationId, noteId }, { userId, isOwner }) => {
      const { shard, seq } = await actors.ask(
        conversationNotes,
        { business: caller.businessId, id: conversationId },
        { type: 'remove', noteId, userId, isOwner },
        { commandId: commandIdOf(caller) },
      );
      return { result: { noteId, removed: true }, shard, seq };
    },
  };
};
