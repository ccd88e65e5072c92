/** Messages between page and service that accompany a leg's audio (docs/how-to/browser-calls.md), as JSON over a websocket. */
import type { types } from 'mediasoup-client';

/** Which of the call's voices a stream carries. */
export type LegVoice = 'agent' | 'customer';
/** The party that speaks to the customer: the agent, the person at this leg, or another person. */
export type LegSpeaker = 'agent' | 'me' | 'other';
/** The purpose of a leg: to be the caller of a test call, to listen, or also to speak in the agent's place. */
export type LegPurpose = 'test' | 'listen' | 'take_over';

/** One side's half of a WebRTC transport. */
type TransportFacts = Pick<
  types.TransportOptions,
  'id' | 'iceParameters' | 'iceCandidates' | 'dtlsParameters'
>;

/** Sent with an `id`, and answered by `done` or `refused` with the same id. */
export type LegRequest =
  | {
      readonly type: 'connect';
      readonly transport: 'send' | 'receive';
      readonly dtlsParameters: types.DtlsParameters;
    }
  | { readonly type: 'produce'; readonly rtpParameters: types.RtpParameters }
  | { readonly type: 'consume'; readonly rtpCapabilities: types.RtpCapabilities }
  | { readonly type: 'take_over' }
  | { readonly type: 'hand_back'; readonly note: string };

/** Sent without an answer. */
export type LegNotification =
  | { readonly type: 'authenticate'; readonly token: string }
  /** The tracks are ready: audio sent from now on is heard. */
  | { readonly type: 'resume' }
  /** How long audio waits in this browser before it is heard, ms. */
  | { readonly type: 'playout'; readonly delayMs: number }
  | { readonly type: 'press_key'; readonly digit: string }
  /** The last message: a test call ends, other calls continue without this leg. */
  | { readonly type: 'leave' };

export interface LegResponse {
  /** Answers `produce`. */
  readonly producerId?: string;
  /** Answers `consume`. */
  readonly consumers?: readonly {
    readonly id: string;
    readonly producerId: string;
    readonly voice: LegVoice;
    readonly rtpParameters: types.RtpParameters;
  }[];
}

export interface LegError {
  readonly code: string;
  readonly message: string;
}

export type ServerMessage =
  | {
      readonly type: 'welcome';
      readonly purpose: LegPurpose;
      readonly callId: string;
      readonly rtpCapabilities: types.RtpCapabilities;
      readonly receive: TransportFacts;
      /** Null if this leg may not speak. */
      readonly send: TransportFacts | null;
    }
  | { readonly type: 'done'; readonly id: number; readonly answer: LegResponse }
  | { readonly type: 'refused'; readonly id: number; readonly error: LegError }
  | { readonly type: 'state'; readonly speaker: LegSpeaker }
  /** The last message. `call_ended` is the only reason after which a new leg is useless. */
  | {
      readonly type: 'ended';
      readonly reason: LegEndReason;
      /** Why a leg was refused or removed. */
      readonly error?: LegError;
    };

/**
 * `call_ended`; `left`: this page left; `access_ended`: the key or session ended; `lost`: audio or signalling broke
 * off; `refused`: the leg was not admitted, or did something forbidden; `stopping`: the node is stopping.
 */
export type LegEndReason = 'call_ended' | 'left' | 'access_ended' | 'lost' | 'refused' | 'stopping';
