/**
 * One media stream as the carrier's side of it: sends the callee's audio every 20 ms, plays what comes in real
 * time (earpiece.ts), and echoes marks by Twilio's three rules (docs/protocols/twilio.md "When marks come back").
 */
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { type Arrivals, createArrivals } from './arrivals.js';
import type { CalleeScript } from './callee.js';
import { type NetworkClock, TICK_MS } from './clock.js';
import { createEarpiece, type Earpiece, type EarpieceOptions } from './earpiece.js';
import type { NetworkLateness } from './lateness.js';

const FRAME_BYTES = 160;
const SILENCE = Buffer.alloc(FRAME_BYTES, 0xff);
const BYTES_PER_MS = 8;
/** A gap that is longer was meant to be one, ms. */
const PAUSE_MS = 100;

export interface MediaStreamOptions extends Omit<EarpieceOptions, 'onMark'> {
  readonly url: string;
  readonly accountSid: string;
  readonly callSid: string;
  readonly script: CalleeScript;
  readonly clock: NetworkClock;
  readonly lateness: NetworkLateness;
  /** What the callee says next: 160 bytes, or null for silence. */
  readonly nextFrame: (callMs: number) => Buffer | null;
  readonly onOpen: () => void;
  readonly onTick: (stream: MediaStream) => void;
  readonly onClose: (code: number, opened: boolean) => void;
}

export interface MediaStream {
  dtmf(digit: string): void;
  raw(data: string | Buffer): void;
  media(payload: Buffer, options?: { readonly streamSid?: string; readonly sequence?: number }): void;
  /** Ends the stream politely. */
  stop(): void;
  /** Cuts the socket. */
  drop(): void;
  /** Whether the other side is heard right now. */
  hearing(): boolean;
}

/** Asks for a stream at `url`; it ticks from its opening to its close. */
export const openMediaStream = (options: MediaStreamOptions): MediaStream => new Stream(options);

class Stream implements MediaStream {
  readonly #options: MediaStreamOptions;
  readonly #sid = `MZ${randomUUID().replaceAll('-', '')}`;
  readonly #socket: WebSocket;
  readonly #earpiece: Earpiece;
  readonly #arrivals: Arrivals;
  /** When what has come so far will have been played. */
  #playedUntil = Number.NEGATIVE_INFINITY;
  #opened = false;
  #closed = false;
  #sequence = 0;
  #chunk = 0;
  /** Of the next frame, ms since the stream opened. */
  #timestamp = 0;

  constructor(options: MediaStreamOptions) {
    this.#options = options;
    const { callClock, played, stats, lateness } = options;
    this.#arrivals = createArrivals(lateness.arrived);
    this.#earpiece = createEarpiece({ callClock, played, stats, onMark: (name) => this.#echo(name) });
    this.#socket = new WebSocket(options.url, { perMessageDeflate: false });
    const removeTick = options.clock.add((dueMs) => this.#tick(dueMs));
    this.#socket.on('open', () => this.#begin());
    this.#socket.on('message', (data) => this.#hear(data.toString()));
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', (code) => {
      if (this.#closed) return;
      this.#closed = true;
      this.#arrivals.pause();
      removeTick();
      options.onClose(code, this.#opened);
    });
  }

  dtmf(digit: string): void {
    this.#numbered('dtmf', { dtmf: { track: 'inbound_track', digit } });
  }

  raw(data: string | Buffer): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(data);
  }

  media(
    payload: Buffer,
    { streamSid: other, sequence: forced }: { readonly streamSid?: string; readonly sequence?: number } = {},
  ): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#sequence += 1;
    this.#chunk += 1;
    // The hot path: nothing here needs escaping.
    this.#socket.send(
      `{"event":"media","sequenceNumber":"${forced ?? this.#sequence}","streamSid":"${other ?? this.#sid}","media":{"track":"inbound","chunk":"${this.#chunk}","timestamp":"${this.#timestamp}","payload":"${payload.toString('base64')}"}}`,
    );
  }

  stop(): void {
    const { accountSid, callSid } = this.#options;
    this.#numbered('stop', { stop: { accountSid, callSid } });
    this.#socket.close();
  }

  drop(): void {
    this.#socket.terminate();
  }

  hearing(): boolean {
    return this.#earpiece.hearing();
  }

  #begin(): void {
    const { accountSid, callSid, onOpen } = this.#options;
    this.#opened = true;
    onOpen();
    this.#send({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    this.#numbered('start', {
      start: {
        streamSid: this.#sid,
        accountSid,
        callSid,
        tracks: ['inbound'],
        customParameters: {},
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
      },
    });
  }

  #tick(dueMs: number): void {
    if (!this.#opened || this.#closed) return;
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
    this.#arrivals.came(now, ms);
    this.#playedUntil = Math.max(now, this.#playedUntil) + ms;
    this.#earpiece.take(audio);
  }

  #clear(): void {
    this.#arrivals.pause();
    this.#playedUntil = Number.NEGATIVE_INFINITY;
    this.#earpiece.clear();
  }

  #hear(text: string): void {
    const message: {
      event?: string;
      streamSid?: string;
      media?: { payload?: string };
      mark?: { name?: string };
    } = JSON.parse(text);
    if (message.streamSid !== this.#sid) return;
    if (message.event === 'media' && typeof message.media?.payload === 'string')
      this.#take(Buffer.from(message.media.payload, 'base64'));
    else if (message.event === 'mark' && typeof message.mark?.name === 'string')
      this.#earpiece.mark(message.mark.name);
    else if (message.event === 'clear') this.#clear();
  }

  #echo(name: string): void {
    const { script, stats } = this.#options;
    if (script.marks.echo === 'never') return;
    const say = (): void => {
      stats.marksEchoed += 1;
      this.#numbered('mark', { mark: { name } });
    };
    const times = script.marks.echo === 'twice' ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      if (script.marks.lateMs > 0) setTimeout(say, script.marks.lateMs);
      else say();
    }
  }

  #numbered(event: string, body: object): void {
    this.#sequence += 1;
    this.#send({ event, sequenceNumber: String(this.#sequence), streamSid: this.#sid, ...body });
  }

  #send(message: object): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }
}
