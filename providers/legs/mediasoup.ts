/**
 * The part of mediasoup 3.19 that is used. The package is optional: this file replaces its types where it is not installed.
 * https://mediasoup.org/documentation/v3/mediasoup/api/
 */
import { createRequire } from 'node:module';
import type {
  DtlsParameters,
  RtpCapabilities,
  RtpParameters,
  TransportFacts,
} from '../../schemas/calls/leg-signalling.js';

interface ListenInfo {
  readonly protocol: 'udp' | 'tcp';
  readonly ip: string;
  readonly announcedAddress?: string;
  /** 0 or omitted: a free port. */
  readonly port?: number;
}

interface Closable {
  close(): void;
}

interface Producer extends Closable {
  readonly id: string;
}

export interface Consumer extends Closable {
  readonly id: string;
  readonly producerId: string;
  readonly rtpParameters: object;
  resume(): Promise<void>;
  getStats(): Promise<readonly { readonly type: string; readonly roundTripTime?: number }[]>;
}

interface ConsumerOptions {
  readonly producerId: string;
  readonly rtpCapabilities: RtpCapabilities;
  readonly paused?: boolean;
}

interface ProducerOptions {
  readonly kind: 'audio';
  readonly rtpParameters: RtpParameters;
}

export interface PlainTransport extends Closable {
  readonly tuple: { readonly localPort: number };
  connect(to: { readonly ip: string; readonly port: number }): Promise<void>;
  produce(options: ProducerOptions): Promise<Producer>;
  consume(options: ConsumerOptions): Promise<Consumer>;
}

export interface WebRtcTransport extends Closable, TransportFacts {
  readonly dtlsState: 'new' | 'connecting' | 'connected' | 'failed' | 'closed';
  connect(to: { readonly dtlsParameters: DtlsParameters }): Promise<void>;
  produce(options: ProducerOptions): Promise<Producer>;
  consume(options: ConsumerOptions): Promise<Consumer>;
  /** bit/s */
  setMaxIncomingBitrate(bitrate: number): Promise<void>;
  on(
    event: 'icestatechange',
    listener: (state: 'new' | 'connected' | 'completed' | 'disconnected' | 'closed') => void,
  ): this;
  on(event: 'dtlsstatechange', listener: (state: WebRtcTransport['dtlsState']) => void): this;
}

export interface WebRtcServer extends Closable {
  dump(): Promise<{ readonly udpSockets: readonly { readonly ip: string; readonly port: number }[] }>;
}

export interface Router extends Closable {
  readonly rtpCapabilities: RtpCapabilities;
  createPlainTransport(options: {
    readonly listenInfo: ListenInfo;
    readonly rtcpMux: true;
    readonly comedia: false;
  }): Promise<PlainTransport>;
  createWebRtcTransport(options: {
    readonly webRtcServer: WebRtcServer;
    readonly enableUdp: true;
    readonly enableTcp: true;
    readonly preferUdp: true;
    readonly enableSctp: false;
  }): Promise<WebRtcTransport>;
}

export interface Worker extends Closable {
  readonly pid: number;
  createWebRtcServer(options: { readonly listenInfos: readonly ListenInfo[] }): Promise<WebRtcServer>;
  createRouter(options: {
    readonly mediaCodecs: readonly {
      readonly kind: 'audio';
      readonly mimeType: string;
      readonly clockRate: number;
      readonly channels?: number;
      readonly preferredPayloadType: number;
    }[];
  }): Promise<Router>;
  getResourceUsage(): Promise<{
    readonly ru_utime: number;
    readonly ru_stime: number;
    readonly ru_maxrss: number;
  }>;
  on(event: 'died', listener: (error: Error) => void): this;
}

export interface Mediasoup {
  createWorker(settings: { readonly logLevel: 'warn' | 'error' | 'none' }): Promise<Worker>;
}

const packageRequire = createRequire(import.meta.url);

/** The folder of the package; null: it is not installed. */
export const mediasoupFolder = (): string | null => {
  try {
    // The package does not export its package.json.
    return packageRequire.resolve('mediasoup').replace(/[\\/]node[\\/]lib[\\/]index\.js$/, '');
  } catch {
    return null;
  }
};

/** Loads the package and sets its worker program to `worker` for the life of this process. @throws Error */
export const loadMediasoup = (worker: string): Mediasoup => {
  // 3.19 has no other way to set the program.
  process.env.MEDIASOUP_WORKER_BIN = worker;
  const loaded: unknown = packageRequire('mediasoup');
  if (!isMediasoup(loaded)) throw new Error('the package mediasoup has no createWorker');
  return loaded;
};

const isMediasoup = (loaded: unknown): loaded is Mediasoup =>
  typeof loaded === 'object' &&
  loaded !== null &&
  'createWorker' in loaded &&
  typeof loaded.createWorker === 'function';
