/** What subscribers and open pages receive about the reviews of calls. */
import t from 'tap';
import type { CallReviewEvent } from '../../../actors/call-review/events.js';
import { REVIEWS } from '../../../operations/public-events/reviews.js';
import type { CallFacts } from '../../../views/calls/index.js';
import { publishedBy } from '../../support/public-events.js';

const idOf = (digit: number): string => `7b0f3c86-3a53-4d4c-9a42-00000000000${digit}`;
const CALL: CallFacts = {
  callId: idOf(1),
  agentId: idOf(2),
  contactId: null,
  calleeNumber: '+14155550101',
  campaignId: null,
  iterationId: null,
};
const by = { type: 'user', id: idOf(3) } as const;
const published = publishedBy(REVIEWS, { callFacts: () => CALL }, CALL.callId);
const reviewOf = (event: CallReviewEvent) => {
  const [webhook] = published.webhookEvents(event, { seq: 7, at: 1 });
  const live = published.liveEvent(event, 1);
  return { webhook, live };
};

t.test('each change of a review is published with its author', async (t) => {
  const unchanged = { addedTags: [], removedTags: [], score: null, note: null };
  const noteId = idOf(4);
  const changes: readonly (readonly [CallReviewEvent, object])[] = [
    [
      { type: 'review.tagged', added: ['refund'], removed: ['later'], by },
      { ...unchanged, change: 'tags', addedTags: ['refund'], removedTags: ['later'], by },
    ],
    [
      { type: 'review.scored', score: 2, by },
      { ...unchanged, change: 'score', score: 2, by },
    ],
    [
      { type: 'review.scored', score: null },
      { ...unchanged, change: 'score', by: null },
    ],
    [
      { type: 'review.marked', reviewed: true, by },
      { ...unchanged, change: 'reviewed', reviewed: true, by },
    ],
    [
      { type: 'review.noted', noteId, text: 'Call again.', by },
      { ...unchanged, change: 'note_added', note: { noteId, text: 'Call again.' }, by },
    ],
    [
      { type: 'review.note_removed', noteId, by },
      { ...unchanged, change: 'note_removed', note: { noteId, text: null }, by },
    ],
  ];
  for (const [event, review] of changes) {
    const { webhook, live } = reviewOf(event);
    t.match(webhook, {
      eventId: `${CALL.callId}:${event.type}:7`,
      eventType: 'voice.call.reviewed',
      callId: CALL.callId,
      payload: { agentId: CALL.agentId },
    });
    t.same(webhook?.payload.review, review);
    t.match(live, { type: 'call.reviewed', callId: CALL.callId, review });
  }
});

t.test('changes by one request are events of their own', async (t) => {
  const events: readonly CallReviewEvent[] = [
    { type: 'review.tagged', added: ['refund'], removed: [] },
    { type: 'review.scored', score: 1 },
  ];
  const ids = events.flatMap((event) =>
    [0, 1].flatMap((place) =>
      published.webhookEvents(event, { seq: 7, place, at: 1 }).map(({ eventId }) => eventId),
    ),
  );
  t.equal(new Set(ids).size, 4);
});
