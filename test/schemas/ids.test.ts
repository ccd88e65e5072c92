/** Derived ids lie in journals: what they are today they must be for ever. */
import t from 'tap';
import { contactIdIn, deriveId, partitionOfContact, partitionOfMobile } from '../../schemas/ids.js';

t.test('an id derived today is the one that was derived yesterday', async (t) => {
  t.equal(deriveId('a', 'é'), '793d58f8-faf9-5a0c-8eb4-634d4c0ccfdf');
  t.not(deriveId('ab', 'c'), deriveId('a', 'bc'));
  t.equal(partitionOfMobile('+14155550100'), '069');
  t.equal(contactIdIn('abc', 'x'), 'abc042eb-3e82-8e4a-b555-34b82ccb928d');
  t.equal(partitionOfContact('ABC042eb-3e82-8e4a-b555-34b82ccb928d'), 'abc');
});
