import fc from 'fast-check';
import t from 'tap';
import {
  type Care,
  CHECK_EVERY_MS,
  check,
  FROZEN_CHECKS,
  INITIAL_CARE,
  type Observation,
  type Restart,
} from '../../../src/engine/care.js';

const MIB = 1024 * 1024;
const HALF_FREE = { freeBytes: 10_000 * MIB, totalBytes: 20_000 * MIB };
const left = (mebibytes: number) => ({ ...HALF_FREE, freeBytes: mebibytes * MIB });

/** Looks once a second, with one observation each. Returns when and why the server was restarted. */
const watch = (
  looks: readonly Partial<Observation>[],
): { care: Care; restarts: [second: number, why: Restart][] } => {
  let care = INITIAL_CARE;
  const restarts: [number, Restart][] = [];
  for (const [second, seen] of looks.entries()) {
    const looked = check(care, {
      atMs: second * CHECK_EVERY_MS,
      responds: true,
      disk: HALF_FREE,
      inErrorMs: 0,
      ...seen,
    });
    care = looked.care;
    if (looked.restart !== null) restarts.push([second, looked.restart]);
  }
  return { care, restarts };
};
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

t.test(
  'a server that does not greet for ten looks in a row is restarted, and a slow one is not',
  async (t) => {
    const silent = { responds: false } as const;
    t.same(watch(times(FROZEN_CHECKS - 1, silent)).restarts, []);
    t.same(watch(times(FROZEN_CHECKS, silent)).restarts, [[FROZEN_CHECKS - 1, 'frozen']]);
    t.same(
      watch([...times(FROZEN_CHECKS - 1, silent), {}, ...times(FROZEN_CHECKS - 1, silent)]).restarts,
      [],
    );
    t.same(watch(times(60, { responds: 'starting' })).restarts, [], 'a starting server gets more time');
  },
);

t.test('a disk is full below the reserve, and has room again above twice the reserve', async (t) => {
  const isFull = (...mebibytes: number[]): boolean =>
    watch(mebibytes.map((free) => ({ disk: left(free) }))).care.full;
  t.equal(isFull(65), false);
  t.equal(isFull(63), true);
  t.equal(isFull(63, 127), true);
  t.equal(isFull(63, 129), false);
  t.equal(watch([{ disk: { freeBytes: 3 * MIB, totalBytes: 16 * MIB } }]).care.full, false, 'a small disk');
  t.equal(watch([{ disk: { freeBytes: 1 * MIB, totalBytes: 16 * MIB } }]).care.full, true);
  t.equal(
    watch([{ disk: left(1) }, { disk: null }]).care.full,
    true,
    'a disk that cannot be measured keeps its state',
  );
});

t.test(
  'a server whose disk had almost no space left is restarted once, when there is room again',
  async (t) => {
    t.same(watch([...times(20, { disk: left(7) }), {}, {}, {}]).restarts, [[20, 'disk_was_full']]);
    t.same(watch([...times(20, { disk: left(40) }), {}, {}, {}]).restarts, [], 'the reserve was not used up');
  },
);

t.test(
  'a journal in error restarts the server after three seconds, and ever more rarely if that does not help',
  async (t) => {
    t.same(watch([{ inErrorMs: 1_000 }, { inErrorMs: 2_000 }, {}]).restarts, []);
    const { restarts } = watch(Array.from({ length: 1_500 }, (_, second) => ({ inErrorMs: second * 1_000 })));
    t.same(
      restarts.map(([second]) => second),
      [3, 13, 33, 73, 153, 313, 613, 913, 1_213],
    );
    t.same(watch(times(100, { inErrorMs: 9_000, disk: left(1) })).restarts, [], 'not while the disk is full');
  },
);

t.test('restarts that were long ago do not delay a new one', async (t) => {
  const broken = { inErrorMs: 5_000 };
  const calm = times(400, {});
  t.same(
    watch([broken, ...calm, broken, ...calm, broken]).restarts.map(([second]) => second),
    [0, 401, 802],
  );
});

t.test('restarts are at least ten seconds apart, for any observations', async () => {
  const seen = fc.record({
    responds: fc.constantFrom(true, false, 'starting' as const),
    disk: fc.option(fc.nat(300).map(left)),
    inErrorMs: fc.nat(10_000),
  });
  fc.assert(
    fc.property(fc.array(seen, { maxLength: 200 }), (looks) => {
      const seconds = watch(looks).restarts.map(([second]) => second);
      return seconds.every((second, index) => index === 0 || second - (seconds[index - 1] ?? 0) >= 10);
    }),
  );
});
