/** An agent calls a colleague first, and connects the customer if they agree. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import type { VoiceCallSummary } from '../../../schemas/calls/voice-call.js';
import type { Step } from '../../../simulators/phone-network/callee.js';
import { type CallDetail, isSettled } from '../../../testkit/api/client.js';
import { spokenLines } from '../../../testkit/api/transcript.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { until } from '../../../testkit/until.js';

const CALL_MS = 60_000;
const COLLEAGUE = '+14155550172';
const CUSTOMER = '+14155550173';
const BRIEF = 'This is Ada. Ms Hill asks about her bill. May I put her through?';

t.setTimeout(180_000);

const model = await startOpenAiServer(t);
const env = {
  ...SILERO_DETECTOR,
  PARLEY_MODEL: 'openai-compatible:gpt-simulated',
  OPENAI_API_KEY: 'sk-of-a-test',
  OPENAI_BASE_URL: model.url,
};
const world = await startWorld(t, env);
const client = world.client();
const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello, Ada here.' });
const path = join(t.testdir({}), 'tool.json');
const TOOL = {
  name: 'ask_support',
  description: 'Calls the support and connects the customer if somebody there agrees.',
  transferTo: COLLEAGUE,
  consults: true,
};
writeFileSync(path, JSON.stringify(TOOL));
await parley(
  ['admin', 'tool', 'set', '--file', path, '--business', world.businessId, '--data-dir', world.dataDir],
  env,
);

const uses = (name: string, args: object = {}) => [
  { id: `call_${name}`, name, arguments: JSON.stringify(args) },
];
const reply = async (text: string): Promise<Step> => ({
  afterSilenceMs: 500,
  do: { type: 'say', audio: await world.say(text) },
});
const say = async (text: string): Promise<Step> => ({
  atMs: 0,
  do: { type: 'say', audio: await world.say(text) },
});
const HANG_UP: Step = { atMs: 0, do: { type: 'hang_up' } };

/** The consultation about the customer of a call, once it exists. */
const consultationOf = (callId: string): Promise<VoiceCallSummary> =>
  until('a colleague is called', async () => {
    const { calls } = await client.get<{ readonly calls: readonly VoiceCallSummary[] }>(
      '/api/v1/voice/calls',
    );
    return calls.find((call) => call.consultationOf === callId) ?? null;
  });
const direct = async (callId: string, ...steps: readonly Step[]): Promise<void> => {
  const [known] = await world.network.callsOf(callId);
  await world.network.direct(known?.sid ?? '', steps);
};
const isConnected = ({ diagnostics }: CallDetail): boolean =>
  diagnostics.operators?.takeOvers.some(({ by, until: end }) => by.type === 'call' && end === null) ?? false;
const hasLine = (line: string) => (detail: CallDetail) => spokenLines(detail).includes(line);

/** A call whose customer has asked for a person, and whose agent consults the colleague. */
const startConsulting = async (): Promise<string> => {
  await world.network.callee(CUSTOMER, { ringMs: 200, steps: [await reply('yes please')] });
  model.answer({ text: ['Please hold, I will ask. '], tools: uses('ask_support', { brief: BRIEF }) });
  return client.startCall(agent.id, CUSTOMER);
};

t.test('a colleague who agrees is connected, and the agent is back when they have left', async (t) => {
  await world.network.callee(COLLEAGUE, { ringMs: 300, steps: [await reply('yes please')] });
  const callId = await startConsulting();
  const { id: colleagueCallId } = await consultationOf(callId);
  model.answer({ text: [], tools: uses('connect_customer') });
  await client.callUntil(callId, isConnected, CALL_MS);
  await direct(colleagueCallId, await say('for two people'));
  await client.callUntil(callId, hasLine('human: for two people'), 20_000);
  await direct(callId, await say('what are your opening hours'));
  await client.callUntil(colleagueCallId, hasLine('human: what are your opening hours'), 20_000);
  model.answer({ text: ['Is there anything else?'] });
  await direct(colleagueCallId, HANG_UP);
  await client.callUntil(callId, hasLine('assistant: Is there anything else?'), 20_000);
  await direct(callId, HANG_UP);

  const call = await client.callUntil(callId, isSettled, CALL_MS);
  t.same(spokenLines(call), [
    'assistant: Hello, Ada here.',
    'customer: yes please',
    'assistant: Please hold, I will ask.',
    'human: for two people',
    'customer: what are your opening hours',
    'assistant: Is there anything else?',
  ]);
  t.match(call.call, { status: 'completed', consultationOf: null, recordingAvailable: true });
  t.match(call.diagnostics.toolUses, [{ name: 'ask_support', outcome: 'done' }]);
  t.match(call.diagnostics.operators?.takeOvers, [
    { by: { type: 'call', id: colleagueCallId }, reason: 'line_left' },
  ]);
  const colleague = await client.callUntil(colleagueCallId, isSettled, CALL_MS);
  t.same(spokenLines(colleague), [
    `assistant: ${BRIEF}`,
    'customer: yes please',
    'customer: for two people',
    'human: what are your opening hours',
  ]);
  t.match(colleague.call, { consultationOf: callId, calleeNumber: COLLEAGUE, endReason: 'customer_hangup' });
  t.match(colleague.diagnostics.toolUses, [{ name: 'connect_customer', outcome: 'done' }]);
  t.ok(colleague.call.durationSeconds < call.call.durationSeconds, 'each is charged for its own call');
});

t.test('a colleague who declines is not connected, and the customer learns so', async (t) => {
  await world.network.callee(COLLEAGUE, { ringMs: 300, steps: [await reply('yes please')] });
  const callId = await startConsulting();
  const { id: colleagueCallId } = await consultationOf(callId);
  model.answer({ text: ['I see, goodbye.'], tools: uses('end_call') });
  await client.callUntil(colleagueCallId, hasLine('assistant: I see, goodbye.'), CALL_MS);
  model.answer({ text: ['They are all busy. They will call you.'] });
  await client.callUntil(colleagueCallId, isSettled, CALL_MS);
  await client.callUntil(callId, hasLine('assistant: They are all busy. They will call you.'), 20_000);
  await direct(callId, HANG_UP);
  const call = await client.callUntil(callId, isSettled, CALL_MS);
  t.match(call.diagnostics.toolUses, [
    { name: 'ask_support', outcome: 'failed', result: /did not take the call/ },
  ]);
  t.equal(call.diagnostics.operators, undefined);
});

t.test('a customer who hangs up meanwhile is not called back, and the colleague stops ringing', async (t) => {
  await world.network.callee(COLLEAGUE, { ringMs: 20_000, steps: [] });
  const callId = await startConsulting();
  const { id: colleagueCallId } = await consultationOf(callId);
  await direct(callId, HANG_UP);
  const colleague = await client.callUntil(colleagueCallId, isSettled, CALL_MS);
  t.match(colleague.call, { status: 'cancelled', durationSeconds: 0 });
  t.match(await client.callUntil(callId, isSettled, CALL_MS), { call: { endReason: 'customer_hangup' } });
});
