/**
 * One media stream as the carrier's side of it: sends the callee's audio every 20 ms, plays what comes in real
 * time, and echoes marks by Twilio's three rules (docs/protocols/twilio.md "When marks come back").
 */
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { CalleeScript } from './callee.js';
import { type NetworkClock, TICK_MS } from './clock.js';

const FRAME_BYTES = 160;
const SILENCE = Buffer.alloc(FRAME_BYTES, 0xff);
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

export interface MediaStreamOptions {
  readonly url: string;
  readonly accountSid: string;
  readonly callSid: string;
  readonly script: CalleeScript;
  readonly clock: NetworkClock;
  /** A moment of `performance.now()` as ms since the call was answered. */
  readonly callClock: (atMs: number) => number;
  /** What the callee says next: 160 bytes, or null for silence. */
  readonly nextFrame: (callMs: number) => Buffer | null;
  readonly onOpen: () => void;
  readonly onTick: (stream: MediaStream) => void;
  readonly onClose: (code: number, opened: boolean) => void;
  readonly played: PlayedSpan[];
  readonly stats: StreamStats;
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

type Queued = { readonly audio: Buffer } | { readonly mark: string };

export const openMediaStream = (options: MediaStreamOptions): MediaStream => {
  const { script, stats, played, callClock } = options;
  const streamSid = `MZ${randomUUID().replaceAll('-', '')}`;
  const socket = new WebSocket(options.url, { perMessageDeflate: false });
  let opened = false;
  let closed = false;
  let sequence = 0;
  let chunk = 0;
  let timestamp = 0;
  let queue: Queued[] = [];
  let queuedBytes = 0;
  let offset = 0;
  let lastPlayedAt = Number.NEGATIVE_INFINITY;
  let dryAt: number | null = null;

  const send = (message: object): void => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };
  const numbered = (event: string, body: object): void => {
    sequence += 1;
    send({ event, sequenceNumber: String(sequence), streamSid, ...body });
  };

  const media = (
    payload: Buffer,
    { streamSid: other, sequence: forced }: { readonly streamSid?: string; readonly sequence?: number } = {},
  ): void => {
    if (socket.readyState !== WebSocket.OPEN) return;
    sequence += 1;
    chunk += 1;
    // The hot path: nothing here needs escaping.
    socket.send(
      `{"event":"media","sequenceNumber":"${forced ?? sequence}","streamSid":"${other ?? streamSid}","media":{"track":"inbound","chunk":"${chunk}","timestamp":"${timestamp}","payload":"${payload.toString('base64')}"}}`,
    );
  };

  const echo = (name: string): void => {
    if (script.marks.echo === 'never') return;
    const say = (): void => {
      stats.marksEchoed += 1;
      numbered('mark', { mark: { name } });
    };
    const times = script.marks.echo === 'twice' ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      if (script.marks.lateMs > 0) setTimeout(say, script.marks.lateMs);
      else say();
    }
  };

  /** Plays 20 ms. A mark is reached when the audio before it has been played, which is one tick after it began. */
  const play = (dueMs: number): void => {
    const frame = Buffer.alloc(FRAME_BYTES, 0xff);
    let filled = 0;
    while (filled < FRAME_BYTES) {
      const head = queue[0];
      if (head === undefined) break;
      if ('mark' in head) {
        queue.shift();
        echo(head.mark);
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
    if (filled === 0) {
      if (dryAt === null && lastPlayedAt > Number.NEGATIVE_INFINITY) dryAt = performance.now();
      return;
    }
    // A late tick plays what was due then: a phone's audio does not wait for our processor.
    const atMs = callClock(dueMs);
    lastPlayedAt = performance.now();
    const last = played.at(-1);
    if (last !== undefined && Math.abs(last.atMs + last.chunks.length * TICK_MS - atMs) < 3 * TICK_MS)
      last.chunks.push(frame);
    else played.push({ atMs, chunks: [frame] });
  };

  const removeTick = options.clock.add((dueMs) => {
    if (!opened || closed) return;
    play(dueMs);
    options.onTick(stream);
    media(options.nextFrame(callClock(dueMs)) ?? SILENCE);
    timestamp += TICK_MS;
  });

  const onMessage = (text: string): void => {
    const message: {
      event?: string;
      streamSid?: string;
      media?: { payload?: string };
      mark?: { name?: string };
    } = JSON.parse(text);
    if (message.streamSid !== streamSid) return;
    if (message.event === 'media' && typeof message.media?.payload === 'string') {
      const audio = Buffer.from(message.media.payload, 'base64');
      stats.framesReceived += 1;
      stats.bytesReceived += audio.length;
      if (queuedBytes > MAX_BUFFERED_BYTES) return;
      if (dryAt !== null && performance.now() - dryAt < UNDERRUN_MS) stats.underruns += 1;
      dryAt = null;
      queuedBytes += audio.length;
      queue.push({ audio });
    } else if (message.event === 'mark' && typeof message.mark?.name === 'string') {
      stats.marksQueued += 1;
      if (queue.length === 0) echo(message.mark.name);
      else queue.push({ mark: message.mark.name });
    } else if (message.event === 'clear') {
      stats.clears += 1;
      const marks = queue.flatMap((item) => ('mark' in item ? [item.mark] : []));
      queue = [];
      queuedBytes = 0;
      offset = 0;
      dryAt = null;
      lastPlayedAt = Number.NEGATIVE_INFINITY;
      for (const name of marks) echo(name);
    }
  };

  socket.on('open', () => {
    opened = true;
    options.onOpen();
    send({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    numbered('start', {
      start: {
        streamSid,
        accountSid: options.accountSid,
        callSid: options.callSid,
        tracks: ['inbound'],
        customParameters: {},
        mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8_000, channels: 1 },
      },
    });
  });
  socket.on('message', (data) => onMessage(data.toString()));
  socket.on('error', () => undefined);
  socket.on('close', (code) => {
    if (closed) return;
    closed = true;
    removeTick();
    options.onClose(code, opened);
  });

  const stream: MediaStream = {
    dtmf: (digit) => numbered('dtmf', { dtmf: { track: 'inbound_track', digit } }),
    raw: (data) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(data);
    },
    media,
    stop: () => {
      numbered('stop', { stop: { accountSid: options.accountSid, callSid: options.callSid } });
      socket.close();
    },
    drop: () => socket.terminate(),
    hearing: () => performance.now() - lastPlayedAt < 2 * TICK_MS,
  };
  return stream;
};
