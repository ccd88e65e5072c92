/** Tags, scores and notes are shown with their call and filter the list, in whatever order the views learn of the two. */
import t from 'tap';
import type { CallReviewEvent } from '../../../actors/call-review/events.js';
import { accepted, ended, turn } from '../journal.js';
import { openViews } from '../store-support.js';

const PAGE = { limit: 10, cursor: null };
const by = { type: 'key', id: 'k1' } as const;
const tagged = (added: readonly string[], removed: readonly string[] = []): CallReviewEvent => ({
  type: 'review.tagged',
  added,
  removed,
  by,
});
const scored = (score: number | null): CallReviewEvent => ({ type: 'review.scored', score, by });

t.test('a call shows its review, also if that was read first', async (t) => {
  const { store, show } = await openViews(t);
  await show('call', 'b1', 'c1', [accepted()], 1_000);
  t.same(store.call('b1', 'c1')?.review, { tags: [], score: null, reviewed: false, notes: [] });
  const note: CallReviewEvent = { type: 'review.noted', noteId: 'n1', text: 'Call again.', by };
  const other: CallReviewEvent = { type: 'review.noted', noteId: 'n2', text: 'Done.' };
  for (const id of ['c1', 'c2'])
    await show('call-review', 'b1', id, [tagged(['zeta', 'alpha']), scored(4), note, other], 2_000);
  await show('call', 'b1', 'c2', [accepted()], 3_000);
  for (const id of ['c1', 'c2']) {
    t.match(store.call('b1', id), {
      call: { tags: ['zeta', 'alpha'], score: 4 },
      review: {
        tags: ['zeta', 'alpha'],
        score: 4,
        notes: [
          {
            noteId: 'n1',
            text: 'Call again.',
            by: { ...by, name: null },
            createdAt: '1970-01-01T00:00:02.000Z',
          },
          { noteId: 'n2', by: null },
        ],
      },
    });
  }
  await show('call-review', 'b1', 'c1', [
    tagged(['beta'], ['zeta']),
    scored(null),
    { type: 'review.note_removed', noteId: 'n1' },
  ]);
  t.match(store.call('b1', 'c1')?.review, {
    tags: ['alpha', 'beta'],
    score: null,
    notes: [{ noteId: 'n2' }],
  });
  t.equal(store.call('b1', 'c1')?.review.notes.length, 1);
});

t.test('lists and searches are filtered by tag and score', async (t) => {
  const { store, show } = await openViews(t);
  for (const [index, id] of ['c1', 'c2', 'c3'].entries())
    await show('call', 'b1', id, [accepted(), turn('hello', {}), ended('completed')], 1_000 + index);
  await show('call-review', 'b1', 'c1', [tagged(['vip']), scored(2)]);
  await show('call-review', 'b1', 'c2', [tagged(['vip', 'late']), scored(5)]);
  await show('call-review', 'b2', 'c3', [tagged(['vip'])]);
  const idsOf = (filter: Parameters<typeof store.calls>[2]) => {
    const listed = store.calls('b1', PAGE, filter).items.map(({ id }) => id);
    const found = store.searchCalls('b1', { text: 'hello', filter }, PAGE).items.map(({ call }) => call.id);
    t.same(found, listed, 'a search and a list agree');
    return listed;
  };
  t.same(idsOf({ tag: 'vip' }), ['c2', 'c1'], 'not those of another business');
  t.same(idsOf({ tag: 'late' }), ['c2']);
  t.same(idsOf({ tag: 'none' }), []);
  t.same(idsOf({ minScore: 3 }), ['c2']);
  t.same(idsOf({ maxScore: 4 }), ['c1']);
  t.same(idsOf({ minScore: 2, maxScore: 5, tag: 'vip' }), ['c2', 'c1']);
});

t.test('the tags of a business are listed with the number of their calls', async (t) => {
  const { store, show } = await openViews(t);
  await show('call-review', 'b1', 'c1', [tagged(['refund', 'vip'])]);
  await show('call-review', 'b1', 'c2', [tagged(['refund']), scored(2)]);
  await show('call-review', 'b2', 'c3', [tagged(['other'])]);
  t.same(store.callTags('b1', 10), [
    { tag: 'refund', calls: 2 },
    { tag: 'vip', calls: 1 },
  ]);
  t.same(store.callTags('b1', 1), [{ tag: 'refund', calls: 2 }]);
  await show('call-review', 'b1', 'c1', [tagged(['vip', 'checked'], ['refund', 'unknown'])]);
  await show('call-review', 'b1', 'c2', [tagged([], ['refund'])]);
  t.same(store.callTags('b1', 10), [
    { tag: 'checked', calls: 1 },
    { tag: 'vip', calls: 1 },
  ]);
});
