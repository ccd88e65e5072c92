/** The tools of agents: which tools an agent has, and what the model reads of their results. */
import pino from 'pino';
import t, { type Test } from 'tap';
import type { BuiltInAction, StoredTool } from '../../../actors/toolbox/events.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import { createSealer } from '../../../operations/sealing.js';
import { createAgentTools, sealPurpose } from '../../../operations/tools/agent-tools.js';
import { STOP_CONTACTING } from '../../../operations/tools/stop-contacting-tool.js';
import { sealClientSecret, storedOAuth } from '../../../operations/tools/tool-oauth.js';
import { createGuardedHttp } from '../../../providers/egress/guarded-http.js';
import {
  OAUTH_CLIENTS,
  startOAuthServer,
  type TestOAuthServer,
} from '../../../testkit/servers/oauth-server.js';
import { type Receiver, startReceiver } from '../../../testkit/servers/receiver.js';
import { until } from '../../../testkit/until.js';
import { unknownNames } from '../../support/names.js';
import { stubActors } from '../../support/stub-actors.js';

const SECRET = 'a-signing-secret';
const sealer = createSealer('of-a-test');

const toolOf = (url: string, change: Partial<StoredTool> = {}): StoredTool => ({
  name: 'look_up',
  description: 'Looks up an order.',
  parameters: { type: 'object', properties: { order: { type: 'string' } } },
  timeoutMs: 2_000,
  agentIds: null,
  server: {
    type: 'http',
    url: `${url}/tool`,
    sealedSecret: sealer.seal(sealPurpose('b1', 'look_up'), SECRET),
  },
  ...change,
});

const use = (useId = 'use-1', name = 'look_up') => ({
  businessId: 'b1',
  agentId: 'a1',
  context: { type: 'call', id: 'c1' } as const,
  useId,
  name,
  arguments: { order: 'A1' },
});

/** The tools of a business, with their counted outcomes and their log. `toolbox` may throw. */
const world = async (t: Test, toolbox: () => readonly StoredTool[]) => {
  const http = createGuardedHttp({
    anywhere: true,
    connections: 100,
    timeoutMs: 5_000,
    names: await unknownNames(t),
    use: 'tool',
  });
  t.teardown(http.close);
  const outcomes: string[] = [];
  const tokens: string[] = [];
  const logged: string[] = [];
  const tools = createAgentTools({
    actors: stubActors((kind, id, { type }) => {
      t.same([kind, id, type], ['toolbox', 'b1', 'tools']);
      return toolbox();
    }),
    sealer,
    installationTimeZone: 'UTC',
    http,
    views: null,
    destinations: ANY_DESTINATION,
    callColleague: null,
    observe: (outcome) => void outcomes.push(outcome),
    observeToken: (outcome) => void tokens.push(outcome),
    logger: pino({}, { write: (line) => void logged.push(line) }),
    now: Date.now,
  });
  return { tools, outcomes, tokens, logged };
};

const serverOf = async (t: Test, behaviour?: Parameters<Receiver['behave']>[1]): Promise<Receiver> => {
  const receiver = await startReceiver(t);
  receiver.secret('/tool', SECRET);
  if (behaviour !== undefined) receiver.behave('/tool', behaviour);
  return receiver;
};

t.test('an agent has only the tools that are meant for it', async (t) => {
  const { tools } = await world(t, () => [
    toolOf('https://x.example'),
    toolOf('https://x.example', { name: 'book', agentIds: ['a1'] }),
    toolOf('https://x.example', { name: 'refund', agentIds: ['a2'] }),
  ]);
  t.same(await tools.of('b1', 'a1', 'call'), [
    {
      name: 'look_up',
      description: 'Looks up an order.',
      parameters: { type: 'object', properties: { order: { type: 'string' } } },
    },
    {
      name: 'book',
      description: 'Looks up an order.',
      parameters: { type: 'object', properties: { order: { type: 'string' } } },
    },
    STOP_CONTACTING,
  ]);
});

t.test('a hand-over tool is offered in writing, and a tool that needs a line on calls', async (t) => {
  const builtIn = (name: string, action: BuiltInAction): StoredTool =>
    toolOf('https://tools.example', { name, server: { type: 'built_in', action } });
  const { tools } = await world(t, () => [
    builtIn('to_a_person', { type: 'hand_over' }),
    builtIn('keys', { type: 'send_digits' }),
    builtIn('own_row', { type: 'look_up', sourceId: 's1' }),
  ]);
  const names = async (where: 'call' | 'writing') =>
    (await tools.of('b1', 'a1', where))
      .map(({ name }) => name)
      .filter((name) => name !== STOP_CONTACTING.name);
  t.same(await names('writing'), ['to_a_person', 'own_row']);
  t.same(await names('call'), ['keys', 'own_row']);
});

t.test('an agent can still end contact while its list of tools is unavailable', async (t) => {
  const { tools, logged } = await world(t, () => {
    throw new Error('the journal is unavailable');
  });
  t.same(await tools.of('b1', 'a1', 'call'), [STOP_CONTACTING]);
  t.match(logged.join(''), /tool\.list_failed/);
});

t.test('a use of a tool is counted, and logged without its arguments and its result', async (t) => {
  const receiver = await serverOf(t, (_req, res) => res.end('It is on its way to Baker Street.'));
  const { tools, outcomes, logged } = await world(t, () => [toolOf(receiver.url)]);
  t.same(await tools.use(use()), { outcome: 'done', result: 'It is on its way to Baker Street.' });
  const [seen] = receiver.on('/tool');
  t.ok(seen?.signed);
  t.same(seen?.body, {
    tool: 'look_up',
    arguments: { order: 'A1' },
    customer: null,
    agentId: 'a1',
    context: { type: 'call', id: 'c1' },
    useId: 'use-1',
    attempt: 0,
  });
  t.same(outcomes, ['done']);
  t.match(logged.join(''), /"event":"tool\.used","businessId":"b1","call":"c1","tool":"look_up"/);
  t.notMatch(logged.join(''), /Baker|A1/);
});

for (const [title, behaviour, expected] of [
  ['returned nothing', (_req, res) => res.end(), { outcome: 'done', result: 'Done.' }],
  [
    'refused',
    (_req, res) => res.writeHead(404).end('No such order.'),
    { outcome: 'failed', result: /404: No such/ },
  ],
  [
    'failed',
    (_req, res) => res.writeHead(500).end('at line 7'),
    { outcome: 'unknown', result: /is unknown/ },
  ],
  [
    'is busy',
    (_req, res) => res.writeHead(503, { 'retry-after': '60' }).end(),
    { outcome: 'failed', result: /Nothing was done/ },
  ],
  [
    'returned a long text',
    (_req, res) => res.end('x'.repeat(5_000)),
    { outcome: 'done', result: /\(The rest was cut off\.\)$/ },
  ],
] as const satisfies readonly (readonly [string, Parameters<Receiver['behave']>[1], object])[])
  t.test(`the model reads the result of a tool that ${title}`, async (t) => {
    const receiver = await serverOf(t, behaviour);
    const { tools, outcomes } = await world(t, () => [toolOf(receiver.url)]);
    const answer = await tools.use(use());
    t.match(answer, expected);
    t.notMatch(answer.result, /line 7|127\.0\.0\.1/, 'no details of the server');
    t.same(outcomes, [expected.outcome]);
  });

/** A tool whose server is called with the tokens of an authorization server. */
const authorisedTool = (url: string, { tokenUrl }: TestOAuthServer, clientSecret: string): StoredTool => {
  const client = { tokenUrl, clientId: OAUTH_CLIENTS.basic.clientId, scope: 'orders.read' };
  const sealed = sealClientSecret(sealer, { businessId: 'b1', name: 'look_up' }, clientSecret);
  const { server, ...tool } = toolOf(url);
  if (server.type !== 'http') throw new Error('not a tool over HTTP');
  return { ...tool, server: { ...server, oauth: storedOAuth(client, sealed) } };
};

t.test('a tool is used with an access token, which a call obtains before its first use', async (t) => {
  const receiver = await serverOf(t, (_req, res) => res.end('Sent.'));
  const authorization = await startOAuthServer(t);
  const tool = authorisedTool(receiver.url, authorization, OAUTH_CLIENTS.basic.clientSecret);
  const { tools, tokens, logged } = await world(t, () => [tool]);
  await tools.of('b1', 'a1', 'writing');
  t.equal(authorization.requests.length, 0, 'in writing, at the first use');
  await tools.of('b1', 'a1', 'call');
  await until('a token', () => tokens.length === 1);
  t.same(await tools.use(use()), { outcome: 'done', result: 'Sent.' });
  const [seen] = receiver.on('/tool');
  t.ok(seen?.signed, 'the signature stays');
  const token = String(seen?.headers.authorization).replace('Bearer ', '');
  t.match(await authorization.tokenOf(token), { scope: 'orders.read' });
  t.same([tokens, authorization.requests.length], [['obtained'], 1]);
  t.notMatch(logged.join(''), new RegExp(`${token}|of orders`));
});

t.test('a tool without an access token does nothing, and the model reads why', async (t) => {
  const receiver = await serverOf(t);
  const authorization = await startOAuthServer(t);
  const { tools, tokens, outcomes, logged } = await world(t, () => [
    authorisedTool(receiver.url, authorization, 'a-wrong-secret'),
  ]);
  t.same(await tools.use(use()), {
    outcome: 'failed',
    result: 'Its authorization server gave no access token (invalid_client). Nothing was done.',
  });
  t.same([outcomes, tokens, receiver.received], [['failed'], ['failed'], []]);
  t.match(
    logged.join(''),
    /"tool\.token_failed","businessId":"b1","tool":"look_up","problem":"invalid_client"/,
  );
  t.notMatch(logged.join(''), /a-wrong-secret/);
});

t.test('a tool that was removed or is for other agents is not used', async (t) => {
  const receiver = await serverOf(t);
  const { tools } = await world(t, () => [toolOf(receiver.url, { agentIds: ['a2'] })]);
  t.match(await tools.use(use()), { outcome: 'failed', result: /no longer exists/ });
  t.match(await tools.use(use('use-2', 'book')), { outcome: 'failed', result: /no longer exists/ });
  t.same(receiver.received, []);
});

t.test('a secret that was sealed for another tool is not used', async (t) => {
  const receiver = await serverOf(t);
  const { tools, logged } = await world(t, () => [
    toolOf(receiver.url, {
      server: {
        type: 'http',
        url: `${receiver.url}/tool`,
        sealedSecret: sealer.seal(sealPurpose('b2', 'look_up'), SECRET),
      },
    }),
  ]);
  t.match(await tools.use(use()), { outcome: 'failed', result: /Nothing was done/ });
  t.match(logged.join(''), /tool\.failed/);
  t.same(receiver.received, []);
});

t.test('a built-in tool is offered in writing, too, unless it needs a line', async (t) => {
  const builtIn = (name: string, action: BuiltInAction) =>
    toolOf('', { name, server: { type: 'built_in', action } });
  const { tools } = await world(t, () => [
    builtIn('keep_mobile', { type: 'save_mobile' }),
    builtIn('own_order', { type: 'look_up', sourceId: 's1' }),
    builtIn('press_keys', { type: 'send_digits' }),
  ]);
  const names = async (where: 'call' | 'writing') =>
    (await tools.of('b1', 'a1', where))
      .map(({ name }) => name)
      .filter((name) => name !== STOP_CONTACTING.name);
  t.same(await names('writing'), ['keep_mobile', 'own_order']);
  t.same(await names('call'), ['keep_mobile', 'own_order', 'press_keys']);
  const saving = { ...use('u', 'keep_mobile'), context: { type: 'trial', id: 'x' } as const };
  t.match(await tools.use(saving), { outcome: 'failed', result: /Nothing was saved/ });
});

t.test('a business runs at most 50 tools at a time', async (t) => {
  const waiting: (() => void)[] = [];
  const receiver = await serverOf(t, (_req, res) => waiting.push(() => res.end('Yes.')));
  const { tools } = await world(t, () => [toolOf(receiver.url, { timeoutMs: 20_000 })]);
  const uses = Array.from({ length: 50 }, (_, index) => tools.use(use(`use-${index}`)));
  await until('all 50 uses have arrived', () => waiting.length === 50);
  t.match(await tools.use(use('one-more')), { outcome: 'failed', result: /Too many/ });
  for (const go of waiting) go();
  t.same(new Set((await Promise.all(uses)).map(({ outcome }) => outcome)), new Set(['done']));
  const later = tools.use(use('later'));
  await until('the later use has arrived', () => waiting.length === 51);
  waiting.at(-1)?.();
  t.match(await later, { outcome: 'done' });
});
