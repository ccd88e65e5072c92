/** An answering machine takes a call: the agent hangs up, or leaves its message after the beep. */
import t from 'tap';
import { encodeMulaw } from '../../../providers/speech/dsp/g711.js';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import { isSettled } from '../../../testkit/api/client.js';
import { spokenLines } from '../../../testkit/api/transcript.js';
import { concurrent } from '../../../testkit/concurrent.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const CALL_MS = 60_000;
const GREETING = 'please leave a message after the tone';
const MESSAGE = 'This is the restaurant. Your table is ready.';
/** The recogniser knows the phrases that are quoted here. */
const INSTRUCTIONS = `When the customer says "${GREETING}", say "I am no machine.".`;

t.setTimeout(150_000);
t.jobs = 3;

const world = await startWorld(t, SILERO_DETECTOR);
const client = world.client();
const agentOf = (name: string) =>
  client.createAgent(name, INSTRUCTIONS, { firstGreeting: 'Hello, this is the restaurant.' });
const voicemail = (agentId: string, ...choice: readonly string[]) =>
  parley(
    ['admin', 'agent', 'voicemail', '--business', world.businessId, '--agent', agentId].concat(
      ...choice,
      '--data-dir',
      world.dataDir,
    ),
    SILERO_DETECTOR,
  );
const beep = Buffer.from(
  encodeMulaw(
    Int16Array.from({ length: 4_000 }, (_, index) => Math.round(8_000 * Math.sin((2 * Math.PI * index) / 8))),
  ),
).toString('base64');
const answeringMachine = async (number: string): Promise<void> =>
  world.network.callee(number, {
    ringMs: 200,
    steps: [
      { atMs: 2_500, do: { type: 'say', audio: await world.say(GREETING) } },
      { do: { type: 'say', audio: beep } },
      { atMs: 40_000, do: { type: 'hang_up' } },
    ],
  });

const usual = await agentOf('Usual');
const patient = await agentOf('Patient');

const set = await voicemail(patient.id, '--message', MESSAGE);
await until('the choice is stored', async () => {
  const { agents } = await client.get<{ agents: readonly AgentResource[] }>('/api/v1/agents');
  return agents.some(({ id, createdAt, updatedAt }) => id === patient.id && createdAt !== updatedAt);
});

t.test('an operator chooses what the agent does', concurrent(CALL_MS), async (t) => {
  t.match(set, { agentId: patient.id, voicemail: { type: 'leave_message', text: MESSAGE } });
  t.match(await voicemail(patient.id), { voicemail: { type: 'leave_message' } });
  t.match(await voicemail(usual.id), { agentId: usual.id, voicemail: { type: 'hang_up' } });
  await t.rejects(voicemail(usual.id, '--talk', '--hang-up'), { message: /use only one of/ });
  await t.rejects(voicemail(usual.id, '--message', ' '), { message: /1 to 1000 characters/ });
  await t.rejects(voicemail(world.businessId, '--talk'), { message: /agent/ });
});

t.test('hangs up by default', concurrent(CALL_MS), async (t) => {
  await answeringMachine('+14155550160');
  const call = await client.callUntil(await client.startCall(usual.id, '+14155550160'), isSettled, CALL_MS);
  t.match(call.call, { status: 'completed', endReason: 'voicemail', endedBy: 'customer' });
  t.same(spokenLines(call), ['assistant: Hello, this is the restaurant.', `customer: ${GREETING}`]);
  t.match(call.diagnostics.notes, [{ code: 'voicemail' }]);
});

t.test('leaves its message after the beep', concurrent(CALL_MS), async (t) => {
  await answeringMachine('+14155550161');
  const callId = await client.startCall(patient.id, '+14155550161');
  const call = await client.callUntil(callId, isSettled, CALL_MS);
  t.match(call.call, { status: 'completed', endReason: 'voicemail' });
  t.same(spokenLines(call), [
    'assistant: Hello, this is the restaurant.',
    `customer: ${GREETING}`,
    `assistant: ${MESSAGE}`,
  ]);
  const [known] = await world.network.callsOf(callId);
  const history = await world.network.history(known?.sid ?? '');
  const beepEnd = history.said.at(-1)?.endMs ?? 0;
  const heard = await world.network.heard(known?.sid ?? '');
  const after = heard.filter(({ atMs }) => atMs > beepEnd - 200);
  t.ok(after.length > 0 && (after[0]?.atMs ?? 0) < beepEnd + 4_000, 'soon after the beep');
});
