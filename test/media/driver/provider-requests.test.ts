/** Voices get the spoken form of a text, and the session the times of its written words. */
import t from 'tap';
import { createProviderRequests } from '../../../media/driver/provider-requests.js';
import type { SessionInput } from '../../../media/session/io.js';
import type { AgentSpeech } from '../../../media/speech/spoken-request.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import type { SpeechRequest, Synthesiser } from '../../../providers/speech/synthesiser.js';
import { stub } from '../../../testkit/stub.js';
import { until } from '../../../testkit/until.js';

/** Says a text with a voice that takes 100 ms for each word. */
const said = async (text: string, speech: AgentSpeech) => {
  const requests: SpeechRequest[] = [];
  const inputs: SessionInput[] = [];
  const voice = stub<Synthesiser>({
    synthesise: async function* (request) {
      requests.push(request);
      const words = request.text
        .split(' ')
        .map((word, index) => ({ word, startMs: index * 100, endMs: (index + 1) * 100 }));
      yield { mulaw: new Uint8Array(words.length * 800), words };
    },
  });
  const driver = createProviderRequests({
    providers: { models: [stub<LanguageModel>({})], synthesisers: [voice] },
    speech: () => speech,
    timeZone: null,
    knowledge: async () => [],
    tools: Promise.resolve([]),
    useTool: async () => ({ outcome: 'done', result: '' }),
    feed: (input) => inputs.push(input),
    onUsage: () => undefined,
    onFailed: (_, error) => t.fail(String(error)),
  });
  driver.synthesise({ type: 'synthesise', utterance: 'u1', synthesiser: 1, text, reply: 'r1' });
  await until('the end of the speech', async () => inputs.at(-1)?.type === 'speech_done');
  return { requests, inputs };
};

t.test('the voice gets words, and the session learns when the written words were spoken', async (t) => {
  const speech = {
    voiceId: 'v',
    language: 'en',
    speed: 1.1,
    pronunciations: [{ written: 'Nguyen', spoken: 'Win' }],
  };
  const { requests, inputs } = await said('**Mr. Nguyen** pays $20.', speech);
  t.match(requests, [
    { text: 'Mister Win pays twenty dollars.', voiceId: 'v', language: 'en', speed: 1.1, reply: 'r1' },
  ]);
  t.match(inputs[0], {
    type: 'speech_audio',
    words: [
      { word: '**Mr.', startMs: 0, endMs: 100 },
      { word: 'Nguyen**', startMs: 100, endMs: 200 },
      { word: 'pays', startMs: 200, endMs: 300 },
      { word: '$20.', startMs: 300, endMs: 500 },
    ],
  });
});

t.test('a text without words is a pause, without a request to a voice', async (t) => {
  const { requests, inputs } = await said('👋', { voiceId: 'v', language: 'en' });
  t.same(requests, []);
  t.match(inputs, [{ type: 'speech_audio', words: [] }, { type: 'speech_done' }]);
});

t.test('the session learns the sources of a reply before its first words', async (t) => {
  const inputs: SessionInput[] = [];
  const place = { position: 2, heading: 'Parking', rank: 0 };
  const driver = createProviderRequests({
    providers: {
      models: [
        {
          name: 'witness',
          respond: async function* () {
            yield { type: 'text', text: 'In the garage.' } as const;
          },
        },
      ],
      synthesisers: [stub<Synthesiser>({})],
    },
    speech: () => ({ voiceId: 'v', language: 'en', speed: 1, pronunciations: [] }),
    timeZone: null,
    knowledge: async () => [{ source: 'Handbook', text: 'A garage.', origin: { sourceId: 's1', place } }],
    tools: Promise.resolve([]),
    useTool: async () => ({ outcome: 'done', result: '' }),
    feed: (input) => inputs.push(input),
    onUsage: () => undefined,
    onFailed: (_, error) => t.fail(String(error)),
  });
  const messages = [{ role: 'user', content: 'Where can I park?' } as const];
  driver.respond({ type: 'respond', generation: 1, model: 1, messages });
  await until('the reply', async () => inputs.at(-1)?.type === 'model_done');
  t.match(inputs, [
    {
      type: 'model_sources',
      generation: 1,
      sources: [{ sourceId: 's1', title: 'Handbook', passages: [{ position: 2, heading: 'Parking' }] }],
    },
    { type: 'model_text' },
    { type: 'model_done' },
  ]);
});
