/** Filtered lists of contacts, compared with a filter and a sort of all contacts in memory. */
import Database from 'better-sqlite3';
import fc from 'fast-check';
import t from 'tap';
import type { ContactSort } from '../../../schemas/contacts/selection.js';
import { CATEGORY_TABLES } from '../../../views/contacts/categories.js';
import type { ContactFilter } from '../../../views/contacts/filter.js';
import { contactListing, partitionListing } from '../../../views/contacts/listing.js';
import { MEMORY_TABLES } from '../../../views/contacts/memory.js';
import { CONTACT_NAME_TABLES, sortNameOf } from '../../../views/contacts/names.js';
import { CONTACT_SEARCH_TABLES } from '../../../views/contacts/search.js';
import { CONTACT_TABLES } from '../../../views/contacts/tables.js';
import { TENANT_TABLES } from '../../../views/contacts/tenants.js';
import { contactWriter } from '../../../views/contacts/writer.js';
import { contactRollups, ROLLUP_TABLES } from '../../../views/conversations/rollups.js';
import type { Position } from '../../../views/kernel/cursor.js';
import { casesOf } from '../../support/full-run.js';

interface Person {
  readonly business: 'b1' | 'b2';
  readonly name: string;
  readonly city: string;
  readonly categories: readonly string[];
  readonly blocked: boolean;
  /** Times of calls, ms since the epoch. */
  readonly calls: readonly number[];
}

const NAMES = ['Zoë', 'zoe', 'Óscar', 'Oslo', 'Ann Archer', 'ann', 'Ángel', '李雷', ''];
const CITIES = ['Berlin', 'berlin', 'Lima', ''];
const CATEGORIES = ['k1', 'k2'];

const person: fc.Arbitrary<Person> = fc.record({
  business: fc.constantFrom('b1' as const, 'b1' as const, 'b2' as const),
  name: fc.constantFrom(...NAMES),
  city: fc.constantFrom(...CITIES),
  categories: fc.subarray(CATEGORIES),
  blocked: fc.boolean(),
  calls: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
});

const anyFilter: fc.Arbitrary<ContactFilter> = fc.record(
  {
    search: fc.constantFrom('an', 'zoe', 'lima', 'nothing', '%'),
    categoryId: fc.constantFrom(...CATEGORIES),
    blocked: fc.boolean(),
    fields: fc.constantFrom({ city: 'BERLIN' }, { city: '' }, { city: 'Lima', other: '' }, { other: 'x' }),
    createdSince: fc.integer({ min: 0, max: 12 }),
    createdBefore: fc.integer({ min: 0, max: 12 }),
    contacted: fc.boolean(),
    contactedSince: fc.integer({ min: 1, max: 6 }),
    notContactedSince: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: [] },
);

const partitionOf = (index: number): string => (index % 2 === 0 ? '0aa' : '0ab');
const idOf = (index: number): string => `${partitionOf(index)}${String(index).padStart(5, '0')}`;

const TABLES = [
  CATEGORY_TABLES,
  TENANT_TABLES,
  CONTACT_TABLES,
  CONTACT_NAME_TABLES,
  CONTACT_SEARCH_TABLES,
  ROLLUP_TABLES,
];

/** Names are moved to their sorted table in groups of 4, so that most lists find some in each. */
const fill = (people: readonly Person[]) => {
  const db = new Database(':memory:');
  for (const tables of TABLES) db.exec(tables);
  const writer = contactWriter(db, 4);
  const rollups = contactRollups(db);
  for (const [index, { business, name, city, categories, blocked, calls }] of people.entries()) {
    const stored = { businessId: business, shard: 0, id: partitionOf(index), seq: index + 1, index: 0 };
    const fields: Readonly<Record<string, string>> = city === '' ? {} : { city };
    const facts = { mobile: `+1415555${1000 + index}`, fields, timeZone: null };
    const contact = { id: idOf(index), name, categoriesJson: JSON.stringify(categories), ...facts };
    const tenant = writer.tenants.rowOf(business);
    const at = index;
    const row = writer.add({ ...stored, at, event: null }, 0, tenant, contact, JSON.stringify(fields));
    for (const category of categories) writer.members.join(business, category, row);
    if (blocked)
      writer.change({ ...stored, at, event: null }, contact.id, () => ({ communicationBlocked: true }));
    for (const call of calls) rollups.began(contact.id, 'voice', call);
  }
  return { db, tenant: writer.tenants.rowOf('b1') };
};

const matches = (
  filter: ContactFilter,
  { name, city, categories, blocked, calls }: Person,
  createdAt: number,
): boolean => {
  const latest = Math.max(0, ...calls);
  const words = `${name} ${city}`.split(' ').map(sortNameOf);
  const { search, categoryId, fields, contacted, contactedSince, notContactedSince } = filter;
  return (
    (search === undefined || words.some((word) => word.startsWith(search))) &&
    (categoryId === undefined || categories.includes(categoryId)) &&
    (filter.blocked === undefined || filter.blocked === blocked) &&
    Object.entries(fields ?? {}).every(
      ([key, value]) => (key === 'city' ? city : '').toLowerCase() === value.toLowerCase(),
    ) &&
    (filter.createdSince === undefined || createdAt >= filter.createdSince) &&
    (filter.createdBefore === undefined || createdAt < filter.createdBefore) &&
    (contacted === undefined || contacted === latest > 0) &&
    (contactedSince === undefined || latest >= contactedSince) &&
    (notContactedSince === undefined || latest < notContactedSince)
  );
};

const expected = (people: readonly Person[], filter: ContactFilter, sort: ContactSort): readonly string[] => {
  const found = [...people.entries()].filter(
    ([index, candidate]) => candidate.business === 'b1' && matches(filter, candidate, index),
  );
  const newest = found.toReversed();
  const latest = ({ calls }: Person): number => Math.max(0, ...calls);
  const bytes = (name: string): Buffer => Buffer.from(sortNameOf(name));
  if (sort === 'name') found.sort(([, a], [, b]) => Buffer.compare(bytes(a.name), bytes(b.name)));
  if (sort === 'lastContact') newest.sort(([, a], [, b]) => latest(b) - latest(a));
  return (sort === 'name' ? found : newest).map(([index]) => idOf(index));
};

t.test('every filter and order finds the contacts that it should, whatever a page may read', async () => {
  fc.assert(
    fc.property(
      fc.array(person, { maxLength: 25 }),
      anyFilter,
      fc.constantFrom('created' as const, 'name' as const, 'lastContact' as const),
      fc.record({ scanned: fc.integer({ min: 1, max: 8 }), limit: fc.integer({ min: 1, max: 9 }) }),
      (people, filter, sort, { scanned, limit }) => {
        const { db, tenant } = fill(people);
        const list = contactListing(db, scanned);
        const found: string[] = [];
        let position: Position | null = null;
        for (let pages = 0; ; pages += 1) {
          if (pages > 200) throw new Error('the list does not end');
          const { rows, next }: ReturnType<typeof list> = list({ tenant, filter, sort, position, limit });
          if (rows.length > limit) throw new Error('a page is longer than its limit');
          found.push(...rows.map(([, id]) => id));
          position = next;
          if (position === null) break;
        }
        db.close();
        const wanted = expected(people, filter, sort);
        if (found.join() !== wanted.join()) throw new Error(`found ${found.join()}, wanted ${wanted.join()}`);
      },
    ),
    { numRuns: casesOf(400) },
  );
});

t.test('a partition shows its matching contacts that existed at a time', async () => {
  fc.assert(
    fc.property(
      fc.array(person, { maxLength: 20 }),
      anyFilter,
      fc.integer({ min: 0, max: 20 }),
      (people, filter, createdUntil) => {
        const { db, tenant } = fill(people);
        const found = partitionListing(db)({ tenant, partition: '0ab', filter, createdUntil });
        db.close();
        const wanted = expected(people, filter, 'created')
          .filter((id) => id.startsWith('0ab') && Number(id.slice(3)) <= createdUntil)
          .toSorted();
        if (found.join() !== wanted.join()) throw new Error(`found ${found.join()}, wanted ${wanted.join()}`);
      },
    ),
    { numRuns: casesOf(200) },
  );
});

t.test('contacts of which agents remember something are found by it', async (t) => {
  const somebody = {
    business: 'b1',
    name: 'Ann',
    city: '',
    categories: [],
    blocked: false,
    calls: [],
  } as const;
  const { db, tenant } = fill([somebody, somebody, { ...somebody, business: 'b2' }]);
  db.exec(MEMORY_TABLES);
  const remember = db.prepare<[string, string, string]>(
    `INSERT INTO memory_entries (business_id, id, contact_id, source_id, kind, text, said_at, evidence)
     VALUES (?, ?, ?, 's', 'fact', 'Likes tea.', 1, '[]')`,
  );
  remember.run('b1', 'e1', idOf(1));
  remember.run('b2', 'e2', idOf(0));
  const found = (hasMemory: boolean) =>
    contactListing(db)({ tenant, filter: { hasMemory }, sort: 'created', position: null, limit: 9 }).rows.map(
      ([, id]) => id,
    );
  t.same(found(true), [idOf(1)]);
  t.same(found(false), [idOf(0)]);
  db.close();
});

t.test('a page of a period reads the index from the end of the period on', async (t) => {
  const { db } = fill([]);
  const plan = db
    .prepare(
      `EXPLAIN QUERY PLAN SELECT c.row FROM contacts c INDEXED BY contacts_by_age WHERE c.tenant = 1 AND c.created_at >= 5
       AND (c.created_at, c.row) < (9, CAST('0' AS INTEGER)) ORDER BY c.created_at DESC, c.row DESC LIMIT 50`,
    )
    .all();
  t.match(
    JSON.stringify(plan),
    /created_at>\? AND .*created_at.*<\?|tenant=\? AND created_at>\? AND created_at<\?/,
  );
  t.notMatch(JSON.stringify(plan), 'TEMP B-TREE');
  db.close();
});
