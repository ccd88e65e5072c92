/** Tags, notes and a score that people give to calls, on the wire (docs/how-to/search.md). */
import { type Static, Type } from 'typebox';
import { NamedAuthor } from '../authors.js';
import { EXAMPLE } from '../described.js';
import { BusinessId, CallId, NoteId } from '../fields.js';
import { CALL_TAG_PATTERN, NOT_BLANK_PATTERN } from '../patterns.js';
import { closed, DateTime, described, literals, nullable, Uuid } from '../shapes.js';

export const MAX_CALL_TAGS = 20;
export const MAX_CALL_NOTES = 50;

export const CallTag = Type.String({
  pattern: CALL_TAG_PATTERN,
  description: 'A tag. Kept in lower case, without spaces around it.',
  examples: ['refund'],
});
const Tags = Type.Array(CallTag, { maxItems: MAX_CALL_TAGS });
export const CallScore = Type.Integer({
  minimum: 1,
  maximum: 5,
  description: 'A score that a person gave, from 1 to 5.',
  examples: [4],
});

/** A tag as it is kept and compared. */
export const tagOf = (text: string): string =>
  text.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Tags of a business that are listed. */
export const MAX_LISTED_TAGS = 1_000;

/** A tag with the number of calls that have it. */
export const CallTagCount = Type.Object(
  {
    tag: described(Type.String(), 'The tag.', 'refund'),
    calls: Type.Integer({ minimum: 1, description: 'The number of calls that have it.', examples: [12] }),
  },
  closed,
);
export type CallTagCount = Static<typeof CallTagCount>;

/** A change of the tags and the score. A tag that is added and removed stays. */
const reviewChange = {
  addTags: Type.Optional(described(Tags, 'Tags to add. A call has up to 20.', ['refund'])),
  removeTags: Type.Optional(described(Tags, 'Tags to remove; a tag that is also added stays.', ['checked'])),
  score: Type.Optional(
    nullable(CallScore, {
      description: 'The score, from 1 to 5. Null removes it; omitted: unchanged.',
      examples: [4],
    }),
  ),
  reviewed: Type.Optional(
    Type.Boolean({ description: 'Whether a person has gone through the call. Omitted: unchanged.' }),
  ),
};

export const CallReviewUpdate = Type.Object({ businessId: BusinessId, ...reviewChange }, closed);
const CallReviewChange = Type.Object(reviewChange, closed);
export type CallReviewChange = Static<typeof CallReviewChange>;

/** The tags and the score of a call after a change. */
export const CallReviewResult = Type.Object(
  {
    callId: CallId,
    tags: Type.Array(Type.String(), {
      description: 'All tags of the call, in the order in which they were added.',
      examples: [['refund']],
    }),
    score: nullable(CallScore, {
      description: 'The score of the call, from 1 to 5; null: none.',
      examples: [4],
    }),
    reviewed: Type.Optional(Type.Boolean({ description: 'Whether a person has gone through the call.' })),
  },
  closed,
);
export type CallReviewResult = Static<typeof CallReviewResult>;

export const CallNoteCreate = Type.Object(
  {
    businessId: BusinessId,
    text: Type.String({
      minLength: 1,
      maxLength: 2_000,
      pattern: NOT_BLANK_PATTERN,
      description: 'The note.',
      examples: ['The agent should have offered a voucher.'],
    }),
  },
  closed,
);

/** Calls that one request changes. */
const MAX_REVIEWED_CALLS = 100;

export const CallReviewsUpdate = Type.Object(
  {
    businessId: BusinessId,
    callIds: Type.Array(Uuid, {
      minItems: 1,
      maxItems: MAX_REVIEWED_CALLS,
      uniqueItems: true,
      description: 'The calls to change.',
      examples: [['f391176b-ae89-52ee-9f80-cdf6a5ce69da']],
    }),
    ...reviewChange,
  },
  closed,
);

/** The calls that were changed, and those that were not, each with the reason. */
export const CallReviewsResult = Type.Object(
  {
    changed: Type.Array(CallReviewResult, { description: 'The calls that were changed.' }),
    failures: Type.Array(
      Type.Object(
        {
          callId: CallId,
          error: Type.Object(
            {
              code: described(Type.String(), 'A code of the table of errors.', 'call_not_found'),
              message: described(
                Type.String(),
                'What happened, and what to do.',
                'There is no call with this id.',
              ),
              retryable: Type.Boolean({ description: 'Whether the same change may succeed later.' }),
            },
            { ...closed, description: 'Why the call was not changed.' },
          ),
        },
        closed,
      ),
      { description: 'The calls that were not changed, each with the reason.' },
    ),
  },
  closed,
);
export type CallReviewsResult = Static<typeof CallReviewsResult>;

/** A note that was added. */
export const CallNoteResult = Type.Object(
  {
    noteId: NoteId,
    callId: CallId,
    text: described(Type.String(), 'The note.', 'The agent should have offered a voucher.'),
    createdAt: described(DateTime, 'When the note was added.'),
  },
  closed,
);
export type CallNoteResult = Static<typeof CallNoteResult>;

/** What people noted about a call. */
export const CallReview = Type.Object(
  {
    tags: Type.Array(Type.String(), {
      description: 'In the order in which they were added.',
      examples: [['refund']],
    }),
    score: nullable(CallScore, { description: 'The score, from 1 to 5; null: none.', examples: [4] }),
    reviewed: Type.Optional(Type.Boolean({ description: 'Whether a person has gone through the call.' })),
    notes: Type.Array(
      Type.Object(
        {
          noteId: NoteId,
          text: described(Type.String(), 'The note.', 'The agent should have offered a voucher.'),
          by: nullable(NamedAuthor, { description: 'The author; null: unknown.' }),
          createdAt: described(DateTime, 'When the note was added.'),
        },
        closed,
      ),
      { description: 'Its notes, the oldest first.' },
    ),
  },
  { ...closed, description: 'What people noted about the call. It changes nothing about the call.' },
);
export type CallReview = Static<typeof CallReview>;

/** A change of a review, as subscribers and open pages receive it. */
export const CallReviewed = Type.Object(
  {
    change: literals(['tags', 'score', 'reviewed', 'note_added', 'note_removed'], {
      description: 'What was changed.',
    }),
    addedTags: Type.Array(Type.String(), {
      description: 'If `change` is tags: those that were added.',
      examples: [['refund']],
    }),
    removedTags: Type.Array(Type.String(), {
      description: 'If `change` is tags: those that were removed.',
      examples: [['checked']],
    }),
    score: nullable(CallScore, {
      description: 'If `change` is score: the new one, or null if it was removed.',
      examples: [4],
    }),
    reviewed: Type.Optional(
      Type.Boolean({
        description: 'If `change` is reviewed: whether a person has gone through the call; otherwise absent.',
      }),
    ),
    note: nullable(
      Type.Object(
        {
          noteId: NoteId,
          text: nullable(Type.String(), {
            description: 'The note; null: it was removed.',
            examples: ['The agent should have offered a voucher.'],
          }),
        },
        closed,
      ),
      { description: 'The note that was added or removed; otherwise null.' },
    ),
    by: nullable(
      Type.Object(
        {
          type: literals(['user', 'key', 'operator'], {
            description: 'operator: the command line of the service.',
          }),
          id: Type.String({ description: 'The id of the user or key.', examples: [EXAMPLE.userId] }),
        },
        closed,
      ),
      { description: 'The author of the change; null: unknown.' },
    ),
  },
  closed,
);
export type CallReviewed = Static<typeof CallReviewed>;
