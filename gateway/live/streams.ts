/**
 * The live streams of a node: their registry, their limits and their timers.
 *
 * It guarantees:
 * LS1. At most {@link MAX_STREAMS_PER_BUSINESS} streams of a business, and {@link MAX_STREAMS} in all.
 * LS2. A stream ends within {@link ACCESS_MS} after its key or session ends.
 * LS3. Each stream sends something within {@link HEARTBEAT_MS}, so that both sides detect a dead connection.
 */
import type { Logger } from 'pino';
import type { LiveFeed } from '../../operations/live/feed.js';
import type { VoiceFeed } from '../../operations/live/voices.js';
import { DomainError } from '../../schemas/errors.js';
import type { LiveEvent, LiveTopic, ResetReason } from '../../schemas/events/live.js';
import { type CurrentStateOf, type EndOfStream, LiveStream, type StreamRequest } from './stream.js';

const MAX_STREAMS = 500;
const MAX_STREAMS_PER_BUSINESS = 50;
/** uWebSockets closes an answer after ten seconds without a write. */
const HEARTBEAT_MS = 5_000;
const ACCESS_MS = 5_000;
/** The interval in which gathered states are sent. */
const GATHER_MS = 1_000;
/** Streams are served in groups, so that all of them together do not occupy a whole turn of the loop. */
const PARTS = 10;

/** Metrics of live streams. */
export interface LiveMetrics {
  /** `count` is called whenever metrics are read. */
  observeStreams(count: () => number): void;
  sent(topic: LiveTopic): void;
  reset(reason: ResetReason): void;
  ended(reason: EndOfStream): void;
}

export interface LiveStreams {
  /**
   * Opens a stream, as text. Its iterator must be returned or read to its end. @throws DomainError live_streams_limited,
   * live_streams_busy
   */
  open(request: StreamRequest): AsyncIterable<string>;
  /** Ends all streams and admits no more; idempotent. */
  close(): void;
}

export interface LiveStreamsDeps {
  readonly feed: Pick<LiveFeed, 'follow' | 'missed' | 'progressEvent'>;
  readonly voices: VoiceFeed;
  readonly metrics: LiveMetrics;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly now: () => number;
}

/** Looks up current states once for all streams that report them at the same moment; later lookups may differ. */
const createCurrentStates = (feed: Pick<LiveFeed, 'progressEvent'>) => {
  const cache = new Map<string, LiveEvent | null>();
  const stateOf: CurrentStateOf = (businessId, gathered) => {
    const key = `${businessId} ${gathered.kind} ${gathered.id}`;
    const found = cache.get(key);
    if (found !== undefined) return found;
    const event = feed.progressEvent(businessId, gathered);
    cache.set(key, event);
    return event;
  };
  return { stateOf, forget: () => cache.clear() };
};

/** Starts without open streams. */
export const createLiveStreams = ({ feed, voices, metrics, logger, now }: LiveStreamsDeps): LiveStreams => {
  /** The open streams, each with its group. */
  const open = new Map<LiveStream, number>();
  const currentStates = createCurrentStates(feed);
  let closed = false;
  let opened = 0;
  metrics.observeStreams(() => open.size);

  /** Runs `work` for each stream once every `ms`, while any stream is open. */
  const runEvery = (ms: number, work: (stream: LiveStream) => void, before = (): void => undefined) => {
    let timer: NodeJS.Timeout | null = null;
    let turn = 0;
    const tick = (): void => {
      before();
      turn = (turn + 1) % PARTS;
      for (const [stream, part] of [...open]) if (part === turn) work(stream);
    };
    return () => {
      if (open.size === 0 && timer !== null) {
        clearInterval(timer);
        timer = null;
      } else if (open.size > 0) {
        timer ??= setInterval(tick, ms / PARTS).unref();
      }
    };
  };
  const timers = [
    runEvery(HEARTBEAT_MS, (stream) => stream.sendHeartbeat()), // LS3
    runEvery(ACCESS_MS, (stream) => stream.checkAccess()), // LS2
    runEvery(GATHER_MS, (stream) => stream.publishGathered(currentStates.stateOf), currentStates.forget),
  ];
  const updateTimers = (): void => {
    for (const update of timers) update();
  };

  return {
    open: (request) => {
      const { businessId } = request;
      // LS1
      if (closed || open.size >= MAX_STREAMS) throw new DomainError('live_streams_busy');
      const ofBusiness = [...open.keys()].filter((stream) => stream.businessId === businessId).length;
      if (ofBusiness >= MAX_STREAMS_PER_BUSINESS) throw new DomainError('live_streams_limited');
      const stream: LiveStream = new LiveStream(request, {
        feed,
        voices,
        logger,
        now,
        onSent: metrics.sent,
        onReset: metrics.reset,
        onEnded: (reason) => {
          open.delete(stream);
          updateTimers();
          metrics.ended(reason);
        },
      });
      opened += 1;
      open.set(stream, opened % PARTS);
      updateTimers();
      void stream.begin();
      return stream.pieces;
    },
    close: () => {
      closed = true;
      for (const stream of [...open.keys()]) stream.end('stopping');
    },
  };
};
