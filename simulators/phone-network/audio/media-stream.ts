/**
 * The carrier's side of one media stream: sends the callee's audio every 20 ms, plays incoming audio in real time
 * (earpiece.ts), and echoes marks when they are reached.
 */
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { CalleeScript } from '../callee.js';
import { type Arrivals, createArrivals } from './arrivals.js';
import { type NetworkClock, TICK_MS } from './clock.js';
import {
  BYTES_PER_MS,
  createEarpiece,
  type Earpiece,
  type EarpieceOptions,
  FRAME_BYTES,
} from './earpiece.js';
import type { NetworkLateness } from './lateness.js';
import type { StreamIds, StreamProtocol } from './stream-protocol.js';

const SILENCE = Buffer.alloc(FRAME_BYTES, 0xff);
/** A longer gap counts as an intended pause, ms. */
const PAUSE_MS = 100;

export interface MediaStreamOptions extends Omit<EarpieceOptions, 'onMark'> {
  readonly url: string;
  /** The carrier's messages on the stream. */
  readonly protocol: (ids: StreamIds) => StreamProtocol;
  readonly accountSid: string;
  readonly callSid: string;
  /** Values that the instructions pass on to the other side. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Headers of the upgrade request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly script: CalleeScript;
  readonly clock: NetworkClock;
  readonly lateness: NetworkLateness;
  /** The callee's next frame: 160 bytes, or null for silence. */
  readonly nextFrame: (callMs: number) => Buffer | null;
  readonly onOpen: () => void;
  readonly onTick: (stream: MediaStream) => void;
  readonly onClose: (code: number, opened: boolean) => void;
}

export interface MediaStream {
  dtmf(digit: string): void;
  raw(data: string | Buffer): void;
  media(payload: Buffer, options?: { readonly streamSid?: string; readonly sequence?: number }): void;
  /** Ends the stream in an orderly way. */
  stop(): void;
  /** Cuts the socket. */
  drop(): void;
  /** Whether the other side is currently heard. */
  hearing(): boolean;
}

/** Opens a stream to `url`; it ticks from its opening to its close. */
export const openMediaStream = (options: MediaStreamOptions): MediaStream => new Stream(options);

class Stream implements MediaStream {
  readonly #options: MediaStreamOptions;
  readonly #sid = `MZ${randomUUID().replaceAll('-', '')}`;
  readonly #protocol: StreamProtocol;
  readonly #socket: WebSocket;
  readonly #earpiece: Earpiece;
  readonly #arrivals: Arrivals;
  /** When the audio received so far will have been played. */
  #playedUntil = Number.NEGATIVE_INFINITY;
  /** ms of `performance.now()`; null before. */
  #openedAt: number | null = null;
  #closed = false;
  #sequence = 0;
  #chunk = 0;
  /** Time of the next frame, ms since the stream opened. */
  #timestamp = 0;

  constructor(options: MediaStreamOptions) {
    this.#options = options;
    const { accountSid, callSid, parameters, headers, callClock, played, stats, lateness, onFrame } = options;
    this.#protocol = options.protocol({ accountSid, callSid, streamSid: this.#sid, parameters });
    this.#arrivals = createArrivals(lateness.arrived);
    this.#earpiece = createEarpiece({
      callClock,
      played,
      stats,
      onFrame,
      onMark: (name) => this.#echo(name),
    });
    this.#socket = new WebSocket(options.url, { perMessageDeflate: false, headers });
    const removeTick = options.clock.add((dueMs) => this.#tick(dueMs));
    this.#socket.on('open', () => this.#begin());
    this.#socket.on('message', (data) => this.#hear(data.toString()));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', (code) => {
      if (this.#closed) return;
      this.#closed = true;
      this.#arrivals.pause();
      removeTick();
      options.onClose(code, this.#openedAt !== null);
    });
  }

  dtmf(digit: string): void {
    this.#send(this.#protocol.dtmf(this.#next(), digit, this.#timestamp));
  }

  raw(data: string | Buffer): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  media(
    payload: Buffer,
    {
      streamSid: otherSid,
      sequence: otherSequence,
    }: { readonly streamSid?: string; readonly sequence?: number } = {},
  ): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#chunk += 1;
    const sequence = this.#next();
    this.#socket.send(
      this.#protocol.media(
        otherSequence ?? sequence,
        this.#chunk,
        this.#timestamp,
        payload.toString('base64'),
        otherSid ?? this.#sid,
      ),
    );
  }

  stop(): void {
    this.#send(this.#protocol.stop(this.#next()));
    this.#socket.close();
  }

  drop(): void {
    this.#socket.terminate();
  }

  hearing(): boolean {
    return this.#earpiece.hearing();
  }

  #begin(): void {
    this.#openedAt = performance.now();
    this.#options.onOpen();
    for (const message of this.#protocol.opening) this.#send(message);
    this.#sequence = 1;
  }

  #tick(dueMs: number): void {
    // After a stall of this process, ticks from before the opening are caught up with.
    if (this.#openedAt === null || dueMs < this.#openedAt || this.#closed) return;
    const { callClock, lateness, nextFrame, onTick } = this.#options;
    this.#earpiece.play(dueMs);
    onTick(this);
    this.media(nextFrame(callClock(dueMs)) ?? SILENCE);
    this.#timestamp += TICK_MS;
    lateness.sent(performance.now() - dueMs);
  }

  #take(audio: Buffer): void {
    const now = performance.now();
    const ms = audio.length / BYTES_PER_MS;
    if (now - this.#playedUntil > PAUSE_MS) this.#arrivals.pause();
    this.#arrivals.record(now, ms);
    this.#playedUntil = Math.max(now, this.#playedUntil) + ms;
    this.#earpiece.take(audio);
  }

  #clear(): void {
    this.#arrivals.pause();
    this.#playedUntil = Number.NEGATIVE_INFINITY;
    this.#earpiece.clear(this.#protocol.echoesCleared);
    this.#send(this.#protocol.cleared(this.#next()));
  }

  #hear(text: string): void {
    const command = this.#protocol.read(JSON.parse(text));
    if (command?.type === 'media') this.#take(Buffer.from(command.payload, 'base64'));
    else if (command?.type === 'mark') this.#earpiece.mark(command.name);
    else if (command?.type === 'clear') this.#clear();
  }

  #echo(name: string): void {
    const { script, stats } = this.#options;
    if (script.marks.echo === 'never') return;
    const { playedMs } = stats;
    const echo = (): void => {
      stats.marksEchoed += 1;
      stats.acknowledgedMs = playedMs;
      this.#send(this.#protocol.played(this.#next(), name));
    };
    const times = script.marks.echo === 'twice' ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      if (script.marks.lateMs > 0) setTimeout(echo, script.marks.lateMs);
      else echo();
    }
  }

  #next(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Null: the carrier has no such message. */
  #send(message: object | null): void {
    if (message !== null && this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify(message));
  }
}
