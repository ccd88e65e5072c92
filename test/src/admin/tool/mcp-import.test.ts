/** Tools of an MCP server, as an operator lists and adds them. */
import { createServer } from 'node:http';
import t from 'tap';
import { listening } from '../../../../simulators/support/listening.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { OAUTH_CLIENTS, startOAuthServer } from '../../../../testkit/servers/oauth-server.js';
import { createBusiness, fileAt, type RunCommand, sharedOperator } from '../operator.js';

const operator = await sharedOperator();
const AGENT = '00000000-0000-4000-8000-00000000000a';

const inputSchema = { type: 'object', properties: { order: { type: 'string' } } };
/** The results of a server of the protocol, by method. */
const RESULTS: Readonly<Record<string, object>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'o', version: '1' },
  },
  'tools/list': {
    tools: [
      { name: 'order.status', description: 'Looks up where an order is.', inputSchema },
      { name: 'delete_all', description: 'Deletes everything.', inputSchema },
    ],
  },
  'tools/call': { content: [{ type: 'text', text: 'Order A1 is in Boston.' }] },
};

/** Starts such a server; `tokens` are those of its requests. */
const startServer = async (t: Lifetime) => {
  const tokens: (string | undefined)[] = [];
  const server = createServer(async (request, response) => {
    tokens.push(request.headers.authorization);
    let text = '';
    for await (const piece of request) text += piece;
    const { id, method }: { readonly id?: number; readonly method: string } = JSON.parse(text || '{}');
    if (id === undefined) return void response.writeHead(202).end();
    const body = JSON.stringify({ jsonrpc: '2.0', id, result: RESULTS[method] });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
  const port = await listening(server);
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${port}/mcp`, tokens };
};

const setUp = async (): Promise<RunCommand> => {
  const businessId = await createBusiness(operator);
  return (command = '', ...args) => operator.run('tool', command, '--business', businessId, ...args);
};

t.test('adds the named tools of a server, and no others', async (t) => {
  const server = await startServer(t);
  const run = await setUp();
  const list = (...args: readonly string[]) => run('import', '--url', server.url, ...args);
  t.strictSame(await list(), {
    offered: [
      { name: 'order.status', description: 'Looks up where an order is.' },
      { name: 'delete_all', description: 'Deletes everything.' },
    ],
  });
  t.strictSame((await run('list')).tools, [], 'without --tools nothing is added');
  const token = fileAt(operator, 'token', 'token-of-a-shop\n');
  const added = await list(
    ...['--tools', ' order.status, ', '--prefix', 'shop', '--agents', AGENT, '--token-file', token],
    ...['--timeout-seconds', '5'],
  );
  t.match(added, { tools: ['shop_order_status'] });
  t.equal(server.tokens.at(-1), 'Bearer token-of-a-shop');
  t.match(await run('list'), {
    tools: [
      {
        name: 'shop_order_status',
        server: 'mcp',
        url: server.url,
        description: 'Looks up where an order is.',
        timeoutMs: 5_000,
        agentIds: [AGENT],
      },
    ],
  });
  t.match(
    await run('try', '--name', 'shop_order_status', '--agent', AGENT, '--arguments', '{"order":"A1"}'),
    {
      outcome: 'done',
      result: 'Order A1 is in Boston.',
    },
  );
  await t.rejects(list('--tools', 'order.status,fly'), {
    code: 'validation_failed',
    details: [{ path: '/tools/1', message: /the server offers order\.status, delete_all/ }],
  });
  await t.rejects(list('--tools', 'delete_all', '--prefix', '9'), {
    code: 'validation_failed',
    details: [{ message: /has no valid name; give a short prefix/ }],
  });
});

t.test('adds tools with an OAuth client, whose secret is read from a file and never shown', async (t) => {
  const server = await startServer(t);
  const { tokenUrl, tokenOf } = await startOAuthServer(t, { resources: [server.url] });
  const run = await setUp();
  const { clientId, clientSecret } = OAUTH_CLIENTS.post;
  const secret = fileAt(operator, 'client-secret', `${clientSecret}\n`);
  const options = ['--token-url', tokenUrl, '--client-id', clientId, '--client-secret-file', secret] as const;
  const list = (...args: readonly string[]) => run('import', '--url', server.url, ...args);
  const added = await list(...options, '--client-auth', 'post', '--tools', 'order.status');
  t.match(added, { tools: ['order_status'] });
  const shown = await run('list');
  t.match(shown, {
    tools: [{ oauth: { tokenUrl, clientId, authMethod: 'client_secret_post', resource: server.url } }],
  });
  t.notMatch(JSON.stringify([added, shown]), /another:secret|sealed/);
  t.match(await run('try', '--name', 'order_status', '--agent', AGENT, '--arguments', '{"order":"A1"}'), {
    result: 'Order A1 is in Boston.',
  });
  t.match(await tokenOf(server.tokens.at(-1)?.replace('Bearer ', '') ?? ''), { clientId });
  const wrong = fileAt(operator, 'wrong-secret', 'wrong\n');
  const others = ['--token-url', tokenUrl, '--client-id', clientId, '--client-secret-file', wrong] as const;
  await t.rejects(list(...others), { code: 'tool_token_failed', message: /\(invalid_client\)/ });
  await t.rejects(list('--scope', 'a'), /need --token-url/);
  await t.rejects(list('--token-url', tokenUrl), /needs --client-id and --client-secret-file/);
});

t.test('a tool over HTTP has an OAuth client, whose secret stands in no definition', async (t) => {
  const run = await setUp();
  const oauth = { tokenUrl: 'http://127.0.0.1:9/token', clientId: 'parley', scope: 'orders.read' };
  const parameters = { type: 'object', properties: {} };
  const tool = { name: 'order', description: 'An order.', url: 'http://127.0.0.1:9/', parameters };
  const set = (definition: object, ...args: readonly string[]) =>
    run('set', '--file', fileAt(operator, 'order.json', JSON.stringify(definition)), ...args);
  const secret = fileAt(operator, 'secret', 'theirs\n');
  await t.rejects(
    set({ ...tool, oauth: { ...oauth, clientSecret: 'theirs' } }),
    /give it with --client-secret-file/,
  );
  await t.rejects(set(tool, '--client-secret-file', secret), /add oauth to the file/);
  await t.rejects(set({ ...tool, oauth }), {
    code: 'validation_failed',
    details: [{ path: '/oauth/clientSecret' }],
  });
  t.match(await set({ ...tool, oauth }, '--client-secret-file', secret), { isNew: true });
  t.match(await set({ ...tool, oauth }), { isNew: false }, 'the secret stays');
  const shown = await run('list');
  t.match(shown, { tools: [{ oauth: { ...oauth, audience: null } }] });
  t.notMatch(JSON.stringify(shown), /theirs|sealed/);
});

t.test('refuses options that cannot be used, and a server that does not answer', async (t) => {
  const run = await setUp();
  const list = (...args: readonly string[]) => run('import', '--url', 'http://127.0.0.1:9/mcp', ...args);
  for (const text of ['0', '31', '1.5', 'long'])
    await t.rejects(
      list('--timeout-seconds', text),
      /--timeout-seconds is ".*"; write a whole number from 1 to 30/,
    );
  await t.rejects(list('--agents', `${AGENT},Ann`), /--agents is "Ann"; give the id that the API returned/);
  await t.rejects(
    list('--token-file', '/nowhere/token'),
    /--token-file is "\/nowhere\/token", which cannot be read/,
  );
  await t.rejects(list(), { code: 'mcp_server_failed' });
});
