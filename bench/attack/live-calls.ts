/** Keeps calls live and talking while something else happens, and records whether their audio ever ran dry. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../testkit/api/client.js';
import type { NetworkCall, NetworkClient } from '../../testkit/simulators/network-client.js';
import {
  type CalleeAudio,
  calleeScript,
  INSTRUCTIONS,
  MAX_TOPICS,
  VOICE_SETTINGS,
} from '../failover/conversation.js';

const CALL_SPACING_MS = 100;
const POLL_MS = 250;
const RAMP_MS = 60_000;
const END_TIMEOUT_MS = 30_000;

export interface LiveCalls {
  /** The network's counts for the calls started here, including live ones. */
  stats(): Promise<readonly NetworkCall[]>;
  /** Starts no more calls and ends the live ones. @throws Error when they do not end */
  stop(): Promise<void>;
}

/** Resolves when `calls` calls are live. @throws Error when they are not after a minute */
export const startLiveCalls = async (
  client: ApiClient,
  network: NetworkClient,
  audio: CalleeAudio,
  calls: number,
): Promise<LiveCalls> => {
  const agent = await client.createAgent('Talker', INSTRUCTIONS, VOICE_SETTINGS);
  const callIds = new Set<string>();
  let isStopped = false;
  const ownCalls = async (): Promise<readonly NetworkCall[]> =>
    (await network.calls()).filter(({ statusCallback }) =>
      [...callIds].some((id) => statusCallback.includes(id)),
    );
  const countLive = async (): Promise<number> =>
    (await ownCalls()).filter(({ status }) => status === 'in-progress' || status === 'ringing').length;

  const refilling = (async () => {
    for (let turn = 0; !isStopped; await delay(POLL_MS)) {
      for (let missing = calls - (await countLive()); missing > 0 && !isStopped; missing -= 1) {
        const number = `+1415700${String(turn).padStart(4, '0')}`;
        await network.callee(number, calleeScript(audio, turn, MAX_TOPICS));
        callIds.add(await client.startCall(agent.id, number));
        turn += 1;
        await delay(CALL_SPACING_MS);
      }
    }
  })();
  // Its error is thrown where it is awaited.
  refilling.catch(() => undefined);
  for (const until = Date.now() + RAMP_MS; (await countLive()) < calls; await delay(POLL_MS)) {
    if (Date.now() > until) throw new Error(`${calls} calls were not live after ${RAMP_MS} ms`);
  }
  return {
    stats: ownCalls,
    stop: async () => {
      isStopped = true;
      await refilling;
      await Promise.all([...callIds].map((id) => client.cancel(id).catch(() => undefined)));
      for (const until = Date.now() + END_TIMEOUT_MS; (await countLive()) > 0; await delay(POLL_MS)) {
        if (Date.now() > until) throw new Error(`calls had not ended after ${END_TIMEOUT_MS} ms`);
      }
    },
  };
};
