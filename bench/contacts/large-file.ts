/**
 * Uploads files far larger than the memory they may take. A file of 1/10 of the size and one of the full size are
 * uploaded to a Data Source from the command line, each to its own service, and the peak memory of the two services is
 * compared. `npm run bench:large-file -- --mib 500`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { DataSourceResource, IngestionResource } from '../../schemas/contacts/data-source.js';
import { createApiClient } from '../../testkit/api/client.js';
import { memoryOf } from '../../testkit/process-memory.js';
import { parley, startParley } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { note } from '../command-line.js';
import { writeOrders } from './rows.js';

const { values: options } = parseArgs({ options: { mib: { type: 'string', default: '500' } } });
const MIB = 1024 * 1024;
const QUIET = { PARLEY_RATE_LIMIT: '1000000', PARLEY_RATE_BURST: '1000000', PARLEY_LOG_LEVEL: 'warn' };

const FINAL_STAGES = ['needs_review', 'validated', 'active', 'failed'];

const ingestFile = async (mib: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const file = join(dataDir, 'orders.csv');
  const rows = await writeOrders(file, mib * MIB);
  const service = await startParley({ dataDir, env: QUIET, onLog: note });
  try {
    const { businessId, apiKey } = await createTenant(dataDir, { env: QUIET });
    const client = createApiClient(service.url, businessId, apiKey);
    const { dataSource } = await client.post<{ dataSource: DataSourceResource }>('/api/v1/data-sources', {
      name: 'Orders',
      class: 'structured',
    });
    const idle = memoryOf(service.pid).now;
    const began = performance.now();
    const args = ['--business', businessId, '--source', dataSource.id, '--file', file];
    await parley(['admin', 'data-source', 'upload', ...args, '--data-dir', dataDir], QUIET);
    const keptSeconds = (performance.now() - began) / 1_000;
    for (;;) {
      await delay(250);
      const { ingestions } = await client.get<{ ingestions: readonly IngestionResource[] }>(
        '/api/v1/data-sources/ingestions',
      );
      const [job] = ingestions;
      if (job === undefined || !FINAL_STAGES.includes(job.stage)) continue;
      const seconds = (performance.now() - began) / 1_000;
      return {
        fileMiB: Math.round(statSync(file).size / MIB),
        rows,
        stage: job.stage,
        counts: job.counts,
        issues: job.issues.slice(0, 3),
        keptSeconds: Number(keptSeconds.toFixed(1)),
        seconds: Number(seconds.toFixed(1)),
        rowsPerSecond: Math.round(rows / seconds),
        memoryMiB: { idle, ...memoryOf(service.pid) },
      };
    }
  } finally {
    service.kill('SIGTERM');
    await service.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const size = Number(options.mib);
const small = await ingestFile(size / 10);
const large = await ingestFile(size);
const memoryRatio = Number((large.memoryMiB.peak / small.memoryMiB.peak).toFixed(2));
process.stdout.write(`${JSON.stringify({ small, large, memoryRatio }, null, 1)}\n`);
