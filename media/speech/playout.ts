/**
 * The outbound track: utterances in order, as 20 ms frames with marks, never further ahead of real time than the lead
 * allows.
 *
 * It guarantees:
 * P1. Frames leave in order, none twice, and at most `leadMs` before they play.
 * P2. A mark follows the first frame, every `markEveryMs` (less while a cut is likely) and the last frame of every utterance.
 * P3. A receipt counts only for audio that was sent and not cleared since; everything sent before that audio was played,
 *     too.
 * P4. While the carrier holds at least `leadMs` less {@link GATHERED_MS}, nothing is sent except the beginning of an
 *     utterance.
 */
import { FRAME_BYTES, FRAME_MS, SILENCE } from '../audio/frames.js';
import { fullySent, sentMs, totalMs, type Utterance } from './utterance.js';

export type PlayoutOutput =
  | { readonly type: 'send_audio'; readonly payload: Uint8Array; readonly utterance: string | null }
  | { readonly type: 'send_mark'; readonly name: string }
  | { readonly type: 'send_clear' };

/** A frame on its way, with the time at which it plays. */
interface PlayedFrame {
  readonly atMs: number;
  readonly payload: Uint8Array;
}

/** Receives outputs: an array will do. */
interface PlayoutSink {
  push(output: PlayoutOutput): unknown;
}

export interface Playout {
  enqueue(utterance: Utterance): void;
  /** Queues an utterance before all those of which nothing was sent. */
  enqueueNext(utterance: Utterance): void;
  /** No more audio will arrive for this utterance: if all of it has been sent, its last mark follows now. */
  completed(utterance: Utterance, atMs: number, out: PlayoutSink): void;
  /** From now on a mark follows after this much audio, ms. P2 */
  markEvery(ms: number): void;
  /** Sends what the lead allows now. */
  pump(atMs: number, out: PlayoutSink): void;
  /** Sends 20 ms of live audio, unless the carrier holds so much that it would come late. */
  live(frame: Uint8Array, atMs: number, out: PlayoutSink): void;
  /** Applies a receipt; returns the utterance it was for, or null. */
  receipt(name: string, atMs: number): Utterance | null;
  /** Drops everything queued here and at the carrier; returns the utterances that were not fully played, oldest first. */
  clear(atMs: number, out: PlayoutSink): readonly Utterance[];
  /** Frames that have been played by `atMs`, for the recording. */
  played(atMs: number): readonly PlayedFrame[];
  /** Whether the customer hears, or is about to hear, the agent. */
  speaking(atMs: number): boolean;
  /** Utterances whose end has not been played yet. */
  open(): readonly Utterance[];
  /** Removes an utterance whose end is settled. */
  settle(utterance: Utterance): void;
  /** When the carrier runs out of audio, ms. */
  endsAt(): number;
}

/** The background under the agent's voice: mixes into `frame`, or fills it if there is no voice. */
export type Background = ((frame: Uint8Array, voiced: boolean) => void) | null;

/**
 * Speech leaves in batches of this length while the carrier holds enough: this halves the writes, and calls take turns. A
 * longer batch would leave less at the carrier when the next one is late. Live audio must not wait like that.
 */
const GATHERED_MS = 2 * FRAME_MS;
/** With nothing to say, background is sent only this far ahead, so that words do not queue behind it, ms. */
const IDLE_LEAD_MS = 2 * FRAME_MS;
/** Live audio is at most this far ahead, ms: audio beyond it is dropped, instead of being heard later and later. */
const LIVE_LEAD_MS = 5 * FRAME_MS;

export const createPlayout = (leadMs: number, markEveryMs: number, background: Background): Playout =>
  new OutboundTrack(leadMs, markEveryMs, background);

const NOTHING: readonly PlayedFrame[] = [];

class OutboundTrack implements Playout {
  readonly #leadMs: number;
  #markEveryMs: number;
  readonly #background: Background;
  #queue: Utterance[] = [];
  #flight: PlayedFrame[] = [];
  #endsAt = Number.NEGATIVE_INFINITY;

  constructor(leadMs: number, markEveryMs: number, background: Background) {
    this.#leadMs = leadMs;
    this.#markEveryMs = markEveryMs;
    this.#background = background;
  }

  enqueue(utterance: Utterance): void {
    this.#queue.push(utterance);
  }

  enqueueNext(utterance: Utterance): void {
    const at = this.#queue.findIndex(({ sentBytes }) => sentBytes === 0);
    this.#queue.splice(at === -1 ? this.#queue.length : at, 0, utterance);
  }

  completed(utterance: Utterance, atMs: number, out: PlayoutSink): void {
    utterance.complete = true;
    if (utterance.bytes === 0 || !fullySent(utterance)) return;
    // Its last receipt cannot arrive before its mark has left.
    utterance.endsAt = Math.max(utterance.endsAt ?? atMs, atMs);
    out.push(markAt(utterance));
  }

  markEvery(ms: number): void {
    this.#markEveryMs = ms;
  }

  pump(atMs: number, out: PlayoutSink): void {
    this.#endsAt = Math.max(this.#endsAt, atMs);
    if (this.#canWait(atMs)) return;
    // P1
    while (this.#endsAt - atMs < this.#leadMs) {
      const utterance = this.#next();
      const frame = utterance === undefined ? null : takeFrame(utterance, this.#background !== null);
      if (utterance !== undefined && frame !== null) {
        this.#sendVoice(utterance, frame, atMs, out);
      } else if (this.#background !== null && this.#endsAt - atMs < IDLE_LEAD_MS) {
        const noise = new Uint8Array(FRAME_BYTES).fill(SILENCE);
        this.#background(noise, false);
        this.#send(noise, null, out);
      } else return;
    }
  }

  live(frame: Uint8Array, atMs: number, out: PlayoutSink): void {
    this.#endsAt = Math.max(this.#endsAt, atMs);
    if (this.#endsAt - atMs >= LIVE_LEAD_MS) return;
    const own = this.#background === null ? frame : new Uint8Array(frame);
    this.#background?.(own, true);
    this.#send(own, null, out);
  }

  receipt(name: string, atMs: number): Utterance | null {
    const [id, generation, ms] = name.split(':');
    const utterance = this.#queue.find(
      (queued) => queued.id === id && String(queued.generation) === generation,
    );
    const played = Number(ms);
    if (utterance === undefined || utterance.cleared || !Number.isFinite(played)) return null;
    // P3
    if (played <= 0 || played > Math.ceil(sentMs(utterance))) return null;
    // A frame cannot play before it was sent, however fast its receipt is.
    utterance.firstPlayedAt ??= Math.max(utterance.firstSentAt ?? 0, atMs - played);
    const isWhole = played >= Math.floor(totalMs(utterance)) && utterance.complete;
    utterance.ackedMs = Math.max(utterance.ackedMs, isWhole ? totalMs(utterance) : played);
    this.#acknowledgeEarlier(utterance);
    return utterance;
  }

  /** A carrier plays in order: the receipts of earlier audio were lost, or are late. P3 */
  #acknowledgeEarlier(utterance: Utterance): void {
    let beganAt = utterance.firstPlayedAt ?? 0;
    for (const before of this.#queue.slice(0, this.#queue.indexOf(utterance)).reverse()) {
      beganAt = Math.max(before.firstSentAt ?? 0, beganAt - sentMs(before));
      before.firstPlayedAt ??= beganAt;
      before.ackedMs = Math.max(before.ackedMs, fullySent(before) ? totalMs(before) : sentMs(before));
    }
  }

  clear(atMs: number, out: PlayoutSink): readonly Utterance[] {
    const dropped = this.#queue;
    for (const utterance of dropped) utterance.cleared = true;
    this.#queue = [];
    this.#flight = this.#flight.filter((frame) => frame.atMs < atMs);
    this.#endsAt = atMs;
    out.push({ type: 'send_clear' });
    return dropped;
  }

  played(atMs: number): readonly PlayedFrame[] {
    let count = 0;
    for (const frame of this.#flight) {
      if (frame.atMs + FRAME_MS > atMs) break;
      count += 1;
    }
    return count === 0 ? NOTHING : this.#flight.splice(0, count);
  }

  speaking(atMs: number): boolean {
    return this.#next() !== undefined || this.#queue.some(({ endsAt }) => endsAt !== null && endsAt > atMs);
  }

  open(): readonly Utterance[] {
    return this.#queue;
  }

  settle(utterance: Utterance): void {
    this.#queue = this.#queue.filter((queued) => queued !== utterance);
  }

  endsAt(): number {
    return this.#endsAt;
  }

  /** P4 */
  #canWait(atMs: number): boolean {
    if (this.#endsAt - atMs <= this.#leadMs - GATHERED_MS) return false;
    const next = this.#next();
    return next === undefined || next.sentBytes > 0;
  }

  #next(): Utterance | undefined {
    for (const utterance of this.#queue) if (!fullySent(utterance)) return utterance;
    return undefined;
  }

  #sendVoice(utterance: Utterance, frame: Uint8Array, atMs: number, out: PlayoutSink): void {
    const before = sentMs(utterance);
    utterance.firstSentAt ??= atMs;
    if (utterance.endsAt !== this.#endsAt) utterance.runs.push({ fromMs: before, atMs: this.#endsAt });
    utterance.startsAt ??= this.#endsAt;
    this.#background?.(frame, true);
    this.#send(frame, utterance.id, out);
    utterance.sentBytes = Math.min(utterance.bytes, utterance.sentBytes + FRAME_BYTES);
    utterance.endsAt = this.#endsAt;
    const after = sentMs(utterance);
    const crossed = Math.floor(after / this.#markEveryMs) > Math.floor(before / this.#markEveryMs);
    // P2
    if (before === 0 || crossed || fullySent(utterance)) out.push(markAt(utterance));
  }

  #send(payload: Uint8Array, utterance: string | null, out: PlayoutSink): void {
    out.push({ type: 'send_audio', payload, utterance });
    this.#flight.push({ atMs: this.#endsAt, payload });
    this.#endsAt += FRAME_MS;
  }
}

/**
 * The next frame that can be filled; null if there is none. It is a view of the synthesised audio, which calls share,
 * unless the receiver needs a copy of its own to mix into.
 */
const takeFrame = (utterance: Utterance, isOwn: boolean): Uint8Array | null => {
  const { bytes, sentBytes, complete, chunks, reading } = utterance;
  if (bytes - sentBytes < FRAME_BYTES && !complete) return null;
  let chunk = chunks[reading.index];
  while (chunk !== undefined && sentBytes >= reading.before + chunk.length) {
    reading.before += chunk.length;
    reading.index += 1;
    chunk = chunks[reading.index];
  }
  const from = sentBytes - reading.before;
  if (!isOwn && chunk !== undefined && chunk.length - from >= FRAME_BYTES)
    return chunk.subarray(from, from + FRAME_BYTES);
  const frame = new Uint8Array(FRAME_BYTES).fill(SILENCE);
  copyFrom(chunks, reading.index, from, frame);
  return frame;
};

/** A mark for what was sent so far (docs/explanation/media.md "Four rules"). */
const markAt = (utterance: Utterance): PlayoutOutput => ({
  type: 'send_mark',
  name: `${utterance.id}:${utterance.generation}:${Math.round(sentMs(utterance))}`,
});

/** Copies into `target` what is at `offset` of the concatenated chunks from `first` on. */
const copyFrom = (chunks: readonly Uint8Array[], first: number, offset: number, target: Uint8Array): void => {
  let skip = offset;
  let filled = 0;
  for (let index = first; index < chunks.length && filled < target.length; index += 1) {
    const chunk = chunks[index];
    if (chunk === undefined || skip >= chunk.length) {
      skip -= chunk?.length ?? 0;
      continue;
    }
    const part = chunk.subarray(skip, skip + target.length - filled);
    target.set(part, filled);
    filled += part.length;
    skip = 0;
  }
};

/** The audio of an utterance beyond `playedMs`, as a new array. */
export const restOf = (utterance: Utterance, playedMs: number): Uint8Array => {
  const from = Math.min(utterance.bytes, Math.round((playedMs * FRAME_BYTES) / FRAME_MS));
  const rest = new Uint8Array(utterance.bytes - from);
  copyFrom(utterance.chunks, 0, from, rest);
  return rest;
};
