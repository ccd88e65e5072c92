/** Tallies add up, whatever is added to them and taken out again; percentiles keep their error. */
import * as fc from 'fast-check';
import t from 'tap';
import { bucketOf, quantileOf, SLOTS } from '../../../views/analytics/slots.js';
import {
  addTally,
  type Facts,
  factsOf,
  packFacts,
  QUARTERS,
  unpackFacts,
  withFacts,
} from '../../../views/analytics/tally.js';

const EMPTY = Buffer.alloc(0);
const facts: fc.Arbitrary<Facts> = fc
  .array(fc.tuple(fc.nat(SLOTS - 1), fc.oneof(fc.constant(1), fc.nat(2 ** 40))))
  .map((counts) => factsOf(new Map(counts)));
const changes = fc.array(fc.record({ quarter: fc.nat(QUARTERS - 1), facts }), { maxLength: 12 });

t.test('a tally is the sum of its facts, in any order, also after others were taken out', async () => {
  fc.assert(
    fc.property(changes, changes, fc.nat(), (kept, dropped, turn) => {
      const add = (tally: Buffer, { quarter, facts }: (typeof kept)[number]) =>
        withFacts(tally, quarter, facts, 1);
      const all = [...kept, ...dropped];
      const middle = all.length === 0 ? 0 : turn % all.length;
      const full = [...all.slice(middle), ...all.slice(0, middle)].reduce(add, EMPTY);
      const rest = dropped.reduce((tally, { quarter, facts }) => withFacts(tally, quarter, facts, -1), full);
      const sums = new Map<string, number>();
      for (const { quarter, facts } of kept)
        for (const [slot, count] of facts)
          sums.set(`${quarter} ${slot}`, (sums.get(`${quarter} ${slot}`) ?? 0) + count);
      const found = new Map<string, number>();
      for (let quarter = 0; quarter < QUARTERS; quarter += 1) {
        const slots = new Float64Array(SLOTS);
        addTally(rest, (of) => (of === quarter ? slots : null));
        for (const [slot, count] of slots.entries()) if (count !== 0) found.set(`${quarter} ${slot}`, count);
      }
      t.same([...found].sort(), [...sums].sort());
      t.ok(rest.equals(kept.reduce(add, EMPTY)), 'the same bytes as without them');
    }),
    { numRuns: 50 },
  );
});

t.test('facts are read as they were stored', async () => {
  fc.assert(fc.property(facts, (of) => t.same(unpackFacts(packFacts(of)), of)));
});

t.test('percentiles are at most 5 % off, by nearest rank', async () => {
  const values = fc.array(fc.double({ min: 1, max: 150_000, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.constantFrom(0.5, 0.95), (values, share) => {
      const slots = new Float64Array(SLOTS);
      for (const value of values) {
        const slot = bucketOf('firstAudioMs', value);
        slots[slot] = (slots[slot] ?? 0) + 1;
      }
      const sorted = values.toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
      const found = quantileOf(slots, 'firstAudioMs', share) ?? 0;
      t.ok(Math.abs(found - exact) <= 0.05 * exact, `${found} instead of ${exact}`);
      t.equal(quantileOf(slots, 'firstFrameMs', share), null, 'other distributions have no values');
    }),
  );
});

t.test('values below 1 count as 0, and very large ones as the largest', async (t) => {
  const slots = new Float64Array(SLOTS);
  slots[bucketOf('callSeconds', 0.4)] = 1;
  t.equal(quantileOf(slots, 'callSeconds', 0.5), 0);
  t.equal(bucketOf('callSeconds', 10 ** 9), bucketOf('callSeconds', 10 ** 12));
  t.not(bucketOf('callSeconds', 10 ** 12), bucketOf('finalTranscriptMs', 0), 'not in the next distribution');
});
