/** Derived ids are stored in journals, so their derivation must never change. */
import t from 'tap';
import { contactIdIn, deriveId, partitionOfContact, partitionOfMobile } from '../../schemas/ids.js';

t.test('derives the same ids as earlier builds', async (t) => {
  t.equal(deriveId('a', 'é'), '793d58f8-faf9-5a0c-8eb4-634d4c0ccfdf');
  t.not(deriveId('ab', 'c'), deriveId('a', 'bc'));
  t.equal(partitionOfMobile('+14155550100'), '069');
  t.equal(contactIdIn('abc', 'x'), 'abc042eb-3e82-8e4a-b555-34b82ccb928d');
  t.equal(partitionOfContact('ABC042eb-3e82-8e4a-b555-34b82ccb928d'), 'abc');
});
