/** What the callee hears: audio of the caller's side, played in real time, with the marks that lie between. */
import { TICK_MS } from './clock.js';

const FRAME_BYTES = 160;
/** About ten minutes (docs/protocols/twilio.md "What we send on a stream"). */
const MAX_BUFFERED_BYTES = 10 * 60 * 8_000;
/** A gap between frames that is shorter than this was meant to be none, ms. */
const UNDERRUN_MS = 100;

export interface StreamStats {
  framesReceived: number;
  bytesReceived: number;
  /** Times the caller's side ran dry in the middle of speaking. */
  underruns: number;
  clears: number;
  marksQueued: number;
  marksEchoed: number;
}

/** What was played, and when on the call's clock. */
export interface PlayedSpan {
  readonly atMs: number;
  readonly chunks: Buffer[];
}

export interface EarpieceOptions {
  /** A moment of `performance.now()` as ms since the call was answered. */
  readonly callClock: (atMs: number) => number;
  readonly played: PlayedSpan[];
  readonly stats: StreamStats;
  /** Told of each mark when it is reached, or cleared. */
  readonly onMark: (name: string) => void;
}

export interface Earpiece {
  /** Queues µ-law. */
  take(audio: Buffer): void;
  /** Queues a mark: it is reached at once when nothing waits before it. */
  mark(name: string): void;
  /** Drops the audio that waits; its marks are reached, if they are to be echoed. */
  clear(echoes: boolean): void;
  /** Plays 20 ms that were due at `dueMs` of `performance.now()`. */
  play(dueMs: number): void;
  /** Whether the caller's side is heard right now. */
  hearing(): boolean;
}

type Queued = { readonly audio: Buffer } | { readonly mark: string };

/** One for each media stream; `played` and `stats` are the call's, and go on with its next stream. */
export const createEarpiece = ({ callClock, played, stats, onMark }: EarpieceOptions): Earpiece => {
  let queue: Queued[] = [];
  let queuedBytes = 0;
  /** Of the first audio in the queue: bytes that were played. */
  let offset = 0;
  let lastPlayedAt = Number.NEGATIVE_INFINITY;
  let dryAt: number | null = null;

  /** Takes what comes next off the queue; gives how many bytes of `frame` it fills. */
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
    // A mark is reached when the audio before it has been played, which is one tick after it began.
    play: (dueMs) => {
      const frame = Buffer.alloc(FRAME_BYTES, 0xff);
      if (fill(frame) === 0) {
        if (dryAt === null && lastPlayedAt > Number.NEGATIVE_INFINITY) dryAt = performance.now();
        return;
      }
      // A late tick plays what was due then: a phone's audio does not wait for our processor.
      const atMs = callClock(dueMs);
      lastPlayedAt = performance.now();
      // Due times are whole ticks apart, so even a single dry tick begins another piece: what is heard lies where it was heard.
      const last = played.at(-1);
      if (last !== undefined && Math.abs(last.atMs + last.chunks.length * TICK_MS - atMs) < TICK_MS / 2)
        last.chunks.push(frame);
      else played.push({ atMs, chunks: [frame] });
    },
    hearing: () => performance.now() - lastPlayedAt < 2 * TICK_MS,
  };
};
