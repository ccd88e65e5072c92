/** A business's own providers, as an operator sets, lists, tests and removes them. */
import t from 'tap';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { createBusiness, fileAt, type RunCommand, sharedOperator, UNKNOWN } from './operator.js';

const operator = await sharedOperator();
const KEY = 'key-of-a-provider-4711';

const setUp = async (): Promise<RunCommand> => {
  const businessId = await createBusiness(operator);
  return (command = '', ...args) => operator.run('provider', command, '--business', businessId, ...args);
};

t.test('a list is set, kept with its key, and removed', async (t) => {
  const run = await setUp();
  const key = fileAt(operator, 'key', `${KEY}\n`);
  const model = ['--role', 'model', '--choices', 'openai:gpt-x, groq:llama:8b'] as const;
  const lists = [
    {
      role: 'model',
      agentId: null,
      providers: ['openai:gpt-x', 'groq:llama:8b'],
      addresses: ['openai=https://llm.example.org'],
      credentials: ['openai', 'groq'],
      standIn: 'installation',
    },
  ];
  const address = ['--address', 'openai=https://llm.example.org'] as const;
  const set = await run(
    ...([
      'set',
      ...model,
      '--credential-file',
      `openai=${key}`,
      '--credential-file',
      `groq=${key}`,
      ...address,
      '--stand-in',
      'installation',
    ] as const),
  );
  t.match(set, lists[0]);
  t.match(
    await run('set', ...model, ...address),
    { credentials: ['openai', 'groq'], standIn: 'none' },
    'the key is kept',
  );
  const listed = await run('list');
  t.match(listed, { lists: [{ ...lists[0], standIn: 'none' }] });
  t.notMatch(JSON.stringify(listed), /4711/);
  t.match(await run('remove', '--role', 'model'), { role: 'model', removed: true });
  t.match(await run('remove', '--role', 'model'), { removed: false });
  t.strictSame(await run('list'), { lists: [] });
});

t.test('refuses invalid options, and never repeats what may be a key', async (t) => {
  const run = await setUp();
  const set = (...args: readonly string[]) => run('set', '--role', 'model', ...args);
  const openai = ['--choices', 'openai:gpt-x'] as const;
  for (const [command, message] of [
    [() => run('set', '--role', 'cook', ...openai), /--role is "cook"; write one of model, recogniser/],
    [() => set(...openai, '--stand-in', 'maybe'), /--stand-in is "maybe"; write installation or none/],
    [
      () => set(...openai, '--credential-file', 'plivo=x'),
      /--credential-file is for plivo, which --choices does not name/,
    ],
    [() => set(...openai, '--address', 'plivo=x'), /--address is for plivo, which --choices does not name/],
    [() => set(...openai, '--address', 'openai='), /--address: write <provider>=<url>/],
    [
      () => set(...openai, '--credential-file', 'openai=/nowhere'),
      /--credential-file is "\/nowhere", which cannot be/,
    ],
    [() => set('--choices', 'a:1,b:2,c:3,d:4,e:5,f:6'), /\/choices .*5/],
    [() => set('--choices', 'nonsense:1'), /\/choices\/0\/provider: .*nonsense/],
    [() => set(...openai), /\/choices\/0\/credential: /],
    [() => set(...openai, '--agent', 'Ann'), /--agent is "Ann"; give the id that the API returned/],
    [() => set(...openai, '--agent', UNKNOWN), { code: 'agent_not_found' }],
  ] as const)
    await t.rejects(command(), message, String(message));
  const leaked = set(...openai, '--credential-file', KEY).catch(String);
  t.match(await leaked, /--credential-file: write <provider>=<path>/);
  t.notMatch(await leaked, /4711/);
  await t.rejects(operator.run('provider', 'list', '--business', UNKNOWN), { code: 'business_not_found' });
});

t.test('a test says which provider works, and ends with status 1 if any does not', async (t) => {
  const llm = await startOpenAiServer(t);
  const run = await setUp();
  await t.rejects(run('test', '--role', 'model'), { code: 'provider_list_not_found' });
  const key = fileAt(operator, 'key', KEY);
  const set = await run(
    ...([
      'set',
      '--role',
      'model',
      '--choices',
      'openai:gpt-x',
      '--credential-file',
      `openai=${key}`,
    ] as const),
    ...(['--address', `openai=${llm.url}`] as const),
  );
  t.match(set, { providers: ['openai:gpt-x'] });
  llm.answer({ text: ['I am ', 'here.'] });
  t.match(await run('test', '--role', 'model'), {
    providers: [{ role: 'model', provider: 'openai:gpt-x', ok: true, firstMs: Number, text: 'I am here.' }],
  });
  t.equal(process.exitCode, undefined);
  llm.answer({ type: 'status', status: 404 });
  const failed = await run('test', '--role', 'model');
  const status = process.exitCode;
  process.exitCode = undefined;
  t.match(failed, { providers: [{ ok: false, remedy: /the model and the voice exist/ }] });
  t.equal(status, 1);
});
