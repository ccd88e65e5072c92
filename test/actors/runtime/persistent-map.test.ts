/** The immutable map of large states, compared with JavaScript's Map. */
import fc from 'fast-check';
import t from 'tap';
import {
  deleteFrom,
  emptyMap,
  entriesOf,
  getFrom,
  hasKey,
  type PersistentMap,
  setIn,
} from '../../../actors/runtime/persistent-map.js';
import { deriveId } from '../../../schemas/ids.js';
import { casesOf } from '../../support/full-run.js';

t.test(
  'holds what a Map holds, also after a snapshot, and never changes an earlier version of itself',
  async (t) => {
    const key = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.nat(40).map((n) => `+1415555${String(n).padStart(4, '0')}`),
      fc.constantFrom('__proto__', 'constructor', 'toString', ''),
    );
    const change = fc.record({ key, value: fc.option(fc.nat(), { nil: null }) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 120 }), (changes) => {
        let map: PersistentMap<number> = emptyMap();
        const expected = new Map<string, number>();
        for (const { key, value } of changes) {
          const before = map;
          const text = JSON.stringify(before);
          map = value === null ? deleteFrom(map, key) : setIn(map, key, value);
          if (value === null) expected.delete(key);
          else expected.set(key, value);
          if (JSON.stringify(before) !== text) return false;
        }
        const restored: PersistentMap<number> = JSON.parse(JSON.stringify(map));
        const sorted = (entries: Iterable<readonly [string, number]>) =>
          JSON.stringify([...entries].map(([key, value]) => `${key} ${value}`).sort());
        return (
          sorted(entriesOf(restored)) === sorted(expected) &&
          changes.every(
            ({ key }) =>
              getFrom(restored, key) === expected.get(key) && hasKey(restored, key) === expected.has(key),
          )
        );
      }),
      { numRuns: casesOf(500) },
    );
    t.pass('in 500 sequences');
  },
);

t.test('spreads contacts and their numbers over its buckets', async (t) => {
  for (const keyOf of [
    (n: number) => deriveId('business', `${n}`),
    (n: number) => `+1415555${String(n * 7).padStart(4, '0')}`,
  ]) {
    let map: PersistentMap<number> = emptyMap();
    for (let n = 0; n < 640; n += 1) map = setIn(map, keyOf(n), n);
    const sizes = map.map((bucket) => bucket.length);
    t.equal(entriesOf(map).length, 640);
    t.ok(Math.max(...sizes) <= 50, `20 on average, ${Math.max(...sizes)} at most`);
  }
});
