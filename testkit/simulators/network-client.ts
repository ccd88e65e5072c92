/** Controls the simulated phone network, and reads what happened there. */

import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import type { StreamStats } from '../../simulators/phone-network/audio/earpiece.js';
import type { NetworkLateness } from '../../simulators/phone-network/audio/lateness.js';
import type { CallHistory } from '../../simulators/phone-network/call-history.js';
import type { CalleeScript, UsualCallee } from '../../simulators/phone-network/callee.js';
import { controlHeaders } from '../../simulators/support/control-token.js';

/** A call as the simulated network knows it. */
export interface NetworkCall {
  readonly sid: string;
  readonly to: string;
  readonly statusCallback: string;
  readonly twiml: string;
  readonly status: string;
  readonly durationSeconds: number;
  readonly streams: number;
  readonly stats: Readonly<StreamStats>;
  readonly callbacks: readonly { readonly status: string; readonly answer: number }[];
}

/** Whether the callee heard an undisturbed stream: a hiccup of the machine is one underrun, a bad call has dozens. */
export const isUndisturbed = ({ underruns, framesReceived }: NetworkCall['stats']): boolean =>
  underruns <= 1 + framesReceived / 100;

/** The behaviour of a share of the callees that have no script of their own. */
export interface Mixed {
  /** Relative to the other shares. */
  readonly share: number;
  readonly script: Partial<CalleeScript> | UsualCallee;
}

/** The control interface of a simulated network. */
export interface NetworkClient {
  /** Sets the script of a number, or one by its name. */
  callee(number: string, script: Partial<CalleeScript> | UsualCallee): Promise<void>;
  /** Adds steps to the callee of a live call. */
  direct(sid: string, steps: CalleeScript['steps']): Promise<void>;
  /** Sets the behaviour of all callees that have no script of their own. */
  mix(scripts: readonly Mixed[]): Promise<void>;
  calls(): Promise<readonly NetworkCall[]>;
  /** The calls that were placed for one of our calls: the callback's address contains its id. */
  callsOf(callId: string): Promise<readonly NetworkCall[]>;
  /** The token in the media address that the network received for one of our calls. */
  tokenOf(callId: string): Promise<string>;
  /** What the callee heard: µ-law, with the ms on the call's clock at which each piece began. */
  heard(sid: string): Promise<readonly { readonly atMs: number; readonly audio: Buffer }[]>;
  /** What the callee said, when streams were open, and which side hung up. */
  history(sid: string): Promise<CallHistory>;
  /** The number of live calls now and at most, and of placed calls. */
  load(): Promise<{ readonly up: number; readonly peak: number; readonly placed: number }>;
  /** How late the network sent audio, and how late it received audio, ms. */
  lateness(): Promise<ReturnType<NetworkLateness['read']>>;
  /** Resets the lateness. */
  forgetLateness(): Promise<void>;
  /** One line per call: number, status address, status, seconds. */
  tally(): Promise<string>;
}

/** `token`: for its control interface; null if it needs none. */
export const createNetworkClient = (url: string, token: string | null = null): NetworkClient => {
  const headers = controlHeaders(token);
  const get = async <T>(path: string): Promise<T> => {
    const answer: T = JSON.parse(await (await fetch(`${url}${path}`, { headers })).text());
    return answer;
  };
  const send = async (method: string, path: string, body: object | string): Promise<void> => {
    const response = await fetch(`${url}${path}`, { method: method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
  };
  const put = (path: string, body: object | string): Promise<void> => send('PUT', path, body);
  const calls = async (): Promise<readonly NetworkCall[]> =>
    (await get<{ calls: NetworkCall[] }>('/control/calls')).calls;
  return {
    callee: (number, script) => put(`/control/callees/${encodeURIComponent(number)}`, script),
    direct: (sid, steps) => send('POST', `/control/calls/${sid}/steps`, steps),
    mix: (scripts) => put('/control/mix', scripts),
    tally: async () => (await fetch(`${url}/control/tally`, { headers })).text(),
    calls,
    callsOf: async (callId) => (await calls()).filter((call) => call.statusCallback.includes(callId)),
    tokenOf: async (callId) => {
      const call = (await calls()).find(({ statusCallback }) => statusCallback.includes(callId));
      const token = /\/media\/[a-z]+\/([^"]+)"/.exec(call?.twiml ?? '')?.[1];
      if (token === undefined) throw new Error(`no media address for call ${callId}`);
      return token;
    },
    history: (sid) => get(`/control/calls/${sid}/history`),
    load: () => get('/control/load'),
    lateness: () => get('/control/lateness'),
    forgetLateness: async () => {
      const response = await fetch(`${url}/control/lateness`, { method: 'DELETE', headers });
      if (!response.ok) throw new Error(await response.text());
    },
    heard: async (sid) => {
      const { spans } = await get<{ spans: { atMs: number; audio: string }[] }>(
        `/control/calls/${sid}/played`,
      );
      return spans.map(({ atMs, audio }) => ({ atMs, audio: Buffer.from(audio, 'base64') }));
    },
  };
};

/** A text as a callee says it: base64 µ-law. */
export const spoken = async (voices: Synthesiser, text: string, voiceId = 'flite:rms'): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const { mulaw } of voices.synthesise(
    { text, voiceId, language: 'en' },
    new AbortController().signal,
  )) {
    pieces.push(Buffer.from(mulaw));
  }
  return Buffer.concat(pieces).toString('base64');
};
