/**
 * The latency bench: `npm run bench [-- --calls 1,100]`. Measures the budgets of bench/budgets.json through the
 * real gateway, a real nats-server and the simulated network in its own process; prints a table, writes
 * bench/results/<time>.json, and exits with 1 when a budget is broken.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { startEngine } from '../src/engine/index.js';
import { createApiClient } from '../testkit/api-client.js';
import { createNetworkClient } from '../testkit/network-client.js';
import { createTenant, startParley } from '../testkit/parley-process.js';
import { runCalls } from './call-load.js';
import { measureDurableCommand } from './durable-command.js';
import { judge, parseMeasures, readBudgets, tableOf, type Verdict } from './measures.js';

const { values: options } = parseArgs({ options: { calls: { type: 'string', default: '1,100' } } });
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Rounds of a single call, so that its percentiles are of something. */
const SINGLE_ROUNDS = 10;

interface Round {
  readonly calls: number;
  readonly completed: number;
  readonly verdicts: readonly Verdict[];
  readonly framesReceived: number;
  readonly underruns: number;
}

/** Webhooks have a bench of their own. */
const { 'webhook.emit': _emit, ...budgetsOfCalls } = readBudgets();

const measure = async (calls: number): Promise<Round> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const service = await startParley({
    dataDir,
    env: { PARLEY_LOG_LEVEL: 'warn', PARLEY_RATE_LIMIT: '100000', PARLEY_RATE_BURST: '100000' },
  });
  try {
    const { businessId, apiKey } = await createTenant(dataDir, { lines: 1_000, credits: 100_000 });
    const client = createApiClient(service.url, businessId, apiKey);
    const network = createNetworkClient(service.networkUrl, service.simulatorToken);
    const results = [];
    for (let round = 0; round < (calls === 1 ? SINGLE_ROUNDS : 1); round += 1)
      results.push(await runCalls(client, network, calls));
    const measures = parseMeasures(await service.metrics());
    const placed = results.flatMap((result) => result.network);
    return {
      calls,
      completed: results.flatMap((result) => result.details).filter(({ call }) => call.status === 'completed')
        .length,
      verdicts: judge(calls, budgetsOfCalls, measures),
      framesReceived: placed.reduce((sum, call) => sum + call.stats.framesReceived, 0),
      underruns: placed.reduce((sum, call) => sum + call.stats.underruns, 0),
    };
  } finally {
    service.kill('SIGTERM');
    await service.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const durable = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const engine = await startEngine({
    dataDir,
    cacheDir: process.env.PARLEY_CACHE_DIR,
    logger: pino({ level: 'silent' }),
  });
  try {
    return await measureDurableCommand(engine);
  } finally {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const rounds: Round[] = [];
for (const calls of options.calls.split(',').map(Number)) {
  print(`${calls} concurrent call${calls === 1 ? '' : 's'} ...`);
  const round = await measure(calls);
  rounds.push(round);
  print(tableOf(round.verdicts));
  print(
    `${round.completed} calls completed, ${round.framesReceived} frames received, ${round.underruns} underruns\n`,
  );
}
const command = await durable();
print(
  `durable command ${command.command.p50} µs (p99 ${command.command.p99}), raw publish ${command.rawPublish.p50} µs (p99 ${command.rawPublish.p99}): ${command.ratio.toFixed(2)} times`,
);

const machine = {
  cpu: cpus()[0]?.model ?? '',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  node: process.version,
};
const folder = new URL('../../bench/results/', import.meta.url);
mkdirSync(folder, { recursive: true });
const file = new URL(`${new Date().toISOString().replaceAll(':', '-')}.json`, folder);
writeFileSync(
  file,
  `${JSON.stringify({ at: new Date().toISOString(), machine, rounds, durableCommand: command }, null, 2)}\n`,
);
print(`written to ${file.pathname}`);
if (rounds.some(({ verdicts }) => verdicts.some(({ kept }) => !kept))) process.exitCode = 1;
