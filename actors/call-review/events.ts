/** Events of the review of one call. The actor has the id of the call. */
import type { Author } from '../../schemas/accounts/audit.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** `by`: the author of the change; absent: unknown. */
interface Authored {
  readonly by?: Author;
}

export type CallReviewEvent =
  | ({
      readonly type: 'review.tagged';
      readonly added: readonly string[];
      readonly removed: readonly string[];
    } & Authored)
  /** Null: the call has no score any more. */
  | ({ readonly type: 'review.scored'; readonly score: number | null } & Authored)
  /** A person has gone through the call, or takes that back. */
  | ({ readonly type: 'review.marked'; readonly reviewed: boolean } & Authored)
  | ({ readonly type: 'review.noted'; readonly noteId: string; readonly text: string } & Authored)
  | ({ readonly type: 'review.note_removed'; readonly noteId: string } & Authored);

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CALL_REVIEW_EVENTS = {
  'review.tagged': 1,
  'review.scored': 1,
  'review.marked': 2,
  'review.noted': 1,
  'review.note_removed': 1,
} as const satisfies VersionsOf<CallReviewEvent>;

/** The kind, for readers of its events. */
export const CALL_REVIEW_KIND = eventKind<CallReviewEvent>('call-review', CALL_REVIEW_EVENTS);
