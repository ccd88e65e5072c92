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
 * P5. A voice that is lowered is lowered at once: what the carrier holds is cleared and sent again from where it was
 *     playing, by our own estimate. Receipts for the cleared audio prove nothing, so marks of audio that is sent again
 *     have other names; earlier marks count up to that place. A mark follows the first frame.
 */
import { FRAME_BYTES, FRAME_MS, msOf, SILENCE } from '../audio/frames.js';
import { attenuated, LOWEST_LEVEL } from './attenuation.js';
import { fullySent, sentMs, totalMs, type Utterance } from './utterance.js';
import { takeFrame } from './utterance-audio.js';

export type PlayoutOutput =
  | { readonly type: 'send_audio'; readonly payload: Uint8Array; readonly utterance: string | null }
  | { readonly type: 'send_mark'; readonly name: string }
  | { readonly type: 'send_clear' };

/** A frame on its way, with the time at which it plays. */
interface PlayedFrame {
  readonly atMs: number;
  readonly payload: Uint8Array;
}

/** The utterance that a frame on its way is part of, and how much of it was sent before. */
interface SentFrame extends PlayedFrame {
  readonly utterance: Utterance | null;
  readonly fromBytes: number;
}

/** Notified of the voice that the customer hears: frames with the time at which they play, and what was cleared. */
interface PlayoutWatch {
  played(atMs: number, frame: Uint8Array): void;
  cleared(atMs: number): void;
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
  /** Lowers the voice from now on, including what the carrier holds. P5 */
  lower(atMs: number, out: PlayoutSink): void;
  /** Raises a lowered voice again, with what is sent next. */
  raise(): void;
  isLowered(): boolean;
  /** Whether the voice sounded, or will sound, at that time, as far as it has been sent; of the last seconds. */
  voicedAt(atMs: number): boolean;
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
/** Distance of marks in a disclosure, which is not cut, ms. */
const UNCUT_MARKS_MS = 200;
/** With nothing to say, background is sent only this far ahead, so that words do not queue behind it, ms. */
const IDLE_LEAD_MS = 2 * FRAME_MS;
/** Live audio is at most this far ahead, ms: audio beyond it is dropped, instead of being heard later and later. */
const LIVE_LEAD_MS = 5 * FRAME_MS;

/** Stretches of voice that are kept, the latest ones. */
const MOST_VOICED = 32;

export const createPlayout = (
  leadMs: number,
  markEveryMs: number,
  background: Background,
  watch: PlayoutWatch | null = null,
): Playout => new OutboundTrack(leadMs, markEveryMs, background, watch);

const NOTHING: readonly PlayedFrame[] = [];

class OutboundTrack implements Playout {
  readonly #leadMs: number;
  #markEveryMs: number;
  readonly #background: Background;
  readonly #watch: PlayoutWatch | null;
  #queue: Utterance[] = [];
  #flight: SentFrame[] = [];
  #endsAt = Number.NEGATIVE_INFINITY;
  #voiced: { readonly fromMs: number; toMs: number }[] = [];
  #isLowered = false;
  /** Of {@link attenuated}; it rises frame by frame. */
  #level = 0;
  /** From which ms on audio of an utterance was sent again, each time. */
  readonly #rewinds = new WeakMap<Utterance, number[]>();
  #marksNext = false;

  constructor(leadMs: number, markEveryMs: number, background: Background, watch: PlayoutWatch | null) {
    this.#leadMs = leadMs;
    this.#markEveryMs = markEveryMs;
    this.#background = background;
    this.#watch = watch;
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
    out.push(this.#markAt(utterance));
  }

  markEvery(ms: number): void {
    this.#markEveryMs = ms;
  }

  pump(atMs: number, out: PlayoutSink): void {
    // What follows a silence begins at full volume.
    if (this.#endsAt <= atMs && !this.#isLowered) this.#level = 0;
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
        this.#send(noise, null, 0, out);
      } else return;
    }
  }

  live(frame: Uint8Array, atMs: number, out: PlayoutSink): void {
    this.#endsAt = Math.max(this.#endsAt, atMs);
    if (this.#endsAt - atMs >= LIVE_LEAD_MS) return;
    const own = this.#background === null ? frame : new Uint8Array(frame);
    this.#background?.(own, true);
    this.#watch?.played(this.#endsAt, own);
    this.#send(own, null, 0, out);
  }

  receipt(name: string, atMs: number): Utterance | null {
    const [id, generation, ms, take = '0'] = name.split(':');
    const utterance = this.#queue.find(
      (queued) => queued.id === id && String(queued.generation) === generation,
    );
    const played = Number(ms);
    if (utterance === undefined || utterance.cleared || !Number.isFinite(played)) return null;
    // P5
    if (played > (this.#rewinds.get(utterance)?.[Number(take)] ?? played)) return null;
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
    this.#isLowered = false;
    this.#level = 0;
    this.#stop(atMs, out);
    return dropped;
  }

  lower(atMs: number, out: PlayoutSink): void {
    if (this.#isLowered) return;
    this.#isLowered = true;
    this.#level = LOWEST_LEVEL;
    /** Where each utterance goes on: at its first frame that has not played to its end. */
    const rewinds = new Map<Utterance, number>();
    for (const { atMs: playsAt, utterance, fromBytes } of this.#flight) {
      if (playsAt + FRAME_MS <= atMs || utterance === null || rewinds.has(utterance)) continue;
      const isProven = msOf(fromBytes) + FRAME_MS <= utterance.ackedMs;
      if (!isProven && this.#queue.includes(utterance)) rewinds.set(utterance, fromBytes);
    }
    if (rewinds.size === 0) return;
    this.#flight = this.#flight.filter((frame) => frame.atMs < atMs);
    this.#stop(atMs, out);
    for (const [utterance, bytes] of rewinds) this.#rewind(utterance, bytes, atMs);
    this.#marksNext = true;
    this.pump(atMs, out);
  }

  raise(): void {
    this.#isLowered = false;
  }

  isLowered(): boolean {
    return this.#isLowered;
  }

  voicedAt(atMs: number): boolean {
    return this.#voiced.some(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  }

  /** The carrier drops what it holds. */
  #stop(atMs: number, out: PlayoutSink): void {
    this.#endsAt = atMs;
    this.#voiced = this.#voiced.filter(({ fromMs }) => fromMs < atMs);
    const last = this.#voiced.at(-1);
    if (last !== undefined) last.toMs = Math.min(last.toMs, atMs);
    this.#watch?.cleared(atMs);
    out.push({ type: 'send_clear' });
  }

  /** What follows the first `bytes` of an utterance is sent again. */
  #rewind(utterance: Utterance, bytes: number, atMs: number): void {
    utterance.sentBytes = bytes;
    utterance.reading = { index: 0, before: 0 };
    this.#rewinds.set(utterance, [...(this.#rewinds.get(utterance) ?? []), msOf(bytes)]);
    utterance.endsAt = null;
    utterance.runs = utterance.runs.filter((run) => run.atMs < atMs && run.fromMs < msOf(bytes));
    if (bytes === 0) utterance.startsAt = null;
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
    // Attenuated keys may not be recognised.
    const voice = this.#level === 0 || utterance.kind === 'keys' ? frame : attenuated(frame, this.#level);
    if (!this.#isLowered && this.#level > 0) this.#level -= 1;
    this.#background?.(voice, true);
    this.#watch?.played(this.#endsAt, voice);
    this.#noteVoice();
    this.#send(voice, utterance, utterance.sentBytes, out);
    utterance.sentBytes = Math.min(utterance.bytes, utterance.sentBytes + FRAME_BYTES);
    utterance.endsAt = this.#endsAt;
    const after = sentMs(utterance);
    const every = utterance.kind === 'disclosure' ? UNCUT_MARKS_MS : this.#markEveryMs;
    const crossed = Math.floor(after / every) > Math.floor(before / every);
    // P2
    if (before === 0 || this.#marksNext || crossed || fullySent(utterance)) out.push(this.#markAt(utterance));
    this.#marksNext = false;
  }

  #noteVoice(): void {
    const last = this.#voiced.at(-1);
    if (last !== undefined && last.toMs === this.#endsAt) last.toMs += FRAME_MS;
    else
      this.#voiced = [
        ...this.#voiced.slice(1 - MOST_VOICED),
        { fromMs: this.#endsAt, toMs: this.#endsAt + FRAME_MS },
      ];
  }

  #send(payload: Uint8Array, utterance: Utterance | null, fromBytes: number, out: PlayoutSink): void {
    out.push({ type: 'send_audio', payload, utterance: utterance?.id ?? null });
    this.#flight.push({ atMs: this.#endsAt, payload, utterance, fromBytes });
    this.#endsAt += FRAME_MS;
  }

  /** A mark for what was sent so far (docs/explanation/media.md "Four rules"). */
  #markAt(utterance: Utterance): PlayoutOutput {
    const take = this.#rewinds.get(utterance)?.length ?? 0;
    const name = `${utterance.id}:${utterance.generation}:${Math.round(sentMs(utterance))}`;
    return { type: 'send_mark', name: take === 0 ? name : `${name}:${take}` };
  }
}
