import fc from 'fast-check';
import t from 'tap';
import { iso } from '../../../views/kernel/dates.js';

/** The last millisecond that `Date` can represent. */
const LAST = 8.64e15;

t.test('formats times as Date does', (t) => {
  const same = (ms: number): void => void t.equal(iso(ms), new Date(ms).toISOString());
  for (const ms of [0, -1, -0.5, 1.9, 86_399_999, 86_400_000, -86_400_000, LAST, -LAST, 253_402_300_800_000])
    same(ms);
  fc.assert(
    fc.property(fc.integer({ min: -LAST, max: LAST }), (ms) => iso(ms) === new Date(ms).toISOString()),
  );
  for (const none of [Number.NaN, LAST + 86_400_000, Number.POSITIVE_INFINITY])
    t.throws(() => iso(none), RangeError);
  t.end();
});
