/**
 * Two builds in one cluster: the newer one lends a business lines for a while, with two events that the older one does
 * not know. Processes of both share one journal: nothing is lost or skipped, and a node that cannot serve says why.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import t from 'tap';
import { BUSINESS_EVENTS } from '../../../actors/business/events.js';
import { business } from '../../../actors/business/index.js';
import { newestVersion } from '../../../actors/runtime/event-versions.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats, testCacheDir } from '../../../testkit/nats/server.js';
import { NO_CHANNELS } from '../../../testkit/service/no-channels.js';
import { type ParleyProcess, parley, startParley } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { until } from '../../../testkit/until.js';
import { type Change, makeSecondBuild } from '../../support/second-build.js';

t.setTimeout(300_000);

/** How long lines are lent, ms: the newer node is gone by then. */
const LENT_MS = 30_000;

/** The versions of businesses that this build reads and writes; the other build is one ahead. */
const KNOWN = newestVersion(BUSINESS_EVENTS);
const NEWER = KNOWN + 1;
const STATE = business.stateVersion ?? 0;

const LENDING: readonly Change[] = [
  {
    file: 'actors/business/events.js',
    from: "'lines.changed': 1,",
    to: `'lines.changed': 1, 'lines.lent': ${NEWER}, 'lines.returned': ${NEWER},`,
  },
  {
    file: 'actors/business/decide.js',
    from: "{ type: 'lines.changed', lines: command.lines },",
    to: `{ type: 'lines.lent', lines: command.lines, until: at + ${LENT_MS} },`,
  },
  {
    file: 'actors/business/decide.js',
    from: "case 'timer_due':",
    to: "case 'timer_due': if (command.name === 'lent') return [{ type: 'lines.returned', lines: 3 }];",
  },
  {
    file: 'actors/business/state.js',
    from: "case 'lines.changed':",
    to: `case 'lines.lent':
        case 'lines.returned':
            return { ...state, lines: event.lines, lentUntil: event.until ?? null };
        case 'lines.changed':`,
  },
  {
    file: 'actors/business/index.js',
    from: 'return Number.isFinite(earliest)',
    to: 'if (state.lentUntil) return { lent: state.lentUntil }; return Number.isFinite(earliest)',
  },
  { file: 'actors/business/index.js', from: `stateVersion: ${STATE}`, to: `stateVersion: ${STATE + 1}` },
  {
    file: 'views/accounts/businesses.js',
    from: "case 'lines.changed':",
    to: "case 'lines.lent': case 'lines.returned': case 'lines.changed':",
  },
];

const readiness = async ({ url, operator }: ParleyProcess): Promise<{ status: number; message: string }> => {
  const response = await fetch(`${url}/readyz`, { headers: operator });
  const body = await response.text();
  return { status: response.status, message: body };
};

const linesIn = (dataDir: string, businessId: string): unknown => {
  const db = new Database(join(dataDir, 'views.sqlite'), { readonly: true });
  try {
    return db.prepare('SELECT lines FROM businesses WHERE id = ?').pluck().get(businessId);
  } finally {
    db.close();
  }
};

const metric = async (service: ParleyProcess, line: string): Promise<number> => {
  const text = await service.metrics();
  const found = text.split('\n').find((candidate) => candidate.startsWith(line));
  return found === undefined ? 0 : Number(found.split(' ').at(-1));
};

/** A cluster in which processes of both builds can be started. */
const openCluster = async (t: Lifetime) => {
  const nats = await startNats(t);
  const newer = makeSecondBuild(t, LENDING);
  const env = {
    PARLEY_NATS_URL: nats.url,
    PARLEY_CACHE_DIR: testCacheDir(),
    PARLEY_LOG_LEVEL: 'silent',
    // No calls are placed, and no messages are sent.
    PARLEY_LOOPBACK_URL: 'http://127.0.0.1:9',
    PARLEY_LOOPBACK_AUTH: 'unknown',
    ...NO_CHANNELS,
  };
  return {
    env,
    newer,
    folder: (): string => {
      const path = mkdtempSync(join(tmpdir(), 'parley-upgrade-'));
      t.teardown(() => rmSync(path, { recursive: true, force: true }));
      return path;
    },
    start: async (dataDir: string, cli?: string): Promise<ParleyProcess> => {
      const service = await startParley({ dataDir, env, ...(cli === undefined ? {} : { cli }) });
      t.teardown(async () => {
        service.kill('SIGKILL');
        await service.ended;
      });
      return service;
    },
  };
};

t.test('an older node depends on newer ones, does not serve alone, and can be upgraded', async (t) => {
  const { env, folder, newer, start } = await openCluster(t);
  const [oldDir, newDir] = [folder(), folder()];
  const old = await start(oldDir);
  let newNode = await start(newDir, newer.cli);
  const { businessId, apiKey } = await createTenant(oldDir, { lines: 1, env });
  const admin = (args: readonly string[], cli?: string) =>
    parley(['admin', 'business', ...args, '--business', businessId], env, cli);

  t.match(await admin(['lines', '--lines', '7'], newer.cli), { lines: 7 });
  t.match(await admin(['lines', '--lines', '5']), { lines: 5 }, 'the newer node answers an older client');
  const lentAt = Date.now();
  t.match(await admin(['show']), { lines: 5 });

  const refused = await until('the older node says that it cannot continue', async () => {
    const answer = await readiness(old);
    return answer.status === 503 && answer;
  });
  t.match(
    refused.message,
    new RegExp(
      `stopped at commit \\d+ of shard 0: business is written in version ${NEWER}, this build reads ${KNOWN}`,
    ),
  );
  t.equal((await readiness(newNode)).status, 200);
  t.equal(await metric(old, 'parley_views_stopped'), 1);
  t.equal(linesIn(oldDir, businessId), 1, 'its views show the state before');
  const response = await fetch(`${old.url}/api/v1/agents?businessId=${businessId}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  t.match([response.status, await response.json()], [503, { error: { code: 'not_ready' } }]);

  newNode.kill('SIGKILL');
  await newNode.ended;
  await t.rejects(
    admin(['show']),
    /upgrade_in_progress|newer version/,
    'alone it does not answer from an incomplete history',
  );
  await t.rejects(admin(['ledger']), /upgrade_in_progress|newer version/);
  await until(
    'it meets the wake-up',
    async () =>
      Date.now() - lentAt > LENT_MS &&
      (await metric(old, 'parley_actor_events_total{what="wake_failed"}')) > 0,
    90_000,
  );

  newNode = await start(newDir, newer.cli);
  await until(
    'the wake-up that failed before is handled',
    async () => (await admin(['show'])).lines === 3,
    60_000,
  );
  await until('the newer node shows it', () => linesIn(newDir, businessId) === 3);

  old.kill('SIGTERM');
  await old.ended;
  const upgraded = await start(oldDir, newer.cli);
  await until('it is ready', async () => (await readiness(upgraded)).status === 200);
  t.equal(linesIn(oldDir, businessId), 3, 'nothing was skipped');
  t.equal(await metric(upgraded, 'parley_views_rebuilds_total'), 0, 'it resumed where it was');
});
