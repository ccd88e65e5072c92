/** Calls that are kept up and talked on while something else happens, and whether their audio ever ran dry. */
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
  /** What the network counted on the calls that were begun here: those that are up, too. */
  stats(): Promise<readonly NetworkCall[]>;
  /** Begins no more and ends those that are up. @throws Error where they do not end */
  stop(): Promise<void>;
}

/** Resolves when `calls` of them are up. @throws Error when they are not after a minute */
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
  // What it throws is thrown where it is waited for.
  refilling.catch(() => undefined);
  for (const until = Date.now() + RAMP_MS; (await up()) < calls; await delay(LOOK_MS)) {
    if (Date.now() > until) throw new Error(`${calls} calls were not up after ${RAMP_MS} ms`);
  }
  return {
    stats: mine,
    stop: async () => {
      over = true;
      await refilling;
      await Promise.all([...ours].map((id) => client.cancel(id).catch(() => undefined)));
      for (const until = Date.now() + OVER_MS; (await up()) > 0; await delay(LOOK_MS)) {
        if (Date.now() > until) throw new Error(`calls were not over after ${OVER_MS} ms`);
      }
    },
  };
};
