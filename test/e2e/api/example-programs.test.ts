/** The programs in examples/ that use the TypeScript client, as their guides start them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';
import { isRecord } from '../../../schemas/json.js';
import { createAgent, createCategory } from '../../../testkit/api/resources.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { freePort } from '../../../testkit/sockets/free-port.js';
import { until } from '../../../testkit/until.js';

const EXAMPLES = fileURLToPath(new URL('../../../../examples', import.meta.url));
const ACCOUNT = '106540352242922';

t.setTimeout(240_000);

const meta = await startTestMeta(t);
const world = await startWorld(t, { ...meta.env, PARLEY_DEVELOPMENT: '1' });
await connectWhatsApp(world, world.businessId, ACCOUNT);
const client = world.client();
const agent = await createAgent(client, {
  channel: 'voice',
  name: 'Ann',
  instructions: 'When the customer says "hello", say "Nice to meet you.". Then hang up.',
  voiceSettings: { firstGreeting: 'Hello, this is Ann.' },
});

interface Program {
  readonly process: ChildProcess;
  /** What it has printed. */
  readonly lines: readonly string[];
}

const start = (t: Test, file: string, args: readonly string[], env: Record<string, string>): Program => {
  const child = spawn(process.execPath, [join(EXAMPLES, file), ...args], {
    env: { ...process.env, PARLEY_URL: world.service().url, PARLEY_API_KEY: world.apiKey, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.teardown(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => lines.push(line));
  return { process: child, lines };
};

/** Starts a program that serves, and resolves with its address. */
const serving = async (t: Test, file: string, env: Record<string, string>): Promise<string> => {
  const address = `http://127.0.0.1:${await freePort()}`;
  const { lines } = start(t, file, [], { BACKEND_URL: address, ...env });
  await until(`${file} is ready`, () => {
    if (lines.some((line) => line.includes('Error'))) throw new Error(lines.join('\n'));
    return lines.some((line) => line === `ready at ${address}`) ? true : null;
  });
  return address;
};

const post = (url: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body });

t.test('the backend of the first call', async (t) => {
  await world.network.callee('+14155550161', {
    steps: [{ afterSilenceMs: 600, do: { type: 'say', audio: await world.say('hello') } }],
  });
  const address = await serving(t, 'first-call/backend.js', { PARLEY_AGENT_ID: agent.id });
  const request = JSON.stringify({ number: '+14155550161', requestId: 'click-1' });
  const answer = await post(`${address}/call-me`, request);
  t.equal(answer.status, 202);
  const { callId }: { callId: string } = JSON.parse(await answer.text());
  const again: { callId: string } = JSON.parse(await (await post(`${address}/call-me`, request)).text());
  t.equal(again.callId, callId, 'the same click twice is one call');
  const call = await until('webhooks have reported the end', async () => {
    const found: { status?: string; turns: readonly { text: string }[] } = JSON.parse(
      await (await fetch(`${address}/calls/${callId}`)).text(),
    );
    return found.status === 'completed' ? found : null;
  });
  t.match(call.turns[0], { speaker: 'assistant', text: 'Hello, this is Ann.' });
  t.equal((await post(`${address}/call-me`, '{')).status, 400, 'a body that is not JSON');
  t.match(await (await post(`${address}/call-me`, '{"number":"nonsense"}')).json(), {
    code: 'validation_failed',
  });
  t.match(
    await (
      await post(`${address}/hooks`, '{}', { 'x-service-timestamp': 'NaN', 'x-service-signature': 'ü' })
    ).json(),
    { code: /^webhook_/ },
    'an event that Parley did not sign',
  );
});

t.test('a backend that answers on WhatsApp', async (t) => {
  const address = await serving(t, 'whatsapp-backend/backend.js', { WHATSAPP_PHONE_NUMBER_ID: ACCOUNT });
  const customer = { accountId: ACCOUNT, from: '14155550162', name: 'Asha' };
  const replies = async (): Promise<readonly string[]> =>
    (await meta.sent()).sent.flatMap(({ body }) =>
      isRecord(body.text) && typeof body.text.body === 'string' ? [body.text.body] : [],
    );
  await meta.write({ ...customer, text: 'Where is 1001?' });
  await until('the order is looked up', async () =>
    (await replies()).includes('Your order 1001 is on its way and arrives tomorrow.') ? true : null,
  );
  await meta.write({ ...customer, text: 'Hi' });
  await until('the customer is asked for the number', async () =>
    (await replies()).length === 2 ? true : null,
  );
  t.equal((await post(`${address}/hooks`, '{}')).status, 400, 'an event that Parley did not sign');
  t.equal((await replies()).length, 2, 'one reply to each message');
});

t.test('a campaign from a CRM', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-crm-'));
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  const category = await createCategory(client, 'Renewals in May');
  const { agent: caller } = await client.patch<{ agent: { id: string } }>('/api/v1/agents', {
    agentId: agent.id,
    channel: 'voice',
    name: 'Ann',
    instructions: agent.instructions,
    contactCategoryIds: [category],
  });
  const run = async (name: string): Promise<readonly object[]> => {
    const results = join(dir, name);
    const env = { PARLEY_AGENT_ID: caller.id, CAMPAIGN_NAME: 'Renewals in May' };
    const customers = join(EXAMPLES, 'crm-campaign/customers.json');
    const { process: child, lines } = start(t, 'crm-campaign/campaign.js', [customers, results], env);
    const [code] = await once(child, 'exit');
    t.equal(code, 0, lines.join('\n'));
    const rows: readonly { crmId: string }[] = JSON.parse(readFileSync(results, 'utf8'));
    return rows.toSorted((a, b) => a.crmId.localeCompare(b.crmId));
  };
  const results = await run('results.json');
  t.same(
    results.map((result) => ({ ...result, calls: 1 })),
    ['C-1', 'C-2', 'C-3'].map((crmId) => ({ crmId, outcome: 'completed', calls: 1 })),
  );
  t.same(await run('again.json'), results, 'a second run makes no further call');
  const calls = (await world.network.calls()).filter(({ to }) => /^\+1415555014[234]$/.test(to));
  t.equal(calls.length, 3);
});
