/** The interface of the relay for browser audio: µ-law frames towards the call, WebRTC towards the browser. */
import type {
  DtlsParameters,
  LegVoice,
  RtpCapabilities,
  RtpParameters,
  TransportFacts,
} from '../../schemas/calls/leg-signalling.js';
import type { LegCodecName } from './codecs.js';

export interface RelayRequest {
  readonly codec: LegCodecName;
  /** The voices that the browser hears; only one with Opus, because the encoder holds the state of one stream. */
  readonly voices: readonly LegVoice[];
  /** Whether the browser may speak on the call. */
  readonly speaks: boolean;
  /** Receives the browser's audio, as µ-law; `timestampMs` counts from its first packet. */
  onAudio(timestampMs: number, payload: Uint8Array): void;
  /** The audio connection was lost or never established. Called at most once, and not after `close`. */
  onLost(why: 'not_connected' | 'disconnected' | 'worker_died'): void;
}

export interface ConsumerFacts {
  readonly id: string;
  readonly producerId: string;
  readonly voice: LegVoice;
  readonly rtpParameters: object;
}

/** One browser's audio. Parameters that mediasoup refuses are thrown as DomainError leg_message_invalid, caused by its error. */
export interface RelayedLeg {
  readonly rtpCapabilities: object;
  readonly receive: TransportFacts;
  /** Null: the browser may not speak. */
  readonly send: TransportFacts | null;
  /** @throws DomainError leg_purpose_wrong, leg_message_invalid */
  connect(transport: 'send' | 'receive', dtlsParameters: DtlsParameters): Promise<void>;
  /** Registers the browser's own voice; once. @throws DomainError leg_purpose_wrong, leg_message_invalid */
  produce(rtpParameters: RtpParameters): Promise<string>;
  /** Subscribes the browser to each voice, paused; once. @throws DomainError leg_message_invalid */
  consume(rtpCapabilities: RtpCapabilities): Promise<readonly ConsumerFacts[]>;
  /** Unpauses the voices: the browser hears everything sent from now on. */
  resume(): Promise<void>;
  /** Sends 160 bytes of µ-law, which play 20 ms after the previous frame; null is silence. */
  say(voice: LegVoice, frame: Uint8Array | null): void;
  /** Round-trip time to the browser, ms; null: not known yet. */
  roundTripMs(): Promise<number | null>;
  /** Idempotent. */
  close(): void;
}

export interface LegRelay {
  /** Starts the relay if it is not running. @throws DomainError browser_legs_unavailable, legs_busy while it restarts */
  open(request: RelayRequest): Promise<RelayedLeg>;
  /** The number of open browser legs. */
  legs(): number;
  /** Resource usage of the program: CPU seconds since its start, and memory in bytes; null: it is not running. */
  usage(): Promise<{ readonly cpuSeconds: number; readonly bytes: number } | null>;
  /** Closes all legs and the program; idempotent. */
  close(): Promise<void>;
}
