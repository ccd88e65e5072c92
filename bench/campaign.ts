/**
 * A campaign over two nodes of which one is killed every few seconds, counted: nobody dialled twice for one attempt,
 * nobody forgotten, retries as configured, lines never exceeded, the ledger exact, lines kept busy.
 * `npm run bench:campaign -- --recipients 100000 --lines 500`, and without kills `--most-kills 0`. Exits with 1 when anything of that is not so.
 *
 * Time runs faster than in life in one place: the simulated callees talk for seconds instead of minutes. Everything
 * between the request and the bill is the service's own code on the machine's own clock, over real sockets, a real
 * nats-server and real SQLite files.
 */
import { mkdirSync, mkdtempSync, openAsBlob, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { natsOptions } from '../actors/runtime/nats-access.js';
import { streamName } from '../actors/runtime/subjects.js';
import { startNetworkProcess } from '../providers/carriers/loopback/index.js';
import type { CampaignResource } from '../schemas/campaign.js';
import { startEngine } from '../src/engine/index.js';
import { createApiClient } from '../testkit/api-client.js';
import { startBalancer } from '../testkit/balancer.js';
import { freePort } from '../testkit/free-port.js';
import { natsEnv } from '../testkit/nats-env.js';
import { NO_CHANNELS } from '../testkit/no-channels.js';
import { createTenant, type ParleyProcess, parley, startParley } from '../testkit/parley-process.js';
import { judgeCampaign } from './campaign-verdict.js';
import { writeContacts } from './contact-rows.js';

const { values: options } = parseArgs({
  options: {
    recipients: { type: 'string', default: '100000' },
    lines: { type: 'string', default: '500' },
    'talk-ms': { type: 'string', default: '4000' },
    'kill-every-ms': { type: 'string', default: '15000' },
    'most-kills': { type: 'string', default: '1000' },
    'give-up-seconds': { type: 'string', default: '3600' },
  },
});
const RECIPIENTS = Number(options.recipients);
const LINES = Number(options.lines);
const TALK_MS = Number(options['talk-ms']);
const MAX_RETRIES = 1;
const AUTH = 'network-of-a-bench';
const SAMPLE_MS = 200;

const answering = (atMs: number) => ({
  share: 13,
  script: {
    outcome: 'answer',
    ringMs: TALK_MS / 4,
    stream: 'never',
    steps: [{ atMs, do: { type: 'hang_up' } }],
  },
});
/** As in life: most answer, some are busy, some do not pick up, some calls fail. */
const MIX = [
  ...[0.6, 0.8, 1, 1.2, 1.4].map((part) => answering(part * TALK_MS)),
  { share: 10, script: { outcome: 'busy', ringMs: TALK_MS / 8 } },
  { share: 20, script: { outcome: 'no_answer', ringMs: TALK_MS } },
  { share: 5, script: { outcome: 'failed', ringMs: TALK_MS / 8 } },
];

const log = (line: string): void => void process.stderr.write(`${line}\n`);
const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const network = await startNetworkProcess(AUTH);
const engine = await startEngine({
  dataDir: join(dataDir, 'engine'),
  cacheDir: process.env.PARLEY_CACHE_DIR,
  logger: pino({ level: 'silent' }),
});
const nc = await connect(natsOptions(engine));
const balancer = await startBalancer();
const url = `http://127.0.0.1:${balancer.port}`;
const env = {
  ...natsEnv(engine),
  PARLEY_PUBLIC_URL: url,
  PARLEY_LOG_LEVEL: 'error',
  PARLEY_LOOPBACK_URL: network.url,
  PARLEY_LOOPBACK_AUTH: AUTH,
  PARLEY_WATCHDOG_MS: '3000',
  PARLEY_RATE_LIMIT: '1000000',
  PARLEY_RATE_BURST: '1000000',
  ...NO_CHANNELS,
};

interface Node {
  readonly dataDir: string;
  readonly port: number;
  process: ParleyProcess | null;
}
const nodes: Node[] = [];
const serveThose = (): void => balancer.serve(nodes.flatMap(({ process: up }) => up?.url ?? []));
const start = async (node: Node): Promise<void> => {
  node.process = await startParley({ dataDir: node.dataDir, port: node.port, env });
  serveThose();
};
const kill = async (node: Node): Promise<void> => {
  const up = node.process;
  node.process = null;
  serveThose();
  up?.kill('SIGKILL');
  await up?.ended;
};

const controlled = async <T>(path: string, body?: object): Promise<T> => {
  const response = await fetch(`${network.url}/control/${path}`, {
    ...(body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) }),
  });
  const answer: T = JSON.parse(await response.text());
  return answer;
};

try {
  for (const name of ['a', 'b']) {
    const node: Node = { dataDir: join(dataDir, name), port: await freePort(), process: null };
    mkdirSync(node.dataDir);
    nodes.push(node);
    await start(node);
  }
  await controlled('mix', MIX);
  const { businessId, apiKey } = await createTenant(dataDir, { lines: LINES, credits: 1_000_000, env });
  const client = createApiClient(url, businessId, apiKey);
  const persistently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        // Its node was killed, or is not ready yet.
        if (attempt > 600) throw error;
        await delay(100);
      }
    }
  };
  const read = <T>(path: string): Promise<T> =>
    persistently(() =>
      client.request<T>('GET', `${path}${path.includes('?') ? '&' : '?'}businessId=${businessId}`),
    );
  const { category } = await client.request<{ category: { id: string } }>(
    'POST',
    '/api/v1/contacts/categories',
    { businessId, name: 'Bench' },
  );
  const file = join(dataDir, 'contacts.csv');
  await writeContacts(file, RECIPIENTS);
  const form = new FormData();
  form.set('businessId', businessId);
  form.set('categoryIds', JSON.stringify([category.id]));
  form.set('file', await openAsBlob(file), 'contacts.csv');
  await fetch(`${url}/api/v1/contacts/imports`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'bench-import' },
  });
  for (let contacts = 0; contacts < RECIPIENTS; await delay(200)) {
    const found = await read<{ categories: { contactCount: number }[] }>('/api/v1/contacts/categories');
    contacts = found.categories[0]?.contactCount ?? 0;
  }
  log('contacts are there');
  const { agent } = await client.request<{ agent: { id: string } }>('POST', '/api/v1/agents', {
    businessId,
    channel: 'voice',
    name: 'Bench',
    instructions: 'Otherwise, say "Hello.".',
    contactCategoryIds: [category.id],
  });
  const began = performance.now();
  const { campaign } = await client.request<{ campaign: CampaignResource }>('POST', '/api/v1/campaigns', {
    businessId,
    name: 'Bench',
    objective: 'Bench',
    channel: 'voice',
    agentId: agent.id,
    audience: { categoryIds: [category.id] },
    settings: { maxRetries: MAX_RETRIES, retryDelayMinutes: 1 },
  });
  const path = `/api/v1/campaigns/${campaign.id}`;
  const now = async (): Promise<CampaignResource> =>
    (await read<{ campaign: CampaignResource }>(path)).campaign;
  while (!(await now()).currentIteration.audienceReady) await delay(50);
  const audienceSeconds = (performance.now() - began) / 1_000;
  log(`audience of ${RECIPIENTS} in ${audienceSeconds.toFixed(1)} s`);
  await client.request('PATCH', path, { businessId, action: 'start' });

  let over = false;
  let kills = 0;
  const killing = (async () => {
    for (let turn = 0; !over && kills < Number(options['most-kills']); turn += 1) {
      await delay(Number(options['kill-every-ms']));
      const victim = nodes[turn % nodes.length];
      if (over || victim === undefined) return;
      kills += 1;
      await kill(victim);
      await start(victim);
    }
  })();

  const startedAt = performance.now();
  const busy: { readonly at: number; readonly up: number; readonly waiting: boolean }[] = [];
  for (let ended = false, round = 0; !ended; round += 1) {
    await delay(SAMPLE_MS);
    const { up } = await controlled<{ up: number }>('load');
    // How many are left is asked less often: it is the service's time.
    const look = round % 10 === 0 ? await now() : null;
    const { pending = 0, retry_wait: waiting = 0 } = look?.counts ?? {};
    if (look !== null) {
      ended =
        look.status === 'completed' ||
        performance.now() - startedAt > Number(options['give-up-seconds']) * 1_000;
      busy.push({ at: performance.now() - startedAt, up, waiting: pending > LINES });
      if (round % 100 === 0)
        log(
          `${Math.round((performance.now() - startedAt) / 1_000)} s: ${look.currentIteration.progress.percent} %, ` +
            `${pending} pending, ${waiting} to try again, ${look.counts.claimed} claimed, ${look.counts.active} active, ` +
            `${up} calls up, ${kills} kills`,
        );
    }
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  over = true;
  await killing;
  const result = await judgeCampaign({
    read,
    path,
    recipients: RECIPIENTS,
    lines: LINES,
    kills,
    maxRetries: MAX_RETRIES,
    busy,
    load: await controlled<{ peak: number; placed: number }>('load'),
    tally: await (await fetch(`${network.url}/control/tally`)).text(),
    journalMessages: (await (await jetstreamManager(nc)).streams.info(streamName(0))).state.last_seq,
    business: async () =>
      parley(['admin', 'business', 'show', '--business', businessId, '--data-dir', dataDir], env),
  });
  process.stdout.write(
    `${JSON.stringify({ recipients: RECIPIENTS, lines: LINES, kills, seconds: Math.round(seconds), audienceSeconds, ...result }, null, 1)}\n`,
  );
  if (result.wrong.length > 0) process.exitCode = 1;
} finally {
  for (const { process: up } of nodes) up?.kill('SIGTERM');
  for (const { process: up } of nodes) await up?.ended;
  balancer.close();
  await nc.close();
  await engine.stop();
  await network.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
