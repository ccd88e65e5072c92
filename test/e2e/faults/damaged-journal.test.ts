/**
 * A byte of the journal's file is flipped, and nats-server crashes: it truncates the file there when it restarts. The
 * service does not silently serve what is left, and lost requests can be repeated.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import { isRecord } from '../../../schemas/json.js';
import { createApiClient } from '../../../testkit/api/client.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { flipIn } from '../../../testkit/nats/damaged-store.js';
import { startNats, testCacheDir } from '../../../testkit/nats/server.js';
import { NO_CHANNELS } from '../../../testkit/service/no-channels.js';
import { type ParleyProcess, parley, startParley } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';

t.setTimeout(180_000);

const setUp = async (t: Lifetime) => {
  const nats = await startNats(t);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-damage-'));
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
  const stop = async (service: ParleyProcess): Promise<void> => {
    service.kill('SIGTERM');
    await service.ended;
  };
  const journal = (...args: string[]) => parley(['admin', 'journal', ...args, '--data-dir', dataDir], env);
  /** The output of `verify` and its exit code, which is 1 if something is damaged. */
  const verify = async () => {
    try {
      return { code: 0, report: await journal('verify') };
    } catch (error) {
      if (!isRecord(error) || typeof error.stdout !== 'string') throw error;
      const report: unknown = JSON.parse(error.stdout);
      return { code: error.code, report };
    }
  };
  return { nats, dataDir, env, start, stop, journal, verify };
};

const clientOf = (
  service: ParleyProcess,
  tenant: { readonly businessId: string; readonly apiKey: string },
) => {
  const { businessId, apiKey } = tenant;
  const client = createApiClient(service.url, businessId, apiKey);
  return {
    create: async (name: string): Promise<string> => {
      const { agent } = await client.request<{ readonly agent: AgentResource }>(
        'POST',
        '/api/v1/agents',
        { businessId, channel: 'voice', name, instructions: 'Be kind.', languageCode: 'en' },
        `agent-${name}`,
      );
      return agent.id;
    },
    names: async (): Promise<readonly string[]> => {
      const { agents } = await client.get<{ readonly agents: readonly AgentResource[] }>('/api/v1/agents');
      return agents.map(({ name }) => name).toSorted();
    },
  };
};

t.test('a truncated journal is refused, its loss accepted, and lost requests are repeated', async (t) => {
  const { nats, dataDir, env, start, stop, journal, verify } = await setUp(t);
  const first = await start();
  const tenant = await createTenant(dataDir, { env });
  const { create } = clientOf(first, tenant);
  for (const name of ['kept', 'flipped', 'behind']) await create(name);
  t.match(await verify(), { code: 0, report: { sound: true } });
  await stop(first);
  await nats.kill('SIGKILL');
  flipIn(nats.store, 'JOURNAL_0', '"name":"flipped"');
  await nats.restart();

  await t.rejects(start(), /ended before it served/);
  t.match(await verify(), {
    code: 1,
    report: { sound: false, shards: [{ served: false, finding: /is shorter than what was acknowledged/ }] },
  });
  t.match(await journal('repair', '--accept-loss'), { losses: [{ shard: 0 }] });
  await t.rejects(journal('repair', '--accept-loss'), /nothing .* is missing/);
  t.match(await verify(), { code: 0, report: { sound: true, shards: [{ acceptedLosses: 1 }] } });

  const second = await start();
  const client = clientOf(second, tenant);
  t.same(await client.names(), ['kept']);
  // The records of these keys say 201, for agents that no longer exist.
  for (const name of ['flipped', 'behind', 'kept']) t.ok(await client.create(name));
  t.same(await client.names(), ['behind', 'flipped', 'kept']);
});
