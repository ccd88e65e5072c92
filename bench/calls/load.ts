/**
 * Calls under load: each one talks over its greeting, is answered, interrupts an answer, falls silent until it is
 * nudged, and is ended, so that every measure of the budgets happens on every call.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Step } from '../../providers/carriers/loopback/network/callee.js';
import { createFlite } from '../../providers/speech/flite.js';
import { type ApiClient, type CallDetail, isSettled } from '../../testkit/api-client.js';
import { type NetworkCall, type NetworkClient, spoken } from '../../testkit/network-client.js';

const INSTRUCTIONS = [
  'When the customer says "what are your opening hours", say "We are open every day from noon to midnight, and on Sundays we serve breakfast from nine in the morning.".',
  'When the customer says "one moment please", say "Of course, take your time.".',
  'Otherwise, say "Could you say that again?".',
].join('\n');

/**
 * What is said over it has to be transcribed by its end: words that come later were not held, and `hold.release` is not
 * measured. So it leaves a recogniser that is busy some five seconds.
 */
const GREETING =
  'Hello, this is the restaurant Bella Vista, in the old town, right behind the church. We are glad that you call. How can I help you?';

/** Calls begin this far apart, ms: nobody starts a hundred calls in one instant, and the line of a carrier takes one a second. */
const APART_MS = 100;
const CALL_MS = 120_000;
/** A client that looks more often than this measures its own looking, ms. */
const POLL_MS = 1_000;
/** The nudge comes this long after the last word, s; the callee waits for it. */
const NUDGE_AFTER_S = 2;

/** What came of some calls. */
export interface LoadResult {
  readonly details: readonly CallDetail[];
  readonly network: readonly NetworkCall[];
}

/** Who calls whom, ready to be played as often as one likes. */
export interface CallLoad {
  /** Plays so many calls at once, each from its beginning to its bill. */
  play(calls: number): Promise<LoadResult>;
}

/** An agent, and callees who interrupt it. */
export const prepareLoad = async (client: ApiClient, network: NetworkClient): Promise<CallLoad> => {
  const voices = createFlite();
  const [question, interruption] = await Promise.all([
    spoken(voices, 'what are your opening hours'),
    spoken(voices, 'one moment please'),
  ]);
  await voices.close();
  const agent = await client.createAgent('Bench', INSTRUCTIONS, {
    firstGreeting: GREETING,
    nudgeAfterSilenceSeconds: NUDGE_AFTER_S,
    maxCallDurationSeconds: 120,
  });
  const steps: readonly Step[] = [
    { atMs: 500, do: { type: 'say', audio: question } },
    // The answer to the question is under way by now.
    { atMs: 10_000, do: { type: 'say', audio: interruption } },
  ];
  await network.mix([{ share: 1, script: { ringMs: 500, steps } }]);
  let numbers = 0;
  const playCall = async (index: number): Promise<CallDetail> => {
    await delay(index * APART_MS);
    numbers += 1;
    const callId = await client.startCall(agent.id, `+1415${String(5_560_000 + numbers)}`);
    const { call } = await client.callUntil(callId, wasNudgedOrEnded, CALL_MS, POLL_MS);
    if (call.endedAt === null) await client.cancel(callId);
    return client.callUntil(callId, isSettled, CALL_MS, POLL_MS);
  };
  return {
    play: async (calls) => {
      const details = await Promise.all(Array.from({ length: calls }, (_, index) => playCall(index)));
      const ids = new Set(details.map(({ call }) => call.id));
      const placed = await network.calls();
      return {
        details,
        network: placed.filter(({ statusCallback }) =>
          statusCallback.split('/').some((part) => ids.has(part.split('?')[0] ?? '')),
        ),
      };
    },
  };
};

const wasNudgedOrEnded = ({ transcript, call }: CallDetail): boolean =>
  call.endedAt !== null || transcript.some(({ text }) => text === 'Are you still there?');
