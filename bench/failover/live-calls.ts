/**
 * Keeps a number of calls live while nodes are killed in turns, lets all of them end, and then gathers what both sides
 * know of them. Bounded in calls, in kills, and in the time of each wait.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentResource } from '../../schemas/agents/agent.js';
import { type CallDetail, isSettled } from '../../testkit/api/client.js';
import type { TwoNodes } from '../../testkit/service/two-nodes.js';
import type { AgentSpeechRecogniser } from './agent-speech.js';
import type { CallFacts, Kill, Span } from './call-facts.js';
import { type CalleeAudio, calleeScript, INSTRUCTIONS, VOICE_SETTINGS } from './conversation.js';
import { fetchTracks, type RecordedTracks } from './recorded-tracks.js';

export interface LiveCallsOptions {
  /** Concurrent calls. */
  readonly calls: number;
  readonly kills: number;
  /** Time from both nodes running to the next kill, ms. */
  readonly killEveryMs: number;
  /** How long a killed node stays down before it restarts, ms. */
  readonly downMs: number;
  /** SIGTERM instead of SIGKILL: the node hands over its calls, or waits for them to end. */
  readonly drains?: boolean;
  /** Questions that a callee asks before saying goodbye. */
  readonly topics: number;
  readonly log: (line: string) => void;
}

/** Interval between the starts of calls, ms: a carrier takes them one by one. */
const CALL_SPACING_MS = 100;
/** No call starts within this time before a kill, because it might not reach the carrier, ms. */
const QUIET_MS = 1_500;
const POLL_MS = 250;
const RAMP_MS = 60_000;
/** A live call has ended and is settled within this time, ms: its conversation, and then its recording. */
const SETTLE_TIMEOUT_MS = 300_000;
/** A request finds a node within this time, ms. */
const REQUEST_MS = 60_000;

/** Repeats requests that failed because their node had just been killed. */
const withRetries = async <T>(work: () => Promise<T>): Promise<T> => {
  for (const until = Date.now() + REQUEST_MS; ; await delay(100)) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
};

export const keepCallsLive = async (
  { client, network, kill, drain, start }: TwoNodes,
  audio: CalleeAudio,
  { calls, kills: killCount, killEveryMs, downMs, drains = false, topics, log }: LiveCallsOptions,
): Promise<{ readonly callIds: readonly string[]; readonly kills: readonly Kill[] }> => {
  const agent: AgentResource = await client.createAgent('Failover', INSTRUCTIONS, VOICE_SETTINGS);
  const callIds: string[] = [];
  const kills: Kill[] = [];
  /** Whether no call may start, because a kill is near. */
  let isPaused = false;
  let startingCalls = 0;
  let isStopped = false;

  const begin = async (turn: number): Promise<void> => {
    const number = `+1415600${String(turn).padStart(4, '0')}`;
    await network.callee(number, calleeScript(audio, turn, topics));
    callIds.push(await withRetries(() => client.startCall(agent.id, number, `failover-${turn}`)));
  };
  const refilling = (async () => {
    for (let turn = 0; !isStopped; await delay(POLL_MS)) {
      const { up } = await network.load();
      for (let missing = calls - up; missing > 0 && !isPaused && !isStopped; missing -= 1) {
        startingCalls += 1;
        try {
          await begin(turn);
        } finally {
          startingCalls -= 1;
        }
        turn += 1;
        await delay(CALL_SPACING_MS);
      }
    }
  })();
  const killing = async (): Promise<void> => {
    for (const until = Date.now() + RAMP_MS; (await network.load()).up < calls; await delay(POLL_MS)) {
      if (Date.now() > until) throw new Error(`${calls} calls were not live after ${RAMP_MS} ms`);
    }
    for (let turn = 0; turn < killCount; turn += 1) {
      await delay(Math.max(0, killEveryMs - QUIET_MS));
      isPaused = true;
      while (startingCalls > 0) await delay(10);
      await delay(QUIET_MS);
      const { up } = await network.load();
      const node = turn % 2;
      const at = Date.now();
      if (drains) await drain(node);
      else await kill(node);
      kills.push({ at, goneAt: Date.now(), node, up });
      await delay(downMs);
      await start(node);
      isPaused = false;
      log(
        `${drains ? 'drain' : 'kill'} ${turn + 1} of ${killCount}: node ${node}, ${up} calls live, ${callIds.length} started`,
      );
    }
  };
  try {
    await Promise.race([killing(), refilling]);
    // The last takeover gets as much time as the others.
    await delay(killEveryMs);
  } finally {
    isStopped = true;
    await refilling;
  }
  // Audio passes through this process while calls are live: nothing else may occupy it until the last one has ended.
  for (const giveUpAt = Date.now() + SETTLE_TIMEOUT_MS; (await network.load()).up > 0; await delay(POLL_MS))
    if (Date.now() > giveUpAt) break;
  return { callIds, kills };
};

/** Waits until a call has ended, and collects what both sides know of it. */
export const gatherFacts = async (
  { client, network }: TwoNodes,
  recognise: AgentSpeechRecogniser,
  callId: string,
  stalls: readonly Span[],
): Promise<CallFacts> => {
  const detail = await settledDetail(client, callId);
  const placed = await network.callsOf(callId);
  const sid = placed[0]?.sid;
  const played = sid === undefined ? [] : await network.heard(sid);
  return {
    callId,
    detail,
    placed,
    played,
    history: sid === undefined ? null : await network.history(sid),
    understood: recognise(played),
    tracks: await tracksOf(detail),
    stalls,
  };
};

/** Returns the detail as it is when the time runs out. */
const settledDetail = async (client: TwoNodes['client'], callId: string): Promise<CallDetail> => {
  for (const until = Date.now() + SETTLE_TIMEOUT_MS; ; await delay(POLL_MS)) {
    const detail = await withRetries(() => client.call(callId));
    if (isSettled(detail) || Date.now() > until) return detail;
  }
};

const tracksOf = async ({ recordingUrl }: CallDetail): Promise<RecordedTracks | string> => {
  if (recordingUrl === undefined) return 'there is no recording';
  try {
    return await fetchTracks(recordingUrl);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};
