/** Keeps calls live and talking while something else happens, and records whether their audio ever ran dry. */
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiClient } from '../../testkit/api-client.js';
import type { NetworkCall, NetworkClient } from '../../testkit/network-client.js';
import {
  type CalleeAudio,
  calleeScript,
  INSTRUCTIONS,
  MOST_TOPICS,
  VOICE_SETTINGS,
} from '../failover/conversation.js';

const APART_MS = 100;
const LOOK_MS = 250;
const RAMP_MS = 60_000;
const OVER_MS = 30_000;

export interface LiveCalls {
  /** The network's counts for the calls started here, including live ones. */
  stats(): Promise<readonly NetworkCall[]>;
  /** Starts no more calls and ends the live ones. @throws Error when they do not end */
  stop(): Promise<void>;
}

/** Resolves when `calls` calls are live. @throws Error when they are not after a minute */
export const keepTalking = async (
  client: ApiClient,
  network: NetworkClient,
  audio: CalleeAudio,
  calls: number,
): Promise<LiveCalls> => {
  const agent = await client.createAgent('Talker', INSTRUCTIONS, VOICE_SETTINGS);
  const ours = new Set<string>();
  let over = false;
  const mine = async (): Promise<readonly NetworkCall[]> =>
    (await network.calls()).filter(({ statusCallback }) =>
      [...ours].some((id) => statusCallback.includes(id)),
    );
  const up = async (): Promise<number> =>
    (await mine()).filter(({ status }) => status === 'in-progress' || status === 'ringing').length;

  const refilling = (async () => {
    for (let turn = 0; !over; await delay(LOOK_MS)) {
      for (let missing = calls - (await up()); missing > 0 && !over; missing -= 1) {
        const number = `+1415700${String(turn).padStart(4, '0')}`;
        await network.callee(number, calleeScript(audio, turn, MOST_TOPICS));
        ours.add(await client.startCall(agent.id, number));
        turn += 1;
        await delay(APART_MS);
      }
    }
  })();
  // Its error is thrown where it is awaited.
  refilling.catch(() => undefined);
  for (const until = Date.now() + RAMP_MS; (await up()) < calls; await delay(LOOK_MS)) {
    if (Date.now() > until) throw new Error(`${calls} calls were not live after ${RAMP_MS} ms`);
  }
  return {
    stats: mine,
    stop: async () => {
      over = true;
      await refilling;
      await Promise.all([...ours].map((id) => client.cancel(id).catch(() => undefined)));
      for (const until = Date.now() + OVER_MS; (await up()) > 0; await delay(LOOK_MS)) {
        if (Date.now() > until) throw new Error(`calls had not ended after ${OVER_MS} ms`);
      }
    },
  };
};
