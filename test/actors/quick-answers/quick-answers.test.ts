/** The quick answers of a business. */
import t from 'tap';
import { quickAnswers } from '../../../actors/quick-answers/index.js';
import { fold } from '../../support/actors/fold.js';

const BY = { type: 'user', id: 'u1' } as const;
const save = (id: string, shortcut = id) =>
  ({ type: 'save', answer: { quickAnswerId: id, shortcut, title: id, text: id }, by: BY }) as const;

t.test('an answer is saved once, changed and removed, and its shortcut is its own', async (t) => {
  const folded = fold(quickAnswers);
  const list = () => quickAnswers.queries(folded.state).get();
  t.match(folded.apply(save('a'), 0), [{ type: 'answer.saved', by: BY }]);
  t.same(folded.apply(save('a', 'other'), 1), [], 'a repetition');
  folded.apply(save('b'), 2);
  t.throws(() => folded.apply(save('c', 'b'), 3), { code: 'quick_answer_shortcut_taken' });
  const change = (quickAnswerId: string, changes: object) =>
    folded.apply({ type: 'change', quickAnswerId, ...changes }, 4);
  t.throws(() => change('a', { shortcut: 'b' }), { code: 'quick_answer_shortcut_taken' });
  t.same(change('a', { shortcut: 'a' }), [], 'nothing changes');
  change('a', { shortcut: 'hi', text: 'Hello' });
  t.same(list()[0], { quickAnswerId: 'a', shortcut: 'hi', title: 'a', text: 'Hello' });
  folded.apply({ type: 'remove', quickAnswerId: 'a', by: BY }, 5);
  t.same(
    list().map(({ quickAnswerId }) => quickAnswerId),
    ['b'],
  );
  t.throws(() => change('a', {}), { code: 'quick_answer_not_found' });
  t.throws(() => folded.apply({ type: 'remove', quickAnswerId: 'a' }, 6), { code: 'quick_answer_not_found' });
  t.equal(folded.apply(save('c', 'hi'), 7).length, 1, 'the shortcut is free again');
});

t.test('a business has at most 100 quick answers', async (t) => {
  const folded = fold(quickAnswers);
  for (let n = 0; n < 100; n += 1) folded.apply(save(`q${n}`), n);
  t.throws(() => folded.apply(save('more'), 100), { code: 'too_many_quick_answers' });
  folded.apply({ type: 'remove', quickAnswerId: 'q7' }, 101);
  folded.apply(save('more'), 102);
  t.equal(folded.state.length, 100);
});
