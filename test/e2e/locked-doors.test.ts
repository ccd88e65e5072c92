/** Another user of the machine that runs a service: what they can read of it, and which of its doors they can open. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { findRunningEngine } from '../../src/engine/index.js';
import { connectNats } from '../../src/nats.js';
import { sharedSecrets } from '../../src/secrets.js';
import { createApiClient, isSettled } from '../../testkit/api-client.js';
import { connectWhatsApp } from '../../testkit/meta.js';
import { testCacheDir } from '../../testkit/nats.js';
import { createNetworkClient } from '../../testkit/network-client.js';
import { nodeCommand } from '../../testkit/node-command.js';
import { createTenant, startParley } from '../../testkit/parley-process.js';
import { until } from '../../testkit/until.js';
import type { NosyReport, NosyTask } from '../support/nosy-neighbour.js';

const NOBODY = 65_534;
const ACCOUNT = '106540352242922';
const CHANNEL_TOKEN = 'token-that-only-the-channel-should-know';
const CALL_MS = 60_000;

t.setTimeout(150_000);

interface Entry {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly mode: number;
}

const entriesOf = (directory: string): readonly Entry[] =>
  readdirSync(directory, { withFileTypes: true }).flatMap((found) => {
    const path = join(directory, found.name);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || found.isSymbolicLink()) return [];
    const entry = { path, isDirectory: found.isDirectory(), mode: stat.mode & 0o777 };
    return entry.isDirectory ? [entry, ...entriesOf(path)] : [entry];
  });

/** A process and all that it started, as far as they still know each other. */
const familyOf = (pid: number): readonly number[] => {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
      } catch {
        return false;
      }
    })
    .map(Number);
  return [pid, ...children.flatMap(familyOf)];
};

/** Runs the neighbour as `nobody`; null where this user may not. */
const asNobody = async (task: NosyTask): Promise<NosyReport | null> => {
  if (process.getuid?.() !== 0) return null;
  const program = readFileSync(fileURLToPath(new URL('../support/nosy-neighbour.js', import.meta.url)));
  // Without what the test runner would have it load: it may write nothing that the runner wants.
  const child = spawn(...nodeCommand(['--input-type=module', '-']), {
    uid: NOBODY,
    gid: NOBODY,
    cwd: '/',
    env: { PATH: process.env.PATH, NOSY_TASK: JSON.stringify(task) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(program);
  let said = '';
  for await (const chunk of child.stdout) said += String(chunk);
  const report: NosyReport = JSON.parse(said);
  return report;
};

t.test('another user of the machine obtains nothing of a service', async (t) => {
  // Whoever starts it may have any umask, and the directory may be from a careless time.
  process.umask(0);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-doors-'));
  chmodSync(dataDir, 0o777);
  mkdirSync(join(dataDir, 'recordings'));
  writeFileSync(join(dataDir, 'recordings', 'left-over.opus'), 'somebody speaks');
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const logged: string[] = [];
  const service = await startParley({
    dataDir,
    env: {
      PARLEY_CACHE_DIR: testCacheDir(),
      PARLEY_SESSION_LOG_DIR: join(dataDir, 'sessions'),
      PARLEY_LOG_LEVEL: 'warn',
      PARLEY_DEVELOPMENT: '1',
    },
    onLog: (line) => logged.push(line),
  });
  t.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  const ready: { networkUrl: string; metaUrl: string; simulatorToken: string } = JSON.parse(
    logged.find((line) => line.includes('service.ready')) ?? '{}',
  );

  const { businessId, apiKey } = await createTenant(dataDir);
  const client = createApiClient(service.url, businessId, apiKey);
  await connectWhatsApp({ dataDir }, businessId, ACCOUNT, CHANNEL_TOKEN);
  // The test's own, and not the service's.
  rmSync(join(dataDir, `token-${ACCOUNT}`));
  const { signingSecret } = await client.request<{ signingSecret: string }>(
    'POST',
    '/api/v1/webhook-subscriptions',
    {
      businessId,
      channel: 'whatsapp',
      phoneNumberId: ACCOUNT,
      externalAutomation: true,
      callbackUrl: 'http://127.0.0.1:9/',
      events: ['whatsapp.message.received'],
    },
  );
  const number = '+14155550100';
  const { category } = await client.request<{ category: { id: string } }>(
    'POST',
    '/api/v1/contacts/categories',
    { businessId, name: 'Guests' },
  );
  await client.request('POST', '/api/v1/contacts', {
    businessId,
    name: 'Asha Rao',
    mobile: number,
    categoryIds: [category.id],
  });
  await createNetworkClient(ready.networkUrl, ready.simulatorToken).callee(number, {
    ringMs: 100,
    steps: [{ atMs: 4_000, do: { type: 'hang_up' } }],
  });
  const agent = await client.createAgent('Ann', 'Then hang up.', { firstGreeting: 'Hello, this is Ann.' });
  const callId = await client.startCall(agent.id, number);
  let during: readonly Entry[] = [];
  await until('the audio of a call is on the disk', () => {
    during = entriesOf(dataDir);
    return during.some(({ path }) => path.includes('recording-spool') && path.endsWith('.agent'));
  });
  const { recordingUrl } = await client.callUntil(callId, isSettled, CALL_MS);
  t.equal((await fetch(recordingUrl ?? '')).status, 200, 'the recording is there');
  const entries = [...during, ...entriesOf(dataDir)];

  const engine = await findRunningEngine(dataDir);
  if (engine === null) throw new Error('the engine does not run');
  const nc = await connectNats(engine, 'test');
  const shared = await sharedSecrets(nc);
  await nc.close();
  const seedFile = engine.credentials?.kind === 'nkey' ? engine.credentials.seedFile : '';
  const secrets: Readonly<Record<string, string>> = {
    ...shared,
    apiKey,
    signingSecret,
    CHANNEL_TOKEN,
    simulatorToken: ready.simulatorToken,
    seed: readFileSync(seedFile, 'utf8').trim(),
  };
  for (const [name, secret] of Object.entries(secrets)) t.ok(secret.length >= 32, name);

  await t.test('nothing in the data directory is for anybody else, whatever the umask was', async (t) => {
    t.equal(lstatSync(dataDir).mode & 0o777, 0o700);
    for (const { path, isDirectory, mode } of entries)
      t.equal(mode & (isDirectory ? 0o077 : 0o177), 0, `${mode.toString(8)} ${path.slice(dataDir.length)}`);
    t.ok(
      logged.some((line) => line.includes('data_dir.tightened')),
      'that it was loose is logged',
    );
  });

  const user = { user: 'parley', pass: 'parley' };
  const guess = 'UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4';
  const anybody = `http://${new URL(ready.metaUrl).host}`;
  const controls = [
    ['GET', `${ready.networkUrl}/control/calls`],
    ['GET', `${ready.networkUrl}/control/tally`],
    ['GET', `${ready.networkUrl}/control/load`],
    ['PUT', `${ready.networkUrl}/control/callees/%2B14155550100`],
    ['DELETE', `${ready.networkUrl}/control/calls`],
    ['GET', `${ready.networkUrl}/2010-04-01/Accounts/ACloopback/Calls.json`],
    ['GET', `${anybody}/control/sent`],
    ['PUT', `${anybody}/control/app`],
    ['PUT', `${anybody}/control/faults`],
    ['POST', `${anybody}/control/messages`],
  ] as const;
  const report = await asNobody({
    directory: dataDir,
    files: entries.map(({ path }) => path),
    natsPort: Number(new URL(engine.url).port),
    natsConnects: [
      ...['CONNECT {}', 'PING', `CONNECT ${JSON.stringify(user)}`, 'CONNECT {"auth_token":"parley"}'],
      `CONNECT ${JSON.stringify({ nkey: guess, sig: 'AAAA' })}`,
    ],
    requests: controls.flatMap(([method, url]) => [
      { method, url, ...(method === 'PUT' || method === 'POST' ? { body: '{}' } : {}) },
      { method, url, authorization: 'Bearer guess' },
      { method, url, authorization: 'Bearer ' },
    ]),
    pids: familyOf(service.pid),
  });
  if (report === null) {
    t.comment('only root may be nobody: the modes above have to do');
    return;
  }
  t.equal(report.uid, NOBODY);
  t.same(report.listed, [], 'no name of a file');
  t.same(
    report.read.map(([path]) => path),
    [],
    'no file',
  );
  for (const said of report.nats) {
    t.match(said, /-ERR 'Authorization Violation'|-ERR 'Authentication Timeout'/);
    t.notMatch(said, /PONG|MSG nosy/);
  }
  for (const [index, { status }] of report.answers.entries())
    t.equal(status, 401, `${controls[Math.floor(index / 3)]?.join(' ')}`);
  t.ok(report.processes.length >= 4, 'the service, its server, two simulators');
  for (const { commandLine, environment } of report.processes) {
    t.not(commandLine, '', 'a process that lives');
    t.equal(environment, null, commandLine.split('\0').slice(0, 3).join(' '));
  }
  const obtained = JSON.stringify(report);
  for (const [name, secret] of Object.entries(secrets)) t.notOk(obtained.includes(secret), name);
});
