/** The command line as an operator uses it, with and without a running service. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { listening } from '../../simulators/support/listening.js';
import { findRunningServer } from '../../src/engine/nats-server.js';
import { createApiClient } from '../../testkit/api/client.js';
import { testCacheDir } from '../../testkit/nats/server.js';
import { admin } from '../../testkit/service/admin.js';
import { nodeCommand } from '../../testkit/service/node-command.js';
import { startParley } from '../../testkit/service/parley-process.js';
import { until } from '../../testkit/until.js';
import { ONLY_IN_FULL_RUN } from '../support/full-run.js';

const CLI = fileURLToPath(new URL('../../bundle/cli.js', import.meta.url));
const env = { ...process.env, PARLEY_CACHE_DIR: testCacheDir() };

const parley = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(...nodeCommand([CLI, ...args]), { env, encoding: 'utf8' });
  return { status, stdout, stderr };
};

t.setTimeout(120_000);

t.test('the help says how to start', async (t) => {
  t.match(parley('--help').stdout, /serve.*\n.*admin/s);
  t.match(parley('serve', '--help').stdout, /service\.ready.*TWILIO_ACCOUNT_SID.*PARLEY_NATS_URL/s);
  t.match(parley('admin', 'business', 'create', '--help').stdout, /--lines <n>/);
});

t.test('prints its version', async (t) => {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  );
  t.same(parley('--version'), { status: 0, stdout: `${version}\n`, stderr: '' });
});

t.test('a port that another program uses is refused', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-cli-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const other = createServer();
  t.teardown(() => other.close());
  const port = String(await listening(other));
  const { status, stderr } = parley('serve', '--port', port, '--data-dir', dataDir);
  t.equal(status, 1);
  t.equal(
    stderr.split('\n').at(-2),
    `parley: cannot listen on 127.0.0.1:${port}: the port is in use; choose another one, or stop the program that uses it`,
  );
  t.equal(await findRunningServer(dataDir), null, 'no server is left running');
});

t.test('invalid arguments end with a message and a non-zero status', async (t) => {
  t.match(parley('admin', 'business', 'create'), { status: 1, stderr: /required option '--name <name>'/ });
  t.match(parley('admin', 'key', 'create', '--business', 'x'), {
    status: 1,
    stderr: /--business is "x"; give the id/,
  });
  t.match(parley('admin', 'key', 'create', '--business', 'x', '--scopes', 'voice:fly'), {
    status: 1,
    stderr: /unknown scopes?: voice:fly/,
  });
  t.match(parley('serve', '--port', 'http'), { status: 1, stderr: /--port is "http"/ });
});

/** Checks the audit entries of the commands and requests of the test below. */
const checkAuditLog = async (t: Test, businessId: string, keyId: string, dataDir: string): Promise<void> => {
  const audit = (...args: readonly string[]) => admin(dataDir, 'audit', '--business', businessId, ...args);
  const { entries }: { entries: readonly Readonly<Record<string, unknown>>[] } = JSON.parse(
    JSON.stringify(await audit()),
  );
  t.strictSame(
    entries
      .filter(({ actor }) => String(actor).startsWith('operator '))
      .map(({ action, target }) => [action, target]),
    [
      ['lines.changed', businessId],
      ['credit.granted', businessId],
      ['key.revoked', keyId],
      ['key.created', keyId],
      ['business.created', businessId],
    ],
    'the audit log, newest first',
  );
  t.match(entries, [{ actor: /^operator \S+:\d+@\S+$/, outcome: 'done' }]);
  const ofKey = entries.filter(({ actor }) => actor === `key ${keyId}`);
  for (const refused of [
    { action: 'request.refused', target: 'listVoiceCalls', code: 'scope_missing' },
    { action: 'key.refused', target: keyId, code: 'api_key_invalid' },
  ])
    t.match(
      ofKey.find(({ action }) => action === refused.action),
      refused,
      `${refused.action} by the key`,
    );
  t.match(await audit('--action', 'key.created'), { entries: [{ action: 'key.created', target: keyId }] });
  t.strictSame(await audit('--since', '2999-01-01'), { entries: [] });
  await t.rejects(audit('--since', 'soon'), /--since is "soon"/);
};

t.test(
  'administration works with and without the service, and revoking a key takes effect at once',
  { skip: ONLY_IN_FULL_RUN },
  async (t) => {
    t.setTimeout(100_000);
    const dataDir = mkdtempSync(join(tmpdir(), 'parley-cli-'));
    t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
    const at = ['--data-dir', dataDir] as const;
    const created = parley(
      'admin',
      'business',
      'create',
      '--name',
      'Acme',
      '--lines',
      '2',
      '--credits',
      '5',
      ...at,
    );
    t.equal(created.status, 0, created.stderr);
    const { businessId }: { businessId: string } = JSON.parse(created.stdout);

    const service = await startParley({
      dataDir,
      env: { PARLEY_CACHE_DIR: testCacheDir(), PARLEY_LOG_LEVEL: 'error' },
    });
    t.teardown(async () => {
      service.kill('SIGTERM');
      await service.ended;
    });
    const { apiKey }: { apiKey: string } = JSON.parse(
      parley('admin', 'key', 'create', '--business', businessId, '--scopes', 'agents:read', ...at).stdout,
    );
    const client = createApiClient(service.url, businessId, apiKey);
    t.same(await client.request('GET', `/api/v1/agents?businessId=${businessId}`), {
      agents: [],
      nextCursor: null,
    });
    await t.rejects(client.request('GET', `/api/v1/voice/calls?businessId=${businessId}`), {
      code: 'scope_missing',
    });

    const keyId = apiKey.split('_')[2] ?? '';
    t.same(
      JSON.parse(parley('admin', 'key', 'revoke', '--business', businessId, '--key', keyId, ...at).stdout),
      { keyId, revoked: true },
    );
    const revokedAt = performance.now();
    const refused = async (): Promise<boolean> => {
      try {
        await client.request('GET', `/api/v1/agents?businessId=${businessId}`);
        return false;
      } catch {
        return true;
      }
    };
    while (!(await refused()) && performance.now() - revokedAt < 1_000);
    t.ok(await refused(), 'within a second');

    const business = (command: string, ...args: readonly string[]) =>
      admin(dataDir, 'business', command, '--business', ...args);
    t.match(await business('credit', businessId, '--credits', '3'), { availableMicrocredits: 8_000_000 });
    t.match(await business('lines', businessId, '--lines', '7'), { lines: 7 });
    const unknown = '00000000-0000-4000-8000-000000000000';
    await t.rejects(business('lines', unknown, '--lines', '7'), /There is no such business/);

    // The service closed its idle connections while the commands ran: a request on one of them fails.
    await until('the service answers', async () => {
      const answer = await fetch(`${service.url}/healthz`).catch(() => null);
      return answer?.status === 200;
    });
    t.equal((await fetch(`${service.url}/readyz`)).status, 200);
    t.match(await service.metrics(), /parley_http_requests_total\{operation="listAgents",status="200"\} 1/);
    await checkAuditLog(t, businessId, keyId, dataDir);
    service.kill('SIGTERM');
    await service.ended;
    t.pass('the service stops on SIGTERM');
  },
);
