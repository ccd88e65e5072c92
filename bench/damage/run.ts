/** Damages copies of two stores, one after the other, and observes what a service answers from each. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, observe } from './observe.js';
import { type Acknowledged, type Ending, prepare, storeOf } from './prepared.js';
import { type Damage, damageAtRandom, JOURNAL } from './random-damage.js';

/** The outcome of one seed. */
export type Damaged = Damage &
  Outcome & {
    readonly seed: number;
    readonly ending: Ending;
    /** Whether the read models were rebuilt. */
    readonly isRemade: boolean;
  };

interface Prepared extends Acknowledged {
  readonly dataDir: string;
  readonly older: string;
}

/** Keeps everything in the folder `root`. Every other store was left by a server that was killed. */
export async function* damageStores(root: string, seeds: readonly number[]): AsyncGenerator<Damaged> {
  const stores = new Map<Ending, Prepared>();
  for (const ending of ['stopped', 'killed'] as const) {
    const dataDir = join(root, ending);
    const older = join(root, `${ending}-older`);
    stores.set(ending, { ...(await prepare(dataDir, older, ending)), dataDir, older });
  }
  for (const seed of seeds) {
    const ending = seed % 2 === 0 ? 'stopped' : 'killed';
    const from = stores.get(ending);
    if (from === undefined) throw new Error(`there is no store that was ${ending}`);
    yield { seed, ending, ...(await damageOnce(join(root, `seed-${seed}`), from, seed)) };
  }
}

const damageOnce = async (dataDir: string, from: Prepared, seed: number) => {
  const isRemade = seed % 4 >= 2;
  cpSync(from.dataDir, dataDir, { recursive: true });
  try {
    if (isRemade)
      for (const suffix of ['', '-wal', '-shm'])
        rmSync(join(dataDir, `views.sqlite${suffix}`), { force: true });
    const damage = damageAtRandom(storeOf(dataDir), from.older, seed);
    return { ...damage, isRemade, ...(await observe(dataDir, from, damage.file.includes(JOURNAL))) };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
};
