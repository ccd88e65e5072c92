/** OpenAI Realtime as an engine: its contract, its session settings, and the choices that it accepts. */
import t from 'tap';
import { openaiRealtimeKind } from '../../../providers/realtime/openai/index.js';
import { startEngine } from '../../../testkit/simulators/simulated-engine.js';
import { call, KEY, LIMITS, LOOK_UP, sentence, WORDS } from './caller.js';
import { engineConforms } from './conformance.js';
import { REPLY } from './scene.js';

t.setTimeout(120_000);
const simulator = await startEngine(t);
const kind = openaiRealtimeKind(LIMITS);
const open = () => kind.open({ choice: 'gpt-realtime@marin', key: KEY, address: `${simulator.url}/v1` });

t.test('conforms', (t) => engineConforms(t, { kind, simulator, path: '/v1', model: 'gpt-realtime' }));

t.test('configures the session: no automatic answers or interruptions, µ-law both ways', async (t) => {
  await simulator.configure({ key: KEY, words: WORDS, replies: [{ text: REPLY }] });
  const engine = await open();
  t.teardown(() => engine.close());
  const caller = call(engine);
  await caller.says(sentence());
  await caller.comes('final');
  const [connection] = await simulator.connections();
  t.equal(connection?.path, '/v1/realtime?model=gpt-realtime');
  t.match(connection?.headers, { authorization: `Bearer ${KEY}` });
  t.notOk(connection?.headers['openai-beta']);
  t.match(connection?.messages, [
    {
      type: 'session.update',
      session: {
        type: 'realtime',
        instructions: 'You are Ada.',
        output_modalities: ['audio'],
        audio: {
          input: {
            format: { type: 'audio/pcmu' },
            transcription: { language: 'en' },
            turn_detection: { type: 'server_vad', create_response: false, interrupt_response: false },
          },
          output: { format: { type: 'audio/pcmu' }, voice: 'cedar' },
        },
        tools: [{ type: 'function', name: LOOK_UP.name, parameters: LOOK_UP.parameters }],
      },
    },
  ]);
});

t.test('replaces an unknown voice by the configured one', async (t) => {
  await simulator.configure({ key: KEY, words: WORDS, replies: [{ text: REPLY }] });
  const engine = await open();
  t.teardown(() => engine.close());
  t.equal(engine.voices[0]?.id, 'openai:marin');
  t.notOk(
    engine.voices.some(({ id }) => id === 'openai:nova'),
    'a voice for synthesis only',
  );
  let isDone = false;
  const stream = engine.open({ language: 'de', voiceId: 'flite:slt' }, ({ type }) => {
    isDone ||= type === 'done';
  });
  stream.prepare({ instructions: '', tools: [] });
  stream.respond({ response: 'r1', notes: [], uses: [] });
  while (!isDone) await new Promise((resolve) => setTimeout(resolve, 10));
  const [connection] = await simulator.connections();
  t.match(connection?.messages[0], { session: { audio: { output: { voice: 'marin' } } } });
});

t.test('refuses an invalid choice with a suggestion, and an invalid key', async (t) => {
  for (const choice of [
    '',
    'gpt realtime',
    'gpt-realtime@',
    'gpt-realtime@a@b',
    'gpt-4o-transcribe',
    'whisper-1',
  ])
    await t.rejects(kind.open({ choice, key: KEY, address: 'https://api.openai.com/v1' }), {
      message: /such as gpt-realtime/,
    });
  await t.rejects(kind.open({ choice: 'gpt-realtime', key: 'a b', address: 'https://api.openai.com/v1' }), {
    message: /a key is required/,
  });
});
