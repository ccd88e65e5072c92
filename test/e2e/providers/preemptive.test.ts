/**
 * Preemptive requests to the model at the likely end of a turn, by configuration alone: a recogniser that reports
 * likely ends, a model, and media threads that pass the counts on. The session log is replayed with other settings.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import t from 'tap';
import { type SpeechPart, speak } from '../../../simulators/support/spoken.js';
import { isSettled } from '../../../testkit/api/client.js';
import { seeded, seedOfRun } from '../../../testkit/seeded.js';
import { nodeCommand } from '../../../testkit/service/node-command.js';
import { CLI } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { startRecognisers } from '../../../testkit/simulators/simulated-recognisers.js';
import { until } from '../../../testkit/until.js';

const KEY = 'dg-key-of-the-stt-4712';
const WORDS = 'is there a table for two this evening'.split(' ');
const CALL_MS = 60_000;

t.setTimeout(180_000);

const seed = seedOfRun();
t.comment(`PARLEY_TEST_SEED=${seed}`);
const stt = await startRecognisers(t);
await stt.configure({ key: KEY, words: WORDS, faults: [] });
const llm = await startOpenAiServer(t);
llm.answer({
  text: ['We have one ', 'at eight. ', 'Goodbye.'],
  tools: [{ id: 'call_1', name: 'end_call', arguments: '{}' }],
});
const world = await startWorld(t, {
  PARLEY_PREEMPTIVE: '1',
  PARLEY_MEDIA_THREADS: '1',
  PARLEY_MODEL: 'openai:gpt-simulated',
  OPENAI_API_KEY: 'sk-key-of-the-llm-4711',
  OPENAI_BASE_URL: llm.url,
  PARLEY_RECOGNISER: 'deepgram:flux-general-en',
  DEEPGRAM_API_KEY: KEY,
  DEEPGRAM_BASE_URL: stt.url,
  PARLEY_SYNTHESISER: 'flite:slt',
});

t.test('the model has a head start and gets one request', async (t) => {
  const client = world.client();
  const spokenWords: SpeechPart[] = WORDS.flatMap((_word, word) => [{ word, ms: 180 }, { silenceMs: 60 }]);
  const audio = Buffer.from(speak(spokenWords, seeded(seed))).toString('base64');
  const to = '+14155550193';
  await world.network.callee(to, {
    ringMs: 200,
    steps: [{ afterSilenceMs: 500, do: { type: 'say', audio } }],
  });
  const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
  const { call, transcript } = await client.callUntil(
    await client.startCall(agent.id, to),
    isSettled,
    CALL_MS,
  );
  // On a busy machine the customer hears a filler.
  const lines = transcript.map(({ speaker, text }) => `${speaker}: ${text}`);
  t.same(
    lines.filter((line) => line !== 'assistant: One moment, please.'),
    [
      'assistant: Hello, Ada here.',
      `customer: ${WORDS.join(' ')}`,
      'assistant: We have one at eight. Goodbye.',
    ],
  );
  t.equal(llm.requests.length, 1);
  const [connection] = await stt.connections();
  t.match(connection?.path, /eager_eot_threshold=0\.5/);

  let metrics = '';
  await until('the counts have arrived', async () => {
    metrics = await world.service().metrics();
    return metrics.includes('parley_preemptive_replies_total{what="used"} 1');
  });
  t.match(metrics, /parley_preemptive_replies_total\{what="begun"\} 1/);
  t.match(metrics, /parley_latency_ms_count\{measure="preemptive\.head_start"\} 1/);
  const tokens = /parley_preemptive_tokens_total\{model="openai:gpt-simulated",direction="input"\} (\d+)/;
  const all = /parley_model_tokens_total\{model="openai:gpt-simulated",direction="input"\} (\d+)/;
  t.ok(Number(tokens.exec(metrics)?.[1]) > 0);
  t.equal(tokens.exec(metrics)?.[1], all.exec(metrics)?.[1], 'there was no other request');

  const log = await world.sessionLog(call.id);
  const [command, args] = nodeCommand([CLI, 'tune', log, '--preemptive', 'off,on']);
  const { stdout } = await promisify(execFile)(command, args);
  t.match(JSON.parse(stdout), {
    remarks: [],
    rows: [
      { settings: 'recorded', preemptive: 'on', byRecogniser: 1, wasted: 0 },
      { settings: 'tried', preemptive: 'off' },
      { settings: 'tried', preemptive: 'on' },
    ],
  });
});
