/**
 * A secret goes to its recipient and nowhere else: a service gets one of every kind, works with them and fails with
 * them. Then all that it has logged, measured, answered and written to disk is searched for them.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isSettled } from '../../../testkit/api/client.js';
import { createAgent } from '../../../testkit/api/resources.js';
import { startMcpServer } from '../../../testkit/servers/mcp-server.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { startRecognisers } from '../../../testkit/simulators/simulated-recognisers.js';
import { startSpeechSimulator } from '../../../testkit/simulators/speech-simulator.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242933';
const CUSTOMER = '14155550177';
/** Not a secret: it is found where it should be, which proves that the search for secrets works. */
const CANARY = 'canary-of-the-harbour-restaurant';
const SEED = Math.random().toString(36).slice(2, 12);

t.setTimeout(180_000);

const secret = (owner: string): string => `seeded-${owner}-${SEED}`;
/** Secrets by their use. */
const secrets: Record<string, string> = {
  'the first model': secret('openai'),
  'the second model': secret('anthropic'),
  recognition: secret('deepgram'),
  synthesis: secret('elevenlabs'),
  'the metrics': secret('metrics'),
  'a database': secret('database'),
  'the account at WhatsApp': secret('whatsapp'),
  'an MCP server': secret('mcp'),
  "a business's own model": secret('own'),
  'a person': secret('password'),
  'a stranger with a wrong key': secret('wrong-key'),
  'a stranger with a wrong password': secret('wrong-password'),
  'the recordings': secret('s3'),
};
const secretOf = (name: string): string => secrets[name] ?? '';

const model = await startOpenAiServer(t);
const stt = await startRecognisers(t);
const tts = await startSpeechSimulator(secretOf('synthesis'));
t.teardown(() => tts.stop());
const meta = await startTestMeta(t);
const receiver = await startReceiver(t);
const mcp = await startMcpServer(t);
const folder = t.testdir({});
const databases = join(folder, 'databases.json');
writeFileSync(databases, '{}', { mode: 0o600 });
const logged: string[] = [];
const env = {
  ...meta.env,
  PARLEY_DEVELOPMENT: '1',
  PARLEY_LOG_LEVEL: 'trace',
  PARLEY_MODEL: 'openai-compatible:gpt-simulated,anthropic:claude-simulated',
  OPENAI_API_KEY: secretOf('the first model'),
  OPENAI_BASE_URL: model.url,
  ANTHROPIC_API_KEY: secretOf('the second model'),
  ANTHROPIC_BASE_URL: model.url,
  // The simulator accepts another key and refuses this one.
  PARLEY_RECOGNISER: 'deepgram:nova-3,phrase-book',
  DEEPGRAM_API_KEY: secretOf('recognition'),
  DEEPGRAM_BASE_URL: stt.url,
  PARLEY_SYNTHESISER: 'elevenlabs:voice-b,flite:rms',
  ELEVENLABS_API_KEY: secretOf('synthesis'),
  ELEVENLABS_BASE_URL: tts.url,
  PARLEY_METRICS_TOKEN: secretOf('the metrics'),
  PARLEY_DATABASES: databases,
  AWS_ACCESS_KEY_ID: 'an-id',
  AWS_SECRET_ACCESS_KEY: secretOf('the recordings'),
};
const world = await startWorld(t, env, { onLog: (line) => void logged.push(line) });
const { businessId, dataDir } = world;
const client = world.client();
const outputs: string[] = [];
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
/** Sends a request, and keeps the whole answer with its headers. */
const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const response = await fetch(`${world.service().url}${path}`, init);
  outputs.push(
    `${response.status} ${JSON.stringify([...response.headers])} ${await response.clone().text()}`,
  );
  return response;
};
const withKey = { authorization: `Bearer ${world.apiKey}` };

t.test('a service gets a secret of every kind', async (t) => {
  secrets['the API'] = world.apiKey;
  await stt.configure({ key: 'another', words: [], faults: [] });
  const at = ['--business', businessId, '--data-dir', dataDir];
  const subscribed = await client.post<{ signingSecret: string }>('/api/v1/webhook-subscriptions', {
    callbackUrl: `${receiver.url}/hook`,
    channel: 'voice',
    events: ['voice.call.ended'],
  });
  secrets['the signature of webhooks'] = subscribed.signingSecret;
  receiver.behave('/hook', (request, response) =>
    response.writeHead(500).end(JSON.stringify(request.headers)),
  );
  const tool = {
    name: 'order_status',
    description: 'Looks up where an order is.',
    url: `${receiver.url}/tool`,
  };
  const parameters = { type: 'object', properties: { order: { type: 'string' } } };
  const path = file('tool.json', JSON.stringify({ ...tool, parameters }));
  const { signingSecret } = await parley(['admin', 'tool', 'set', '--file', path, ...at], env);
  secrets['the signature of tools'] = String(signingSecret);
  receiver.behave('/tool', (_request, response) => response.writeHead(500).end('no'));
  const token = file('mcp', secretOf('an MCP server'));
  const imported = ['--url', mcp.url, '--token-file', token, '--tools', 'order.status', '--prefix', 'crm'];
  await parley(['admin', 'tool', 'import', ...imported, ...at], env);
  await connectWhatsApp(world, businessId, ACCOUNT, secretOf('the account at WhatsApp'), env);
  rmSync(join(dataDir, `token-${ACCOUNT}`));
  const person = ['--email', 'ann@example.org', '--name', 'Ann'];
  const password = file('password', secretOf('a person'));
  await parley(['admin', 'user', 'create', ...person, '--password-file', password, ...at], env);
  writeFileSync(
    databases,
    JSON.stringify({
      crm: {
        url: `postgresql://reader:${secretOf('a database')}@127.0.0.1:9/crm`,
        businesses: [businessId],
        tables: ['orders'],
        tls: 'none',
      },
    }),
  );
  await world.kill();
  await world.restart();
  t.equal((await ask('/healthz')).status, 200);
});

t.test('requests fail while they carry their secrets', async (t) => {
  const again = world.client();
  // The provider's refusal repeats the key.
  model.answer({ type: 'status', status: 401 });
  const agent = await again.createAgent(CANARY, 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
  await world.network.callee('+14155550176', {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 900, do: { type: 'say', audio: await world.say('yes please') } },
      { afterSilenceMs: 2_500, do: { type: 'hang_up' } },
    ],
  });
  const callId = await again.startCall(agent.id, '+14155550176');
  const { call, recordingUrl } = await again.callUntil(callId, isSettled, 60_000);
  t.equal(call.status, 'completed');
  await until('the webhook to be refused', () => receiver.on('/hook').length > 0, 20_000);
  const link = /token=([^&]+)|\/([\w-]{40,})/.exec(recordingUrl ?? '');
  t.ok(link, 'a recording has a link that opens it');
  secrets['a link to a recording'] = link?.[1] ?? link?.[2] ?? '';
  t.ok((await fetch(recordingUrl ?? '')).ok);

  model.answer(
    { tools: [{ id: 'call_1', name: 'order_status', arguments: '{"order":"A1"}' }] },
    { tools: [{ id: 'call_2', name: 'crm_order_status', arguments: '{"order":"A1"}' }] },
    { text: ['I cannot tell.'] },
  );
  await createAgent(again, {
    channel: 'whatsapp',
    name: 'Ada',
    instructions: 'You are Ada.',
    assignment: { phoneNumberId: ACCOUNT },
  });
  await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text: 'Where is my order?' });
  await until('the answer', async () => JSON.stringify(await meta.sent()).includes('cannot tell'), 30_000);

  // Neither model answers.
  model.answer({ type: 'status', status: 401 });
  await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text: 'Are you there?' });
  await until('a model to fail', () => logged.some((line) => line.includes('"model.failed"')), 30_000);

  const source = await ask('/api/v1/data-sources', {
    method: 'POST',
    headers: { ...withKey, 'content-type': 'application/json', 'idempotency-key': SEED },
    body: JSON.stringify({
      businessId,
      class: 'structured',
      name: 'Orders',
      database: { connection: 'crm', table: 'orders' },
    }),
  });
  t.equal(source.status, 201);
  const ingestions = `/api/v1/data-sources/ingestions?businessId=${businessId}`;
  await until('the table to be given up', async () =>
    /"stage":"failed"/.test(await (await ask(ingestions, { headers: withKey })).text()),
  );
});

t.test('a business has its own model, which refuses its key', async (t) => {
  const admin = ['--role', 'model', '--business', businessId, '--data-dir', dataDir];
  const credential = `openai-compatible=${file('own', secretOf("a business's own model"))}`;
  const choice = ['--choices', 'openai-compatible:gpt-own', '--address', `openai-compatible=${model.url}`];
  const set = ['admin', 'provider', 'set', ...choice, '--credential-file', credential, ...admin];
  outputs.push(JSON.stringify(await parley(set, env)));
  model.answer({ type: 'status', status: 401 });
  const requestsBefore = model.requests.length;
  const failed = (): number => logged.filter((line) => line.includes('effect.failed')).length;
  const before = failed();
  await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text: 'Do you have a model of your own?' });
  await until('the model gets a request', () => model.requests.length > requestsBefore, 30_000);
  t.equal(
    model.requests.at(-1)?.headers.authorization,
    `Bearer ${secretOf("a business's own model")}`,
    'with its own key',
  );
  await until('it fails', () => failed() > before, 30_000);
  const tested = ['admin', 'provider', 'test', ...admin];
  await parley(tested, env).catch((error: Error & { stdout: string; stderr: string }) =>
    outputs.push(error.stdout, error.stderr),
  );
});

t.test('strangers are refused, and a user signs in', async (t) => {
  const wrongKey = { authorization: `Bearer ${secretOf('a stranger with a wrong key')}` };
  t.equal((await ask(`/api/v1/agents?businessId=${businessId}`, { headers: wrongKey })).status, 401);
  t.equal((await ask('/metrics', { headers: wrongKey })).status, 401);
  const signIn = (password: string) =>
    fetch(`${world.service().url}/api/v1/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@example.org', password }),
    });
  const refused = await signIn(secretOf('a stranger with a wrong password'));
  t.equal(refused.status, 401);
  outputs.push(await refused.text());
  const entered = await signIn(secretOf('a person'));
  t.equal(entered.status, 200);
  const cookie = /=([^;]+)/.exec(entered.headers.get('set-cookie') ?? '')?.[1] ?? '';
  t.ok(cookie.length > 20);
  secrets['a session'] = cookie;
});

t.test('no secret is in a log, a metric, an answer or on disk', async (t) => {
  for (const path of ['agents', 'voices', 'voice/calls', 'data-sources', 'channels', 'webhook-subscriptions'])
    await ask(`/api/v1/${path}?businessId=${businessId}`, { headers: withKey });
  await ask('/api/v1/openapi.json');
  await ask('/readyz', { headers: { authorization: `Bearer ${secretOf('the metrics')}` } });
  const measured = await ask('/metrics', { headers: { authorization: `Bearer ${secretOf('the metrics')}` } });
  t.equal(measured.status, 200);
  const admin = ['--business', businessId, '--data-dir', dataDir];
  outputs.push(JSON.stringify(await parley(['admin', 'tool', 'list', ...admin], env)));
  outputs.push(JSON.stringify(await parley(['admin', 'provider', 'list', ...admin], env)));
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const holding = (text: string): readonly string[] =>
    files.filter((path) => readFileSync(path).includes(text)).map((path) => path.slice(dataDir.length));
  t.ok(holding(CANARY).length > 0, 'data that is not secret is found on disk');
  t.ok(logged.filter((line) => line.includes('failed"')).length > 3, 'failures are logged');
  for (const [name, value] of Object.entries(secrets)) {
    t.ok(value.length >= 16, `${name} has a secret`);
    t.same(holding(value), [], `the secret of ${name} is not on disk`);
    t.same(
      logged.filter((line) => line.includes(value)),
      [],
      `the secret of ${name} is not in the log`,
    );
    t.same(
      outputs.filter((text) => text.includes(value)),
      [],
      `the secret of ${name} is not in answers and metrics`,
    );
  }
});
