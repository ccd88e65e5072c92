/** What relays browsers' audio, as calls know it: µ-law frames here, WebRTC there. */
import type {
  DtlsParameters,
  LegVoice,
  RtpCapabilities,
  RtpParameters,
  TransportFacts,
} from '../../schemas/leg-signalling.js';
import type { LegCodecName } from './codecs.js';

export interface RelayRequest {
  readonly codec: LegCodecName;
  /** What the browser is to hear; with Opus one voice, for its encoder has one memory. */
  readonly voices: readonly LegVoice[];
  /** Whether it may be heard. */
  readonly speaks: boolean;
  /** µ-law of the browser as it arrives; `timestampMs` counts from its first one. */
  onAudio(timestampMs: number, payload: Uint8Array): void;
  /** Its audio broke off, or never came about; once, and not after `close`. */
  onLost(why: 'not_connected' | 'disconnected' | 'worker_died'): void;
}

export interface ConsumerFacts {
  readonly id: string;
  readonly producerId: string;
  readonly voice: LegVoice;
  readonly rtpParameters: object;
}

/** One browser's audio. What the browser sends in its own description, and is wrong, is thrown as an Error of mediasoup's. */
export interface RelayedLeg {
  readonly rtpCapabilities: object;
  readonly receive: TransportFacts;
  /** Null: it may not be heard. */
  readonly send: TransportFacts | null;
  connect(transport: 'send' | 'receive', dtlsParameters: DtlsParameters): Promise<void>;
  /** The browser's own voice, once. @throws DomainError leg_purpose_wrong, leg_message_invalid */
  produce(rtpParameters: RtpParameters): Promise<string>;
  /** Each voice, paused, once. @throws DomainError leg_message_invalid */
  consume(rtpCapabilities: RtpCapabilities): Promise<readonly ConsumerFacts[]>;
  /** What is sent from now on is heard. */
  resume(): Promise<void>;
  /** 160 bytes of µ-law that play 20 ms after those before; null is silence. */
  say(voice: LegVoice, frame: Uint8Array | null): void;
  /** Of the way to the browser and back, ms; null: not known yet. */
  roundTripMs(): Promise<number | null>;
  /** Idempotent. */
  close(): void;
}

export interface LegRelay {
  /** Starts what relays where it does not run. @throws DomainError browser_legs_unavailable, legs_busy while it comes back */
  open(request: RelayRequest): Promise<RelayedLeg>;
  /** Browsers' legs that are open. */
  legs(): number;
  /** Of the program: CPU seconds since it began, and bytes; null: it does not run. */
  usage(): Promise<{ readonly cpuSeconds: number; readonly bytes: number } | null>;
  /** Ends all of it; idempotent. */
  close(): Promise<void>;
}
