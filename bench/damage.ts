/**
 * Damages the store of a single nats-server at random, again and again, and holds what a service answers on it against what
 * was acknowledged: every damage is harmless, or refused with a code and a remedy.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { note, print, run, whole } from './command-line.js';
import { observe } from './damage/observe.js';
import { type Acknowledged, type Ending, prepare, storeOf } from './damage/prepared.js';
import { damageAtRandom, JOURNAL } from './damage/random-damage.js';

const HELP = `npm run bench:damage -- [options]

Damages a copy of a store, starts a service on it and compares its answers with those of before, for each seed. Half of
the stores were left by a server that stopped, half by one that was killed; half of the services make their read models
again. Ends with 1 when a damage was served.

  --damages N  how many, 1 to 1,000 (default 50)
  --from N     the first seed (default 1)
  --help       this text`;

interface Prepared extends Acknowledged {
  readonly dataDir: string;
  readonly older: string;
}

const prepared = async (root: string, ending: Ending): Promise<Prepared> => {
  const dataDir = join(root, ending);
  const older = join(root, `${ending}-older`);
  return { ...(await prepare(dataDir, older, ending)), dataDir, older };
};

const damageOnce = async (root: string, from: Prepared, seed: number, isRemade: boolean) => {
  const dataDir = join(root, `seed-${seed}`);
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

run(async () => {
  const { values } = parseArgs({
    options: {
      damages: { type: 'string', default: '50' },
      from: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP);
  const count = whole('damages', values.damages, 1, 1_000);
  const first = whole('from', values.from, 1, 1_000_000);
  const root = mkdtempSync(join(tmpdir(), 'parley-damage-'));
  try {
    const stores = [await prepared(root, 'stopped'), await prepared(root, 'killed')] as const;
    const counts: Record<string, number> = {};
    for (let seed = first; seed < first + count; seed += 1) {
      const from = stores[seed % 2] ?? stores[0];
      const outcome = await damageOnce(root, from, seed, seed % 4 >= 2);
      counts[outcome.type] = (counts[outcome.type] ?? 0) + 1;
      note(JSON.stringify({ seed, ending: seed % 2 === 0 ? 'stopped' : 'killed', ...outcome }));
    }
    print(JSON.stringify({ damages: count, from: first, ...counts }));
    if ((counts.served ?? 0) > 0) process.exitCode = 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
