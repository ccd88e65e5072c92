/** The saved views of a business. */
import t from 'tap';
import { savedViews } from '../../../actors/saved-views/index.js';
import { fold } from '../../support/actors/fold.js';

const view = (viewId: string, name = viewId) => ({ viewId, name, query: { calls: { text: 'late' } } });
const BY = { type: 'user', id: 'u1' } as const;

t.test('a view is saved once, changed and removed, and keeps its place', async (t) => {
  const folded = fold(savedViews);
  const list = () => savedViews.queries(folded.state).get();
  folded.apply({ type: 'save', view: view('a'), by: BY }, 0);
  folded.apply({ type: 'save', view: view('b') }, 1);
  t.same(folded.apply({ type: 'save', view: view('a', 'other') }, 2), [], 'a repetition');
  folded.apply({ type: 'change', viewId: 'a', name: 'Late' }, 3);
  t.same(folded.apply({ type: 'change', viewId: 'a', name: 'Late' }, 4), [], 'nothing changes');
  t.same(list(), [view('a', 'Late'), view('b')]);
  folded.apply({ type: 'change', viewId: 'a', query: { messages: { text: 'refund' } } }, 5);
  t.same(list()[0], { viewId: 'a', name: 'Late', query: { messages: { text: 'refund' } } });
  folded.apply({ type: 'remove', viewId: 'a', by: BY }, 6);
  t.same(list(), [view('b')]);
  for (const command of [
    { type: 'remove' as const, viewId: 'a' },
    { type: 'change' as const, viewId: 'a' },
  ])
    t.throws(() => folded.apply(command, 7), { code: 'saved_view_not_found' });
  t.equal(savedViews.replies.save(folded.state, { type: 'save', view: view('a') }), null);
  t.match(folded.events[0], { by: BY });
});

t.test('a business has at most 100 views', async (t) => {
  const folded = fold(savedViews);
  for (let n = 0; n < 100; n += 1) folded.apply({ type: 'save', view: view(`v${n}`) }, n);
  t.throws(() => folded.apply({ type: 'save', view: view('more') }, 100), { code: 'too_many_saved_views' });
  folded.apply({ type: 'remove', viewId: 'v3' }, 101);
  folded.apply({ type: 'save', view: view('more') }, 102);
  t.equal(folded.state.length, 100);
});
