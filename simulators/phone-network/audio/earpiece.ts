/** The callee's playback: the caller's audio, played in real time, with its interleaved marks. */
import { TICK_MS } from './clock.js';

/** µ-law at 8 kHz. */
export const BYTES_PER_MS = 8;
export const FRAME_BYTES = BYTES_PER_MS * TICK_MS;
/** About ten minutes (docs/reference/protocols/twilio.md "What we send on a stream"). */
const MAX_BUFFERED_BYTES = 10 * 60 * 8_000;
/** A shorter gap between frames counts as an underrun, not a pause, ms. */
const UNDERRUN_MS = 100;

export interface StreamStats {
  framesReceived: number;
  bytesReceived: number;
  /** How often the caller's audio ran dry in mid-speech. */
  underruns: number;
  clears: number;
  marksQueued: number;
  marksEchoed: number;
  /** The caller's audio that was played, ms. */
  playedMs: number;
  /** How much of it had been played when the latest mark was echoed, ms. */
  acknowledgedMs: number;
}

/** Of a call that has not streamed yet. */
export const newStreamStats = (): StreamStats => ({
  framesReceived: 0,
  bytesReceived: 0,
  underruns: 0,
  clears: 0,
  marksQueued: 0,
  marksEchoed: 0,
  playedMs: 0,
  acknowledgedMs: 0,
});

/** A span of played audio, with its start on the call's clock. */
export interface PlayedSpan {
  readonly atMs: number;
  readonly chunks: Buffer[];
}

export interface EarpieceOptions {
  /** Converts a `performance.now()` time to ms since the call was answered. */
  readonly callClock: (atMs: number) => number;
  readonly played: PlayedSpan[];
  readonly stats: StreamStats;
  /** Called with each 20 ms that the callee hears, silence included: 160 bytes of µ-law. */
  readonly onFrame: (frame: Buffer) => void;
  /** Called for each mark when it is reached or cleared. */
  readonly onMark: (name: string) => void;
}

export interface Earpiece {
  /** Queues µ-law. */
  take(audio: Buffer): void;
  /** Queues a mark; it is reached immediately if the queue is empty. */
  mark(name: string): void;
  /** Discards the queued audio. Its marks count as reached if `echoes` is set. */
  clear(echoes: boolean): void;
  /** Plays the 20 ms that are due at `dueMs` of `performance.now()`. */
  play(dueMs: number): void;
  /** Whether the caller is currently heard. */
  hearing(): boolean;
}

type Queued = { readonly audio: Buffer } | { readonly mark: string };

/** One earpiece per media stream; `played` and `stats` belong to the call and continue with its next stream. */
export const createEarpiece = ({ callClock, played, stats, onFrame, onMark }: EarpieceOptions): Earpiece => {
  let queue: Queued[] = [];
  let queuedBytes = 0;
  /** Played bytes of the first audio in the queue. */
  let offset = 0;
  let lastPlayedAt = Number.NEGATIVE_INFINITY;
  let dryAt: number | null = null;

  /** Fills `frame` from the queue; returns the number of bytes filled. */
  const fill = (frame: Buffer): number => {
    let filled = 0;
    while (filled < FRAME_BYTES) {
      const head = queue[0];
      if (head === undefined) break;
      if ('mark' in head) {
        queue.shift();
        onMark(head.mark);
        continue;
      }
      const take = Math.min(FRAME_BYTES - filled, head.audio.length - offset);
      head.audio.copy(frame, filled, offset, offset + take);
      filled += take;
      offset += take;
      queuedBytes -= take;
      if (offset >= head.audio.length) {
        queue.shift();
        offset = 0;
      }
    }
    return filled;
  };

  return {
    take: (audio) => {
      stats.framesReceived += 1;
      stats.bytesReceived += audio.length;
      if (queuedBytes > MAX_BUFFERED_BYTES) return;
      if (dryAt !== null && performance.now() - dryAt < UNDERRUN_MS) stats.underruns += 1;
      dryAt = null;
      queuedBytes += audio.length;
      queue.push({ audio });
    },
    mark: (name) => {
      stats.marksQueued += 1;
      if (queue.length === 0) onMark(name);
      else queue.push({ mark: name });
    },
    clear: (echoes) => {
      stats.clears += 1;
      const marks = queue.flatMap((item) => ('mark' in item ? [item.mark] : []));
      queue = [];
      queuedBytes = 0;
      offset = 0;
      dryAt = null;
      lastPlayedAt = Number.NEGATIVE_INFINITY;
      if (echoes) for (const name of marks) onMark(name);
    },
    // A mark is reached when the audio before it has been played, which is one tick after that audio began.
    play: (dueMs) => {
      const frame = Buffer.alloc(FRAME_BYTES, 0xff);
      const filled = fill(frame);
      onFrame(frame);
      if (filled === 0) {
        if (dryAt === null && lastPlayedAt > Number.NEGATIVE_INFINITY) dryAt = performance.now();
        return;
      }
      stats.playedMs += filled / BYTES_PER_MS;
      // A late tick is recorded at its due time: a phone's audio does not wait for our processor.
      const atMs = callClock(dueMs);
      lastPlayedAt = performance.now();
      // Due times are whole ticks apart, so even a single dry tick starts a new span: audio is recorded where it was heard.
      const last = played.at(-1);
      if (last !== undefined && Math.abs(last.atMs + last.chunks.length * TICK_MS - atMs) < TICK_MS / 2)
        last.chunks.push(frame);
      else played.push({ atMs, chunks: [frame] });
    },
    hearing: () => performance.now() - lastPlayedAt < 2 * TICK_MS,
  };
};
