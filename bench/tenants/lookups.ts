/**
 * Measures whether a business whose host names hang delays another one: how long the other business's look-ups take,
 * and how soon the model of its live calls, which is reached by name, answers on a new connection. Runs without and
 * with the attack, in turns. `npm run bench:lookups -- --help`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { createTenantNames } from '../../providers/names/tenant-names.js';
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import type { SubscriptionResource } from '../../schemas/events/subscription.js';
import {
  type ApiClient,
  ApiError,
  type CallDetail,
  createApiClient,
  isSettled,
} from '../../testkit/api/client.js';
import { createLifetime, type Lifetime } from '../../testkit/lifetime.js';
import { testCacheDir } from '../../testkit/nats/server.js';
import { type NameServer, startNameServer } from '../../testkit/servers/name-server.js';
import { parley, startParley, UNLIMITED } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { startOpenAiServer } from '../../testkit/simulators/model-server.js';
import { createNetworkClient, spoken } from '../../testkit/simulators/network-client.js';
import { until } from '../../testkit/until.js';
import { print, run, wholeNumber } from '../command-line.js';
import { machine, machineLine } from '../gauges/machine.js';

/** The most that p50 and p99 during the attack may be, as a multiple of those without it. */
const MAX_RATIO = 1.5;
const CALL_MS = 90_000;
/** A refused attacker retries after this time, as Retry-After says, ms. */
const RETRY_MS = 5_000;
/** Look-ups without a service, as many without the attack as with it. */
const SAMPLES_ALONE = 400;
const MODEL_HOST = 'model.good.test';
const SENTENCE = 'is there a table for two this evening';

const HELP = `Measures whether the hanging look-ups of one business delay those of another.

  npm run bench:lookups -- [options]

  --attackers <n>  concurrent requests of the attacking business, whose names hang (100; at most 1000)
  --lookups <n>    look-ups measured in each turn (100; at most 10000)
  --calls <n>      calls measured in each turn (20; at most 100)
  --turns <n>      turns without and with the attack (6; at most 20)
  --help           this text

Exits with 1 if p50 or p99 with the attack is more than 1.5 times that without it, with 2 if the arguments are invalid. A read
without a look-up is printed for comparison; it does not affect the verdict. With at most 100 samples, p99 is the maximum; the
defaults, which take more samples, run for half an hour.
`;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      attackers: { type: 'string', default: '100' },
      lookups: { type: 'string', default: '100' },
      calls: { type: 'string', default: '20' },
      turns: { type: 'string', default: '6' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    attackers: wholeNumber('attackers', values.attackers, 1, 1_000),
    lookups: wholeNumber('lookups', values.lookups, 1, 10_000),
    calls: wholeNumber('calls', values.calls, 1, 100),
    turns: wholeNumber('turns', values.turns, 1, 20),
    help: values.help,
  };
};

interface Samples {
  /** In this process, without a service. */
  readonly aloneMs: number[];
  /** A read that looks nothing up: the effect of the machine and of the number of requests. */
  readonly readMs: number[];
  readonly lookupMs: number[];
  readonly firstTokenMs: number[];
  /** Look-ups of the model's name that reached the name server. */
  modelLookups: number;
}

const createSamples = (): Samples => ({
  aloneMs: [],
  readMs: [],
  lookupMs: [],
  firstTokenMs: [],
  modelLookups: 0,
});

const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
};

/** A subscription to calls whose address is changed repeatedly: each change looks up the new name. */
const createHostChanger = async (client: ApiClient): Promise<(host: string) => Promise<unknown>> => {
  const { subscription } = await client.post<{ subscription: SubscriptionResource }>(
    '/api/v1/webhook-subscriptions',
    { channel: 'voice', callbackUrl: 'https://127.0.0.1/', events: ['voice.call.ended'] },
  );
  const path = `/api/v1/webhook-subscriptions/${subscription.id}`;
  await client.patch(path, { status: 'paused' });
  return (host) => client.patch(path, { callbackUrl: `https://${host}/` });
};

interface Attack {
  /** Number of answers by status. */
  readonly statuses: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/** Keeps `attackers` requests running, each for a name whose name server does not answer. */
const attack = (rename: (host: string) => Promise<unknown>, attackers: number): Attack => {
  const statuses = new Map<string, number>();
  let stopping = false;
  let number = 0;
  const attacker = async (): Promise<void> => {
    while (!stopping) {
      number += 1;
      const status = await rename(`h${number}-${process.hrtime.bigint()}.hang.test`).then(
        () => 'taken',
        (error: unknown) => (error instanceof ApiError ? error.code : 'no answer'),
      );
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 'taken') await delay(RETRY_MS);
    }
  };
  const working = Array.from({ length: attackers }, attacker);
  return {
    statuses,
    stop: async () => {
      stopping = true;
      await Promise.all(working);
    },
  };
};

const firstTokensOf = ({ diagnostics }: CallDetail): readonly number[] =>
  diagnostics.turns.flatMap(({ speaker, latencies }) => {
    if (speaker !== 'assistant') return [];
    return [latencies ?? []].flat().flatMap(({ firstTokenMs }) => firstTokenMs ?? []);
  });

/** How long the work took, ms. */
const durationOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** Look-ups of one business in this process, with and without another business's hanging ones. */
const measureAlone = async (
  server: NameServer,
  attackers: number,
  quiet: number[],
  attacked: number[],
): Promise<void> => {
  const names = createTenantNames({ servers: [server.address] });
  const look = (businessId: string, host: string): Promise<unknown> =>
    names.resolve({ businessId, use: 'check' }, host);
  const takeSamples = async (into: number[]): Promise<void> => {
    for (let n = 0; n < SAMPLES_ALONE; n += 1) {
      into.push(await durationOf(() => look('good', `n${process.hrtime.bigint()}.good.test`)));
      // Leaves a turn of the loop to the name server in this process and to the other look-ups.
      await delay(5);
    }
  };
  await takeSamples([]);
  await takeSamples(quiet);
  const attacking = attack((host) => look('evil', host), attackers);
  await until('the attack to occupy its slots', () => names.inUse() > 0);
  await takeSamples(attacked);
  names.close();
  await attacking.stop();
};

interface Good {
  /** A read that looks nothing up. */
  readonly read: () => Promise<unknown>;
  readonly rename: (host: string) => Promise<unknown>;
  /** A call with one question. */
  readonly call: () => Promise<CallDetail>;
}

const measure = async (
  { read, rename, call }: Good,
  into: Samples,
  names: NameServer,
  { lookups, calls }: { readonly lookups: number; readonly calls: number },
): Promise<void> => {
  for (let n = 0; n < lookups; n += 1) {
    into.readMs.push(await durationOf(read));
    into.lookupMs.push(await durationOf(() => rename(`n${process.hrtime.bigint()}.good.test`)));
  }
  const before = names.queries.filter((name) => name === MODEL_HOST).length;
  for (let n = 0; n < calls; n += 1) into.firstTokenMs.push(...firstTokensOf(await call()));
  into.modelLookups += names.queries.filter((name) => name === MODEL_HOST).length - before;
};

const startService = async (lifetime: Lifetime, names: NameServer) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  lifetime.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await startParley({
    dataDir,
    env: {
      ...UNLIMITED,
      PARLEY_CACHE_DIR: testCacheDir(),
      PARLEY_LOG_LEVEL: 'warn',
      // Names may resolve to this machine.
      PARLEY_DEVELOPMENT: '1',
      PARLEY_TENANT_NAME_SERVERS: names.address,
    },
  });
  lifetime.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  return { dataDir, service };
};

type Service = Awaited<ReturnType<typeof startService>>;

/** A business whose calls use a model that is reached by name. */
const prepareGood = async (
  lifetime: Lifetime,
  { dataDir, service }: Service,
  names: NameServer,
): Promise<Good> => {
  const model = await startOpenAiServer(lifetime);
  model.answer({ text: ['We have one at eight.'] });
  const tenant = await createTenant(dataDir, { lines: 100, credits: 10_000 });
  const address = model.url.replace('127.0.0.1', MODEL_HOST);
  const choice = [
    '--role',
    'model',
    '--choices',
    'openai-compatible:x',
    '--address',
    `openai-compatible=${address}`,
  ];
  await parley(
    ['admin', 'provider', 'set', '--business', tenant.businessId, ...choice, '--data-dir', dataDir],
    { PARLEY_DEVELOPMENT: '1', PARLEY_TENANT_NAME_SERVERS: names.address },
  );
  const client = createApiClient(service.url, tenant.businessId, tenant.apiKey);
  const agent = await client.createAgent('Bench', 'You answer.', { firstGreeting: 'Hello.' });
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  const voices = createFlite();
  const audio = await spoken(voices, SENTENCE);
  await voices.close();
  const steps = [
    { afterSilenceMs: 500, do: { type: 'say', audio } },
    { afterSilenceMs: 3_000, do: { type: 'hang_up' } },
  ] as const;
  await network.mix([{ share: 1, script: { ringMs: 300, steps } }]);
  let number = 0;
  return {
    read: () => client.get('/api/v1/webhook-subscriptions'),
    rename: await createHostChanger(client),
    call: async () => {
      number += 1;
      const callId = await client.startCall(agent.id, `+1415${5_560_000 + number}`);
      return client.callUntil(callId, isSettled, CALL_MS);
    },
  };
};

interface Row {
  readonly what: string;
  readonly quiet: readonly number[];
  readonly attacked: readonly number[];
}

const ms = (value: number): string => value.toFixed(1);

/** The factor by which the attack lengthens a quantile of the times. */
const ratioOf = ({ quiet, attacked }: Row, share: number): number =>
  quantile(attacked, share) / quantile(quiet, share);

/** A row without samples has no ratio, and fails. */
const holds = (row: Row): boolean =>
  ([0.5, 0.99] as const).every((share) => ratioOf(row, share) <= MAX_RATIO);

const printTable = (rows: readonly Row[], control: Row): void => {
  const head = ['ms', 'without p50', 'p99', 'with p50', 'p99', 'ratio p50', 'p99', ''];
  const table = new Table({ head, style: { head: [], border: [] } });
  for (const row of [control, ...rows]) {
    const [q50, q99] = [quantile(row.quiet, 0.5), quantile(row.quiet, 0.99)];
    const [b50, b99] = [quantile(row.attacked, 0.5), quantile(row.attacked, 0.99)];
    table.push([
      `${row.what} (${row.quiet.length}, ${row.attacked.length})`,
      ms(q50),
      ms(q99),
      ms(b50),
      ms(b99),
      ratioOf(row, 0.5).toFixed(2),
      ratioOf(row, 0.99).toFixed(2),
      row === control ? '' : holds(row) ? 'kept' : 'BROKEN',
    ]);
  }
  print(table.toString());
};

run(async () => {
  const { attackers, turns, help, ...counts } = readOptions();
  if (help) return print(HELP.trimEnd());
  const lifetime = createLifetime();
  try {
    const names = await startNameServer((name, type) => {
      if (name.endsWith('.hang.test')) return 'silent';
      if (!name.endsWith('.good.test')) return 'unknown';
      return type === 'A' ? ['127.0.0.1'] : [];
    }, 0);
    lifetime.teardown(() => names.stop());
    const started = await startService(lifetime, names);
    const good = await prepareGood(lifetime, started, names);
    const evil = await createTenant(started.dataDir);
    const evilRename = await createHostChanger(
      createApiClient(started.service.url, evil.businessId, evil.apiKey),
    );
    const [quiet, attacked] = [createSamples(), createSamples()];
    await measureAlone(names, attackers, quiet.aloneMs, attacked.aloneMs);
    await measure(good, createSamples(), names, { lookups: 20, calls: 1 });
    const statuses = new Map<string, number>();
    for (let turn = 0; turn < turns; turn += 1) {
      await measure(good, quiet, names, counts);
      const attacking = attack(evilRename, attackers);
      await until('the attack to occupy its slots', async () =>
        /^parley_tenant_name_slots_in_use [1-9]/m.test(await started.service.metrics()),
      );
      await measure(good, attacked, names, counts);
      await attacking.stop();
      for (const [status, count] of attacking.statuses)
        statuses.set(status, (statuses.get(status) ?? 0) + count);
    }
    print(machineLine(machine()));
    print(
      `${attackers} concurrent attackers: ${[...statuses].map(([status, count]) => `${count} ${status}`).join(', ')}; ` +
        `the model's name reached its name server ${quiet.modelLookups} and ${attacked.modelLookups} times`,
    );
    const control = { what: 'a read without a look-up', quiet: quiet.readMs, attacked: attacked.readMs };
    const rows: readonly Row[] = [
      { what: 'look-up without a service', quiet: quiet.aloneMs, attacked: attacked.aloneMs },
      { what: 'request with a look-up', quiet: quiet.lookupMs, attacked: attacked.lookupMs },
      { what: 'first token of the calls’ model', quiet: quiet.firstTokenMs, attacked: attacked.firstTokenMs },
    ];
    printTable(rows, control);
    if (!rows.every(holds)) process.exitCode = 1;
  } finally {
    await lifetime.end();
  }
});
