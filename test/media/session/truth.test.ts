/**
 * Checks transcripts against an independent oracle. For any sequence of events, every word whose receipt arrived is in
 * the transcript once, in order, with the right speaker; nothing is in it that was not played; and the session ends.
 *
 * `PARLEY_PROPERTY_RUNS` sets how many calls are tried, `PARLEY_PROPERTY_SEED` repeats a run,
 * `PARLEY_PROPERTY_PROMISE` checks only one promise.
 */
import fc from 'fast-check';
import t from 'tap';
import { casesOf } from '../../support/full-run.js';
import { playCall } from './simulated/call.js';
import { judge } from './simulated/oracle.js';
import { regressions } from './simulated/regressions.js';
import type { World } from './simulated/world.js';
import { interruptedWorlds, worlds } from './simulated/worlds.js';

const RUNS = Number(process.env.PARLEY_PROPERTY_RUNS ?? casesOf(400));
/** Without a number of runs the same calls are tried each time; with one, different calls. */
const SEED =
  process.env.PARLEY_PROPERTY_SEED ?? (process.env.PARLEY_PROPERTY_RUNS === undefined ? '1' : undefined);
const ONLY = process.env.PARLEY_PROPERTY_PROMISE;

const faultsOf = (world: World) =>
  judge(playCall(world)).filter(({ promise }) => ONLY === undefined || promise === ONLY);

/** A readable counterexample: the broken promises, then the timeline of the call. */
const render = (world: World): string =>
  [
    ...faultsOf(world).map(({ promise, detail }) => `${promise}: ${detail}`),
    JSON.stringify({ ...world, steps: world.steps.length }),
    ...playCall(world, true).timeline,
  ].join('\n');

t.test('on any call the transcript is what was said and heard, and the call ends', async (t) => {
  const result = fc.check(
    fc.property(worlds, (world) => faultsOf(world).length === 0),
    {
      numRuns: RUNS,
      examples: regressions.map((world): [World] => [world]),
      ...(SEED === undefined ? {} : { seed: Number(SEED) }),
    },
  );
  const [world] = result.counterexample ?? [];
  if (world !== undefined)
    t.comment(`seed ${result.seed}, path ${result.counterexamplePath}\n${render(world)}`);
  t.notOk(result.failed, 'every promise held');
});

t.test('a voice without word times that is cut is credited with no word that was not played', async (t) => {
  const result = fc.check(
    fc.property(interruptedWorlds, (world) => faultsOf(world).length === 0),
    { numRuns: Math.ceil(RUNS / 4), ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
  );
  const [world] = result.counterexample ?? [];
  if (world !== undefined)
    t.comment(`seed ${result.seed}, path ${result.counterexamplePath}\n${render(world)}`);
  t.notOk(result.failed, 'every promise held');
});
