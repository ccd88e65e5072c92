/** The plan that a seed yields, and the planted bugs. */
import { basename } from 'node:path';
import t from 'tap';
import type { Fault } from '../../../bench/faults/fault.js';
import { targetOf } from '../../../bench/faults/fault.js';
import { checkPatch, codesOf, plantedPatches } from '../../../bench/faults/patches.js';
import { planOf } from '../../../bench/faults/plan.js';

const SEEDS = Array.from({ length: 300 }, (_, index) => index + 1);

t.test('a seed always yields the same plan, and each seed a different one', async (t) => {
  for (const profile of ['full', 'short'] as const)
    for (const seed of SEEDS.slice(0, 50)) t.same(planOf(seed, profile), planOf(seed, profile));
  const different = new Set(SEEDS.map((seed) => JSON.stringify(planOf(seed).faults)));
  t.equal(different.size, SEEDS.length);
});

t.test('the faults of a seed fit its cluster and its duration', async (t) => {
  for (const seed of SEEDS) {
    const { faults, nodes, servers, loadMs } = planOf(seed);
    t.ok(loadMs <= 20_000 && faults.length > 0, `seed ${seed}`);
    for (const fault of faults) {
      if ('node' in fault) t.ok(fault.node < nodes, `seed ${seed}: the node exists`);
      if ('server' in fault) t.ok(fault.server < servers, `seed ${seed}: the server exists`);
      t.ok(fault.atMs >= 0 && fault.atMs <= loadMs, `seed ${seed}: during the load`);
    }
  }
});

const overlap = (before: Fault, after: Fault): boolean =>
  before.atMs <= after.atMs + after.forMs && after.atMs <= before.atMs + before.forMs;

t.test('a target has one fault at a time', async (t) => {
  for (const seed of SEEDS) {
    const { faults } = planOf(seed);
    for (const [index, fault] of faults.entries())
      for (const other of faults.slice(index + 1))
        if (targetOf(fault) === targetOf(other)) t.notOk(overlap(fault, other), `seed ${seed}`);
  }
});

t.test('every kind of fault happens within 200 seeds', async (t) => {
  const types = new Set(SEEDS.slice(0, 200).flatMap((seed) => planOf(seed).faults.map(({ type }) => type)));
  t.equal(types.size, 24, [...types].sort().join(', '));
});

t.test('the planted bugs apply to the tree and name the codes that find them', async (t) => {
  const patches = plantedPatches();
  t.ok(patches.length >= 10);
  for (const patch of patches) {
    t.doesNotThrow(() => checkPatch(patch), basename(patch));
    t.ok(codesOf(patch).length > 0, basename(patch));
  }
});
