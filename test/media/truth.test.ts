/**
 * The truth of calls, by an independent witness: whatever happens on a call, in any order, every word whose receipt
 * came is in the transcript once, in order, with the right speaker; nothing that was not played is; and the session
 * reaches its end.
 *
 * `PARLEY_PROPERTY_RUNS` sets how many calls are tried, `PARLEY_PROPERTY_SEED` repeats a run,
 * `PARLEY_PROPERTY_PROMISE` looks at one promise alone.
 */
import fc from 'fast-check';
import t from 'tap';
import { playCall } from './simulated/call.js';
import { found } from './simulated/found.js';
import { judge } from './simulated/oracle.js';
import type { World } from './simulated/world.js';
import { worlds } from './simulated/worlds.js';

const RUNS = Number(process.env.PARLEY_PROPERTY_RUNS ?? 400);
/** Without a number of runs the same calls are tried each time; with one, always others. */
const SEED =
  process.env.PARLEY_PROPERTY_SEED ?? (process.env.PARLEY_PROPERTY_RUNS === undefined ? '1' : undefined);
const ONLY = process.env.PARLEY_PROPERTY_PROMISE;

const faultsOf = (world: World) =>
  judge(playCall(world)).filter(({ promise }) => ONLY === undefined || promise === ONLY);

/** A counterexample as people read it: the promises broken, then the call, ms by ms. */
const render = (world: World): string =>
  [
    ...faultsOf(world).map(({ promise, detail }) => `${promise}: ${detail}`),
    JSON.stringify({ ...world, steps: world.steps.length }),
    ...playCall(world, true).timeline,
  ].join('\n');

t.test('whatever happens on a call, its transcript is what was said and heard, and it ends', async (t) => {
  const result = fc.check(
    fc.property(worlds, (world) => faultsOf(world).length === 0),
    {
      numRuns: RUNS,
      examples: found.map((world): [World] => [world]),
      ...(SEED === undefined ? {} : { seed: Number(SEED) }),
    },
  );
  const [world] = result.counterexample ?? [];
  if (world !== undefined)
    t.comment(`seed ${result.seed}, path ${result.counterexamplePath}\n${render(world)}`);
  t.notOk(result.failed, 'every promise held');
});
