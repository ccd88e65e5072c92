/** Calls on lines that are never quiet, through real sockets: with and without the model that confirms a voice. */
import t from 'tap';
import { atLevel } from '../../../../media/rehearsal/level.js';
import { createFlite } from '../../../../providers/speech/offline/flite/synthesiser.js';
import { isSettled } from '../../../../testkit/api/client.js';
import { spokenLines } from '../../../../testkit/api/transcript.js';
import { concurrent } from '../../../../testkit/concurrent.js';
import { babble, type NoiseKind, noiseOf, onTheWire, voiceOf } from '../../../../testkit/noises.js';
import { startWorld } from '../../../../testkit/service/world.js';
import { ONLY_IN_FULL_RUN } from '../../../support/full-run.js';

const CALL_MS = 90_000;
const GREETING = 'Hello, this is the restaurant Bella Vista.';
const ANSWER = 'We are open every day from noon to midnight, and on Sundays from nine.';
const QUESTION = 'what are your opening hours';
const FAREWELL = 'thank you goodbye';
const INSTRUCTIONS = [
  `When the customer says "${QUESTION}", say "${ANSWER}".`,
  `When the customer says "${FAREWELL}", say "Goodbye!". Then hang up.`,
].join('\n');
/** The greeting may be interrupted, so that a noise could do so. */
const VOICE = { firstGreeting: GREETING, allowGreetingInterrupt: true, nudgeAfterSilenceSeconds: 120 };
const NOISE_DBFS = -36;
const SPEECH_DBFS = -22;
const LOOP_S = 20;

t.setTimeout(400_000);

const voices = createFlite();
t.teardown(() => voices.close());
const spoken = async (text: string): Promise<string> =>
  onTheWire(atLevel(await voiceOf(voices, text, 'flite:rms'), SPEECH_DBFS));
const question = await spoken(QUESTION);
const farewell = await spoken(FAREWELL);
const noises = new Map<string, string>();
for (const kind of ['white', 'pink', 'car', 'hum'] satisfies NoiseKind[])
  noises.set(kind, onTheWire(noiseOf(kind, NOISE_DBFS, LOOP_S)));
noises.set('babble', onTheWire(await babble(voices, NOISE_DBFS, LOOP_S)));
// Tones that come and go: a noise gate stumbles over their onsets.
noises.set('ringback', onTheWire(noiseOf('ringback', -30, 12)));

for (const [detector, skip] of [
  ['silero', false],
  ['energy', ONLY_IN_FULL_RUN],
] as const) {
  t.test(`holds conversations in noise with the ${detector} detector`, { skip }, async (t) => {
    t.setTimeout(190_000);
    t.jobs = 12;
    const world = await startWorld(t, { PARLEY_VOICE_DETECTOR: detector });
    const client = world.client();
    const patient = await client.createAgent('Patient', INSTRUCTIONS, {
      ...VOICE,
      disconnectAfterSilenceSeconds: 60,
    });
    const brief = await client.createAgent('Brief', INSTRUCTIONS, {
      ...VOICE,
      disconnectAfterSilenceSeconds: 4,
    });
    let number = 0;
    const nextNumber = (): string => {
      number += 1;
      return `+141555502${String(number).padStart(2, '0')}`;
    };
    // The recogniser learns the phrases of an agent with its first call.
    const first = nextNumber();
    await world.network.callee(first, { ringMs: 200, steps: [{ atMs: 8_000, do: { type: 'hang_up' } }] });
    await client.callUntil(await client.startCall(patient.id, first), isSettled, CALL_MS);
    // By energy alone, voices and tones in the background sometimes pass for the customer.
    const steady = [...noises.keys()].filter(
      (kind) => detector === 'silero' || (kind !== 'babble' && kind !== 'ringback'),
    );

    for (const kind of steady.filter((noise) => noise !== 'ringback'))
      void t.test(
        `answers a question over ${kind} in full, and nothing is cut off`,
        concurrent(120_000),
        async (t) => {
          const to = nextNumber();
          await world.network.callee(to, {
            ringMs: 300,
            noise: noises.get(kind) ?? '',
            steps: [
              { afterSilenceMs: 900, do: { type: 'say', audio: question } },
              { afterSilenceMs: 900, do: { type: 'say', audio: farewell } },
            ],
          });
          const callId = await client.startCall(patient.id, to);
          const detail = await client.callUntil(callId, isSettled, CALL_MS);
          t.same(spokenLines(detail), [
            `assistant: ${GREETING}`,
            `customer: ${QUESTION}`,
            `assistant: ${ANSWER}`,
            `customer: ${FAREWELL}`,
            'assistant: Goodbye!',
          ]);
          t.match(detail.call, { status: 'completed', endReason: 'agent_hangup' });
          const [call] = await world.network.callsOf(callId);
          t.equal(call?.stats.clears, 0);
        },
      );

    for (const kind of steady)
      void t.test(
        `a call over ${kind} without any speech ends because of silence`,
        concurrent(120_000),
        async (t) => {
          const to = nextNumber();
          await world.network.callee(to, { ringMs: 300, noise: noises.get(kind) ?? '', steps: [] });
          const callId = await client.startCall(brief.id, to);
          const detail = await client.callUntil(callId, isSettled, CALL_MS);
          t.same(
            detail.transcript.map(({ text }) => text),
            [GREETING],
            'the whole greeting was heard',
          );
          t.match(detail.call, { status: 'completed', endedBy: 'system', endReason: 'silence' });
          t.ok(detail.call.durationSeconds < 20, `after ${detail.call.durationSeconds} s`);
          const [call] = await world.network.callsOf(callId);
          t.equal(call?.stats.clears, 0, 'nothing was cut off');
        },
      );
  });
}
