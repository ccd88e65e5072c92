/** Ids of events: whoever comes with one is given what came behind it, whatever else they write into it. */
import fc from 'fast-check';
import t from 'tap';
import { idOf, isTold, nextOf, type Position, positionOf } from '../../../operations/live/position.js';

const whole = fc.integer({ min: 0, max: 1_000_000_000 });
const positions: fc.Arbitrary<Position> = fc.record(
  {
    seq: whole,
    mark: whole,
    place: fc.option(whole),
    at: whole,
    gatheredFrom: fc.option(whole),
  },
  { noNullPrototype: true },
);

t.test('an id gives back the place that it was made of', async (t) => {
  fc.assert(fc.property(positions, (position) => t.strictSame(positionOf(idOf(position)), position)));
  t.match(idOf({ seq: 1, mark: 2, place: null, at: 3, gatheredFrom: null }), /^[\w-]+$/);
});

t.test('what is none of ours has no place', async (t) => {
  for (const id of ['', '7', 'x'.repeat(200), Buffer.from('1.2.3').toString('base64url'), '\u0000'])
    t.equal(positionOf(id), null, id);
  fc.assert(fc.property(fc.string(), (id) => void positionOf(id)));
});

t.test('it goes on with the first message of which something is missing', async (t) => {
  const at = { seq: 7, mark: 1, at: 1 };
  t.equal(nextOf({ ...at, place: null, gatheredFrom: null }), 8);
  t.equal(nextOf({ ...at, place: 2, gatheredFrom: null }), 7, 'there may be more in the same one');
  t.equal(nextOf({ ...at, place: null, gatheredFrom: 3 }), 3, 'of that nothing was told');
});

t.test('what has been told is not told again', async (t) => {
  const within: Position = { seq: 7, mark: 1, place: 2, at: 1, gatheredFrom: null };
  t.same(
    [
      [6, 9],
      [7, 0],
      [7, 1],
      [7, 2],
      [8, 0],
    ].map(([seq = 0, index = 0]) => isTold(within, seq, index)),
    [true, true, true, false, false],
  );
  t.ok(isTold({ ...within, place: null }, 7, 99));
});
