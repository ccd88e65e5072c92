/**
 * Retrieval by meaning, end to end: passages that share no word with the question reach the model, on calls with a thread of
 * their own and in writing; the answer names its sources; and a provider that is down or slow costs no answer.
 */
import t from 'tap';
import { isSettled } from '../../../testkit/api/client.js';
import { createPublishedClient } from '../../../testkit/api/published-client.js';
import { contactsWith, createAgent, timelineOf } from '../../../testkit/api/resources.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { startEmbeddingServer } from '../../../testkit/simulators/embedding-server.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242924';
const WAIT_MS = 30_000;

t.setTimeout(180_000);

/** What a customer says on the phone here is "yes please"; it means vehicles, too. */
const NOTHING = ['where', 'can', 'i', 'leave', 'my', 'please', 'hello', 'ada', 'here'];
const embeddings = await startEmbeddingServer(t, {
  ...Object.fromEntries(NOTHING.map((word) => [word, ''])),
  // Not among the related words of the search by words.
  hatchback: 'vehicles',
  yes: 'vehicles',
});
const model = await startOpenAiServer(t);
const meta = await startTestMeta(t);
const world = await startWorld(t, {
  ...meta.env,
  PARLEY_MODEL: 'openai-compatible:simulated',
  OPENAI_BASE_URL: model.url,
  PARLEY_EMBEDDINGS: 'openai-compatible:simulated',
  PARLEY_EMBEDDINGS_BASE_URL: embeddings.url,
  PARLEY_MEDIA_THREADS: '1',
});
const { businessId } = world;
const client = world.client();
const api = await createPublishedClient(() => world.service().url, {
  authorization: `Bearer ${world.apiKey}`,
});
await connectWhatsApp(world, businessId, ACCOUNT);

const TOPICS = ['Breakfast', 'Pool', 'Towels', 'Lift', 'Piano', 'Sauna', 'Library', 'Terrace', 'Bar', 'Gym'];
const page = (topic: string, fact: string): string => `# ${topic}\n\n${`${fact} `.repeat(16)}`;
const handbook = [
  ...TOPICS.map((topic) => page(topic, `The ${topic.toLowerCase()} is open to all guests of this house.`)),
  page('Underground', 'Vehicles are parked below the hall.'),
].join('\n\n');
const { data: created } = await api.ask<{ dataSource: { id: string } }>('POST', '/api/v1/data-sources', {
  businessId,
  name: 'Handbook',
  class: 'unstructured',
  text: handbook,
});
const sourceId = created.dataSource.id;
await createAgent(client, {
  channel: 'whatsapp',
  name: 'Ada',
  instructions: 'Answer guests.',
  dataSourceIds: [sourceId],
  assignment: { phoneNumberId: ACCOUNT },
});
const promptsAfter = (count: number): string =>
  JSON.stringify(model.requests.slice(count).map(({ body }) => body));
const parked = /Vehicles are parked/;

let customers = 0;
/** A new customer writes once; resolves with their number and the prompts of the answer. */
const written = async (text: string) => {
  customers += 1;
  const from = `141555502${String(customers).padStart(2, '0')}`;
  const before = model.requests.length;
  model.answer({ text: ['Below the hall.'] });
  await meta.write({ accountId: ACCOUNT, from, text });
  await until('the answer', async () => (await meta.sent()).sent.find(({ to }) => to === from), WAIT_MS);
  return { from, prompts: promptsAfter(before) };
};

t.test('passages are embedded once, and found by their meaning', async (t) => {
  await until(
    'the vectors',
    async () => parked.test((await written('Where can I leave my hatchback?')).prompts),
    WAIT_MS,
  );
  const embedded = embeddings.requests.flatMap(({ texts }) => texts.filter((text) => parked.test(text)));
  t.equal(embedded.length, 1, 'the passage');
});

t.test('an answer in writing names its sources', async (t) => {
  const { from } = await written('Where can I leave my hatchback?');
  const contact = await until('the contact', async () => (await contactsWith(client, from))[0], WAIT_MS);
  const timeline = await timelineOf(client, contact.id);
  const answer = timeline.find((item) => item.type === 'message' && item.author === 'agent');
  t.match(answer, { sources: [{ sourceId, title: 'Handbook' }] });
  t.match(JSON.stringify(answer), /"heading":"Underground"/);
});

/** A call on which the customer says these words once; returns its transcript and the prompts. */
const called = async (number: string, words: string) => {
  const before = model.requests.length;
  model.answer({
    text: ['Below the hall. ', 'Goodbye.'],
    tools: [{ id: 'call_1', name: 'end_call', arguments: '{}' }],
  });
  const voice = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', {
    businessId,
    channel: 'voice',
    name: 'Ada',
    instructions: 'Answer guests.',
    voiceSettings: { firstGreeting: 'Hello, Ada here.' },
    dataSourceIds: [sourceId],
  });
  const audio = await world.say(words);
  await world.network.callee(number, {
    ringMs: 200,
    steps: [{ afterSilenceMs: 500, do: { type: 'say', audio } }],
  });
  const { transcript } = await client.callUntil(
    await client.startCall(voice.data.agent.id, number),
    isSettled,
    60_000,
  );
  return { transcript, prompts: promptsAfter(before) };
};

t.test(
  'a caller’s question is embedded before the turn has ended, and the turn names its sources',
  async (t) => {
    const { transcript, prompts } = await called('+14155550180', 'yes please');
    t.match(prompts, parked);
    const answer = transcript.find(({ text }) => text.startsWith('Below'));
    t.match(answer?.sources, [{ sourceId, title: 'Handbook' }]);
    t.equal(answer?.sources?.[0]?.passages[0]?.heading, 'Underground');
    t.match(await world.service().metrics(), /parley_question_vectors_total\{outcome="ahead"\} [1-9]/);
    t.match(
      await world.service().metrics(),
      /parley_model_tokens_total\{model="openai-compatible:simulated",direction="input"\} \d+/,
    );
  },
);

t.test('a provider that does not answer delays no call', async (t) => {
  embeddings.fail({ type: 'stall' });
  const { transcript } = await called('+14155550181', 'thank you goodbye');
  t.ok(transcript.some(({ text }) => text.startsWith('Below')));
  t.match(await world.service().metrics(), /parley_question_vectors_total\{outcome="late"\} [1-9]/);
});

t.test(
  'a provider that fails costs no answer, and a text that could not be embedded is embedded later',
  async (t) => {
    embeddings.fail({ type: 'status', status: 503 });
    t.notMatch((await written('Where can I leave my hatchback tonight?')).prompts, parked);
    const replaced = await api.ask('PATCH', '/api/v1/data-sources', {
      businessId,
      sourceId,
      text: handbook.replaceAll('Vehicles are parked', 'Vehicles are now parked'),
    });
    t.equal(replaced.status, 200);
    const failedAt = embeddings.requests.length;
    await until('an attempt', async () => embeddings.requests.length > failedAt, WAIT_MS);
    embeddings.fail(null);
    await until(
      'the new passage',
      async () => /Vehicles are now parked/.test((await written('Where can I leave my hatchback?')).prompts),
      60_000,
    );
  },
);
