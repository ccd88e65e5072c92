/** Recordings of a call: both sides, mixed. */
import { randomUUID } from 'node:crypto';
import { mulawToPcm } from '../../support/mulaw.js';
import { FRAME_BYTES } from './earpiece.js';

/** Longest recording, frames of 20 ms: ten minutes. The rest is left out. */
const MAX_FRAMES = 30_000;
const RATE = 8_000;
const HEADER_BYTES = 44;
const SILENCE = Buffer.alloc(FRAME_BYTES, 0xff);

export interface CallRecording {
  readonly sid: string;
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly isOver: () => boolean;
  readonly durationSeconds: () => number;
  /** 16-bit samples at 8,000 Hz, one channel. */
  readonly wav: () => Buffer;
}

export interface Recorder {
  readonly recordings: readonly CallRecording[];
  start(): CallRecording;
  /** The next 20 ms that the callee hears, µ-law. */
  heard(frame: Buffer): void;
  /** What the callee says meanwhile; null: nothing. Completes these 20 ms. */
  said(frame: Buffer | null): void;
  /** The call has ended. */
  end(): void;
}

export const createRecorder = (): Recorder => {
  const recordings: (CallRecording & { readonly frames: Buffer[] })[] = [];
  let isOver = false;
  let latest: Buffer = SILENCE;
  return {
    recordings,
    start: () => {
      const frames: Buffer[] = [];
      const recording = {
        sid: `RE${randomUUID().replaceAll('-', '')}`,
        startedAt: Date.now(),
        frames,
        isOver: () => isOver,
        durationSeconds: () => Math.ceil(frames.length / 50),
        wav: () => wavOf(frames),
      };
      recordings.push(recording);
      return recording;
    },
    heard: (frame) => {
      latest = frame;
    },
    said: (frame) => {
      if (recordings.length > 0) {
        const mixed = mixOf(latest, frame ?? SILENCE);
        for (const { frames } of recordings) if (frames.length < MAX_FRAMES) frames.push(mixed);
      }
      latest = SILENCE;
    },
    end: () => {
      isOver = true;
    },
  };
};

const mixOf = (heard: Buffer, said: Buffer): Buffer => {
  const mixed = Buffer.alloc(2 * FRAME_BYTES);
  for (let at = 0; at < FRAME_BYTES; at += 1) {
    const sum = mulawToPcm(heard[at] ?? 0xff) + mulawToPcm(said[at] ?? 0xff);
    mixed.writeInt16LE(Math.max(-32_768, Math.min(32_767, sum)), 2 * at);
  }
  return mixed;
};

const wavOf = (frames: readonly Buffer[]): Buffer => {
  const data = Buffer.concat(frames);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(2 * RATE, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
};
