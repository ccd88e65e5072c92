/**
 * Races suppressions against calls to the same number, on two nodes of one journal. Exits non-zero when a call was
 * placed after the suppression's commit or a placement request was sent after its acknowledgement. `npm run
 * bench:block-races`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startEngine } from '../src/engine/index.js';
import { connectNats } from '../src/nats/connection.js';
import { seeded } from '../testkit/seeded.js';
import { runRaces } from './block-races/races.js';

const { values: options } = parseArgs({
  options: { races: { type: 'string', default: '10000' }, seed: { type: 'string', default: '20251' } },
});

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const logger = pino({ level: 'silent' });
const engine = await startEngine({ dataDir, cacheDir: process.env.PARLEY_CACHE_DIR, logger });
try {
  const result = await runRaces({
    races: Number(options.races),
    random: seeded(Number(options.seed)),
    plant: null,
    connect: () => connectNats(engine, 'bench'),
  });
  process.stdout.write(`${JSON.stringify({ seed: Number(options.seed), ...result })}\n`);
  if (result.placedAfterCommit > 0 || result.sentAfterAcknowledgement > 0) process.exitCode = 1;
} finally {
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
