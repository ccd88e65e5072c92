/**
 * Waiting commands are decided together: whatever is interleaved, lost, written late, doubted or killed between a write
 * and its answer, each counts once and is answered as if alone (activate.ts, A1 to A13). Meanwhile either node archives
 * the actor whenever it has ended, and removes what its archive holds, only in part if the server dies (archiver.ts,
 * AR2 and AR4).
 *
 * `PARLEY_PROPERTY_RUNS` sets the number of runs (by hand: 100000), `PARLEY_PROPERTY_SEED` repeats them.
 */
import fc from 'fast-check';
import t from 'tap';
import type { ArchiveOutcome } from '../../../../actors/runtime/archiving/archive-actor.js';
import { casesOf } from '../../../support/full-run.js';
import type { ErrandCommand } from '../errand.js';
import { type Act, type Plan, play } from './simulated/world.js';

t.setTimeout(0);

const RUNS = Number(process.env.PARLEY_PROPERTY_RUNS ?? casesOf(300));
/** Without a number of runs the same ones are tried each time; with a number, always different ones. */
const SEED =
  process.env.PARLEY_PROPERTY_SEED ?? (process.env.PARLEY_PROPERTY_RUNS === undefined ? '1' : undefined);

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const node = fc.integer({ min: 0, max: 1 });
const command: fc.Arbitrary<ErrandCommand> = fc.oneof(
  often(10, fc.record({ type: fc.constant('count' as const), by: fc.integer({ min: 1, max: 9 }) })),
  often(1, fc.constant<ErrandCommand>({ type: 'count', by: 0 })),
  often(1, fc.constant<ErrandCommand>({ type: 'send' })),
  often(2, fc.constant<ErrandCommand>({ type: 'finish' })),
  often(1, fc.constant<ErrandCommand>({ type: 'break' })),
  often(
    2,
    fc.record({
      type: fc.constant('wake_me' as const),
      at: fc.integer({ min: 1_000_000, max: 1_400_000 }),
    }),
  ),
);
const act: fc.Arbitrary<Act> = fc.oneof(
  often(
    20,
    fc.record({
      do: fc.constant('command' as const),
      node,
      command,
      again: fc.oneof(often(5, fc.constant(-1)), often(1, fc.nat(20))),
    }),
  ),
  often(2, fc.record({ do: fc.constant('look' as const), node })),
  often(2, fc.record({ do: fc.constantFrom('crash' as const, 'give_way', 'doubt', 'wake'), node })),
  often(6, fc.record({ do: fc.constant('archive' as const), node })),
  often(8, fc.record({ do: fc.constant('steps' as const), count: fc.integer({ min: 1, max: 12 }) })),
);
const plans: fc.Arbitrary<Plan> = fc.record({
  seed: fc.integer(),
  faults: fc.constantFrom(0, 0.1, 0.4),
  shares: fc.oneof(
    often(4, fc.constant([true, true])),
    often(1, fc.constant([true, false])),
    often(1, fc.constant([false, false])),
  ),
  acts: fc.array(act, { minLength: 1, maxLength: 60 }),
});

const outcomes = new Map<ArchiveOutcome, number>();

t.test('a command counts once and is answered as if alone, whatever happens', async (t) => {
  const result = await fc.check(
    fc.asyncProperty(plans, async (plan) => {
      const onArchiveAttempt = (outcome: ArchiveOutcome): void =>
        void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      const broken = await play({ ...plan, onArchiveAttempt });
      if (broken.length > 0) throw new Error(broken.join('\n'));
    }),
    { numRuns: RUNS, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  );
  if (result.failed)
    t.comment(
      `seed ${result.seed}, path ${result.counterexamplePath}\n${String(result.errorInstance)}\n${JSON.stringify(result.counterexample)}`,
    );
  t.notOk(result.failed, 'every guarantee held');
  t.comment(JSON.stringify([...outcomes]));
  t.ok(
    (outcomes.get('archived') ?? 0) >= RUNS / 10 && (outcomes.get('archive_cleared') ?? 0) >= RUNS / 20,
    'the actor was archived',
  );
});
