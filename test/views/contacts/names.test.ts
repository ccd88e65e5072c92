/** The order of names, compared with a sort in memory after every step. */
import Database from 'better-sqlite3';
import fc from 'fast-check';
import t from 'tap';
import { CONTACT_NAME_TABLES, contactNames, sortNameOf } from '../../../views/contacts/names.js';
import { casesOf } from '../../support/full-run.js';

const NAMES = ['Zoë', 'zoe', 'Ann', 'Ángel', 'angel', '李雷', ''];

type Step =
  | { readonly type: 'add'; readonly name: string }
  | { readonly type: 'change'; readonly place: number; readonly name: string }
  | { readonly type: 'forget'; readonly place: number };

const name = fc.constantFrom(...NAMES);
const place = fc.nat({ max: 20 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('add' as const), name }), weight: 3 },
  fc.record({ type: fc.constant('change' as const), place, name }),
  fc.record({ type: fc.constant('forget' as const), place }),
);
/** Steps that are written in one transaction, which may be rolled back. */
const transaction = fc.record({
  steps: fc.array(step, { maxLength: 6 }),
  fails: fc.boolean(),
  reopens: fc.boolean(),
});

const open = () => {
  const db = new Database(':memory:');
  db.exec(CONTACT_NAME_TABLES);
  const all = db.prepare<[], { row: number; sort_name: string }>(
    'SELECT row, sort_name FROM contact_names UNION ALL SELECT row, sort_name FROM new_names ORDER BY row',
  );
  const waiting = db.prepare<[], number>('SELECT count(*) FROM new_names').pluck();
  return { db, all, waiting };
};

t.test(
  'every contact has its present name once, whatever was moved, and whatever was rolled back',
  async () => {
    fc.assert(
      fc.property(
        fc.array(transaction, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (transactions, movedTogether) => {
          const { db, all } = open();
          let names = contactNames(db, movedTogether);
          let kept: ReadonlyMap<number, string> = new Map();
          let row = 0;
          for (const { steps, fails, reopens } of transactions) {
            const present = new Map(kept);
            const pick = (at: number): [number, string] | undefined => [...present][at % (present.size || 1)];
            db.exec('BEGIN');
            for (const next of steps) {
              if (next.type === 'add') {
                row += 1;
                names.add(1, row, next.name);
                present.set(row, next.name);
                continue;
              }
              const found = pick(next.place);
              if (found === undefined) continue;
              const [chosen, before] = found;
              if (next.type === 'forget') {
                names.forget(1, chosen, before);
                present.delete(chosen);
              } else {
                names.change(1, chosen, { from: before, to: next.name });
                present.set(chosen, next.name);
              }
            }
            db.exec(fails ? 'ROLLBACK' : 'COMMIT');
            if (!fails) kept = present;
            if (reopens) names = contactNames(db, movedTogether);
            const found = all.all().map(({ row: of, sort_name }) => `${of} ${sort_name}`);
            const wanted = [...kept]
              .toSorted(([a], [b]) => a - b)
              .map(([of, is]) => `${of} ${sortNameOf(is)}`);
            if (found.join() !== wanted.join())
              throw new Error(`found ${found.join()}, wanted ${wanted.join()}`);
          }
          db.close();
        },
      ),
      { numRuns: casesOf(500) },
    );
  },
);

t.test('the names that wait stay few, also after a restart', async (t) => {
  const { db, waiting } = open();
  let names = contactNames(db, 10);
  for (let row = 1; row <= 95; row += 1) names.add(1, row, `Name ${row}`);
  t.equal(waiting.get(), 5);
  names = contactNames(db, 10);
  for (let row = 96; row <= 99; row += 1) names.add(1, row, `Name ${row}`);
  t.equal(waiting.get(), 9);
  names.add(1, 100, 'Name 100');
  t.equal(waiting.get(), 0, 'those that waited before the restart are counted');
  names.add(1, 101, 'Name 101');
  names.forget(1, 101, 'Name 101');
  for (let row = 102; row <= 110; row += 1) names.add(1, row, `Name ${row}`);
  t.equal(waiting.get(), 9, 'a contact that is removed waits no longer');
});

t.test('names are sorted without case and accents, by their first 40 characters', async (t) => {
  t.equal(sortNameOf('Zoë Ångström'), 'zoe angstrom');
  t.equal(sortNameOf('ZOE'), 'zoe');
  t.equal(sortNameOf('李雷'), '李雷');
  t.equal(sortNameOf(`${'a'.repeat(50)}`).length, 40);
});
