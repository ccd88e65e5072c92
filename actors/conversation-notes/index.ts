/**
 * Internal notes about a conversation, for the people of the business. The actor's id is the conversation's. Neither customers nor
 * agents receive them.
 *
 * N1. A repeated request adds one note, and a conversation has at most MAX_CONVERSATION_NOTES.
 * N2. A note is changed and removed by its author or an owner of the business.
 */
import { assertNever } from '../../schemas/assert.js';
import { MAX_CONVERSATION_NOTES } from '../../schemas/conversations/note.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, Envelope, NoQueries, TimerDue } from '../runtime/actor.js';
import { CONVERSATION_NOTES_EVENTS, type ConversationNotesEvent } from './events.js';

/** The user who requests it. */
interface Requested {
  readonly userId: string;
}

type ConversationNotesCommand =
  /** Refused with `too_many_conversation_notes`. */
  | ({ readonly type: 'add'; readonly noteId: string; readonly text: string } & Requested)
  /** `isOwner`: whether the user is an owner of the business. Refused with `conversation_note_not_found`, `note_of_other_user`. */
  | ({
      readonly type: 'edit';
      readonly noteId: string;
      readonly text: string;
      readonly isOwner: boolean;
    } & Requested)
  /** Refused as `edit`. */
  | ({ readonly type: 'remove'; readonly noteId: string; readonly isOwner: boolean } & Requested);

/** A note as it is kept. Times in ms since the epoch. */
export interface ConversationNoteState {
  readonly noteId: string;
  readonly text: string;
  /** The author. */
  readonly userId: string;
  readonly at: number;
  /** Null: never. */
  readonly editedAt: number | null;
}

/** In the order in which they were added. */
type ConversationNotesState = readonly ConversationNoteState[];

interface ConversationNotesReplies {
  /** Null: it was removed by a later command. */
  readonly add: ConversationNoteState | null;
  readonly edit: ConversationNoteState | null;
}

/** N2. @throws DomainError conversation_note_not_found, note_of_other_user */
const requireOwn = (
  state: ConversationNotesState,
  { noteId, userId, isOwner }: { readonly noteId: string; readonly isOwner: boolean } & Requested,
): ConversationNoteState => {
  const note = noteIn(state, noteId);
  if (note === null) throw new DomainError('conversation_note_not_found');
  if (note.userId !== userId && !isOwner) throw new DomainError('note_of_other_user');
  return note;
};

const noteIn = (state: ConversationNotesState, id: string): ConversationNoteState | null =>
  state.find(({ noteId }) => noteId === id) ?? null;

const decide = (
  state: ConversationNotesState,
  { command }: Envelope<ConversationNotesCommand | TimerDue>,
): readonly ConversationNotesEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'add': {
      const { noteId, text, userId } = command;
      // N1
      if (noteIn(state, noteId) !== null) return [];
      if (state.length >= MAX_CONVERSATION_NOTES) throw new DomainError('too_many_conversation_notes');
      return [{ type: 'note.added', noteId, text, userId }];
    }
    case 'edit': {
      const { noteId, text, userId } = command;
      const before = requireOwn(state, command);
      return before.text === text ? [] : [{ type: 'note.edited', noteId, text, userId }];
    }
    case 'remove':
      requireOwn(state, command);
      return [{ type: 'note.removed', noteId: command.noteId, userId: command.userId }];
    default:
      return assertNever(command);
  }
};

const evolve = (
  state: ConversationNotesState,
  event: ConversationNotesEvent,
  at: number,
): ConversationNotesState => {
  switch (event.type) {
    case 'note.added': {
      const { noteId, text, userId } = event;
      return [...state, { noteId, text, userId, at, editedAt: null }];
    }
    case 'note.edited':
      return state.map((note) =>
        note.noteId === event.noteId ? { ...note, text: event.text, editedAt: at } : note,
      );
    case 'note.removed':
      return state.filter(({ noteId }) => noteId !== event.noteId);
    default:
      return assertNever(event);
  }
};

export const conversationNotes: Actor<
  ConversationNotesState,
  ConversationNotesCommand,
  ConversationNotesEvent,
  never,
  ConversationNotesReplies,
  NoQueries
> = {
  kind: 'conversation-notes',
  events: CONVERSATION_NOTES_EVENTS,
  initial: () => [],
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {
    add: (state, { noteId }) => noteIn(state, noteId),
    edit: (state, { noteId }) => noteIn(state, noteId),
  },
  queries: () => ({}),
  snapshotEvery: 50,
};
