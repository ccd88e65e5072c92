/** A business's own tools, as an operator adds, lists, tries and removes them. */
import { createServer } from 'node:http';
import t from 'tap';
import { listening } from '../../../../simulators/support/listening.js';
import { createBusiness, fileAt, type RunCommand, sharedOperator, UNKNOWN } from '../operator.js';

const operator = await sharedOperator();
const AGENT = '00000000-0000-4000-8000-00000000000a';

const setUp = async (): Promise<RunCommand> => {
  const businessId = await createBusiness(operator);
  return (command = '', ...args) => operator.run('tool', command, '--business', businessId, ...args);
};

const definition = (tool: object): string => fileAt(operator, 'tool.json', JSON.stringify(tool));

const WEATHER = {
  name: 'weather',
  description: 'Says how the weather is.',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
};
const TRANSFER = { name: 'to_sales', description: 'Connects sales.', transferTo: '+14155550123' };

t.test('a tool with a server gets a secret once, and another one on request', async (t) => {
  const run = await setUp();
  t.strictSame(await run('list'), { tools: [] });
  const file = definition({ ...WEATHER, url: 'https://tools.example.org/weather', timeoutSeconds: 3 });
  const first = await run('set', '--file', file);
  t.match(first, { tool: 'weather', isNew: true, signingSecret: /^[0-9a-f]{64}$/ });
  const again = await run('set', '--file', file);
  t.match(again, { tool: 'weather', isNew: false });
  t.notOk('signingSecret' in again, 'the secret stays');
  const renewed = await run('set', '--file', file, '--new-secret');
  t.match(renewed, { isNew: false, signingSecret: /^[0-9a-f]{64}$/ });
  t.not(renewed.signingSecret, first.signingSecret);
  const listed = await run('list');
  t.match(listed, {
    tools: [{ name: 'weather', server: 'http', url: 'https://tools.example.org/weather', timeoutMs: 3_000 }],
  });
  t.notMatch(JSON.stringify(listed), /[0-9a-f]{64}/);
  await t.rejects(operator.run('tool', 'list', '--business', UNKNOWN), { code: 'business_not_found' });
});

t.test('a built-in action has no server and no secret', async (t) => {
  const run = await setUp();
  const set = await run('set', '--file', definition(TRANSFER));
  t.match(set, { tool: 'to_sales', isNew: true });
  t.notOk('signingSecret' in set);
  await t.rejects(
    run('set', '--file', definition(TRANSFER), '--new-secret'),
    /--new-secret is for tools with a server/,
  );
  t.match(await run('list'), {
    tools: [{ server: 'built_in', action: { type: 'transfer', to: '+14155550123' }, agentIds: null }],
  });
  t.match(await run('try', '--name', 'to_sales', '--agent', AGENT), {
    outcome: 'failed',
    result: /can only be used on a call/,
  });
  t.match(await run('remove', '--name', 'to_sales'), { tool: 'to_sales', removed: true });
  t.strictSame(await run('list'), { tools: [] });
});

t.test('a trial shows the answer that the model would get', async (t) => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('Sunny.'));
  });
  const port = await listening(server);
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const run = await setUp();
  await run('set', '--file', definition({ ...WEATHER, url: `http://127.0.0.1:${port}` }));
  const use = (...args: readonly string[]) => run('try', '--name', 'weather', ...args);
  t.match(await use('--agent', AGENT, '--arguments', '{"city":"Rome"}'), {
    outcome: 'done',
    result: 'Sunny.',
    ms: Number,
  });
  for (const text of ['{', '[]', '"Rome"'])
    await t.rejects(
      use('--agent', AGENT, '--arguments', text),
      /--arguments is '.*'; give a JSON object/,
      text,
    );
  await t.rejects(use('--agent', 'Ann'), /--agent is "Ann"/);
});

t.test('a name that does not exist is refused with the names that do', async (t) => {
  const run = await setUp();
  await t.rejects(run('remove', '--name', 'x'), /--name is "x"; the business has no such tool, it has none/);
  await run('set', '--file', definition(TRANSFER));
  await t.rejects(run('try', '--name', 'x', '--agent', AGENT), /no such tool, it has to_sales/);
});

t.test('an error about a definition names its file and the part that is wrong', async (t) => {
  const run = await setUp();
  for (const [text, message] of [
    ['{', /--file is ".*": it is not valid JSON: .* \(docs\/how-to\/tools\.md\)/],
    ['{"name":"weather"}', /--file is ".*": .*description/],
    [JSON.stringify({ ...WEATHER, url: 'https://x.example', fast: true }), /fast/],
    [JSON.stringify({ ...TRANSFER, name: 'end_call' }), /\/name is the name of a built-in tool/],
    [JSON.stringify(WEATHER), /: must have exactly one of url, transferTo/],
    [JSON.stringify({ ...TRANSFER, url: 'https://x.example' }), /: must have exactly one of/],
    [
      JSON.stringify({ ...TRANSFER, timeoutSeconds: 3 }),
      /\/timeoutSeconds is for a tool with a url; leave it out/,
    ],
  ] as const)
    await t.rejects(run('set', '--file', fileAt(operator, 'wrong.json', text)), message, text);
  await t.rejects(run('set', '--file', '/nowhere/tool.json'), /which cannot be read; give a JSON file/);
});
