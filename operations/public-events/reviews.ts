/** The public events of the reviews of calls: tags, scores, notes and the mark of a review. */
import { CALL_REVIEW_KIND, type CallReviewEvent } from '../../actors/call-review/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { CallReviewed } from '../../schemas/calls/review.js';
import type { CallFacts } from '../../views/calls/index.js';
import { subjectOfCall } from './calls.js';
import { publicEventsOf, type Subject } from './public-event.js';
import { publicSource } from './source.js';

const publicEvent = publicEventsOf<CallReviewEvent, Subject<CallFacts>>();

const UNCHANGED = { addedTags: [], removedTags: [], score: null, note: null };

/** What subscribers learn of a change. */
const reviewed = (event: CallReviewEvent): CallReviewed => {
  const by = event.by ?? null;
  switch (event.type) {
    case 'review.tagged': {
      const { added, removed } = event;
      return { ...UNCHANGED, change: 'tags', addedTags: [...added], removedTags: [...removed], by };
    }
    case 'review.scored':
      return { ...UNCHANGED, change: 'score', score: event.score, by };
    case 'review.marked':
      return { ...UNCHANGED, change: 'reviewed', reviewed: event.reviewed, by };
    case 'review.noted':
      return { ...UNCHANGED, change: 'note_added', note: { noteId: event.noteId, text: event.text }, by };
    case 'review.note_removed':
      return { ...UNCHANGED, change: 'note_removed', note: { noteId: event.noteId, text: null }, by };
    default:
      return assertNever(event);
  }
};

const EVENTS = [
  publicEvent(
    ['review.tagged', 'review.scored', 'review.marked', 'review.noted', 'review.note_removed'],
    'A person changed the tags, the score or the notes of a call, or marked it as reviewed.',
    {
      webhook: 'voice.call.reviewed',
      live: 'call.reviewed',
      // One request may change tags and score: each is an event of its own.
      toWebhook: ({ facts }, event, { seq, place = 0 }) => ({
        id: `${facts.callId}:${event.type}:${seq}${place === 0 ? '' : `.${place}`}`,
        fields: { review: reviewed(event) },
      }),
      toLive: (facts, event) => ({ ...facts, review: reviewed(event) }),
    },
  ),
];

export const REVIEWS = publicSource<Subject<CallFacts>>({
  kind: CALL_REVIEW_KIND,
  reaction: 'webhooks-reviews',
  topic: 'calls',
  subjectOf: subjectOfCall,
  events: EVENTS,
  gathered: null,
});
