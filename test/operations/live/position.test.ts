/** Event ids: a client that presents an id receives the events after it. Invalid ids are harmless. */
import fc from 'fast-check';
import t from 'tap';
import { idOf, isPublished, nextOf, type Position, positionOf } from '../../../operations/live/position.js';

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

t.test('an id decodes to the position that it was made from', async (t) => {
  fc.assert(fc.property(positions, (position) => t.strictSame(positionOf(idOf(position)), position)));
  t.match(idOf({ seq: 1, mark: 2, place: null, at: 3, gatheredFrom: null }), /^[\w-]+$/);
});

t.test('a foreign id has no position', async (t) => {
  for (const id of ['', '7', 'x'.repeat(200), Buffer.from('1.2.3').toString('base64url'), '\u0000'])
    t.equal(positionOf(id), null, id);
  fc.assert(fc.property(fc.string(), (id) => void positionOf(id)));
});

t.test('a stream resumes at the first message that was not sent completely', async (t) => {
  const at = { seq: 7, mark: 1, at: 1 };
  t.equal(nextOf({ ...at, place: null, gatheredFrom: null }), 8);
  t.equal(nextOf({ ...at, place: 2, gatheredFrom: null }), 7, 'the same message may have more events');
  t.equal(nextOf({ ...at, place: null, gatheredFrom: 3 }), 3, 'the gathered events were not sent');
});

t.test('events that were sent are not sent again', async (t) => {
  const within: Position = { seq: 7, mark: 1, place: 2, at: 1, gatheredFrom: null };
  t.same(
    [
      [6, 9],
      [7, 0],
      [7, 1],
      [7, 2],
      [8, 0],
    ].map(([seq = 0, index = 0]) => isPublished(within, seq, index)),
    [true, true, true, false, false],
  );
  t.ok(isPublished({ ...within, place: null }, 7, 99));
});
