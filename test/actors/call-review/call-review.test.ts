/** The review of a call: bounded, and unchanged by repetitions. */
import t from 'tap';
import { callReview } from '../../../actors/call-review/index.js';
import { seeded, seedOfRun } from '../../../testkit/seeded.js';
import { fold } from '../../support/actors/fold.js';

const BY = { type: 'key', id: 'k1' } as const;
const change = (addTags: readonly string[], removeTags: readonly string[] = [], score?: number | null) => ({
  type: 'change' as const,
  addTags,
  removeTags,
  ...(score === undefined ? {} : { score }),
  by: BY,
});
const tagsOf = (count: number, prefix: string): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

t.test('a call has each tag once, in the order in which they were added', async (t) => {
  const folded = fold(callReview);
  folded.apply(change(['late', 'vip', 'late']), 0);
  t.same(folded.apply(change(['vip'], ['gone']), 1), [], 'nothing changes');
  t.same(folded.apply(change(['new', 'vip'], ['late', 'vip']), 2), [
    { type: 'review.tagged', added: ['new'], removed: ['late'], by: BY },
  ]);
  t.same(folded.state.tags, ['vip', 'new']);
});

t.test('a call has at most 20 tags, whatever is removed with them', async (t) => {
  const folded = fold(callReview);
  folded.apply(change(tagsOf(20, 'a')), 0);
  t.throws(() => folded.apply(change(['one more']), 1), { code: 'too_many_tags' });
  folded.apply(change(['one more'], ['a0']), 2);
  folded.apply(change(['a1'], []), 3);
  t.equal(folded.state.tags.length, 20);
});

t.test('a score is set, changed and removed', async (t) => {
  const folded = fold(callReview);
  folded.apply(change([], [], 4), 0);
  t.same(folded.apply(change([], [], 4), 1), []);
  folded.apply(change(['vip']), 2);
  t.equal(folded.state.score, 4, 'unchanged by tags');
  folded.apply(change([], [], null), 3);
  t.equal(folded.state.score, null);
});

t.test('a call is marked as reviewed, and that can be taken back', async (t) => {
  const folded = fold(callReview);
  const mark = (reviewed: boolean) => ({ ...change([]), reviewed });
  t.same(folded.apply(mark(false), 0), [], 'it was not');
  t.same(folded.apply(mark(true), 1), [{ type: 'review.marked', reviewed: true, by: BY }]);
  t.same(folded.apply(mark(true), 2), []);
  folded.apply(change(['vip'], [], 3), 3);
  t.same(callReview.replies.change(folded.state, mark(true)), { tags: ['vip'], score: 3, reviewed: true });
  folded.apply(mark(false), 4);
  t.equal(folded.state.reviewed, false);
});

t.test('a note is added once, and a call has at most 50', async (t) => {
  const folded = fold(callReview);
  const note = (noteId: string) => ({ type: 'note' as const, noteId, text: noteId, by: BY });
  folded.apply(note('n0'), 5);
  t.same(folded.apply(note('n0'), 6), [], 'a repetition');
  for (let n = 1; n < 50; n += 1) folded.apply(note(`n${n}`), n);
  t.throws(() => folded.apply(note('n50'), 60), { code: 'too_many_call_notes' });
  t.same(callReview.replies.note(folded.state, note('n0')), { noteId: 'n0', text: 'n0', at: 5 });
  folded.apply({ type: 'remove_note', noteId: 'n0' }, 61);
  t.throws(() => folded.apply({ type: 'remove_note', noteId: 'n0' }, 62), { code: 'call_note_not_found' });
  t.equal(callReview.replies.note(folded.state, note('n0')), null);
  folded.apply(note('n50'), 63);
  t.equal(folded.state.notes.length, 50);
});

t.test('under any order of commands the tags are bounded and different', async (t) => {
  const seed = seedOfRun();
  t.comment(`seed ${seed}`);
  const random = seeded(seed);
  const folded = fold(callReview);
  const some = (): readonly string[] =>
    Array.from({ length: Math.floor(random() * 8) }, () => `t${Math.floor(random() * 40)}`);
  let refused = 0;
  for (let step = 0; step < 500; step += 1) {
    try {
      folded.apply(change(some(), some()), step);
    } catch {
      refused += 1;
    }
    const { tags } = folded.state;
    if (tags.length > 20 || new Set(tags).size < tags.length) t.fail(`step ${step}: ${tags.join()}`);
  }
  t.ok(refused > 0, 'the limit was reached');
});
