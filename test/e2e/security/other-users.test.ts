/** Another user of the machine that runs a service: what they can read of it, and which of its ports they can use. */
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
import t, { type Test } from 'tap';
import type { NatsAccess } from '../../../actors/runtime/nats/access.js';
import { findRunningEngine } from '../../../src/engine/index.js';
import { connectNats } from '../../../src/nats/connection.js';
import { sharedSecrets } from '../../../src/nats/secrets.js';
import { type ApiClient, createApiClient, isSettled } from '../../../testkit/api/client.js';
import { createCategory, createContact } from '../../../testkit/api/resources.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { testCacheDir } from '../../../testkit/nats/server.js';
import { connectWhatsApp } from '../../../testkit/service/meta.js';
import { nodeCommand } from '../../../testkit/service/node-command.js';
import { type ParleyProcess, startParley } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { createNetworkClient } from '../../../testkit/simulators/network-client.js';
import { until } from '../../../testkit/until.js';
import type { NosyReport, NosyTask } from '../../support/nosy-neighbour.js';

const NOBODY_UID = 65_534;
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

/** A process and its descendants, as far as they are still linked. */
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

/** Runs the neighbour as `nobody`; null if this user may not. */
const runAsNobody = async (task: NosyTask): Promise<NosyReport | null> => {
  if (process.getuid?.() !== 0) return null;
  const program = readFileSync(fileURLToPath(new URL('../../support/nosy-neighbour.js', import.meta.url)));
  // Without the modules that the test runner preloads: the neighbour may not write what they want to write.
  const child = spawn(...nodeCommand(['--input-type=module', '-']), {
    uid: NOBODY_UID,
    gid: NOBODY_UID,
    cwd: '/',
    env: { PATH: process.env.PATH, NOSY_TASK: JSON.stringify(task) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(program);
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  const report: NosyReport = JSON.parse(output);
  return report;
};

/** A directory that was created carelessly: open to everyone, with a recording in it. */
const carelessDirectory = (t: Lifetime): string => {
  // The user who starts the service may have any umask, too.
  process.umask(0);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-doors-'));
  chmodSync(dataDir, 0o777);
  mkdirSync(join(dataDir, 'recordings'));
  writeFileSync(join(dataDir, 'recordings', 'left-over.opus'), 'somebody speaks');
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
};

interface Installation {
  readonly dataDir: string;
  readonly service: ParleyProcess;
  /** What the service has logged so far. */
  readonly logged: readonly string[];
  /** As the service logs it when it is ready. */
  readonly ready: { readonly networkUrl: string; readonly metaUrl: string; readonly simulatorToken: string };
}

const startInstallation = async (t: Lifetime): Promise<Installation> => {
  const dataDir = carelessDirectory(t);
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
  const ready: Installation['ready'] = JSON.parse(
    logged.find((line) => line.includes('service.ready')) ?? '{}',
  );
  return { dataDir, service, logged, ready };
};

/** Makes a recorded call; resolves with what was in the directory during the call and after it. */
const recordedCall = async (
  t: Test,
  { dataDir, ready }: Installation,
  client: ApiClient,
): Promise<readonly Entry[]> => {
  const number = '+14155550100';
  const categoryIds = [await createCategory(client, 'Guests')];
  await createContact(client, { name: 'Asha Rao', mobile: number, categoryIds });
  await createNetworkClient(ready.networkUrl, ready.simulatorToken).callee(number, {
    ringMs: 100,
    steps: [{ atMs: 4_000, do: { type: 'hang_up' } }],
  });
  const agent = await client.createAgent('Ann', 'Then hang up.', { firstGreeting: 'Hello, this is Ann.' });
  const callId = await client.startCall(agent.id, number);
  const during = await until('the audio of a call is on the disk', () => {
    const entries = entriesOf(dataDir);
    const isRecording = entries.some(
      ({ path }) => path.includes('recording-spool') && path.endsWith('.agent'),
    );
    return isRecording && entries;
  });
  const { recordingUrl } = await client.callUntil(callId, isSettled, CALL_MS);
  t.equal((await fetch(recordingUrl ?? '')).status, 200, 'the recording is there');
  return [...during, ...entriesOf(dataDir)];
};

/** The secrets of a tenant with a channel and a subscriber, by name; none is short. */
const secretsOf = async (
  { dataDir, ready }: Installation,
  engine: NatsAccess,
  { client, apiKey }: { readonly client: ApiClient; readonly apiKey: string },
): Promise<Readonly<Record<string, string>>> => {
  await connectWhatsApp({ dataDir }, client.businessId, ACCOUNT, CHANNEL_TOKEN);
  // A file of the test, not of the service.
  rmSync(join(dataDir, `token-${ACCOUNT}`));
  const { signingSecret } = await client.post<{ signingSecret: string }>('/api/v1/webhook-subscriptions', {
    channel: 'whatsapp',
    phoneNumberId: ACCOUNT,
    externalAutomation: true,
    callbackUrl: 'http://127.0.0.1:9/',
    events: ['whatsapp.message.received'],
  });
  const nc = await connectNats(engine, 'test');
  const shared = await sharedSecrets(nc);
  await nc.close();
  const seedFile = engine.credentials?.kind === 'nkey' ? engine.credentials.seedFile : '';
  return {
    ...shared,
    apiKey,
    signingSecret,
    CHANNEL_TOKEN,
    simulatorToken: ready.simulatorToken,
    seed: readFileSync(seedFile, 'utf8').trim(),
  };
};

/** Methods and addresses that control or query the simulators. */
const controlsOf = ({ ready }: Installation): readonly (readonly [method: string, url: string])[] => {
  const meta = `http://${new URL(ready.metaUrl).host}`;
  return [
    ['GET', `${ready.networkUrl}/control/calls`],
    ['GET', `${ready.networkUrl}/control/tally`],
    ['GET', `${ready.networkUrl}/control/load`],
    ['PUT', `${ready.networkUrl}/control/callees/%2B14155550100`],
    ['DELETE', `${ready.networkUrl}/control/calls`],
    ['GET', `${ready.networkUrl}/2010-04-01/Accounts/ACloopback/Calls.json`],
    ['GET', `${meta}/control/sent`],
    ['PUT', `${meta}/control/app`],
    ['PUT', `${meta}/control/faults`],
    ['POST', `${meta}/control/messages`],
  ];
};

/** Everything that a neighbour may try: files, the server of the journal, the simulators, processes. */
const taskFor = (installation: Installation, engine: NatsAccess, files: readonly string[]): NosyTask => {
  const user = { user: 'parley', pass: 'parley' };
  const guess = 'UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4';
  return {
    directory: installation.dataDir,
    files,
    natsPort: Number(new URL(engine.url).port),
    natsConnects: [
      ...['CONNECT {}', 'PING', `CONNECT ${JSON.stringify(user)}`, 'CONNECT {"auth_token":"parley"}'],
      `CONNECT ${JSON.stringify({ nkey: guess, sig: 'AAAA' })}`,
    ],
    requests: controlsOf(installation).flatMap(([method, url]) => [
      { method, url, ...(method === 'PUT' || method === 'POST' ? { body: '{}' } : {}) },
      { method, url, authorization: 'Bearer guess' },
      { method, url, authorization: 'Bearer ' },
    ]),
    pids: familyOf(installation.service.pid),
  };
};

/** Nothing was read, and no request was accepted. */
const checkReport = (t: Test, report: NosyReport, controls: ReturnType<typeof controlsOf>): void => {
  t.equal(report.uid, NOBODY_UID);
  t.same(report.listed, [], 'no file name');
  t.same(
    report.read.map(([path]) => path),
    [],
    'no file',
  );
  for (const reply of report.nats) {
    t.match(reply, /-ERR 'Authorization Violation'|-ERR 'Authentication Timeout'/);
    t.notMatch(reply, /PONG|MSG nosy/);
  }
  for (const [index, { status }] of report.answers.entries())
    t.equal(status, 401, `${controls[Math.floor(index / 3)]?.join(' ')}`);
  t.ok(report.processes.length >= 4, 'the service, its server, two simulators');
  for (const { commandLine, environment } of report.processes) {
    t.not(commandLine, '', 'a live process');
    t.equal(environment, null, commandLine.split('\0').slice(0, 3).join(' '));
  }
};

t.test('another user of the machine obtains nothing from a service', async (t) => {
  const installation = await startInstallation(t);
  const { dataDir, logged, service } = installation;
  const { businessId, apiKey } = await createTenant(dataDir);
  const client = createApiClient(service.url, businessId, apiKey);
  const engine = await findRunningEngine(dataDir);
  if (engine === null) throw new Error('the engine is not running');
  const secrets = await secretsOf(installation, engine, { client, apiKey });
  for (const [name, secret] of Object.entries(secrets)) t.ok(secret.length >= 32, name);
  const entries = await recordedCall(t, installation, client);

  await t.test('nothing in the data directory is accessible to others, whatever the umask was', async (t) => {
    t.equal(lstatSync(dataDir).mode & 0o777, 0o700);
    for (const { path, isDirectory, mode } of entries)
      t.equal(mode & (isDirectory ? 0o077 : 0o177), 0, `${mode.toString(8)} ${path.slice(dataDir.length)}`);
    t.ok(
      logged.some((line) => line.includes('data_dir.tightened')),
      'the loose permissions are logged',
    );
  });

  const files = entries.map(({ path }) => path);
  const report = await runAsNobody(taskFor(installation, engine, files));
  if (report === null) {
    t.comment('only root can run as nobody: the modes above have to suffice');
    return;
  }
  checkReport(t, report, controlsOf(installation));
  const reportText = JSON.stringify(report);
  for (const [name, secret] of Object.entries(secrets)) t.notOk(reportText.includes(secret), name);
});
