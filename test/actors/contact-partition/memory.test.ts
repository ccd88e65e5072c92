/** The memory of a contact is erased by an event of its partition. */
import t from 'tap';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { contactIdIn, partitionOfMobile } from '../../../schemas/ids.js';
import { fold } from '../../support/actors/fold.js';

const MOBILE = '+14155550101';
const PARTITION = partitionOfMobile(MOBILE);
const ID = contactIdIn(PARTITION, 'test', '1');

t.test('what is remembered of a contact is erased while there is such a contact', async (t) => {
  const partition = fold(contactPartition, PARTITION);
  const erase = (contactId: string) => partition.apply({ type: 'erase_memory', contactId, entries: null }, 2);
  t.throws(() => erase(ID), { code: 'contact_not_found' });
  const facts = { name: 'Ann', mobile: MOBILE, categoryIds: ['k1'], fields: {} };
  partition.apply({ type: 'create', contactId: ID, facts }, 1);
  const before = partition.state;
  t.same(erase(ID), [{ type: 'contact.memory_erased', contactId: ID, entries: null }]);
  t.same(partition.state, before, 'the contact itself stays as it is');
  const entries = [{ entryId: 'e1', sourceId: 'c1' }];
  t.match(partition.apply({ type: 'erase_memory', contactId: ID, entries }, 3), [{ entries }]);
  partition.apply({ type: 'delete', contactIds: [ID] }, 4);
  t.throws(() => erase(ID), { code: 'contact_not_found' });
});
