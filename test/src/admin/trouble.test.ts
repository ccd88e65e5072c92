/** Trouble as an operator sees it: in the metrics, the log and the list, and with ways to resolve it. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import { startNats } from '../../../testkit/nats/server.js';
import { NO_CHANNELS } from '../../../testkit/service/no-channels.js';
import { nodeCommand } from '../../../testkit/service/node-command.js';
import { startParley } from '../../../testkit/service/parley-process.js';
import { until } from '../../../testkit/until.js';

const CLI = fileURLToPath(new URL('../../../bundle/cli.js', import.meta.url));

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
  const parley = (...args: readonly string[]) => admin('trouble', ...args);
  const admin = (...args: readonly string[]) => {
    const all = ['admin', ...args, '--data-dir', dataDir];
    const options = { env: { ...process.env, ...env }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(...nodeCommand([CLI, ...all]), options);
    return { status, stdout, stderr };
  };
  const list = (...args: readonly string[]): readonly Listed[] => {
    const { stdout, stderr } = parley(...args);
    t.equal(stderr, '');
    const { trouble }: { readonly trouble: readonly Listed[] } = JSON.parse(stdout);
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
  t.same(list(), []);

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

  const seen = list().find(({ kind }) => kind === 'actor');
  t.match(seen, { what: 'business', business: businessId, resource: businessId, code: 'journal_unreadable' });
  t.match(seen, { attempts: Number, since: String, todo: /upgrade/ });
  t.same(
    list('list', '--business', businessId, '--json').map(({ kind }) => kind),
    ['actor'],
  );
  const id = seen?.id ?? '';
  t.match(JSON.parse(parley('retry', id).stdout), { retried: [{ id, outcome: 'failed' }] });
  t.match(parley('drop', id, '--reason', 'x', '--yes'), { status: 1, stderr: /cannot be read/ });
  const skip = (...args: string[]) =>
    admin('journal', 'skip', `business.${businessId}.${businessId}`, ...args);
  t.match(skip(`${seq}`, '--reason', 'rubbish'), { status: 1, stderr: /pass --yes/ });
  t.match(skip('1000000', '--reason', 'rubbish', '--yes'), {
    status: 1,
    stderr: new RegExp(`Unreadable: ${seq} `),
  });
  t.match(JSON.parse(skip(`${seq}`, '--reason', 'rubbish', '--yes').stdout), { skipped: [{ seq }] });
  const resolved = /parley_trouble_events_total\{what="resolved",kind="actor"\} 1/;
  await until('it is counted as resolved', async () => resolved.test(await metrics()));

  const [left] = list();
  t.match(left, { kind: 'views', what: 'skipped' });
  const rest = left?.id ?? '';
  t.match(parley('retry', rest), { status: 1, stderr: /Upgrade to a build.*then drop/ });
  t.match(parley('retry'), { status: 1, stderr: /give the id of the trouble, or --all/ });
  t.match(parley('drop', rest), { status: 1, stderr: /--reason/ });
  t.match(parley('drop', rest, '--reason', 'known'), { status: 1, stderr: /pass --yes/ });
  t.match(parley('drop', 'x', '--reason', 'known', '--yes'), { status: 1, stderr: /the id is "x"/ });
  for (const turn of ['once', 'twice']) {
    const { stdout } = parley('drop', rest, '--reason', 'known', '--yes');
    t.same(JSON.parse(stdout), { id: rest, dropped: true }, turn);
  }
  t.match(parley('drop', randomUUID(), '--reason', 'x', '--yes'), { status: 1, stderr: /no such trouble/ });
  t.same(list(), []);
  t.notMatch(await metrics(), /parley_trouble\{/);

  service.kill('SIGTERM');
  await service.ended;
  t.same(list(), [], 'the list can be read without a running service');
});
