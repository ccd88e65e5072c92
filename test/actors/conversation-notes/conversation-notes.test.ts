/** Internal notes about a conversation. */
import t from 'tap';
import { conversationNotes } from '../../../actors/conversation-notes/index.js';
import { fold } from '../../support/actors/fold.js';

const add = (noteId: string, userId = 'ann') =>
  ({ type: 'add', noteId, text: `text of ${noteId}`, userId }) as const;

t.test('a note is added once, changed and removed by its author or an owner', async (t) => {
  const folded = fold(conversationNotes);
  folded.apply(add('n1'), 1);
  t.same(folded.apply(add('n1'), 2), [], 'a repetition');
  folded.apply(add('n2', 'bob'), 3);
  const edit = (noteId: string, userId: string, isOwner: boolean, text = 'new') =>
    folded.apply({ type: 'edit', noteId, text, userId, isOwner }, 4);
  t.throws(() => edit('n1', 'bob', false), { code: 'note_of_other_user' });
  t.same(edit('n1', 'ann', false), [{ type: 'note.edited', noteId: 'n1', text: 'new', userId: 'ann' }]);
  t.same(edit('n1', 'ann', false), [], 'nothing changes');
  t.equal(edit('n1', 'bob', true, 'by an owner').length, 1);
  t.match(folded.state, [
    { noteId: 'n1', text: 'by an owner', userId: 'ann', at: 1, editedAt: 4 },
    { noteId: 'n2', userId: 'bob', editedAt: null },
  ]);
  const remove = (noteId: string, userId: string, isOwner: boolean) =>
    folded.apply({ type: 'remove', noteId, userId, isOwner }, 5);
  t.throws(() => remove('n2', 'ann', false), { code: 'note_of_other_user' });
  t.same(remove('n2', 'ann', true), [{ type: 'note.removed', noteId: 'n2', userId: 'ann' }]);
  t.throws(() => remove('n2', 'bob', false), { code: 'conversation_note_not_found' });
  t.throws(() => edit('n2', 'bob', true), { code: 'conversation_note_not_found' });
  t.equal(conversationNotes.replies.add(folded.state, add('n2')), null);
});

t.test('a conversation has at most 100 notes', async (t) => {
  const folded = fold(conversationNotes);
  for (let n = 0; n < 100; n += 1) folded.apply(add(`n${n}`), n);
  t.throws(() => folded.apply(add('more'), 100), { code: 'too_many_conversation_notes' });
  folded.apply({ type: 'remove', noteId: 'n3', userId: 'ann', isOwner: false }, 101);
  folded.apply(add('more'), 102);
  t.equal(folded.state.length, 100);
});
