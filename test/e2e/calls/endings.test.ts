/** However a call ends, its transcript holds what was played and said before it settles. */
import { setTimeout as delay } from 'node:timers/promises';
import t, { type Test } from 'tap';
import type { Step } from '../../../simulators/phone-network/callee.js';
import { type CallDetail, createApiClient, isAttached, isSettled } from '../../../testkit/api/client.js';
import { concurrent } from '../../../testkit/concurrent.js';
import { AGENT } from '../../../testkit/demo-script.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';

const SETTLED_MS = 60_000;
/** As long as a greeting may be: every call below ends before it does. */
const LONG_GREETING =
  'Hello, this is the restaurant Bella Vista in the old town, open every day from noon to midnight, with tables ' +
  'by the window and in the garden.';
const LONG_ANSWER = 'We have a table by the window and one in the garden. '.repeat(12).trim();

interface Ending {
  readonly name: string;
  readonly number: string;
  readonly steps: readonly Step[];
  /** Cancels the call this long after its media attached; undefined: something else ends it. */
  readonly cancelAfterMs?: number;
  readonly voice?: { readonly maxCallDurationSeconds: number };
  /** What the customer said, as it must be in the transcript. */
  readonly customerTurns: readonly string[];
  readonly endReason: string;
}

t.setTimeout(200_000);
// Calls run in real time, so tests run concurrently.
t.jobs = 8;

const world = await startWorld(t, SILERO_DETECTOR);
const client = world.client();
const say = async (text: string): Promise<Step['do']> => ({ type: 'say', audio: await world.say(text) });
/** How long the agent speaks before the service is stopped. */
const SPOKEN_MS = 3_000;
const goodbye = 'thank you goodbye';
const ENDINGS: readonly Ending[] = [
  {
    name: 'the customer hangs up while the agent greets',
    number: '+14155550180',
    steps: [{ atMs: 2_500, do: { type: 'hang_up' } }],
    customerTurns: [],
    endReason: 'customer_hangup',
  },
  {
    name: 'the customer speaks over the greeting and hangs up at once',
    number: '+14155550181',
    steps: [
      { atMs: 1_500, do: await say(goodbye) },
      { atMs: 3_300, do: { type: 'hang_up' } },
    ],
    customerTurns: [goodbye],
    endReason: 'customer_hangup',
  },
  {
    name: 'an operator cancels while the agent greets',
    number: '+14155550182',
    steps: [],
    cancelAfterMs: 2_500,
    customerTurns: [],
    endReason: 'operator_hangup',
  },
  {
    name: 'the call reaches its maximum duration',
    number: '+14155550183',
    steps: [{ atMs: 2_000, do: await say(goodbye) }],
    voice: { maxCallDurationSeconds: 6 },
    customerTurns: [goodbye],
    endReason: 'max_duration',
  },
];

/** The interrupted turn is the played part of `sentence`, the customer's turns are `customerTurns`, and then the call settles. */
const check = (
  t: Test,
  { transcript, diagnostics }: CallDetail,
  customerTurns: readonly string[],
  sentence = LONG_GREETING,
): void => {
  const cut = diagnostics.turns.findIndex(({ interrupted }) => interrupted);
  const played = transcript[cut]?.text ?? '';
  t.equal(transcript[cut]?.speaker, 'assistant');
  t.ok(
    played.length > 0 && played.length < sentence.length && sentence.startsWith(played),
    `played: ${played}`,
  );
  t.same(
    transcript.filter(({ speaker }) => speaker === 'customer').map(({ text }) => text),
    customerTurns,
  );
  const events = diagnostics.timeline.map(({ event }) => event);
  t.ok(events.lastIndexOf('call.turn') < events.indexOf('call.settled'), 'before it settles');
  t.ok(events.lastIndexOf('call.turn') < events.indexOf('call.recording_finished'), 'before it is recorded');
};

// With the first call the recogniser learns its phrases, and the synthesiser the greeting.
const first = await client.createAgent('First', AGENT.instructions, { firstGreeting: LONG_GREETING });
await world.network.callee('+14155579000', {
  ringMs: 200,
  steps: [{ atMs: 10_000, do: { type: 'hang_up' } }],
});
await client.callUntil(await client.startCall(first.id, '+14155579000'), isSettled, SETTLED_MS);

for (const ending of ENDINGS)
  t.test(ending.name, concurrent(120_000), async (t) => {
    const agent = await client.createAgent(ending.name, AGENT.instructions, {
      firstGreeting: LONG_GREETING,
      ...(ending.voice ?? {}),
    });
    await world.network.callee(ending.number, { ringMs: 300, steps: ending.steps });
    const callId = await client.startCall(agent.id, ending.number);
    if (ending.cancelAfterMs !== undefined) {
      await client.callUntil(callId, isAttached, 30_000);
      await delay(ending.cancelAfterMs);
      await client.cancel(callId);
    }
    const detail = await client.callUntil(callId, isSettled, SETTLED_MS);
    t.equal(detail.call.endReason, ending.endReason);
    check(t, detail, ending.customerTurns);
  });

t.test('credit runs out while the agent answers', concurrent(120_000), async (t) => {
  // One block of twenty seconds.
  const poor = await createTenant(world.dataDir, { lines: 1, credits: 1, blockPrice: 1_000_000 });
  const client = createApiClient(world.service().url, poor.businessId, poor.apiKey);
  const instructions = `When the customer says "${goodbye}", say "${LONG_ANSWER}".`;
  const agent = await client.createAgent('Talkative', instructions, { firstGreeting: 'Hello.' });
  const steps: readonly Step[] = [{ afterSilenceMs: 300, do: await say(goodbye) }];
  await world.network.callee('+14155550184', { ringMs: 300, steps });
  const callId = await client.startCall(agent.id, '+14155550184');
  const detail = await client.callUntil(callId, isSettled, SETTLED_MS);
  t.equal(detail.call.endReason, 'insufficient_credit');
  check(t, detail, [goodbye], LONG_ANSWER);
});

// It waits for the tests before it: their calls have ended when the service is stopped.
t.test('the service is stopped while the agent speaks', { buffered: false, timeout: 120_000 }, async (t) => {
  const agent = await client.createAgent('Stopped', AGENT.instructions, { firstGreeting: LONG_GREETING });
  await world.network.callee('+14155550185', {
    ringMs: 300,
    steps: [{ atMs: 20_000, do: { type: 'hang_up' } }],
  });
  const callId = await client.startCall(agent.id, '+14155550185');
  await client.callUntil(callId, isAttached, 30_000);
  await delay(SPOKEN_MS);
  world.service().kill('SIGTERM');
  await world.service().ended;
  await world.restart();
  const detail = await world.client().callUntil(callId, isSettled, SETTLED_MS);
  check(t, detail, []);
  const greetings = detail.transcript.filter(({ text }) => text.startsWith('Hello'));
  t.equal(greetings.length, 1, 'greeted once');
});
