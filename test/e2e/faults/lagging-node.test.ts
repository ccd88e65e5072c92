/** Two nodes, one of which lags behind the journal: keys that were just created, and keys that were just revoked. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { startNats } from '../../../testkit/nats/server.js';
import { NO_CHANNELS } from '../../../testkit/service/no-channels.js';
import { parley, startParley, UNLIMITED } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { startHoldingProxy } from '../../../testkit/sockets/held-connection.js';

t.setTimeout(180_000);

/** The projector's connection. */
const VIEWS = 'parley-views';

t.test('a node that lags accepts a new key once it has caught up, and a revoked one never', async (t) => {
  const directory = t.testdir();
  const dataDir = join(directory, 'admin');
  const nats = await startNats(t);
  const proxy = await startHoldingProxy(t, nats.url);
  const start = async (name: string, url: string) => {
    const node = await startParley({
      dataDir: join(directory, name),
      env: { ...NO_CHANNELS, ...UNLIMITED, PARLEY_LOG_LEVEL: 'error', PARLEY_NATS_URL: url },
    });
    t.teardown(async () => {
      node.kill('SIGTERM');
      await node.ended;
    });
    return node;
  };
  await start('first', nats.url);
  const behind = await start('behind', proxy.url);
  const admin = { PARLEY_NATS_URL: nats.url };
  const { businessId, apiKey } = await createTenant(dataDir, { env: admin });
  const newKey = async (): Promise<string> => {
    const created = await parley(
      ['admin', 'key', 'create', '--business', businessId, '--data-dir', dataDir],
      admin,
    );
    return String(created.apiKey);
  };
  const ask = async (key: string) =>
    (
      await fetch(`${behind.url}/api/v1/agents?businessId=${businessId}`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status;
  t.equal(await ask(apiKey), 200);

  proxy.hold(VIEWS);
  const fresh = await newKey();
  const [, keyId = ''] = /^parley_sk_([^_]+)_/.exec(apiKey) ?? [];
  const response = ask(fresh);
  const unknown = ask(`pk_nobody_${'0'.repeat(64)}`);
  t.equal(await Promise.race([response, delay(2_000, 'waits')]), 'waits');
  proxy.release();
  t.equal(await response, 200, 'a key that was just created');
  t.equal(await unknown, 401);

  proxy.hold(VIEWS);
  await parley(
    ['admin', 'key', 'revoke', '--business', businessId, '--key', keyId, '--data-dir', dataDir],
    admin,
  );
  const revoked = ask(apiKey);
  t.equal(await Promise.race([revoked, delay(2_000, 'waits')]), 'waits', 'it does not trust its views');
  t.equal((await fetch(`${behind.url}/readyz`)).status, 200, 'although it is ready');
  proxy.release();
  t.equal(await revoked, 401, 'a key that was revoked');
});
