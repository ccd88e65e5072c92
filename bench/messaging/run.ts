/**
 * Counts messages under faults and crashes: `npm run bench:messaging -- --messages 10000 --kills 10`. Exits with 1 when
 * a message was lost, sent twice or out of order, or when a subscriber was not notified.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startMetaProcess } from '../../simulators/meta/process.js';
import { startEngine } from '../../src/engine/index.js';
import { natsEnv } from '../../testkit/nats/env.js';
import { seeded, seedOfRun } from '../../testkit/seeded.js';
import { connectWhatsApp } from '../../testkit/service/meta.js';
import { startParley } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { createMetaClient } from '../../testkit/simulators/meta-client.js';
import { freePort } from '../../testkit/sockets/free-port.js';
import { note } from '../command-line.js';
import { runChaos } from './chaos.js';

const { values: options } = parseArgs({
  options: {
    messages: { type: 'string', default: '10000' },
    customers: { type: 'string', default: '200' },
    kills: { type: 'string', default: '10' },
  },
});
const ACCOUNT = '106540352242922';

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const meta = await startMetaProcess();
const engine = await startEngine({
  dataDir: join(dataDir, 'engine'),
  cacheDir: process.env.PARLEY_CACHE_DIR,
  logger: pino({ level: 'silent' }),
});
const env = {
  ...natsEnv(engine),
  PARLEY_META_URL: meta.url,
  PARLEY_DEVELOPMENT: '1',
  PARLEY_RECONCILE_MS: '20000',
  PARLEY_MESSAGES_PER_SECOND: '1000',
  PARLEY_WATCHDOG_MS: '2000',
  PARLEY_RATE_LIMIT: '1000000',
  PARLEY_RATE_BURST: '1000000',
  PARLEY_LOG_LEVEL: 'error',
};
const port = await freePort();
const start = () => startParley({ dataDir, port, env });
let service = await start();
try {
  const { businessId, apiKey } = await createTenant(dataDir, { env });
  await connectWhatsApp({ dataDir }, businessId, ACCOUNT, 'token-of-a-bench', env);
  const messages = Number(options.messages);
  const seed = seedOfRun();
  note(`seed ${seed}`);
  const result = await runChaos({
    messages,
    customers: Number(options.customers),
    kills: Number(options.kills),
    accountId: ACCOUNT,
    businessId,
    apiKey,
    meta: createMetaClient(meta.url),
    url: () => service.url,
    crash: async () => {
      service.kill('SIGKILL');
      await service.ended;
      service = await start();
    },
    random: seeded(seed),
    log: note,
  });
  process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
  const kept =
    [result.accepted, result.taken, result.takenOnce, result.states.read, result.inboundNotified].every(
      (count) => count === messages,
    ) &&
    result.progressNotified === 3 * messages &&
    result.outOfOrder === 0 &&
    result.changed === 0;
  if (!kept) process.exitCode = 1;
} finally {
  service.kill('SIGTERM');
  await service.ended;
  await engine.stop();
  await meta.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
