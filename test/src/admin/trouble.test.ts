/** Trouble as an operator sees it: in the metrics, the log and the list, and with ways to resolve it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import { startNats } from '../../../testkit/nats/server.js';
import { admin } from '../../../testkit/service/admin.js';
import { NO_CHANNELS } from '../../../testkit/service/no-channels.js';
import { startParley } from '../../../testkit/service/parley-process.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(150_000);

interface Listed {
  readonly id: string;
  readonly kind: string;
  readonly what: string;
  readonly todo: string;
}

t.test('trouble appears in metrics, log and list, and can be retried and dropped', async (t) => {
  const nats = await startNats(t);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-trouble-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = { PARLEY_NATS_URL: nats.url, PARLEY_VOICE_DETECTOR: 'energy', ...NO_CHANNELS };
  // Commands read the environment, as the service does.
  Object.assign(process.env, env);
  const parley = (...args: readonly string[]) => admin(dataDir, 'trouble', ...args);
  const list = async (...args: readonly string[]): Promise<readonly Listed[]> => {
    const { trouble }: { readonly trouble: readonly Listed[] } = JSON.parse(
      JSON.stringify(await parley(...args)),
    );
    return trouble;
  };
  const lines: string[] = [];
  const service = await startParley({
    dataDir,
    env: { ...env, PARLEY_LOG_LEVEL: 'info' },
    onLog: (line) => lines.push(line),
  });
  t.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  const { metrics } = service;
  t.same(await list(), []);

  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const businessId = randomUUID();
  const { seq } = await jetstream(nc).publish(`evt.0.business.${businessId}.${businessId}`, 'rubbish');
  // A timer brings the actor into memory.
  await jetstream(nc).publish(`wake.0.business.${businessId}.${businessId}.check`, '1');
  const gauge = /parley_trouble\{kind="actor",sort="business"\} 1/;
  await until('the metrics show it', async () => gauge.test(await metrics()), 20_000);
  await until('the views show it', async () => (await metrics()).includes('sort="skipped"'), 20_000);
  const noted = lines.filter((line) => line.includes('"trouble.noted"'));
  t.equal(noted.filter((line) => line.includes(businessId)).length, 1, 'the log shows it, once');

  const seen = (await list()).find(({ kind }) => kind === 'actor');
  t.match(seen, { what: 'business', business: businessId, resource: businessId, code: 'journal_unreadable' });
  t.match(seen, { attempts: Number, since: String, todo: /upgrade/ });
  t.same(
    (await list('list', '--business', businessId)).map(({ kind }) => kind),
    ['actor'],
  );
  const id = seen?.id ?? '';
  t.match(await parley('retry', id), { retried: [{ id, outcome: 'failed' }] });
  await t.rejects(parley('drop', id, '--reason', 'x', '--yes'), /cannot be read/);
  const skip = (...args: readonly string[]) =>
    admin(dataDir, 'journal', 'skip', `business.${businessId}.${businessId}`, ...args);
  await t.rejects(skip(`${seq}`, '--reason', 'rubbish'), /pass --yes/);
  await t.rejects(skip('1000000', '--reason', 'rubbish', '--yes'), new RegExp(`Unreadable: ${seq} `));
  t.match(await skip(`${seq}`, '--reason', 'rubbish', '--yes'), { skipped: [{ seq }] });
  const resolved = /parley_trouble_events_total\{what="resolved",kind="actor"\} 1/;
  await until('it is counted as resolved', async () => resolved.test(await metrics()));

  const [left] = await list();
  t.match(left, { kind: 'views', what: 'skipped' });
  const rest = left?.id ?? '';
  await t.rejects(parley('retry', rest), /Upgrade to a build.*then drop/);
  await t.rejects(parley('retry'), /give the id of the trouble, or --all/);
  await t.rejects(parley('drop', rest), /--reason/);
  await t.rejects(parley('drop', rest, '--reason', 'known'), /pass --yes/);
  await t.rejects(parley('drop', 'x', '--reason', 'known', '--yes'), /the id is "x"/);
  for (const turn of ['once', 'twice']) {
    t.same(await parley('drop', rest, '--reason', 'known', '--yes'), { id: rest, dropped: true }, turn);
  }
  await t.rejects(parley('drop', randomUUID(), '--reason', 'x', '--yes'), /no such trouble/);
  t.same(await list(), []);
  t.notMatch(await metrics(), /parley_trouble\{/);

  service.kill('SIGTERM');
  await service.ended;
  t.same(await list(), [], 'the list can be read without a running service');
});
