/** Parts of a job that changes many contacts. */
import t from 'tap';
import type { ContactEdit } from '../../../actors/contact-partition/commands.js';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { contactIdIn, partitionOfMobile } from '../../../schemas/ids.js';
import { fold } from '../../support/actors/fold.js';

const MOBILE = '+14155550101';
const PARTITION = partitionOfMobile(MOBILE);
const ID = contactIdIn(PARTITION, 'test', '1');

const ADD: ContactEdit = {
  type: 'change',
  addCategoryIds: ['k2'],
  removeCategoryIds: [],
  communicationBlocked: null,
};

const withContact = (categoryIds: readonly string[] = ['k1']) => {
  const partition = fold(contactPartition, PARTITION);
  const facts = { name: 'Ann', mobile: MOBILE, categoryIds, fields: {} };
  partition.apply({ type: 'create', contactId: ID, facts }, 1);
  const edit = (editId: string, change: ContactEdit, contactIds: readonly string[] = [ID], part = 'p1') =>
    partition.apply({ type: 'edit', editId, part, contactIds, edit: change }, 2);
  const contact = () => contactPartition.queries(partition.state).get(ID);
  const edited = (editId: string) => contactPartition.queries(partition.state).edited(editId);
  return { edit, contact, edited };
};

t.test('a category is added once, and a repeated part changes and counts nothing', async (t) => {
  const { edit, contact, edited } = withContact();
  edit('j1', ADD, [ID, 'missing']);
  t.same(contact()?.categoryIds, ['k1', 'k2']);
  t.same(edited('j1'), { changed: 1, skipped: 1 });
  t.same(edit('j1', ADD, [ID, 'missing']), []);
  t.same(edited('j1'), { changed: 1, skipped: 1 });
  edit('j2', ADD);
  t.same(edited('j2'), { changed: 0, skipped: 1 }, 'it is in the category already');
  t.same(edited('j3'), { changed: 0, skipped: 0 }, 'a job that was never here');
});

t.test('no contact loses its last category', async (t) => {
  const { edit, contact, edited } = withContact(['k1', 'k2']);
  const remove = (id: string): ContactEdit => ({ ...ADD, addCategoryIds: [], removeCategoryIds: [id] });
  edit('j1', remove('k1'));
  t.same(contact()?.categoryIds, ['k2']);
  edit('j2', remove('k2'));
  t.same(contact()?.categoryIds, ['k2']);
  t.same(edited('j2'), { changed: 0, skipped: 1 });
});

t.test('a block is set and lifted, and leaves everything else', async (t) => {
  const { edit, contact } = withContact();
  const block = (communicationBlocked: boolean): ContactEdit => ({
    ...ADD,
    addCategoryIds: [],
    communicationBlocked,
  });
  edit('j1', block(true));
  t.match(contact(), { communicationBlocked: true, categoryIds: ['k1'], name: 'Ann' });
  edit('j2', block(false));
  t.match(contact(), { communicationBlocked: false, categoryIds: ['k1'] });
});

t.test('a deleted contact frees its number, and a part after the deletion is counted apart', async (t) => {
  const { edit, contact, edited } = withContact();
  edit('j1', { type: 'delete' });
  t.equal(contact(), null);
  t.same(edited('j1'), { changed: 1, skipped: 0 });
  edit('j1', { type: 'delete' }, [ID], 'p2');
  t.same(edited('j1'), { changed: 1, skipped: 1 }, 'parts add up');
});
