/**
 * Providers of businesses and agents, end to end and with media threads: the providers that a business chooses serve
 * its own agents and no others, a change applies to calls that start afterwards, and no key leaks.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { ModelServer } from '../../../simulators/models/server.js';
import { type ApiClient, createApiClient, isSettled } from '../../../testkit/api/client.js';
import { startTestMeta } from '../../../testkit/service/meta.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { startWorld } from '../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { startSpeechSimulator } from '../../../testkit/simulators/speech-simulator.js';
import { until } from '../../../testkit/until.js';

const CALL_MS = 60_000;
const SEED = randomUUID().slice(0, 8);
const KEYS = {
  mine: `sk-of-the-business-${SEED}`,
  wrong: `sk-that-is-wrong-${SEED}`,
  voice: `el-of-the-business-${SEED}`,
};
const HANG_UP = { id: 'call_1', name: 'end_call', arguments: '{}' };

t.setTimeout(600_000);

const installed = await startOpenAiServer(t);
const another = await startOpenAiServer(t);
const own = await startOpenAiServer(t);
const next = await startOpenAiServer(t);
const agents = await startOpenAiServer(t);
const voice = await startSpeechSimulator(KEYS.voice);
t.teardown(() => voice.stop());
const folder = t.testdir({});
const config = join(folder, 'parley.config.yaml');
const configure = (model: string, server: ModelServer): void =>
  writeFileSync(
    config,
    `agents: { models: [${model}] }\nproviders: { openai-compatible: { baseUrl: ${server.url} } }\n`,
  );
configure('openai-compatible:of-the-installation', installed);
const file = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const logged: string[] = [];
const outputs: string[] = [];
// Without channels, the environment of a world has its agents follow a script, which overrides the file.
const meta = await startTestMeta(t);
const env = {
  ...meta.env,
  PARLEY_CONFIG: config,
  PARLEY_DEVELOPMENT: '1',
  PARLEY_MEDIA_THREADS: '1',
  PARLEY_LOG_LEVEL: 'trace',
};
const world = await startWorld(t, env, { onLog: (line) => void logged.push(line) });
const client = world.client();
const other = await createTenant(world.dataDir, { env });
const otherClient = createApiClient(world.service().url, other.businessId, other.apiKey);
const AT = ['--business', world.businessId, '--data-dir', world.dataDir];

/** Runs `parley admin provider` for the first business. */
const provider = async (...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await parley(['admin', 'provider', ...args, ...AT], env);
  outputs.push(JSON.stringify(answer));
  return answer;
};
const setModel = (server: ModelServer, key: string, ...more: readonly string[]) =>
  provider(
    ...['set', '--role', 'model', '--choices', 'openai-compatible:of-a-business'],
    ...['--credential-file', `openai-compatible=${file('key', key)}`],
    ...['--address', `openai-compatible=${server.url}`, ...more],
  );

/** The authorization of each request that the server received. */
const authorizationsOf = (server: ModelServer): readonly string[] =>
  server.requests.map(({ headers }) => String(headers.authorization ?? 'no key'));

let calls = 0;
/** Calls a customer who speaks after each silence in `after`, ms. */
const startCall = async (api: ApiClient, agentId: string, after: readonly number[]): Promise<string> => {
  calls += 1;
  const to = `+1415555${String(2_000 + calls)}`;
  const audio = await world.say('yes please');
  await world.network.callee(to, {
    ringMs: 200,
    steps: after.map((afterSilenceMs) => ({ afterSilenceMs, do: { type: 'say' as const, audio } })),
  });
  return api.startCall(agentId, to);
};
const agentOf = async (api: ApiClient, name: string): Promise<string> =>
  (await api.createAgent(name, `You are ${name}.`, { firstGreeting: `Hello, ${name} here.` })).id;
const call = async (api: ApiClient, agentId: string): Promise<readonly string[]> => {
  const callId = await startCall(api, agentId, [700]);
  const { transcript } = await api.callUntil(callId, isSettled, CALL_MS);
  return transcript.flatMap(({ speaker, text }) =>
    speaker === 'customer' || text === 'One moment, please.' ? [] : [text],
  );
};
const farewell = (text: string) => ({ text: [text], tools: [HANG_UP] });

const ada = await agentOf(client, 'Ada');
const bob = await agentOf(client, 'Bob');
const eve = await agentOf(otherClient, 'Eve');

t.test('each business uses its own model, and an agent its own', async (t) => {
  installed.answer(farewell('Goodbye from the installation.'));
  own.answer(farewell('Goodbye from the business.'));
  agents.answer(farewell('Goodbye from Bob himself.'));
  t.same(await call(client, ada), ['Hello, Ada here.', 'Goodbye from the installation.']);
  const set = await setModel(own, KEYS.mine);
  t.match(set, { role: 'model', agentId: null, credentials: ['openai-compatible'], standIn: 'none' });
  await setModel(agents, KEYS.mine, '--agent', bob);
  const [ofAda, ofBob, ofEve] = await Promise.all([
    call(client, ada),
    call(client, bob),
    call(otherClient, eve),
  ]);
  t.same(ofAda, ['Hello, Ada here.', 'Goodbye from the business.']);
  t.same(ofBob, ['Hello, Bob here.', 'Goodbye from Bob himself.']);
  t.same(ofEve, ['Hello, Eve here.', 'Goodbye from the installation.']);
  t.same(new Set(authorizationsOf(own)), new Set([`Bearer ${KEYS.mine}`]));
  t.same(new Set(authorizationsOf(installed)), new Set(['no key']));
  t.match(await provider('list'), { lists: [{ agentId: null }, { agentId: bob }] });
  own.answer({ text: ['Yes, I am.'] });
  t.match(await provider('test', '--role', 'model'), {
    providers: [{ role: 'model', provider: 'openai-compatible:of-a-business', ok: true }],
  });
});

t.test('a live call keeps its model, and the next call uses the new one', async (t) => {
  own.answer({ text: ['What else?'] }, farewell('Goodbye from the one that it began with.'));
  next.answer(farewell('Goodbye from the new one.'));
  const before = own.requests.length;
  const callId = await startCall(client, ada, [700, 7_000]);
  await until('the first answer', () => own.requests.length > before, 20_000);
  await setModel(next, KEYS.mine);
  const { transcript } = await client.callUntil(callId, isSettled, CALL_MS);
  t.equal(transcript.at(-1)?.text, 'Goodbye from the one that it began with.');
  t.same(authorizationsOf(next), []);
  t.same(await call(client, ada), ['Hello, Ada here.', 'Goodbye from the new one.']);
});

t.test('falls back to the installation on a wrong key if configured, and logs why', async (t) => {
  own.answer({ type: 'status', status: 401 });
  installed.answer(farewell('Goodbye from the installation.'));
  await setModel(own, KEYS.wrong, '--stand-in', 'installation');
  t.same(await call(client, ada), ['Hello, Ada here.', 'Goodbye from the installation.']);
  t.ok(authorizationsOf(own).includes(`Bearer ${KEYS.wrong}`));
  t.match(
    logged.find((line) => line.includes('"media.provider_failed"')),
    /openai-compatible:of-a-business/,
  );
  const report = await provider('test', '--role', 'model').catch((error: { stdout: string }) => {
    outputs.push(error.stdout);
    return JSON.parse(error.stdout);
  });
  t.match(report, { providers: [{ ok: false, remedy: /key was rejected/ }] });
});

t.test('invalid settings are refused with what to write instead', async (t) => {
  const refused = async (...args: readonly string[]): Promise<string> => {
    const { stderr } = await provider('set', ...args).then(
      () => ({ stderr: 'it was accepted' }),
      (error: { stderr: string }) => error,
    );
    outputs.push(stderr);
    return stderr;
  };
  t.match(await refused('--role', 'cook', '--choices', 'openai:x'), /--role is "cook"; write one of model,/);
  t.match(
    await refused('--role', 'model', '--choices', 'gpt-x'),
    /choices\/0\/provider: .* write one of openai,/,
  );
  t.match(
    await refused('--role', 'model', '--choices', 'module:./mind.js'),
    /choices\/0\/provider: .*names "module"/,
  );
  t.match(await refused('--role', 'model', '--choices', 'groq:x'), /choices\/0\/credential: .*in credential/);
  t.match(
    await refused('--role', 'model', '--choices', 'openai-compatible:x'),
    /choices\/0\/address: .*no default address; set it in address/,
  );
  t.match(
    await refused('--role', 'model', '--choices', 'openai:x', '--credential-file', `groq=${file('k', 'x')}`),
    /--credential-file is for groq, which --choices does not name/,
  );
  t.match(await refused('--role', 'model', '--choices', 'openai:x', '--agent', 'ann'), /--agent is "ann"/);
});

/** Signs in to the console of the first business; resolves with a function that sends requests. */
const signIn = async () => {
  const password = 'correct horse battery staple';
  const person = ['--email', 'ann@example.org', '--name', 'Ann'];
  await parley(['admin', 'user', 'create', ...person, '--password-file', file('pw', password), ...AT], env);
  const { url } = world.service();
  const entered = await fetch(`${url}/api/v1/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ann@example.org', password }),
  });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const { data }: { data: { csrfToken: string } } = JSON.parse(await entered.text());
  return async (method: string, path: string, body?: object, key: string = randomUUID()) => {
    const answer = await fetch(`${url}/api/v1/console/${path}`, {
      method,
      headers: {
        cookie,
        'x-csrf-token': data.csrfToken,
        'idempotency-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify({ businessId: world.businessId, ...body }),
    });
    const text = await answer.text();
    outputs.push(text);
    return { status: answer.status, body: JSON.parse(text) };
  };
};

const trial = async (
  ask: Awaited<ReturnType<typeof signIn>>,
  agentId: string,
): Promise<string | undefined> => {
  const { body } = await ask('POST', 'agent-tests', { agentId });
  const path = `agent-tests/${body.data.testId}/messages`;
  const answered = await ask('POST', path, { text: 'When are you open?' });
  const messages: readonly { text: string }[] = answered.body.data?.messages ?? [];
  return messages.at(-1)?.text ?? answered.body.error?.code;
};

t.test('the console sets the same providers, and credentials are write-only', async (t) => {
  const ask = await signIn();
  own.answer({ text: ['From the business.'] });
  const choice = { provider: 'openai-compatible', choice: 'gpt-console', address: `${own.url}/` };
  const wanted = { role: 'model', choices: [{ ...choice, credential: KEYS.mine }] };
  const key = randomUUID();
  const set = await ask('POST', 'providers', wanted, key);
  t.equal(set.status, 200, JSON.stringify(set.body));
  t.same((await ask('POST', 'providers', wanted, key)).body.data, set.body.data, 'the same if repeated');
  t.equal(await trial(ask, ada), 'From the business.');
  // A choice without a credential keeps the stored one, unless its address changes.
  await ask('POST', 'providers', { role: 'model', choices: [{ ...choice, choice: 'gpt-newer' }] });
  t.equal(await trial(ask, ada), 'From the business.');
  t.match(own.requests.at(-1), {
    headers: { authorization: `Bearer ${KEYS.mine}` },
    body: { model: 'gpt-newer' },
  });
  next.answer({ text: ['From elsewhere.'] });
  await ask('POST', 'providers', { role: 'model', choices: [{ ...choice, address: next.url }] });
  t.equal(await trial(ask, ada), 'From elsewhere.');
  t.equal(next.requests.at(-1)?.headers.authorization, undefined, 'the key is not sent to another address');
  const listed = await ask('GET', `providers?businessId=${world.businessId}`);
  t.match(listed.body.data.lists[0], {
    role: 'model',
    agentId: null,
    choices: [{ provider: 'openai-compatible', hasCredential: false, address: next.url }],
  });
  agents.answer({ text: ['Yes, I am.'] });
  const tested = await ask('POST', 'providers/test', { role: 'model', agentId: bob });
  t.match(tested.body.data.providers, [{ ok: true }]);
  const unknown = await ask('POST', 'providers/test', { role: 'recogniser' });
  t.match([unknown.status, unknown.body.error.code], [404, 'provider_list_not_found']);
  const refused = await ask('POST', 'providers', { role: 'synthesiser', choices: [{ provider: 'flite' }] });
  t.match(refused.body.error, {
    code: 'validation_failed',
    details: [{ path: '/choices/0/provider', message: /write one of elevenlabs/ }],
  });
  const foreign = await ask('POST', 'providers', { ...wanted, businessId: other.businessId });
  t.equal(foreign.status, 403);
  t.same((await ask('DELETE', `providers/model?businessId=${world.businessId}`)).body.data, {
    removed: true,
  });
  t.same((await ask('DELETE', `providers/model?businessId=${world.businessId}`)).body.data, {
    removed: false,
  });
  installed.answer({ text: ['From the installation.'] });
  t.equal(await trial(ask, ada), 'From the installation.');
});

const voicesOf = async (api: ApiClient): Promise<readonly { id: string; sampleUrl: string }[]> =>
  (await api.get<{ voices: readonly { id: string; sampleUrl: string }[] }>('/api/v1/voices')).voices;

t.test('a business can choose the voices of its own provider, and its agents speak with them', async (t) => {
  t.notOk((await voicesOf(client)).some(({ id }) => id.startsWith('elevenlabs:')));
  await provider(
    ...['set', '--role', 'synthesiser', '--choices', 'elevenlabs:voice-b', '--stand-in', 'installation'],
    ...['--credential-file', `elevenlabs=${file('el', KEYS.voice)}`, '--address', `elevenlabs=${voice.url}`],
  );
  const offered = await voicesOf(client);
  t.equal(offered[0]?.id, 'elevenlabs:voice-b');
  t.ok(
    offered.some(({ id }) => id === 'flite:slt'),
    'and the fallback voices',
  );
  t.notOk((await voicesOf(otherClient)).some(({ id }) => id.startsWith('elevenlabs:')));
  const settings = {
    firstGreeting: 'Hallo, hier ist Carla.',
    liveVoiceId: 'elevenlabs:voice-c',
    language: 'de',
  };
  await t.rejects(otherClient.createAgent('Carla', 'You are Carla.', settings), { code: 'voice_unknown' });
  const carla = await client.createAgent('Carla', 'You are Carla.', settings);
  const sample = await fetch(offered[0]?.sampleUrl ?? '');
  t.equal(sample.status, 200);
  installed.answer(farewell('Auf Wiederhören.'));
  const before = (await voice.visits()).length;
  t.same(await call(client, carla.id), ['Hallo, hier ist Carla.', 'Auf Wiederhören.']);
  const paths = (await voice.visits()).slice(before).map(({ path }) => path);
  t.ok(
    paths.some((path) => path.includes('/voice-c/')),
    String(paths),
  );
});

const hangUp = async (t: Test, event: string): Promise<string> => {
  const before = logged.length;
  process.kill(world.service().pid, 'SIGHUP');
  await until(event, () => logged.slice(before).some((line) => line.includes(`"${event}"`)));
  const line = logged.slice(before).find((entry) => entry.includes(`"${event}"`)) ?? '';
  t.comment(line);
  return line;
};

t.test('the installation changes its model without a restart, for calls that start afterwards', async (t) => {
  installed.answer({ text: ['What else?'] }, farewell('Goodbye from the one that it began with.'));
  another.answer(farewell('Goodbye from another one.'));
  const before = installed.requests.length;
  const callId = await startCall(otherClient, eve, [700, 6_000]);
  await until('the first answer', () => installed.requests.length > before, 20_000);
  configure('openai-compatible:of-another', another);
  t.match(await hangUp(t, 'config.reloaded'), /"models":\["openai-compatible:of-another"\]/);
  const { transcript } = await otherClient.callUntil(callId, isSettled, CALL_MS);
  t.equal(transcript.at(-1)?.text, 'Goodbye from the one that it began with.');
  t.same(await call(otherClient, eve), ['Hello, Eve here.', 'Goodbye from another one.']);
  t.match(another.requests[0]?.body, { model: 'of-another' });
  // An invalid file changes nothing.
  writeFileSync(config, 'agents: { models: [gpt-x] }\n');
  t.match(await hangUp(t, 'config.refused'), /names \\"gpt-x\\"; write one of/);
  t.same(await call(otherClient, eve), ['Hello, Eve here.', 'Goodbye from another one.']);
});

t.test('choices are counted, and no key is in a log, a metric, an answer or on disk', async (t) => {
  const metrics = await world.service().metrics();
  t.match(metrics, /parley_provider_lists_total\{role="model",outcome="taken"\} \d+/);
  t.match(metrics, /parley_model_tokens_total\{model="openai-compatible:own",direction="output"\} \d+/);
  const files = readdirSync(world.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const holding = (text: string): readonly string[] =>
    files.filter((path) => readFileSync(path).includes(text));
  t.ok(holding('You are Carla.').length > 0, 'data that is not secret is found on disk');
  for (const [name, key] of Object.entries(KEYS)) {
    t.same(holding(key), [], `the ${name} key is not on disk`);
    for (const [where, texts] of Object.entries({ logged, outputs: [...outputs, metrics] }))
      t.same(
        texts.filter((text) => text.includes(key)),
        [],
        `${where}: the ${name} key is absent`,
      );
  }
});
