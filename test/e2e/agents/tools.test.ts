/**
 * A business's own tool, end to end: an operator configures it, an agent uses it on a call and in a conversation, and
 * its server can identify the agent that sent the request.
 */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { isSettled } from '../../../testkit/api/client.js';
import {
  contactsWith,
  createAgent,
  createCategory,
  createContact,
  timelineOf,
} from '../../../testkit/api/resources.js';
import { startMcpServer } from '../../../testkit/servers/mcp-server.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242933';
const CUSTOMER = '14155550188';
const CALL_MS = 60_000;

t.setTimeout(300_000);

const model = await startOpenAiServer(t);
const server = await startReceiver(t);
const meta = await startTestMeta(t);
const env = {
  ...meta.env,
  PARLEY_MODEL: 'openai-compatible:gpt-simulated',
  OPENAI_API_KEY: 'sk-of-a-test',
  OPENAI_BASE_URL: model.url,
  PARLEY_DEVELOPMENT: '1',
  PARLEY_LOG_LEVEL: 'info',
};
const logged: string[] = [];
const world = await startWorld(t, env, { onLog: (line) => void logged.push(line) });
const client = world.client();
await connectWhatsApp(world, world.businessId, ACCOUNT);
const files = t.testdir({});

const TOOL = {
  name: 'order_status',
  description: 'Looks up where an order is. Use it when somebody asks for an order.',
  parameters: {
    type: 'object',
    properties: { order: { type: 'string' } },
    required: ['order'],
    additionalProperties: false,
  },
  url: `${server.url}/orders`,
  timeoutSeconds: 10,
};

const admin = (command: string, ...options: readonly string[]) =>
  parley(
    ['admin', 'tool', command, '--business', world.businessId, '--data-dir', world.dataDir, ...options],
    env,
  );
const fileOf = (name: string, tool: object): string => {
  const path = join(files, `${name}.json`);
  writeFileSync(path, JSON.stringify(tool));
  return path;
};
const set = (tool: object, ...options: readonly string[]) =>
  admin('set', '--file', fileOf('tool', tool), ...options);

/** The model uses the tool, and then answers. */
const modelUses = (order: string, answer: string, first = ''): void =>
  model.answer(
    {
      text: first === '' ? [] : [first],
      tools: [{ id: 'call_1', name: 'order_status', arguments: JSON.stringify({ order }) }],
    },
    { text: [answer] },
  );
/** The bodies of all requests to the model. */
const requestBodies = () => model.requests.map(({ body }) => JSON.stringify(body));

t.test('an operator configures a tool', async (t) => {
  const first = await set(TOOL);
  t.match(first, { businessId: world.businessId, tool: 'order_status', isNew: true });
  t.match(first.signingSecret, /^[0-9a-f]{64}$/);
  t.same(await set({ ...TOOL, description: 'Looks up where an order is.' }), {
    businessId: world.businessId,
    tool: 'order_status',
    isNew: false,
  });
  const again = await set(TOOL, '--new-secret');
  t.not(again.signingSecret, first.signingSecret);
  server.secret('/orders', String(again.signingSecret));
  t.match(await admin('list'), {
    tools: [{ name: 'order_status', server: 'http', url: TOOL.url, timeoutMs: 10_000, agentIds: null }],
  });
  t.notMatch(JSON.stringify(await admin('list')), /ecret/);
});

t.test('an invalid tool is refused with what to write instead', async (t) => {
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ ...TOOL, name: 'order status' }, /\/name .*a letter followed by/],
    [{ ...TOOL, name: 'end_call' }, /is the name of a built-in tool/],
    [{ ...TOOL, name: 'switch_language' }, /is the name of a built-in tool/],
    [{ ...TOOL, url: 'nonsense' }, /must be an address like https/],
    [{ ...TOOL, parameters: { type: 'string' } }, /\/parameters must be the JSON Schema of an object/],
    [
      { ...TOOL, parameters: { type: 'object', properties: { a: { type: 'text' } } } },
      /\/parameters must be a JSON/,
    ],
    [
      { ...TOOL, parameters: { type: 'object', description: 'x'.repeat(8_000) } },
      /at most 8000 characters of JSON/,
    ],
    [{ ...TOOL, colour: 'red' }, /colour/],
    [{ ...TOOL, timeoutSeconds: 60 }, /\/timeoutSeconds/],
  ];
  for (const [tool, message] of cases) await t.rejects(set(tool), { message }, message.source);
  await t.rejects(admin('set', '--file', join(files, 'nowhere.json')), { message: /cannot be read/ });
  await t.rejects(admin('remove', '--name', 'book'), { message: /has no such tool, it has order_status/ });
  t.match(await admin('list'), { tools: { length: 1 } });
});

t.test('an operator can try a tool before it is used', async (t) => {
  server.behave('/orders', (_req, res) => res.end('{"status":"on its way"}'));
  const agent = randomUUID();
  t.match(await admin('try', '--name', 'order_status', '--agent', agent, '--arguments', '{"order":"A0"}'), {
    outcome: 'done',
    result: '{"status":"on its way"}',
  });
  t.match(server.on('/orders').at(-1), {
    signed: true,
    body: { agentId: agent, context: { type: 'trial' } },
  });
});

t.test('a key defines a tool, tries it and removes it', async (t) => {
  server.behave('/seats', (_req, res) => res.end('{"free":4}'));
  const tool = { ...TOOL, name: 'free_seats', url: `${server.url}/seats` };
  const agent = await client.createAgent('Bo', 'You are Bo.', {});
  const set = await client.post<{ signingSecret: string }>('/api/v1/tools', tool, 'a-key');
  server.secret('/seats', set.signingSecret);
  t.match(await client.post('/api/v1/tools', tool, 'a-key'), {
    tool: { name: 'free_seats', kind: 'http' },
    signingSecret: null,
  });
  t.match(await client.get('/api/v1/tools'), { tools: [{ name: 'free_seats' }, { name: 'order_status' }] });
  const trial = { agentId: agent.id, arguments: { order: 'A0' } };
  t.match(await client.post('/api/v1/tools/free_seats/trials', trial), {
    outcome: 'done',
    result: '{"free":4}',
  });
  t.match(server.on('/seats').at(-1), { signed: true, body: { context: { type: 'trial' } } });
  await t.rejects(client.post('/api/v1/tools', { ...tool, url: 'http://' }), {
    code: 'tool_url_not_allowed',
  });
  const path = `/api/v1/tools/free_seats?businessId=${world.businessId}`;
  t.same(await client.request('DELETE', path), { removed: true });
  t.match(await admin('list'), { tools: [{ name: 'order_status' }] });
});

t.test('an agent uses a tool on a call, the customer hears a filler, and the call shows it', async (t) => {
  server.behave('/orders', (_req, res) => {
    setTimeout(() => res.end('{"status":"in Boston"}'), 3_500);
  });
  const agent = await client.createAgent('Ada', 'You are Ada, of the parcel service.', {
    firstGreeting: 'Hello, Ada here.',
    fillerAfterSeconds: 2,
  });
  modelUses('A1', 'Your parcel is in Boston. Goodbye.', 'Let me look. ');
  await world.network.callee('+14155550189', {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 500, do: { type: 'say', audio: await world.say('yes please') } },
      { afterSilenceMs: 8_000, do: { type: 'hang_up' } },
    ],
  });
  const callId = await client.startCall(agent.id, '+14155550189');
  const { transcript, diagnostics } = await client.callUntil(callId, isSettled, CALL_MS);
  t.same(
    transcript.map(({ speaker, text }) => `${speaker}: ${text}`),
    [
      'assistant: Hello, Ada here.',
      'customer: yes please',
      'assistant: Let me look.',
      'assistant: One moment, please.',
      'assistant: Your parcel is in Boston. Goodbye.',
    ],
  );
  t.match(diagnostics.toolUses, [
    { name: 'order_status', arguments: { order: 'A1' }, outcome: 'done', result: '{"status":"in Boston"}' },
  ]);
  const [use] = diagnostics.toolUses;
  t.ok((use?.durationMs ?? 0) >= 3_500 && (use?.durationMs ?? 0) < 10_000, `${use?.durationMs} ms`);
  const events = diagnostics.timeline.map(({ event }) => event);
  t.ok(events.indexOf('call.tool_begun') < events.indexOf('call.tool_ended'));
  const seen = server.on('/orders').filter(({ body }) => JSON.stringify(body).includes('"A1"'));
  t.equal(seen.length, 1);
  t.match(seen[0], {
    signed: true,
    body: {
      agentId: agent.id,
      context: { type: 'call', id: callId },
      customer: { contactId: null, mobile: '+14155550189' },
    },
  });
  t.match(requestBodies().at(-1), /in Boston/);
});

t.test('an agent uses a tool in a conversation', async (t) => {
  server.behave('/orders', (_req, res) => res.end('in Austin'));
  await createAgent(client, {
    channel: 'whatsapp',
    name: 'Ada',
    instructions: 'You are Ada, of the parcel service.',
    assignment: { phoneNumberId: ACCOUNT },
  });
  modelUses('A2', 'It is in Austin.');
  await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text: 'Where is order A2?' });
  const answer = await until(
    'the answer',
    async () => (await meta.sent()).sent.find(({ to }) => to === CUSTOMER),
    20_000,
  );
  t.match(JSON.stringify(answer), /It is in Austin\./);
  t.match(server.on('/orders').at(-1), {
    signed: true,
    body: {
      arguments: { order: 'A2' },
      context: { type: 'conversation' },
      customer: { contactId: /^[0-9a-f-]{36}$/, mobile: `+${CUSTOMER}` },
    },
  });
});

t.test('uses of a tool are counted and logged, without arguments and results', async (t) => {
  t.match(await world.service().metrics(), /parley_tool_uses_total\{outcome="done"\} 3/);
  const lines = logged.filter((line) => line.includes('"tool.used"'));
  t.equal(lines.length, 3);
  t.notMatch(lines.join(''), /A0|A1|A2|Boston|Austin/);
});

t.test('a tool looks up the customer in a Data Source, on a call and in writing', async (t) => {
  const { businessId } = world;
  const customer = '14155550187';
  const categoryIds = [await createCategory(client, 'Buyers')];
  await createContact(client, { name: 'Cy', mobile: `+${customer}`, categoryIds });
  const form = new FormData();
  form.set('businessId', businessId);
  const { dataSource } = await client.post<{ dataSource: { id: string } }>('/api/v1/data-sources', {
    class: 'structured',
    name: 'Orders',
  });
  form.set('sourceId', dataSource.id);
  form.set(
    'file',
    new Blob([`Mobile,State\n+${customer},sent on Monday\n+14155550999,lost\n`]),
    'orders.csv',
  );
  const headers = { authorization: `Bearer ${world.apiKey}`, 'idempotency-key': randomUUID() };
  const upload = { method: 'POST', headers, body: form };
  const sent = await fetch(`${world.service().url}/api/v1/data-sources/upload`, upload);
  t.equal(sent.status, 202);
  const { data }: { data: { ingestion: { ingestionId: string } } } = JSON.parse(await sent.text());
  const { ingestionId } = data.ingestion;
  const path = `/api/v1/data-sources/ingestions?ingestionId=${ingestionId}`;
  await until('the file was read', async () => {
    const { ingestions } = await client.get<{ ingestions: readonly { stage: string }[] }>(path);
    return ['validated', 'needs_review'].includes(ingestions[0]?.stage ?? '');
  });
  await client.patch('/api/v1/data-sources/ingestions', { ingestionId });
  const lookUp = { name: 'own_order', description: "Tells what is known of the customer's order." };
  await t.rejects(set({ ...lookUp, looksUp: randomUUID() }), { message: /no such|not found|Data Source/i });
  await t.rejects(set({ ...lookUp, looksUp: dataSource.id, url: TOOL.url }), {
    message: /exactly one of/,
  });
  t.same(await set({ ...lookUp, looksUp: dataSource.id }), {
    businessId,
    tool: 'own_order',
    isNew: true,
  });
  t.match(await admin('list'), {
    tools: [{ name: 'order_status' }, { name: 'own_order', action: { type: 'look_up' } }],
  });

  const uses = { tools: [{ id: 'call_1', name: 'own_order', arguments: '{}' }] };
  model.answer(uses, { text: ['Yours was sent on Monday.'] });
  await meta.write({ accountId: ACCOUNT, from: customer, text: 'And mine?' });
  await until('the answer', async () => JSON.stringify(await meta.sent()).includes('Yours was sent'), 20_000);
  t.match(requestBodies().at(-1), /sent on Monday/);
  t.notMatch(requestBodies().at(-1), /lost/);

  const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
  model.answer(uses, { text: ['It was sent on Monday.'] });
  const audio = await world.say('yes please');
  await world.network.callee(`+${customer}`, {
    ringMs: 200,
    steps: [
      { afterSilenceMs: 500, do: { type: 'say', audio } },
      { afterSilenceMs: 8_000, do: { type: 'hang_up' } },
    ],
  });
  const callId = await client.startCall(agent.id, `+${customer}`);
  const { diagnostics } = await client.callUntil(callId, isSettled, CALL_MS);
  t.match(diagnostics.toolUses, [{ name: 'own_order', outcome: 'done', result: /"State":"sent on Monday"/ }]);
  await admin('remove', '--name', 'own_order');
});

t.test('tools of an MCP server are chosen and used', async (t) => {
  const mcp = await startMcpServer(t);
  const token = join(files, 'token');
  writeFileSync(token, 'a-token-of-theirs\n');
  const from = ['--url', mcp.url, '--token-file', token] as const;
  t.match(await admin('import', ...from), { offered: [{ name: 'order.status' }, { name: 'delete_all' }] });
  await t.rejects(admin('import', ...from, '--tools', 'refund'), {
    message: /the server offers order\.status, delete_all/,
  });
  await t.rejects(admin('import', '--url', server.url), { message: /No MCP server answered/ });
  t.match(await admin('import', ...from, '--tools', 'order.status', '--prefix', 'crm'), {
    tools: ['crm_order_status'],
  });
  t.match(await admin('list'), {
    tools: [{ name: 'crm_order_status', server: 'mcp' }, { name: 'order_status' }],
  });
  t.notMatch(JSON.stringify(await admin('list')), /a-token-of-theirs/);
  model.answer(
    { tools: [{ id: 'call_1', name: 'crm_order_status', arguments: '{"order":"A9"}' }] },
    { text: ['A9 is in Boston.'] },
  );
  await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text: 'And order A9?' });
  await until('the answer', async () => JSON.stringify(await meta.sent()).includes('A9 is in'), 20_000);
  t.same(mcp.orders, ['A9']);
  t.match(mcp.requests.at(-1)?.headers, { authorization: 'Bearer a-token-of-theirs' });
  t.match(requestBodies().at(-1), /Order A9 is in Boston\./);
  t.notMatch(requestBodies().at(-1), /delete_all/);
  await admin('remove', '--name', 'crm_order_status');
});

t.test('a customer who wants a person is handed over, and no agent answers any more', async (t) => {
  const description = 'Hands the conversation over to a person. Use it when the customer asks for one.';
  await set({ name: 'to_a_person', description, handsOver: true });
  const args = JSON.stringify({ reason: 'Wants a refund of order A2.' });
  model.answer(
    { tools: [{ id: 'call_1', name: 'to_a_person', arguments: args }] },
    { text: ['A colleague will write to you.'] },
  );
  await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text: 'Let me talk to a person.' });
  await until(
    'the answer',
    async () => JSON.stringify(await meta.sent()).includes('A colleague will'),
    20_000,
  );
  const sent = (await meta.sent()).sent.length;
  const requests = model.requests.length;
  await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text: 'Are you there?' });
  const [contact] = await contactsWith(client, CUSTOMER);
  const timeline = () => timelineOf(client, contact?.id ?? '');
  await until('what the customer wrote since', async () =>
    (await timeline()).some((item) => item.type === 'message' && item.text === 'Are you there?'),
  );
  t.match(
    (await timeline()).find(({ type }) => type === 'handed_over'),
    { channel: 'whatsapp', reason: 'Wants a refund of order A2.' },
  );
  // An agent would have begun by now.
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  t.equal(model.requests.length, requests);
  t.equal((await meta.sent()).sent.length, sent);
  await admin('remove', '--name', 'to_a_person');
  await client.patch('/api/v1/channels/assignments', {
    businessId: world.businessId,
    channel: 'whatsapp',
    phoneNumberId: ACCOUNT,
    humanHandoffActive: false,
  });
});

t.test('a removed tool is no longer offered', async (t) => {
  await admin('remove', '--name', 'order_status');
  t.same(await admin('list'), { tools: [] });
  model.answer({ text: ['I cannot look.'] });
  await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text: 'And order A3?' });
  await until('the answer', async () => JSON.stringify(await meta.sent()).includes('cannot look'), 20_000);
  t.notMatch(requestBodies().at(-1), /Looks up where an order is/);
});
