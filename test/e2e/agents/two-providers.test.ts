/**
 * What agents know, remember, use and report, with the models of two providers: their requests and streams differ, and nothing else
 * may.
 */
import t, { type Test } from 'tap';
import type { AnalysisSettings } from '../../../schemas/analysis/settings.js';
import type { MemoryEntry } from '../../../schemas/contacts/memory.js';
import { MODEL_DIALECTS } from '../../../simulators/models/dialects.js';
import type { ModelAnswer } from '../../../simulators/models/server.js';
import { isSettled } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { startModelServer } from '../../../testkit/simulators/model-server.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242999';
const MOBILE = '14155550199';
const CALL_MS = 60_000;
const WAIT_MS = 30_000;

t.setTimeout(400_000);

const PROVIDERS = [
  { dialect: MODEL_DIALECTS.openai, choice: 'openai-compatible:simulated', prefix: 'OPENAI' },
  { dialect: MODEL_DIALECTS.anthropic, choice: 'anthropic:simulated', prefix: 'ANTHROPIC' },
] as const;

const SETTINGS: AnalysisSettings = {
  criteria: [{ key: 'booked', description: 'A table is booked.' }],
  fields: { type: 'object', properties: { guests: { type: 'integer' } } },
};
const FINDINGS = {
  summary: 'Books a table.',
  sentiment: 'positive',
  requests: [{ request: 'human', at: null, turns: [2] }],
  criteria: { booked: { verdict: 'met', reason: 'Said so.', turns: [2] } },
  fields: { guests: { value: 4, turns: [2] } },
  facts: [{ fact: 'Comes with three others.', turns: [2] }],
  promises: [],
  kept: [],
};
const FILLING = Array.from(
  { length: 12 },
  (_, index) => `# Room ${index}\n\n${'Rooms have a view. '.repeat(40)}`,
);
const HANDBOOK = [...FILLING, '# Tables\n\nYes: tables by the window are free until nine, please.'].join(
  '\n\n',
);

/** The model uses its tool for the customer's words once, answers by the result, and analyses the call after its end. */
const answerTo = (body: string): ModelAnswer => {
  if (body.includes('You analyse')) return { text: [JSON.stringify(FINDINGS)] };
  if (body.includes('on its way'))
    return body.includes('end_call')
      ? { text: ['It is on its way. '], tools: [{ id: 'call_2', name: 'end_call', arguments: '{}' }] }
      : { text: ['It is on its way.'] };
  if (body.includes('yes please'))
    return { tools: [{ id: 'call_1', name: 'order_status', arguments: '{"order":"A1"}' }] };
  return { text: ['I see. '] };
};

/** A service with the model, and agents on the phone and in writing that have the tool, the source and a memory. */
const startAgents = async (t: Test, { dialect, choice, prefix }: (typeof PROVIDERS)[number]) => {
  const model = await startModelServer(t, dialect);
  model.answerBy(answerTo);
  const server = await startReceiver(t);
  server.behave('/orders', (_request, response) => response.end('{"status":"on its way"}'));
  const meta = await startTestMeta(t);
  const world = await startWorld(t, {
    ...SILERO_DETECTOR,
    ...meta.env,
    PARLEY_DEVELOPMENT: '1',
    PARLEY_MODEL: choice,
    [`${prefix}_API_KEY`]: 'sk-of-a-test',
    [`${prefix}_BASE_URL`]: model.url,
  });
  const { businessId } = world;
  const client = world.client();
  const prompts = (from = 0): string => JSON.stringify(model.requests.slice(from).map(({ body }) => body));
  await connectWhatsApp(world, businessId, ACCOUNT);
  await parley(
    ['admin', 'business', 'call-analysis', '--business', businessId, '--data-dir', world.dataDir, '--on'],
    {},
  );
  const tool = {
    name: 'order_status',
    description: 'Looks up where an order is.',
    parameters: { type: 'object', properties: { order: { type: 'string' } }, additionalProperties: false },
    url: `${server.url}/orders`,
  };
  const { signingSecret } = await client.post<{ signingSecret: string }>('/api/v1/tools', tool, 'a-tool');
  server.secret('/orders', signingSecret);
  const { dataSource } = await client.post<{ dataSource: { id: string } }>('/api/v1/data-sources', {
    businessId,
    name: 'Handbook',
    class: 'unstructured',
    text: HANDBOOK,
  });
  const categoryIds = [await createCategory(client, 'Guests')];
  const contactId = await createContact(client, { name: 'Grace', mobile: `+${MOBILE}`, categoryIds });
  const knows = { instructions: 'You are Ann.', dataSourceIds: [dataSource.id] };
  const agent = await createAgent(client, {
    ...knows,
    channel: 'voice',
    name: 'Ann',
    contactCategoryIds: categoryIds,
    voiceSettings: { firstGreeting: 'Hello.' },
  });
  const chatAgent = await createAgent(client, {
    ...knows,
    channel: 'whatsapp',
    name: 'Ada',
    assignment: { phoneNumberId: ACCOUNT },
  });
  for (const { id } of [agent, chatAgent])
    await client.post(`/api/v1/agents/${id}/memory`, { memory: { enabled: true } });
  await client.post(`/api/v1/agents/${agent.id}/analysis`, { analysis: SETTINGS });
  return {
    model,
    server,
    meta,
    world,
    client,
    prompts,
    contactId,
    agentId: agent.id,
    sourceId: dataSource.id,
  };
};

/** The contact is called and says two words; the agent hangs up. */
const call = async ({ world, client, contactId, agentId }: Awaited<ReturnType<typeof startAgents>>) => {
  await world.network.callee(`+${MOBILE}`, {
    ringMs: 200,
    steps: [{ afterSilenceMs: 500, do: { type: 'say', audio: await world.say('yes please') } }],
  });
  const { callId } = await client.post<{ callId: string }>('/api/v1/voice/calls', {
    agentId,
    contactId,
  });
  return client.callUntil(callId, isSettled, CALL_MS);
};

for (const provider of PROVIDERS)
  t.test(`with models of ${provider.dialect.name}`, async (t) => {
    const agents = await startAgents(t, provider);
    const { model, server, meta, client, prompts, contactId, sourceId } = agents;
    const {
      call: { id: callId },
      transcript,
      diagnostics,
    } = await call(agents);

    t.test('an agent uses its tool and its source on a call', async (t) => {
      t.match(diagnostics.toolUses, [{ name: 'order_status', outcome: 'done', arguments: { order: 'A1' } }]);
      t.match(server.on('/orders').at(-1), {
        signed: true,
        body: { customer: { contactId, mobile: `+${MOBILE}` }, arguments: { order: 'A1' } },
      });
      const answer = transcript.find(({ text }) => text.includes('on its way'));
      t.match(answer?.sources, [{ sourceId: sourceId, title: 'Handbook' }]);
      t.match(prompts(), /tables by the window/);
    });

    t.test('the call is analysed', async (t) => {
      const analysis = await until(
        'the analysis',
        async () => {
          const call = await client.get<{ analysis: { readonly status: string } | null }>(
            `/api/v1/voice/calls/${callId}`,
          );
          return call.analysis?.status === 'completed' ? call.analysis : undefined;
        },
        WAIT_MS,
      );
      t.match(analysis, {
        success: true,
        findings: {
          summary: 'Books a table.',
          criteria: [{ key: 'booked', verdict: 'met' }],
          fields: [{ key: 'guests', value: 4 }],
        },
      });
    });

    t.test('a chat knows what was said on the call, and has the same tool and source', async (t) => {
      await until(
        'the call is remembered',
        async () =>
          (await client.get<{ entries: readonly MemoryEntry[] }>(`/api/v1/contacts/${contactId}/memory`))
            .entries.length > 0,
        WAIT_MS,
      );
      const before = model.requests.length;
      await meta.write({ accountId: ACCOUNT, from: MOBILE, text: 'yes please' });
      const answer = await until(
        'the answer',
        async () => (await meta.sent()).sent.find(({ to }) => to === MOBILE),
        WAIT_MS,
      );
      t.match(JSON.stringify(answer), /on its way/);
      t.match(prompts(before), /Comes with three others/);
      t.match(prompts(before), /tables by the window/);
    });
  });
