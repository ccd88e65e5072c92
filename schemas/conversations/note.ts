/** Internal notes about a conversation, on the wire (docs/how-to/inbox.md). */
import { type Static, Type } from 'typebox';
import { EXAMPLE, moment, nullableMoment, nullableText, text, uuid } from '../described.js';
import { BusinessId, ConversationId, NoteId } from '../fields.js';
import { NOT_BLANK_PATTERN } from '../patterns.js';
import { closed } from '../shapes.js';

/** Notes of a conversation at the same time. */
export const MAX_CONVERSATION_NOTES = 100;
const MAX_NOTE_CHARACTERS = 2_000;

const NOTE = 'Prefers calls after four. Her daughter may pick up.';

/** A new note, or the text of a note from now on. */
export const ConversationNoteWrite = Type.Object(
  {
    businessId: BusinessId,
    text: text('The note.', NOTE, {
      minLength: 1,
      maxLength: MAX_NOTE_CHARACTERS,
      pattern: NOT_BLANK_PATTERN,
    }),
  },
  closed,
);

export const ConversationNote = Type.Object(
  {
    noteId: NoteId,
    conversationId: ConversationId,
    text: text('The note.', NOTE),
    author: Type.Object(
      {
        userId: uuid('The user.', EXAMPLE.userId),
        name: nullableText('The name of the user. Null: the user no longer exists.', 'Kim Novak'),
      },
      { ...closed, description: 'The user who wrote it.' },
    ),
    createdAt: moment('When it was added.'),
    editedAt: nullableMoment('When it was last changed. Null: never.', EXAMPLE.later),
  },
  closed,
);
export type ConversationNote = Static<typeof ConversationNote>;
