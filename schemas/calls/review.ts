/** Tags, notes and a score that people give to calls, on the wire (docs/how-to/search.md). */
import { type Static, Type } from 'typebox';
import { CALL_TAG_PATTERN, NOT_BLANK_PATTERN } from '../patterns.js';
import { closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

export const MAX_CALL_TAGS = 20;
export const MAX_CALL_NOTES = 50;

export const CallTag = Type.String({
  pattern: CALL_TAG_PATTERN,
  description: 'Kept in lower case, without spaces around it.',
});
const Tags = Type.Array(CallTag, { maxItems: MAX_CALL_TAGS });
export const CallScore = Type.Integer({ minimum: 1, maximum: 5 });

/** A tag as it is kept and compared. */
export const tagOf = (text: string): string =>
  text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Tags of a business that are listed. */
export const MAX_LISTED_TAGS = 1_000;

/** A tag with the number of calls that have it. */
export const CallTagCount = Type.Object({ tag: Type.String(), calls: Type.Integer({ minimum: 1 }) }, closed);
export type CallTagCount = Static<typeof CallTagCount>;

/** A change of the tags and the score. A tag that is added and removed stays. */
const reviewChange = {
  addTags: Type.Optional(Tags),
  removeTags: Type.Optional(Tags),
  score: Type.Optional(nullable(CallScore, { description: 'Null removes the score; omitted: unchanged.' })),
};

export const CallReviewUpdate = Type.Object({ businessId: Uuid, ...reviewChange }, closed);
const CallReviewChange = Type.Object(reviewChange, closed);
export type CallReviewChange = Static<typeof CallReviewChange>;

/** The tags and the score of a call after a change. */
export const CallReviewResult = Type.Object(
  { callId: Uuid, tags: Type.Array(Type.String()), score: nullable(CallScore) },
  closed,
);
export type CallReviewResult = Static<typeof CallReviewResult>;

export const CallNoteCreate = Type.Object(
  { businessId: Uuid, text: Type.String({ minLength: 1, maxLength: 2_000, pattern: NOT_BLANK_PATTERN }) },
  closed,
);

/** Calls that one request changes. */
const MAX_REVIEWED_CALLS = 100;

export const CallReviewsUpdate = Type.Object(
  {
    businessId: Uuid,
    callIds: Type.Array(Uuid, { minItems: 1, maxItems: MAX_REVIEWED_CALLS, uniqueItems: true }),
    ...reviewChange,
  },
  closed,
);

/** The calls that were changed, and those that were not, each with the reason. */
export const CallReviewsResult = Type.Object(
  {
    changed: Type.Array(CallReviewResult),
    failures: Type.Array(
      Type.Object(
        {
          callId: Uuid,
          error: Type.Object(
            { code: Type.String(), message: Type.String(), retryable: Type.Boolean() },
            closed,
          ),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type CallReviewsResult = Static<typeof CallReviewsResult>;

/** A note that was added. */
export const CallNoteResult = Type.Object(
  { noteId: Uuid, callId: Uuid, text: Type.String(), createdAt: DateTime },
  closed,
);
export type CallNoteResult = Static<typeof CallNoteResult>;

/** What people noted about a call. */
export const CallReview = Type.Object(
  {
    tags: Type.Array(Type.String(), { description: 'In the order in which they were added.' }),
    score: nullable(CallScore),
    notes: Type.Array(
      Type.Object(
        {
          noteId: Uuid,
          text: Type.String(),
          by: nullable(
            Type.Object(
              {
                type: literals(['user', 'key']),
                id: Type.String(),
                name: nullable(Type.String({ description: 'null: the user or key no longer exists.' })),
              },
              closed,
            ),
          ),
          createdAt: DateTime,
        },
        closed,
      ),
      { description: 'The oldest first.' },
    ),
  },
  closed,
);
export type CallReview = Static<typeof CallReview>;

/** A change of a review, as subscribers and open pages receive it. */
export const CallReviewed = Type.Object(
  {
    change: literals(['tags', 'score', 'note_added', 'note_removed']),
    addedTags: Type.Array(Type.String()),
    removedTags: Type.Array(Type.String()),
    score: nullable(CallScore, {
      description: 'If `change` is score: the new one, or null if it was removed.',
    }),
    note: nullable(
      Type.Object(
        { noteId: Uuid, text: nullable(Type.String(), { description: 'Null: the note was removed.' }) },
        closed,
      ),
    ),
    by: nullable(Type.Object({ type: literals(['user', 'key', 'operator']), id: Type.String() }, closed), {
      description: 'The author of the change; null: unknown.',
    }),
  },
  closed,
);
export type CallReviewed = Static<typeof CallReviewed>;
