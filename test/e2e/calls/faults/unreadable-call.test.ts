/** One message of a call cannot be read: everything else is served, and a skip frees the call, its line and credit. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import Database from 'better-sqlite3';
import t from 'tap';
import { codeOf, isSettled } from '../../../../testkit/api/client.js';
import { AGENT } from '../../../../testkit/demo-script.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { NO_CHANNELS } from '../../../../testkit/service/no-channels.js';
import { nodeCommand } from '../../../../testkit/service/node-command.js';
import { startWorld } from '../../../../testkit/service/world.js';
import { until } from '../../../../testkit/until.js';

const CLI = fileURLToPath(new URL('../../../../bundle/cli.js', import.meta.url));
const [RINGS, OTHER] = ['+14155550140', '+14155550141'];

t.setTimeout(150_000);

t.test('an unreadable call stops no other; after a skip it ends and frees line and credit', async (t) => {
  const nats = await startNats(t);
  const env = { PARLEY_NATS_URL: nats.url, ...NO_CHANNELS };
  const world = await startWorld(t, env, { lines: 2 });
  const { businessId, dataDir } = world;
  const client = world.client();
  const agent = await client.createAgent(AGENT.name, AGENT.instructions, { firstGreeting: AGENT.greeting });
  for (const number of [RINGS, OTHER]) await world.network.callee(number, { ringMs: 100_000, steps: [] });
  const callId = await client.startCall(agent.id, RINGS);
  await client.callUntil(callId, ({ call }) => call.status === 'ringing', 20_000);

  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const unknown = JSON.stringify({ commandId: 'x', at: 1, events: [{ type: 'call.of_tomorrow' }] });
  const { seq } = await jetstream(nc).publish(`evt.0.call.${businessId}.${callId}`, unknown);
  t.match(await codeOf(client.cancel(callId)), /upgrade_in_progress|record_unreadable/);
  const other = await client.startCall(agent.id, OTHER);
  await client.callUntil(other, ({ call }) => call.status === 'ringing', 20_000);
  t.equal((await fetch(`${world.service().url}/readyz`)).status, 200);
  await client.cancel(other);
  await client.callUntil(other, isSettled, 30_000);
  t.not((await client.call(callId)).call.status, 'cancelled', 'the views show the call as it was');

  const admin = (...args: readonly string[]) =>
    spawnSync(...nodeCommand([CLI, 'admin', ...args, '--data-dir', dataDir]), {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
  t.match(admin('trouble').stdout, new RegExp(callId));
  const skipped = admin(
    'journal',
    'skip',
    `call.${businessId}.${callId}`,
    `${seq}`,
    '--reason',
    'r',
    '--yes',
  );
  t.match(JSON.parse(skipped.stdout || '{}'), { skipped: [{ seq }] }, skipped.stderr);
  await until('it can be cancelled', async () => (await codeOf(client.cancel(callId))) === 'none', 20_000);
  await client.callUntil(callId, isSettled, 30_000);
  const reserved = (): unknown => {
    const db = new Database(join(dataDir, 'views.sqlite'), { readonly: true });
    try {
      return db.prepare('SELECT reserved FROM businesses').pluck().get();
    } finally {
      db.close();
    }
  };
  await until('its credit is free', () => reserved() === 0, 20_000);
  // Both lines are free: two calls ring at once.
  for (const number of [RINGS, OTHER]) {
    const again = await client.startCall(agent.id, number);
    await client.callUntil(again, ({ call }) => call.status === 'ringing', 20_000);
  }
  t.match(admin('audit', '--business', businessId, '--json').stdout, /journal\.skipped/);
});
