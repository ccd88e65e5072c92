import fc from 'fast-check';
import t from 'tap';
import { createLimit } from '../../../../providers/recordings/limit.js';
import {
  type ByteRange,
  bytesIn,
  takeBytes,
  withRange,
} from '../../../../providers/recordings/tracks/byte-ranges.js';
import { decodePiece, encodePiece } from '../../../../providers/recordings/tracks/piece.js';

const range = fc
  .tuple(fc.nat(200), fc.nat(40))
  .map(([from, length]): ByteRange => ({ from, to: from + length }));

const bytesOf = (ranges: readonly ByteRange[]): Set<number> => {
  const bytes = new Set<number>();
  for (const { from, to } of ranges) for (let at = from; at < to; at += 1) bytes.add(at);
  return bytes;
};

t.test('ranges hold exactly the bytes that were added, sorted and disjoint', async () => {
  fc.assert(
    fc.property(fc.array(range), (added) => {
      const ranges = added.reduce(withRange, []);
      const apart = ranges.every(({ from, to }, at) => from < to && (ranges[at + 1]?.from ?? 1e9) > to);
      const [have, want] = [bytesOf(ranges), bytesOf(added)];
      return (
        apart &&
        have.size === want.size &&
        [...want].every((at) => have.has(at)) &&
        bytesIn(ranges) === want.size
      );
    }),
  );
});

t.test('taken and remaining bytes make up the ranges, and no more is taken than requested', async () => {
  fc.assert(
    fc.property(fc.array(range), fc.nat(300), (added, bytes) => {
      const ranges = added.reduce(withRange, []);
      const { taken, rest } = takeBytes(ranges, bytes);
      const all = bytesOf(ranges);
      const both = new Set([...bytesOf(taken), ...bytesOf(rest)]);
      return (
        bytesIn(taken) === Math.min(bytes, all.size) &&
        bytesIn(taken) + bytesIn(rest) === all.size &&
        [...all].every((at) => both.has(at))
      );
    }),
  );
});

const piece = fc.record({
  lengths: fc.record({ customer: fc.nat(1e9), agent: fc.nat(1e9) }),
  parts: fc.array(
    fc.record({
      track: fc.constantFrom('customer' as const, 'agent' as const),
      position: fc.nat(400_000_000),
      bytes: fc.uint8Array({ maxLength: 50 }),
    }),
    { maxLength: 6 },
  ),
});

t.test('reads a piece as it was written', async (t) => {
  fc.assert(
    fc.property(piece, (original) => {
      const read = decodePiece(encodePiece(original));
      return (
        read.lengths.customer === original.lengths.customer &&
        read.lengths.agent === original.lengths.agent &&
        read.parts.length === original.parts.length &&
        read.parts.every(({ track, position, bytes }, at) => {
          const part = original.parts[at];
          return (
            part?.track === track && part.position === position && Buffer.compare(part.bytes, bytes) === 0
          );
        })
      );
    }),
  );
  fc.assert(
    fc.property(piece, fc.nat(), (original, cut) => {
      const bytes = encodePiece(original);
      t.throws(() => decodePiece(bytes.subarray(0, cut % bytes.length)), 'a truncated piece is refused');
    }),
    { numRuns: 30 },
  );
  t.throws(() =>
    decodePiece(
      Buffer.concat([encodePiece({ parts: [], lengths: { customer: 0, agent: 0 } }), Buffer.of(0)]),
    ),
  );
});

t.test('runs a limited number at a time, the rest in order, and a failure frees its place', async (t) => {
  const limit = createLimit(3);
  let running = 0;
  let maxRunning = 0;
  const began: number[] = [];
  const work = (index: number) => async (): Promise<number> => {
    began.push(index);
    running += 1;
    maxRunning = Math.max(maxRunning, running);
    await new Promise(setImmediate);
    running -= 1;
    if (index % 4 === 0) throw new Error(`work ${index}`);
    return index;
  };
  const results = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => limit(work(index))));
  t.equal(maxRunning, 3);
  t.same(
    began,
    [...began].sort((a, b) => a - b),
  );
  t.equal(results.filter(({ status }) => status === 'rejected').length, 5);
  t.equal(await limit(async () => 'free'), 'free');
});
