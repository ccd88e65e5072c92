/**
 * Repeatedly damages the store of a single nats-server at random, and compares what a service answers from it
 * with what was acknowledged: every damage must be harmless, or be refused with a code and a remedy.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { note, print, run, wholeNumber } from './command-line.js';
import { damageStores } from './damage/run.js';

const HELP = `npm run bench:damage -- [options]

For each seed, damages a copy of a store, starts a service on it and compares its answers with those before the damage.
Half of the stores come from a stopped server and half from a killed one; half of the services rebuild their read
models. Exits with 1 if damaged data was served.

  --damages N  number of damages, 1 to 1,000 (default 50)
  --from N     the first seed (default 1)
  --help       this text`;

run(async () => {
  const { values } = parseArgs({
    options: {
      damages: { type: 'string', default: '50' },
      from: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP);
  const count = wholeNumber('damages', values.damages, 1, 1_000);
  const first = wholeNumber('from', values.from, 1, 1_000_000);
  const root = mkdtempSync(join(tmpdir(), 'parley-damage-'));
  try {
    const counts: Record<string, number> = {};
    const seeds = Array.from({ length: count }, (_, index) => first + index);
    for await (const damaged of damageStores(root, seeds)) {
      counts[damaged.type] = (counts[damaged.type] ?? 0) + 1;
      note(JSON.stringify(damaged));
    }
    print(JSON.stringify({ damages: count, from: first, ...counts }));
    if ((counts.served ?? 0) > 0) process.exitCode = 1;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
