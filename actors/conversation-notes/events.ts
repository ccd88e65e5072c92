/** Events of the internal notes about one conversation. The actor has the id of the conversation. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** `userId`: the user of the console who did it. */
export type ConversationNotesEvent =
  | {
      readonly type: 'note.added';
      readonly noteId: string;
      readonly text: string;
      readonly userId: string;
    }
  | {
      readonly type: 'note.edited';
      readonly noteId: string;
      readonly text: string;
      readonly userId: string;
    }
  | { readonly type: 'note.removed'; readonly noteId: string; readonly userId: string };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CONVERSATION_NOTES_EVENTS = {
  'note.added': 1,
  'note.edited': 1,
  'note.removed': 1,
} as const satisfies VersionsOf<ConversationNotesEvent>;

/** The kind, for readers of its events. */
export const CONVERSATION_NOTES_KIND = eventKind<ConversationNotesEvent>(
  'conversation-notes',
  CONVERSATION_NOTES_EVENTS,
);
