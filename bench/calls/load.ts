/**
 * Calls under load: each one talks over its greeting, is answered, interrupts an answer, falls silent until it is
 * nudged, and is ended, so that every call takes every measure of the budgets.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import type { Step } from '../../simulators/phone-network/callee.js';
import { type ApiClient, ApiError, type CallDetail, isSettled } from '../../testkit/api/client.js';
import { type NetworkCall, type NetworkClient, spoken } from '../../testkit/simulators/network-client.js';

const INSTRUCTIONS = [
  'When the customer says "what are your opening hours", say "We are open every day from noon to midnight, and on Sundays we serve breakfast from nine in the morning.".',
  'When the customer says "one moment please", say "Of course, take your time.".',
  'Otherwise, say "Could you say that again?".',
].join('\n');

/**
 * Speech over the greeting must be transcribed before the greeting ends: later words are not held, and `hold.release`
 * is not measured. The greeting's length therefore leaves a busy recogniser some five seconds.
 */
const GREETING =
  'Hello, this is the restaurant Bella Vista, in the old town, right behind the church. We are glad that you call. How can I help you?';

/** A hundred calls do not start in one instant, yet all must be live together: they start within this time, ms. */
const BEGIN_WITHIN_MS = 10_000;
/** And no further apart than this, ms. */
const SPACING_MS = 100;
/** A conversation lasts some 25 s, and its settlement a moment; a call that takes longer is reported as it is then, ms. */
const TALK_MS = 60_000;
const SETTLE_MS = 30_000;
/** Calls that an overloaded service has not answered by then are not waited for, ms. */
const PLAY_MS = 110_000;
/** A client that polls more often than this measures its own polling, ms. */
const POLL_MS = 1_000;
/** Limits all clients together to two hundred polls per second. */
const POLL_MS_PER_CALL = 5;
/** No nudge can come before the greeting, the callee's two sentences and the answers have ended, ms. */
const FIRST_POLL_MS = 15_000;
/** The nudge comes this long after the last word, s; the callee waits for it. */
const NUDGE_AFTER_S = 2;

/** The outcome of several calls. */
export interface LoadResult {
  /** Details of the calls that were neither refused nor abandoned. */
  readonly details: readonly CallDetail[];
  readonly network: readonly NetworkCall[];
}

/** An agent and its callees; can be played any number of times. */
export interface CallLoad {
  /** Plays this many calls at once, each from its start to its bill. */
  play(calls: number): Promise<LoadResult>;
}

/** Creates an agent, and callees who interrupt it. */
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
    // By now the answer to the question is being spoken.
    { atMs: 10_000, do: { type: 'say', audio: interruption } },
  ];
  await network.mix([{ share: 1, script: { ringMs: 500, steps } }]);
  let numbers = 0;
  const pollCall = async (
    callId: string,
    isReached: (detail: CallDetail) => boolean,
    ms: number,
    pollMs: number,
  ): Promise<CallDetail> => {
    const until = performance.now() + ms;
    for (;;) {
      const detail = await client.call(callId);
      if (isReached(detail) || performance.now() > until) return detail;
      await delay(pollMs);
    }
  };
  const start = async (): Promise<string | null> => {
    numbers += 1;
    try {
      return await client.startCall(agent.id, `+1415${String(5_560_000 + numbers)}`);
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  };
  const playCall = async (afterMs: number, pollMs: number): Promise<CallDetail | null> => {
    await delay(afterMs);
    const callId = await start();
    if (callId === null) return null;
    await delay(FIRST_POLL_MS);
    const { call } = await pollCall(callId, wasNudgedOrEnded, TALK_MS, pollMs);
    if (call.endedAt === null) await client.cancel(callId);
    return pollCall(callId, isSettled, SETTLE_MS, pollMs);
  };
  return {
    play: async (calls) => {
      const apartMs = Math.min(SPACING_MS, BEGIN_WITHIN_MS / calls);
      const pollMs = Math.max(POLL_MS, calls * POLL_MS_PER_CALL);
      const timeout = delay(PLAY_MS, null, { ref: false });
      const played = await Promise.all(
        Array.from({ length: calls }, (_, index) =>
          Promise.race([playCall(index * apartMs, pollMs), timeout]),
        ),
      );
      const details = played.filter((detail) => detail !== null);
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
