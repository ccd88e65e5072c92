/**
 * The store of nats-server is restored from a backup, once under a running service and once under a stopped one:
 * nothing is served before an operator has accepted the loss. Then clients see what the backup holds, nothing of what
 * came after it, and can continue.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import { createApiClient } from '../../../testkit/api/client.js';
import { startNats, testCacheDir } from '../../../testkit/nats/server.js';
import { NO_CHANNELS } from '../../../testkit/service/no-channels.js';
import { type ParleyProcess, parley, startParley } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(120_000);

t.test('a restored backup shows nothing of what was lost', async (t) => {
  const nats = await startNats(t);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-restore-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = {
    PARLEY_NATS_URL: nats.url,
    PARLEY_CACHE_DIR: testCacheDir(),
    PARLEY_LOG_LEVEL: 'silent',
    PARLEY_LOOPBACK_URL: 'http://127.0.0.1:9',
    PARLEY_LOOPBACK_AUTH: 'unknown',
    ...NO_CHANNELS,
  };
  const start = async (): Promise<ParleyProcess> => {
    const service = await startParley({ dataDir, env });
    t.teardown(async () => {
      service.kill('SIGKILL');
      await service.ended;
    });
    return service;
  };
  let service = await start();
  const { businessId, apiKey } = await createTenant(dataDir, { env });
  const agents = `/api/v1/agents?businessId=${businessId}`;
  const client = () => createApiClient(service.url, businessId, apiKey);
  const create = (name: string) =>
    client().request<AgentResource>(
      'POST',
      '/api/v1/agents',
      { businessId, channel: 'voice', name, instructions: 'Be kind.', languageCode: 'en' },
      `agent-${name}`,
    );
  const names = async (): Promise<readonly string[]> =>
    (await client().request<{ readonly agents: readonly AgentResource[] }>('GET', agents)).agents.map(
      ({ name }) => name,
    );
  const retried = <T>(work: () => Promise<T>) =>
    until('the service continues', () => work().catch(() => null), 30_000);
  const rebuilds = async (): Promise<string | undefined> => {
    const text = await service.metrics();
    return text.split('\n').find((line) => line.startsWith('parley_views_rebuilds_total'));
  };

  const readyz = (): Promise<Response> => fetch(`${service.url}/readyz`, { headers: service.operator });
  const acceptLoss = () =>
    parley(['admin', 'journal', 'repair', '--accept-loss', '--data-dir', dataDir], env);

  await create('kept');
  const backup = await nats.backUp();
  await retried(() => create('lost'));
  await retried(() => create('lost2'));
  t.same((await retried(names)).toSorted(), ['kept', 'lost', 'lost2']);

  await nats.restore(backup);
  // While the server starts, its streams are offline.
  const isRefused = async (): Promise<boolean> =>
    (await (await readyz()).text()).includes('journal_went_back');
  await until('the journal is refused', isRefused, 30_000);
  t.equal((await readyz()).status, 503);
  await t.rejects(create('lost'), { status: 503, code: 'journal_went_back' });
  await t.rejects(names(), { status: 503, code: 'journal_went_back' });
  t.equal(await rebuilds(), undefined, 'nothing is rebuilt before an operator decides');
  await acceptLoss();
  // The client repeats the request under its key; to this journal it is a new one.
  await retried(() => create('lost'));
  t.same((await retried(names)).toSorted(), ['kept', 'lost']);
  t.match(await rebuilds(), /reason="journal_went_back".* 1$/);

  service.kill('SIGTERM');
  await service.ended;
  await nats.restore(backup);
  await t.rejects(start(), /ended before it served/, 'a node does not start on it');
  await acceptLoss();
  service = await start();
  for (const name of ['a', 'b', 'c']) await retried(() => create(name));
  t.same((await retried(names)).toSorted(), ['a', 'b', 'c', 'kept']);
  t.match(await rebuilds(), /reason="journal_went_back".* 1$/);
  t.equal((await fetch(`${service.url}/readyz`)).status, 200);
});
