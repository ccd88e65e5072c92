/** Internal notes about conversations, as the console shows them between the messages. */
import type { Database } from 'better-sqlite3';
import type { ConversationNotesEvent } from '../../actors/conversation-notes/events.js';
import { assertNever } from '../../schemas/assert.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';

/** `position`: of the addition in the order of the journal. `user_id`: the author. Times in ms since the epoch. */
export const INTERNAL_NOTE_TABLES = `
CREATE TABLE internal_notes (
  conversation_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  note_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  text TEXT NOT NULL,
  user_id TEXT NOT NULL,
  edited_at INTEGER,
  PRIMARY KEY (conversation_id, position)
) WITHOUT ROWID;
`;

/** Writes internal notes. A conversation has few, so a note is found among those of its conversation. */
export const projectInternalNotes = (db: Database): ((stored: Stored<ConversationNotesEvent>) => void) => {
  const add = db.prepare<{
    readonly id: string;
    readonly position: number;
    readonly noteId: string;
    readonly at: number;
    readonly text: string;
    readonly userId: string;
  }>(
    `INSERT INTO internal_notes (conversation_id, position, note_id, at, text, user_id)
     VALUES (:id, :position, :noteId, :at, :text, :userId)`,
  );
  const edit = db.prepare<[string, number, string, string]>(
    'UPDATE internal_notes SET text = ?, edited_at = ? WHERE conversation_id = ? AND note_id = ?',
  );
  const remove = db.prepare<[string, string]>(
    'DELETE FROM internal_notes WHERE conversation_id = ? AND note_id = ?',
  );
  return (stored) => {
    const { id, at, event } = stored;
    switch (event.type) {
      case 'note.added': {
        const { noteId, text, userId } = event;
        add.run({ id, position: rowNumber(stored), noteId, at, text, userId });
        return;
      }
      case 'note.edited':
        edit.run(event.text, at, id, event.noteId);
        return;
      case 'note.removed':
        remove.run(id, event.noteId);
        return;
      default:
        assertNever(event);
    }
  };
};
