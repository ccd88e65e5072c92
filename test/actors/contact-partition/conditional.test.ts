/** A contact that is changed only as its client has read it. */
import t from 'tap';
import { contactPartition } from '../../../actors/contact-partition/index.js';
import { recordTag } from '../../../actors/contact-partition/tag.js';
import { contactIdIn, partitionOfMobile } from '../../../schemas/ids.js';
import { fold } from '../../support/actors/fold.js';

const mobile = '+14155550101';
const partition = partitionOfMobile(mobile);
const contactId = contactIdIn(partition, 'test', '1');

const created = () => {
  const folded = fold(contactPartition, partition);
  const facts = { name: 'Ada', mobile, categoryIds: ['c'], fields: { city: 'Bern', plan: 'basic' } };
  folded.apply({ type: 'create', contactId, facts }, 1);
  const record = () => contactPartition.queries(folded.state).get(contactId);
  const tag = (): string => {
    const found = record();
    return found === null ? '' : recordTag(found);
  };
  return { folded, record, tag };
};

t.test('a conditional change applies to exactly the contact that was read', async (t) => {
  const { folded, record, tag } = created();
  const read = tag();
  folded.apply({ type: 'change', contactId, changes: { name: 'Ada Lovelace' } }, 2);
  const stale = { type: 'change', contactId, changes: { name: 'Countess' }, expected: [read] } as const;
  t.throws(() => folded.apply(stale, 3), { code: 'resource_changed' });
  t.match(record(), { name: 'Ada Lovelace' });
  folded.apply({ ...stale, expected: [tag()] }, 4);
  t.match(record(), { name: 'Countess' });
});

t.test('a conditional change of a contact that is gone says so', async (t) => {
  const { folded, tag } = created();
  const expected = [tag()];
  folded.apply({ type: 'delete', contactIds: [contactId] }, 2);
  t.throws(() => folded.apply({ type: 'change', contactId, changes: { name: 'A' }, expected }, 3), {
    code: 'contact_not_found',
  });
});

t.test('the tag follows every field, and not their order', async (t) => {
  const { folded, tag } = created();
  const seen = new Set([tag()]);
  for (const changes of [
    { name: 'Ada L.' },
    { fields: { city: 'Basel', plan: 'basic' } },
    { categoryIds: ['c', 'd'] },
    { timeZone: 'Asia/Tokyo' },
    { communicationBlocked: true },
  ]) {
    folded.apply({ type: 'change', contactId, changes }, 2);
    t.notOk(seen.has(tag()), Object.keys(changes).join());
    seen.add(tag());
  }
  const read = tag();
  folded.apply({ type: 'change', contactId, changes: { categoryIds: ['d', 'c'] } }, 3);
  t.equal(tag(), read);
});
