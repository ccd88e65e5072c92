/**
 * Each networked recogniser, model and synthesiser in complete calls: the agent uses a tool, transfers the customer,
 * and leaves a message on an answering machine. All providers are simulated in their own protocols.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { encodeMulaw } from '../../../../providers/speech/dsp/g711.js';
import { type SpeechPart, speak } from '../../../../simulators/support/spoken.js';
import { isSettled } from '../../../../testkit/api/client.js';
import { BRIDGE, spokenLines, spokenTurns } from '../../../../testkit/api/transcript.js';
import { concurrent } from '../../../../testkit/concurrent.js';
import { seeded } from '../../../../testkit/seeded.js';
import { startReceiver } from '../../../../testkit/servers/receiver.js';
import { parley } from '../../../../testkit/service/parley-process.js';
import { startWorld } from '../../../../testkit/service/world.js';
import { KEY, type ProviderSet, SETS, startSet } from '../../../../testkit/simulators/provider-sets.js';
import { ONLY_IN_FULL_RUN } from '../../../support/full-run.js';

const CALL_MS = 60_000;
const SUPPORT = '+14155550180';
const CUSTOMER = '+14155550181';
const MACHINE = '+14155550182';
const QUESTION = 'where is my order';
const GREETING = 'please leave a message after the tone';
const MESSAGE = 'This is the parcel service. Your parcel is there.';

t.setTimeout(600_000);
t.jobs = 2;

/** Sounds that a simulated recogniser transcribes as these words. */
const sounds = (words: string): string => {
  const parts: SpeechPart[] = words
    .split(' ')
    .flatMap((_text, word) => [{ word, ms: 180 }, { silenceMs: 60 }]);
  return Buffer.from(speak(parts, seeded(4_711))).toString('base64');
};
const BEEP = Buffer.from(
  encodeMulaw(
    Int16Array.from({ length: 4_000 }, (_, index) => Math.round(8_000 * Math.sin((2 * Math.PI * index) / 8))),
  ),
).toString('base64');

const playing = async (t: Test, set: ProviderSet): Promise<void> => {
  const engines = await startSet(t, set);
  const { stt, llm } = engines;
  const env = { ...engines.env, PARLEY_DEVELOPMENT: '1' };
  const world = await startWorld(t, env);
  const server = await startReceiver(t);
  server.behave('/orders', (_request, response) => response.end('{"status":"in Boston"}'));
  const client = world.client();
  const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
  const folder = t.testdir({});
  const admin = (...command: readonly string[]) =>
    parley(['admin', ...command, '--business', world.businessId, '--data-dir', world.dataDir], env);
  const tools = [
    {
      name: 'order_status',
      description: 'Looks up where an order is.',
      parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
      url: `${server.url}/orders`,
    },
    { name: 'to_support', description: 'Puts the customer through.', transferTo: SUPPORT },
  ];
  for (const tool of tools) {
    const path = join(folder, `${tool.name}.json`);
    writeFileSync(path, JSON.stringify(tool));
    await admin('tool', 'set', '--file', path);
  }
  await admin('agent', 'voicemail', '--agent', agent.id, '--message', MESSAGE);

  await t.test('uses a tool and transfers the customer', async (t) => {
    await stt.configure({ key: KEY, words: QUESTION.split(' '), faults: [] });
    await llm.answer(
      { tools: [{ id: 'call_1', name: 'order_status', arguments: '{"order":"A1"}' }] },
      { text: ['It is in Boston. '] },
      {
        text: ['I will put you through. '],
        tools: [{ id: 'call_2', name: 'to_support', arguments: '{}' }],
      },
    );
    await world.network.callee(SUPPORT, { ringMs: 200, steps: [{ atMs: 1_500, do: { type: 'hang_up' } }] });
    const ask = { type: 'say', audio: sounds(QUESTION) } as const;
    await world.network.callee(CUSTOMER, {
      ringMs: 200,
      steps: [
        { afterSilenceMs: 600, do: ask },
        { afterSilenceMs: 1_500, do: ask },
      ],
    });
    const call = await client.callUntil(await client.startCall(agent.id, CUSTOMER), isSettled, CALL_MS);
    t.same(spokenLines(call), [
      'assistant: Hello, Ada here.',
      `customer: ${QUESTION}`,
      'assistant: It is in Boston.',
      `customer: ${QUESTION}`,
      'assistant: I will put you through.',
    ]);
    t.match(call.call, { status: 'completed', endReason: 'completed' });
    t.match(call.diagnostics.toolUses, [
      { name: 'order_status', arguments: { order: 'A1' }, outcome: 'done', result: '{"status":"in Boston"}' },
      { name: 'to_support', outcome: 'done' },
    ]);
    t.equal(server.on('/orders').length, 1);
    for (const [index, { speaker, latencies }] of call.diagnostics.turns.entries())
      if (index > 0 && speaker === 'assistant' && call.transcript[index]?.text !== BRIDGE)
        t.notOk(Object.values(latencies ?? { none: null }).includes(null), 'all five latencies');
  });

  await t.test('leaves a message on an answering machine', async (t) => {
    await stt.configure({ key: KEY, words: GREETING.split(' '), faults: [] });
    await llm.answer({ text: ['I am no machine.'] });
    await world.network.callee(MACHINE, {
      ringMs: 200,
      steps: [
        { atMs: 2_500, do: { type: 'say', audio: sounds(GREETING) } },
        { do: { type: 'say', audio: BEEP } },
        { atMs: 40_000, do: { type: 'hang_up' } },
      ],
    });
    const call = await client.callUntil(await client.startCall(agent.id, MACHINE), isSettled, CALL_MS);
    t.match(call.call, { status: 'completed', endReason: 'voicemail' });
    const turns = spokenTurns(call);
    const spokenBy = (speakerRole: string): string =>
      turns.flatMap(({ speaker, text }) => (speaker === speakerRole ? [text] : [])).join(' ');
    // Some recognisers report a sentence in pieces.
    t.equal(spokenBy('customer'), GREETING);
    t.equal(spokenBy('assistant'), `Hello, Ada here. ${MESSAGE}`);
  });
};

// Each provider's protocol has tests of its own (test/providers): two of the sets show that whole calls are made of them.
for (const [index, set] of SETS.entries())
  t.test(
    `${set.stt}, ${set.llm}, ${set.tts}`,
    { ...concurrent(600_000), skip: index < 2 ? false : ONLY_IN_FULL_RUN },
    (t) => playing(t, set),
  );
