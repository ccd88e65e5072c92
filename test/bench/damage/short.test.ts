/** A short run of `npm run bench:damage`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { damageStores } from '../../../bench/damage/run.js';

t.setTimeout(400_000);

/** The first is harmless; after the second one the server drops the first message that it acknowledges. */
const SEEDS = [2, 20];

t.test('a damaged store is either harmless or refused with a code and a remedy', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'parley-damage-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  const types = new Set<string>();
  for await (const damaged of damageStores(root, SEEDS)) {
    t.not(damaged.type, 'served', JSON.stringify(damaged));
    types.add(damaged.type);
  }
  t.same([...types].toSorted(), ['harmless', 'refused']);
});
