/**
 * The mediasoup worker of a node: started for the first browser, and restarted after it dies.
 *
 * It guarantees:
 * W1. There is one worker at a time, and one port for all browsers.
 * W2. A dying worker takes down only its legs, which are notified; calls continue.
 * W3. A worker that keeps dying is restarted with growing delays, up to {@link RESTART}.
 */
import type { Logger } from 'pino';
import { type Backoff, steadyBackoffMs } from '../../actors/runtime/backoff.js';
import { DomainError, refusedBecause } from '../../schemas/errors.js';
import { LEG_CODECS } from './codecs.js';
import type { LegRelay, RelayedLeg, RelayRequest } from './leg-relay.js';
import { loadMediasoup, type WebRtcServer, type Worker } from './mediasoup.js';
import { openRelayedLeg } from './relayed-leg.js';
import { findWorker, type WorkerPlaces } from './worker-program.js';

export interface RelayOptions extends WorkerPlaces {
  /** The address to listen on for browser audio. */
  readonly ip: string;
  /** The address announced to browsers; null: `ip`. */
  readonly announcedAddress: string | null;
  /** For UDP and TCP; 0: a free port. */
  readonly port: number;
  /** ms, monotonic */
  readonly now: () => number;
  readonly logger: Logger;
  /** Counts worker events. */
  readonly count: (what: 'started' | 'died' | 'start_failed') => void;
}

const RESTART: Backoff = { firstMs: 500, longestMs: 30_000 };
/** A worker that ran this long counts as healthy, which resets the restart delay, ms. */
const STABLE_MS = 60_000;

interface Running {
  readonly worker: Worker;
  readonly webRtcServer: WebRtcServer;
}

type OpenLeg = Awaited<ReturnType<typeof openRelayedLeg>>;

export const createMediasoupRelay = (options: RelayOptions): LegRelay => new MediasoupRelay(options);

class MediasoupRelay implements LegRelay {
  readonly #options: RelayOptions;
  readonly #legs = new Set<OpenLeg>();
  #running: Promise<Running> | null = null;
  #worker: Worker | null = null;
  #failures = 0;
  #notBefore = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  async open(request: RelayRequest): Promise<RelayedLeg> {
    const { worker, webRtcServer } = await this.#start();
    // A browser can only use its router's codecs.
    const { payloadType, ...codec } = LEG_CODECS[request.codec];
    const router = await worker.createRouter({
      mediaCodecs: [{ kind: 'audio', ...codec, preferredPayloadType: payloadType }],
    });
    const leg: OpenLeg = await openRelayedLeg(router, webRtcServer, request, () => this.#legs.delete(leg));
    if (this.#isClosed || this.#worker !== worker) {
      leg.close();
      throw new DomainError('legs_busy');
    }
    this.#legs.add(leg);
    return leg;
  }

  legs(): number {
    return this.#legs.size;
  }

  async usage(): ReturnType<LegRelay['usage']> {
    const usage = await this.#worker?.getResourceUsage().catch(() => undefined);
    if (usage === undefined) return null;
    // mediasoup reports ms and KiB.
    return { cpuSeconds: (usage.ru_utime + usage.ru_stime) / 1_000, bytes: usage.ru_maxrss * 1024 };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const leg of [...this.#legs]) leg.close();
    const running = await this.#running?.catch(() => null);
    running?.worker.close();
    this.#worker = null;
  }

  /** W1, W3 */
  #start(): Promise<Running> {
    if (this.#isClosed) throw new DomainError('legs_busy');
    if (this.#running === null && this.#options.now() < this.#notBefore) throw new DomainError('legs_busy');
    this.#running ??= this.#begin().catch((error: unknown) => {
      this.#running = null;
      this.#slowDown();
      this.#options.count('start_failed');
      this.#options.logger.error({ event: 'legs.worker_start_failed', err: error });
      throw refusedBecause('browser_legs_unavailable', error);
    });
    return this.#running;
  }

  async #begin(): Promise<Running> {
    const { ip, announcedAddress, port, logger, now, count } = this.#options;
    const mediasoup = loadMediasoup(findWorker(this.#options));
    const worker = await mediasoup.createWorker({ logLevel: 'warn' });
    const startedAt = now();
    worker.on('died', () => {
      if (now() - startedAt >= STABLE_MS) this.#failures = 0;
      this.#onDied(worker);
    });
    try {
      const address = announcedAddress === null ? {} : { announcedAddress };
      const webRtcServer = await worker.createWebRtcServer({
        listenInfos: [
          { protocol: 'udp', ip, port, ...address },
          { protocol: 'tcp', ip, port, ...address },
        ],
      });
      this.#worker = worker;
      count('started');
      const { udpSockets } = await webRtcServer.dump();
      const listening = udpSockets[0]?.port ?? port;
      logger.info({
        event: 'legs.worker_started',
        pid: worker.pid,
        ip,
        announcedAddress,
        port: listening,
      });
      return { worker, webRtcServer };
    } catch (error) {
      worker.close();
      throw error;
    }
  }

  /** W2 */
  #onDied(worker: Worker): void {
    const { count, logger } = this.#options;
    count('died');
    logger.error({ event: 'legs.worker_died', pid: worker.pid, legs: this.#legs.size });
    if (this.#worker === worker || this.#worker === null) {
      this.#running = null;
      this.#worker = null;
    }
    this.#slowDown();
    for (const leg of [...this.#legs]) leg.lose('worker_died');
  }

  #slowDown(): void {
    this.#failures += 1;
    this.#notBefore = this.#options.now() + steadyBackoffMs(this.#failures, RESTART);
  }
}
