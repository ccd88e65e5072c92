/** A contact's own time zone: set, kept, replaced by an import, and removed. */
import t from 'tap';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { contactIdIn, partitionOfMobile } from '../../../schemas/ids.js';
import { fold } from '../../support/actors/fold.js';

const mobile = '+14155550101';
const partition = partitionOfMobile(mobile);
const contactId = contactIdIn(partition, 'test', '1');
const facts = { name: 'Ada', mobile, categoryIds: ['c'], fields: {} };

const start = () => {
  const folded = fold(contactPartition, partition);
  return { folded, zone: () => contactPartition.queries(folded.state).get(contactId)?.timeZone };
};

t.test('a contact has its own time zone until it is removed', async (t) => {
  const { folded, zone } = start();
  folded.apply({ type: 'create', contactId, facts }, 1);
  t.equal(zone(), null);
  const change = (timeZone: string | null) =>
    folded.apply({ type: 'change', contactId, changes: { timeZone } }, 2);
  change('Asia/Tokyo');
  t.equal(zone(), 'Asia/Tokyo');
  t.same(change('Asia/Tokyo'), [], 'the same zone changes nothing');
  folded.apply({ type: 'change', contactId, changes: { name: 'Ada L.' } }, 3);
  t.equal(zone(), 'Asia/Tokyo', 'another change keeps it');
  change(null);
  t.equal(zone(), null);
});

t.test('an import sets time zones; an empty cell keeps the existing one', async (t) => {
  const { folded, zone } = start();
  folded.apply({ type: 'create', contactId, facts: { ...facts, timeZone: 'Asia/Tokyo' } }, 1);
  t.equal(zone(), 'Asia/Tokyo');
  const importRow = (part: string, city: string, timeZone: string) =>
    folded.apply(
      {
        type: 'import',
        importId: 'i',
        part,
        categoryIds: ['c'],
        columns: ['city', '@timeZone'],
        timeZoneColumn: '@timeZone',
        rows: [[contactId, mobile, 'Ada', city, timeZone]],
      },
      2,
    );
  importRow('0', 'Bern', '');
  t.equal(zone(), 'Asia/Tokyo');
  t.match(importRow('1', 'Bern', 'Europe/Zurich'), [{ updated: [[contactId]], skipped: 0 }]);
  t.equal(zone(), 'Europe/Zurich');
  t.match(importRow('2', 'Bern', 'Europe/Zurich'), [{ updated: [], skipped: 1 }], 'a repetition');
  t.same(contactPartition.queries(folded.state).get(contactId)?.fields, { city: 'Bern' }, 'not a field');
});
