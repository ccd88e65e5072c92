/**
 * Measures the service's memory while it exports summaries of 10,000 and of 100,000 contacts: `npm run
 * bench:campaign-export`. The actors themselves write the runs to the journal; the service starts afterwards and reads
 * them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { campaign } from '../../actors/campaign/index.js';
import { createActorSystem } from '../../actors/runtime/system.js';
import { summaryRun } from '../../actors/summary-run/index.js';
import { settledSettings } from '../../schemas/campaigns/iteration-settings.js';
import { deriveId } from '../../schemas/ids.js';
import { startEngine } from '../../src/engine/index.js';
import { connectNats } from '../../src/nats/connection.js';
import { natsEnv } from '../../testkit/nats/env.js';
import { memoryOf } from '../../testkit/process-memory.js';
import { startParley } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';

const { values: options } = parseArgs({
  options: { small: { type: 'string', default: '10000' }, large: { type: 'string', default: '100000' } },
});
const PAGE = 20;
const MIB = 1024 * 1024;
const NEWLINE = 10;

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const logger = pino({ level: 'silent' });
const engine = await startEngine({
  dataDir: join(dataDir, 'engine'),
  cacheDir: process.env.PARLEY_CACHE_DIR,
  logger,
});
const env = { ...natsEnv(engine), PARLEY_LOG_LEVEL: 'error' };

/** Writes a campaign whose summary has assessed `contacts` contacts. Returns the path of its export. */
const writeRun = async (businessId: string, contacts: number): Promise<string> => {
  const nc = await connectNats(engine, 'bench');
  const actors = await createActorSystem({ nc, shards: 1, now: Date.now, logger });
  actors.register(campaign, { open_iteration: async () => null });
  actors.register(summaryRun, {
    fund: async () => null,
    assess_page: async () => null,
    settle_summary: async () => null,
  });
  const campaignId = deriveId('bench', String(contacts));
  const runId = deriveId(campaignId, 'run');
  const iterationId = deriveId(campaignId, 'iteration');
  const selection = { contactIds: [], categoryIds: [], excludeContactIds: [] };
  await actors.ask(
    campaign,
    { business: businessId, id: campaignId },
    {
      type: 'create',
      name: 'Bench',
      objective: 'Bench',
      first: {
        iterationId,
        channel: 'voice',
        agentId: iterationId,
        settings: settledSettings(),
        startAt: null,
        audience: { ...selection, fromIterationIds: [], outcomes: [], recommendedBySummaryRunId: null },
      },
    },
  );
  const target = { business: businessId, id: runId };
  await actors.ask(summaryRun, target, {
    type: 'estimate',
    campaignId,
    objective: 'Bench',
    iterationIds: [iterationId],
    contacts,
    priceMicrocredits: 1,
    expiresAt: Date.now() + 3_600_000,
  });
  await actors.ask(summaryRun, target, { type: 'confirm', maxChargeMicrocredits: contacts });
  await actors.ask(summaryRun, target, { type: 'fund_result', funded: true });
  const conclusion = 'The customer wants to renew, but in May, and asked for an offer in writing. '.repeat(3);
  for (let page = 0; page * PAGE < contacts; page += 1) {
    const results = Array.from({ length: PAGE }, (_, index) => ({
      contactId: deriveId(runId, String(page), String(index)),
      assessment: { conclusion, nextAction: 'Send an offer', recommended: true },
    }));
    const cursor = (page + 1) * PAGE < contacts ? String(page) : null;
    await actors.ask(summaryRun, target, { type: 'page_assessed', page, results, cursor });
  }
  await actors.ask(summaryRun, target, { type: 'settle_result', chargedMicrocredits: contacts });
  await actors.drain();
  await nc.close();
  return `/api/v1/campaigns/${campaignId}/exports?businessId=${businessId}&summaryRunId=${runId}`;
};

try {
  const { businessId, apiKey } = await createTenant(dataDir, { env });
  const results: object[] = [];
  for (const contacts of [Number(options.small), Number(options.large)]) {
    const path = await writeRun(businessId, contacts);
    // Each size gets its own service, so that one export's memory does not count towards the other's.
    const service = await startParley({ dataDir, env });
    while (!(await fetch(`${service.url}/readyz`)).ok) await delay(100);
    const before = memoryOf(service.pid).now;
    const began = performance.now();
    const response = await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
    if (!response.ok || response.body === null) throw new Error(`${response.status}`);
    let bytes = 0;
    let peak = before;
    let lines = 0;
    for await (const piece of response.body) {
      bytes += piece.length;
      lines += piece.filter((byte: number) => byte === NEWLINE).length;
      peak = Math.max(peak, memoryOf(service.pid).now);
    }
    const mib = (value: number): number => Math.round(value / MIB);
    results.push({
      contacts,
      lines,
      fileMib: mib(bytes),
      seconds: Math.round(performance.now() - began) / 1_000,
      idleMib: before,
      mostMib: peak,
    });
    service.kill('SIGTERM');
    await service.ended;
  }
  process.stdout.write(`${JSON.stringify(results, null, 1)}\n`);
} finally {
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit();
