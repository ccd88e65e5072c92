/**
 * Runs a campaign over two nodes, one of which is killed every few seconds, and counts: no recipient is dialled twice
 * for one attempt or forgotten, retries are as configured, the lines are never exceeded and stay busy, and the ledger
 * is exact. `npm run bench:campaign -- --recipients 100000 --lines 500`, without kills with `--most-kills 0`. Exits
 * with 1 when any of this does not hold.
 *
 * Only one thing is faster than in reality: the simulated callees talk for seconds instead of minutes. Everything
 * between the request and the bill is the service's own code on the machine's own clock, over real sockets, a real
 * nats-server and real SQLite files.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { natsOptions } from '../../actors/runtime/nats/access.js';
import { streamName } from '../../actors/runtime/subjects.js';
import type { CampaignResource } from '../../schemas/campaigns/campaign.js';
import { createAgent, createCategory } from '../../testkit/api/resources.js';
import { parley } from '../../testkit/service/parley-process.js';
import { startTwoNodes, type TwoNodes } from '../../testkit/service/two-nodes.js';
import type { Mixed } from '../../testkit/simulators/network-client.js';
import { note } from '../command-line.js';
import { sendContacts } from '../contacts/import.js';
import { writeContacts } from '../contacts/rows.js';
import { type CampaignFacts, judgeCampaign } from './verdict.js';

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
const SAMPLE_MS = 2_000;

const answering = (atMs: number): Mixed => ({
  share: 13,
  script: {
    outcome: 'answer',
    ringMs: TALK_MS / 4,
    stream: 'never',
    steps: [{ atMs, do: { type: 'hang_up' } }],
  },
});
/** A realistic mix: most answer, some are busy, some do not pick up, some calls fail. */
const MIX: readonly Mixed[] = [
  ...[0.6, 0.8, 1, 1.2, 1.4].map((part) => answering(part * TALK_MS)),
  { share: 10, script: { outcome: 'busy', ringMs: TALK_MS / 8 } },
  { share: 20, script: { outcome: 'no_answer', ringMs: TALK_MS } },
  { share: 5, script: { outcome: 'failed', ringMs: TALK_MS / 8 } },
];

/** Reads keep working while nodes come and go. */
const readerOf = ({ client }: TwoNodes): CampaignFacts['read'] => {
  const read = async <T>(path: string): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await client.get<T>(path);
      } catch (error) {
        // The node was killed, or is not ready yet.
        if (attempt > 600) throw error;
        await delay(100);
      }
    }
  };
  return read;
};

/** Imports all recipients into a category of their own. Returns its id. */
const importRecipients = async (
  nodes: TwoNodes,
  read: CampaignFacts['read'],
  dataDir: string,
): Promise<string> => {
  const categoryId = await createCategory(nodes.client, 'Bench');
  const file = join(dataDir, 'contacts.csv');
  await writeContacts(file, RECIPIENTS);
  await sendContacts(nodes, nodes.client, categoryId, file);
  for (let contacts = 0; contacts < RECIPIENTS; await delay(200)) {
    const found = await read<{ categories: { contactCount: number }[] }>('/api/v1/contacts/categories');
    contacts = found.categories[0]?.contactCount ?? 0;
  }
  note('contacts imported');
  return categoryId;
};

/**
 * Creates a campaign for a category and waits until it is ready to start. Returns its path and how long building the
 * audience took, s.
 */
const planCampaign = async (
  { client }: TwoNodes,
  readCampaign: (path: string) => Promise<CampaignResource>,
  categoryId: string,
): Promise<{ readonly path: string; readonly audienceSeconds: number }> => {
  const agent = await createAgent(client, {
    channel: 'voice',
    name: 'Bench',
    instructions: 'Otherwise, say "Hello.".',
    contactCategoryIds: [categoryId],
  });
  const began = performance.now();
  const { campaign } = await client.post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
    name: 'Bench',
    objective: 'Bench',
    channel: 'voice',
    agentId: agent.id,
    audience: { categoryIds: [categoryId] },
    settings: { maxRetries: MAX_RETRIES, retryDelayMinutes: 1 },
  });
  const path = `/api/v1/campaigns/${campaign.id}`;
  while (!(await readCampaign(path)).currentIteration.audienceReady) await delay(50);
  const audienceSeconds = (performance.now() - began) / 1_000;
  note(`audience of ${RECIPIENTS} in ${audienceSeconds.toFixed(1)} s`);
  return { path, audienceSeconds };
};

/** Kills the nodes in turn and starts each again, until stopped. */
const keepKilling = (nodes: TwoNodes) => {
  const work = { isStopped: false, kills: 0 };
  const killing = (async () => {
    for (let turn = 0; !work.isStopped && work.kills < Number(options['most-kills']); turn += 1) {
      await delay(Number(options['kill-every-ms']));
      if (work.isStopped) return;
      work.kills += 1;
      const victim = turn % 2;
      await nodes.kill(victim);
      await nodes.start(victim);
    }
  })();
  // `stop` rejects with the error; until then a rejection must not count as unhandled.
  killing.catch(() => undefined);
  return {
    kills: () => work.kills,
    stop: () => {
      work.isStopped = true;
      return killing;
    },
  };
};

/** Samples how busy the lines are, until the campaign has completed or takes too long. */
const watch = async (
  { network }: TwoNodes,
  readCampaign: () => Promise<CampaignResource>,
  kills: () => number,
): Promise<{ readonly seconds: number; readonly busy: CampaignFacts['busy'] }> => {
  const startedAt = performance.now();
  const elapsedMs = (): number => performance.now() - startedAt;
  const busy: CampaignFacts['busy'][number][] = [];
  for (let round = 0; ; round += 1) {
    await delay(SAMPLE_MS);
    const { up } = await network.load();
    const { status, currentIteration, counts } = await readCampaign();
    const { pending = 0, retry_wait: waiting = 0 } = counts;
    busy.push({ at: elapsedMs(), up, waiting: pending > LINES });
    if (round % 10 === 0)
      note(
        `${Math.round(elapsedMs() / 1_000)} s: ${currentIteration.progress.percent} %, ` +
          `${pending} pending, ${waiting} to retry, ${counts.claimed} claimed, ${counts.active} active, ` +
          `${up} calls live, ${kills()} kills`,
      );
    if (status === 'completed' || elapsedMs() > Number(options['give-up-seconds']) * 1_000)
      return { seconds: elapsedMs() / 1_000, busy };
  }
};

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const nodes = await startTwoNodes({ lines: LINES, cacheDir: process.env.PARLEY_CACHE_DIR });
const nc = await connect(natsOptions(nodes.nats));
try {
  const read = readerOf(nodes);
  const readCampaign = async (path: string): Promise<CampaignResource> =>
    (await read<{ campaign: CampaignResource }>(path)).campaign;
  await nodes.network.mix(MIX);
  const categoryId = await importRecipients(nodes, read, dataDir);
  const { path, audienceSeconds } = await planCampaign(nodes, readCampaign, categoryId);

  await nodes.client.patch(path, { action: 'start' });
  const killing = keepKilling(nodes);
  const { seconds, busy } = await watch(nodes, () => readCampaign(path), killing.kills);
  await killing.stop();

  const kills = killing.kills();
  const named = ['--business', nodes.businessId, '--data-dir', dataDir];
  const verdict = await judgeCampaign({
    read,
    path,
    recipients: RECIPIENTS,
    lines: LINES,
    kills,
    maxRetries: MAX_RETRIES,
    busy,
    load: await nodes.network.load(),
    tally: await nodes.network.tally(),
    journalMessages: (await (await jetstreamManager(nc)).streams.info(streamName(0))).state.last_seq,
    business: async () => parley(['admin', 'business', 'show', ...named], nodes.env),
  });
  process.stdout.write(
    `${JSON.stringify({ recipients: RECIPIENTS, lines: LINES, kills, seconds: Math.round(seconds), audienceSeconds, ...verdict }, null, 1)}\n`,
  );
  if (verdict.wrong.length > 0) process.exitCode = 1;
} finally {
  await nc.close();
  await nodes.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
