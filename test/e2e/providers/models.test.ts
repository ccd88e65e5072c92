/**
 * Networked models, end to end and named in a configuration file: the first is down, and the second writes and speaks
 * to customers in its place. Calls have a separate thread.
 */
import { join } from 'node:path';
import t from 'tap';
import { MODEL_DIALECTS, SIMULATED_USAGE } from '../../../simulators/models/dialects.js';
import { isSettled } from '../../../testkit/api/client.js';
import { createAgent } from '../../../testkit/api/resources.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { startModelServer, startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242922';
const CUSTOMER = '14155550177';
const KEY = 'sk-secret-of-a-model-0123456789';
const CALL_MS = 60_000;

t.setTimeout(120_000);

const down = await startModelServer(t, MODEL_DIALECTS.anthropic);
down.answer({ type: 'status', status: 500 });
const upstream = await startOpenAiServer(t);
const meta = await startTestMeta(t);
const configuration = t.testdir({
  'parley.config.yaml': `
agents:
  models: [anthropic:claude-simulated, openai-compatible:gpt-simulated]
  timeZone: America/New_York
providers:
  anthropic: { baseUrl: ${down.url} }
  openai-compatible: { baseUrl: ${upstream.url} }
`,
});
const logged: string[] = [];
const world = await startWorld(
  t,
  {
    ...meta.env,
    PARLEY_CONFIG: join(configuration, 'parley.config.yaml'),
    ANTHROPIC_API_KEY: KEY,
    OPENAI_API_KEY: KEY,
    PARLEY_LOG_LEVEL: 'info',
    PARLEY_MEDIA_THREADS: '1',
  },
  { onLog: (line) => void logged.push(line) },
);
const client = world.client();
await connectWhatsApp(world, world.businessId, ACCOUNT);

t.test('the fallback model answers a customer who writes', async (t) => {
  await createAgent(client, {
    channel: 'whatsapp',
    name: 'Ada',
    instructions: 'You are Ada, of the harbour restaurant.',
    assignment: { phoneNumberId: ACCOUNT },
  });
  upstream.answer({ reasoning: 'They ask for the hours.', text: ['We are open ', 'from noon.'] });
  await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text: 'When are you open?' });
  const answer = await until(
    'the answer',
    async () => (await meta.sent()).sent.find(({ to }) => to === CUSTOMER),
    20_000,
  );
  t.match(JSON.stringify(answer), /We are open from noon\./);
  const prompt = JSON.stringify(upstream.requests.at(-1)?.body);
  t.match(prompt, /harbour restaurant/);
  t.match(prompt, /When are you open\?/);
  t.match(prompt, /short messages of plain text/);
  t.match(prompt, /in the time zone America\/New_York/);
});

t.test('the fallback answers a caller, in the time zone of the business, and hangs up', async (t) => {
  const zone = (...choice: readonly string[]) =>
    parley(
      ['admin', 'business', 'time-zone', '--business', world.businessId, '--data-dir', world.dataDir].concat(
        choice,
      ),
      {},
    );
  t.same(await zone('--zone', 'Asia/Tokyo'), { businessId: world.businessId, timeZone: 'Asia/Tokyo' });
  t.same(await zone(), { businessId: world.businessId, timeZone: 'Asia/Tokyo' });
  await t.rejects(zone('--zone', 'Tokyo'), { message: /--zone is "Tokyo"; use an IANA time zone/ });
  const agent = await client.createAgent('Ada', 'You are Ada, of the harbour restaurant.', {
    firstGreeting: 'Hello, Ada here.',
  });
  upstream.answer({
    text: ['A table is ', 'reserved. ', 'Goodbye.'],
    tools: [{ id: 'call_1', name: 'end_call', arguments: '{}' }],
  });
  const audio = await world.say('yes please');
  await world.network.callee('+14155550178', {
    ringMs: 200,
    steps: [{ afterSilenceMs: 500, do: { type: 'say', audio } }],
  });
  const { call, transcript } = await client.callUntil(
    await client.startCall(agent.id, '+14155550178'),
    isSettled,
    CALL_MS,
  );
  // On a busy machine the customer hears a filler.
  const turns = transcript.filter(({ text }) => text !== 'One moment, please.');
  t.same(
    turns.map(({ speaker, text }) => `${speaker}: ${text}`),
    ['assistant: Hello, Ada here.', 'customer: yes please', 'assistant: A table is reserved. Goodbye.'],
  );
  t.match(call, { endedBy: 'agent' });
  const took = await until(
    'the token counts',
    async () => (await client.call(call.id)).diagnostics.modelTokens,
    20_000,
  );
  t.same(took, [
    {
      model: 'openai-compatible:gpt-simulated',
      inputTokens: SIMULATED_USAGE.input,
      outputTokens: SIMULATED_USAGE.output,
    },
  ]);
  t.match(JSON.stringify(upstream.requests.at(-1)?.body), /telephone call.*in the time zone Asia\/Tokyo/);
  t.same(await zone('--usual'), { businessId: world.businessId, timeZone: null });
});

t.test('tokens are counted, failures are logged, and no key is in either', async (t) => {
  const metrics = await world.service().metrics();
  t.match(
    metrics,
    /parley_model_tokens_total\{model="openai-compatible:gpt-simulated",direction="output"\} \d+/,
  );
  const failures = logged.filter(
    (line) => line.includes('"model.failed"') || line.includes('"media.provider_failed"'),
  );
  t.ok(failures.length >= 2, `${failures.length} failures`);
  t.match(
    failures.find((line) => line.includes('"model.failed"')) ?? '',
    /anthropic:claude-simulated.*unavailable/,
  );
  t.notMatch([...logged, metrics].join('\n'), KEY);
});
