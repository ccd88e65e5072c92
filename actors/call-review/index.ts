/**
 * What people noted about a call: tags, a score, notes, and whether it was reviewed. The actor's id is the call's. It guarantees: a call has each tag once, at most
 * MAX_CALL_TAGS of them and MAX_CALL_NOTES notes, and a repeated request changes nothing.
 */
import type { Author } from '../../schemas/accounts/audit.js';
import { assertNever } from '../../schemas/assert.js';
import { MAX_CALL_NOTES, MAX_CALL_TAGS } from '../../schemas/calls/review.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, Envelope, NoQueries, TimerDue } from '../runtime/actor.js';
import { CALL_REVIEW_EVENTS, type CallReviewEvent } from './events.js';

type CallReviewCommand =
  /** `score`: null removes it; absent: unchanged, as is `reviewed`. Refused with `too_many_tags`. */
  | {
      readonly type: 'change';
      readonly addTags: readonly string[];
      readonly removeTags: readonly string[];
      readonly score?: number | null;
      readonly reviewed?: boolean;
      readonly by?: Author;
    }
  /** Refused with `too_many_call_notes`. */
  | { readonly type: 'note'; readonly noteId: string; readonly text: string; readonly by?: Author }
  /** Refused with `call_note_not_found`. */
  | { readonly type: 'remove_note'; readonly noteId: string; readonly by?: Author };

interface ReviewNote {
  readonly noteId: string;
  readonly text: string;
  /** ms since the epoch. */
  readonly at: number;
}

interface CallReviewState {
  /** In the order in which they were added. */
  readonly tags: readonly string[];
  readonly score: number | null;
  /** Absent in snapshots of earlier versions: it was not. */
  readonly reviewed?: boolean;
  readonly notes: readonly ReviewNote[];
}

interface CallReviewReplies {
  readonly change: Pick<CallReviewState, 'tags' | 'score'> & { readonly reviewed: boolean };
  /** Null: it was removed by a later command. */
  readonly note: ReviewNote | null;
}

const initial = (): CallReviewState => ({ tags: [], score: null, notes: [] });

const evolve = (state: CallReviewState, event: CallReviewEvent, at: number): CallReviewState => {
  switch (event.type) {
    case 'review.tagged': {
      const kept = state.tags.filter((tag) => !event.removed.includes(tag));
      return { ...state, tags: [...kept, ...event.added] };
    }
    case 'review.scored':
      return { ...state, score: event.score };
    case 'review.marked':
      return { ...state, reviewed: event.reviewed };
    case 'review.noted': {
      const { noteId, text } = event;
      return { ...state, notes: [...state.notes, { noteId, text, at }] };
    }
    case 'review.note_removed':
      return { ...state, notes: state.notes.filter(({ noteId }) => noteId !== event.noteId) };
    default:
      return assertNever(event);
  }
};

const change = (
  { tags, score, reviewed = false }: CallReviewState,
  command: Extract<CallReviewCommand, { readonly type: 'change' }>,
): readonly CallReviewEvent[] => {
  const by = command.by === undefined ? {} : { by: command.by };
  const added = [...new Set(command.addTags)].filter((tag) => !tags.includes(tag));
  const removed = tags.filter((tag) => command.removeTags.includes(tag) && !command.addTags.includes(tag));
  if (added.length > 0 && tags.length - removed.length + added.length > MAX_CALL_TAGS)
    throw new DomainError('too_many_tags');
  return [
    ...(added.length + removed.length > 0 ? [{ type: 'review.tagged' as const, added, removed, ...by }] : []),
    ...(command.score !== undefined && command.score !== score
      ? [{ type: 'review.scored' as const, score: command.score, ...by }]
      : []),
    ...(command.reviewed !== undefined && command.reviewed !== reviewed
      ? [{ type: 'review.marked' as const, reviewed: command.reviewed, ...by }]
      : []),
  ];
};

const decide = (
  state: CallReviewState,
  { command }: Envelope<CallReviewCommand | TimerDue>,
): readonly CallReviewEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'change':
      return change(state, command);
    case 'note': {
      const { noteId, text, by } = command;
      if (state.notes.some((note) => note.noteId === noteId)) return [];
      if (state.notes.length >= MAX_CALL_NOTES) throw new DomainError('too_many_call_notes');
      return [{ type: 'review.noted', noteId, text, ...(by === undefined ? {} : { by }) }];
    }
    case 'remove_note': {
      const { noteId, by } = command;
      if (state.notes.every((note) => note.noteId !== noteId)) throw new DomainError('call_note_not_found');
      return [{ type: 'review.note_removed', noteId, ...(by === undefined ? {} : { by }) }];
    }
    default:
      return assertNever(command);
  }
};

export const callReview: Actor<
  CallReviewState,
  CallReviewCommand,
  CallReviewEvent,
  never,
  CallReviewReplies,
  NoQueries
> = {
  kind: 'call-review',
  events: CALL_REVIEW_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {
    change: ({ tags, score, reviewed = false }) => ({ tags, score, reviewed }),
    note: ({ notes }, { noteId }) => notes.find((note) => note.noteId === noteId) ?? null,
  },
  queries: () => ({}),
  snapshotEvery: 50,
};
