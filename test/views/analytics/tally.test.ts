/** Tallies add up, whatever is added to them and taken out again; percentiles keep their error. */
import * as fc from 'fast-check';
import t from 'tap';
import { bucketOf, quantileOf, SLOTS } from '../../../views/analytics/slots.js';
import {
  addTally,
  difference,
  type Facts,
  factsOf,
  packFacts,
  QUARTERS_A_WEEK,
  recordOf,
  unpackFacts,
} from '../../../views/analytics/tally.js';

const facts: fc.Arbitrary<Facts> = fc
  .array(fc.tuple(fc.nat(SLOTS - 1), fc.oneof(fc.constant(1), fc.integer({ min: -(2 ** 40), max: 2 ** 40 }))))
  .map((counts) => factsOf(new Map(counts)));
const changes = fc.array(fc.record({ quarter: fc.nat(QUARTERS_A_WEEK - 1), facts }), { maxLength: 12 });

t.test('a tally is the sum of its records, and leaves out quarters', async () => {
  fc.assert(
    fc.property(changes, fc.nat(QUARTERS_A_WEEK), (added, end) => {
      const tally = Buffer.concat(added.map(({ quarter, facts }) => recordOf(quarter, facts)));
      const expected = new Map<string, number>();
      for (const { quarter, facts } of added.filter(({ quarter }) => quarter < end))
        for (const [slot, count] of facts) {
          const key = `${quarter} ${slot}`;
          expected.set(key, (expected.get(key) ?? 0) + count);
        }
      const found = new Map<string, number>();
      const byQuarter = new Map<number, Float64Array>();
      addTally(tally, (quarter) => {
        if (quarter >= end) return null;
        const slots = byQuarter.get(quarter) ?? new Float64Array(SLOTS);
        byQuarter.set(quarter, slots);
        return slots;
      });
      for (const [quarter, slots] of byQuarter)
        for (const [slot, count] of slots.entries()) if (count !== 0) found.set(`${quarter} ${slot}`, count);
      t.same([...found].sort(), [...expected].filter(([, count]) => count !== 0).sort());
    }),
  );
});

t.test('a difference turns facts into others', async () => {
  fc.assert(
    fc.property(facts, facts, (before, after) => {
      const slots = new Float64Array(SLOTS);
      const tally = Buffer.concat([recordOf(1, before), recordOf(1, difference(before, after))]);
      addTally(tally, () => slots);
      t.same(factsOf(new Map(slots.entries())), after);
    }),
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
