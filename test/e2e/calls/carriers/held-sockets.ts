/** Calls whose media sockets a test holds: the phone keeps ringing, and the test plays the carrier. */
import { connect } from '@nats-io/transport-node';
import { natsOptions } from '../../../../actors/runtime/nats/access.js';
import type { Step } from '../../../../simulators/phone-network/callee.js';
import { findRunningServer } from '../../../../src/engine/nats-server.js';
import { sharedSecrets } from '../../../../src/nats/secrets.js';
import { type CallDetail, isSettled } from '../../../../testkit/api/client.js';
import type { World } from '../../../../testkit/service/world.js';
import { type CarrierStream, openCarrierStream } from '../../../../testkit/simulators/carrier-stream.js';
import { until } from '../../../../testkit/until.js';

/** Longest duration of a call in these tests, ms. */
export const CALL_MS = 60_000;

/** A call whose media address is known and that has no stream yet. */
interface RingingCall {
  readonly callId: string;
  readonly token: string;
  readonly url: string;
}

/** A call whose agent has begun to greet: the session behind the stream is running. */
interface StreamingCall {
  readonly callId: string;
  readonly url: string;
  readonly stream: CarrierStream;
}

/** Operations on such calls. One agent greets them, unless another is named. */
export interface HeldSockets {
  /** The base of media addresses; a token follows. */
  readonly base: string;
  /** Starts a call to a new callee and resolves with its id. */
  dial(ringMs: number, steps?: readonly Step[], agentId?: string): Promise<string>;
  ringing(agentId?: string): Promise<RingingCall>;
  streaming(agentId?: string): Promise<StreamingCall>;
  /** Ends a call as an operator and a well-behaved carrier do. */
  cancelled(callId: string, stream?: CarrierStream): Promise<CallDetail>;
}

/** `at`: the address that accepts media sockets. */
export const holdSockets = (world: World, agentId: string, at = world.service().url): HeldSockets => {
  const client = world.client();
  const base = `${at.replace(/^http/, 'ws')}/media/loopback`;
  let numbers = 0;
  const dial: HeldSockets['dial'] = async (ringMs, steps = [], by = agentId) => {
    numbers += 1;
    const number = `+1415558${String(numbers).padStart(4, '0')}`;
    await world.network.callee(number, { ringMs, steps });
    return client.startCall(by, number);
  };
  const ringing: HeldSockets['ringing'] = async (by) => {
    const callId = await dial(CALL_MS, [], by);
    await client.callUntil(callId, ({ call }) => call.status === 'ringing', CALL_MS);
    const token = await world.network.tokenOf(callId);
    return { callId, token, url: `${base}/${token}` };
  };
  return {
    base,
    dial,
    ringing,
    streaming: async (by) => {
      const { callId, url } = await ringing(by);
      const stream = await openCarrierStream(url);
      stream.begin();
      await heard(stream, 'the greeting');
      return { callId, url, stream };
    },
    cancelled: async (callId, stream) => {
      await client.cancel(callId);
      stream?.event('stop', {});
      return client.callUntil(callId, isSettled, CALL_MS);
    },
  };
};

/** Waits until the agent is heard on the stream; `what` describes what it says. */
export const heard = (stream: CarrierStream, what: string): Promise<unknown> =>
  until(what, () => stream.received.some(({ event }) => event === 'media'));

/** Opens a socket as soon as the call has none, and waits until its agent is heard there. */
export const streamAgain = async (url: string): Promise<CarrierStream> => {
  const again = await until('another socket to be accepted', () => openCarrierStream(url).catch(() => null));
  again.begin();
  await heard(again, 'the session to continue');
  return again;
};

/** The secret that the service signs tokens with, which its operator could read. */
export const mediaSecretOf = async (world: World): Promise<string> => {
  const engine = await findRunningServer(world.dataDir);
  if (engine === null) throw new Error('nats-server is not running');
  const nc = await connect(natsOptions(engine));
  const { mediaToken } = await sharedSecrets(nc);
  await nc.close();
  return mediaToken;
};
