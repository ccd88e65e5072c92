/**
 * Calls under load: each one talks over its greeting, is answered, interrupts an answer, falls silent until it is
 * nudged, and is ended, so that every measure of the budgets happens on every call.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createFlite } from '../providers/speech/flite.js';
import { type ApiClient, type CallDetail, isSettled } from '../testkit/api-client.js';
import { type NetworkCall, type NetworkClient, spoken } from '../testkit/network-client.js';

const INSTRUCTIONS = [
  'When the customer says "what are your opening hours", say "We are open every day from noon to midnight, and on Sundays we serve breakfast from nine in the morning.".',
  'When the customer says "one moment please", say "Of course, take your time.".',
  'Otherwise, say "Could you say that again?".',
].join('\n');

/** Calls begin this far apart, ms: nobody starts a hundred calls in one instant, and the line of a carrier takes one a second. */
const APART_MS = 100;
const CALL_MS = 120_000;
/** A client that looks more often than this measures its own looking, ms. */
const POLL_MS = 1_000;
/** The nudge comes this long after the last word, s; the callee waits for it. */
const NUDGE_AFTER_S = 2;

export interface LoadResult {
  readonly details: readonly CallDetail[];
  readonly network: readonly NetworkCall[];
}

export const runCalls = async (
  client: ApiClient,
  network: NetworkClient,
  calls: number,
): Promise<LoadResult> => {
  const voices = createFlite();
  const [question, interruption] = await Promise.all([
    spoken(voices, 'what are your opening hours'),
    spoken(voices, 'one moment please'),
  ]);
  await voices.close();
  const agent = await client.createAgent('Bench', INSTRUCTIONS, {
    firstGreeting: 'Hello, this is the restaurant Bella Vista. How can I help you?',
    nudgeAfterSilenceSeconds: NUDGE_AFTER_S,
    maxCallDurationSeconds: 120,
  });
  // Warm: the first call of a process compiles its code.
  const numbers = Array.from({ length: calls }, (_, index) => `+1415${String(5_560_000 + index)}`);
  await Promise.all(
    numbers.map((number) =>
      network.callee(number, {
        ringMs: 500,
        steps: [
          { atMs: 500, do: { type: 'say', audio: question } },
          // The answer to the question is under way by now.
          { atMs: 6_500, do: { type: 'say', audio: interruption } },
        ],
      }),
    ),
  );
  const call = async (number: string, index: number): Promise<CallDetail> => {
    await delay(index * APART_MS);
    const callId = await client.startCall(agent.id, number);
    await client.callUntil(
      callId,
      ({ transcript, call }) =>
        call.endedAt !== null || transcript.filter(({ text }) => text === 'Are you still there?').length > 0,
      CALL_MS,
      POLL_MS,
    );
    const before = await client.call(callId);
    if (before.call.endedAt === null) await client.cancel(callId);
    return client.callUntil(callId, isSettled, CALL_MS, POLL_MS);
  };
  const details = await Promise.all(numbers.map(call));
  const placed = await network.calls();
  return {
    details,
    network: placed.filter(({ statusCallback }) =>
      details.some(({ call }) => statusCallback.includes(call.id)),
    ),
  };
};
