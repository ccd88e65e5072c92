/** Tools of an MCP server, as an operator lists and adds them. */
import t from 'tap';
import { startMcpServer } from '../../../../testkit/servers/mcp-server.js';
import { createBusiness, fileAt, type RunCommand, sharedOperator } from '../operator.js';

const operator = await sharedOperator();
const AGENT = '00000000-0000-4000-8000-00000000000a';

const setUp = async (): Promise<RunCommand> => {
  const businessId = await createBusiness(operator);
  return (command = '', ...args) => operator.run('tool', command, '--business', businessId, ...args);
};

t.test('adds the named tools of a server, and no others', async (t) => {
  const server = await startMcpServer(t);
  const run = await setUp();
  const list = (...args: readonly string[]) => run('import', '--url', server.url, ...args);
  t.strictSame(await list(), {
    offered: [
      { name: 'order.status', description: 'Tells where an order is.' },
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
  t.equal(server.requests.at(-1)?.headers.authorization, 'Bearer token-of-a-shop');
  t.match(await run('list'), {
    tools: [
      {
        name: 'shop_order_status',
        server: 'mcp',
        url: server.url,
        description: 'Tells where an order is.',
        timeoutMs: 5_000,
        agentIds: [AGENT],
      },
    ],
  });
  t.match(await run('try', '--name', 'shop_order_status', '--agent', AGENT, '--arguments', '{"order":"A1"}'), {
    outcome: 'done',
    result: 'Order A1 is in Boston.',
  });
  await t.rejects(
    list('--tools', 'order.status,fly'),
    { code: 'validation_failed', details: [{ path: '/tools/1', message: /the server offers order\.status, delete_all/ }] },
  );
  await t.rejects(list('--tools', 'delete_all', '--prefix', '9'), {
    code: 'validation_failed',
    details: [{ message: /has no valid name; give a short prefix/ }],
  });
});

t.test('refuses options that cannot be used, and a server that does not answer', async (t) => {
  const run = await setUp();
  const list = (...args: readonly string[]) => run('import', '--url', 'http://127.0.0.1:9/mcp', ...args);
  for (const text of ['0', '31', '1.5', 'long'])
    await t.rejects(list('--timeout-seconds', text), /--timeout-seconds is ".*"; write a whole number from 1 to 30/);
  await t.rejects(list('--agents', `${AGENT},Ann`), /--agents is "Ann"; give the id that the API returned/);
  await t.rejects(list('--token-file', '/nowhere/token'), /--token-file is "\/nowhere\/token", which cannot be read/);
  await t.rejects(list(), { code: 'mcp_server_failed' });
});
