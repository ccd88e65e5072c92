/** Reads the header of a RIFF/WAVE stream, of any coding of samples that is not compressed. Pure. */
import { decodeMulaw } from './g711.js';

export interface WaveFormat {
  readonly rate: number;
  readonly channels: number;
  /** Bytes of one sample of one channel. */
  readonly width: number;
  /** A sample as a 16-bit one. */
  sampleAt(view: DataView, at: number): number;
}

/** `incomplete`: more bytes are needed. `audioBytes`: infinite if the header does not state it, as in a stream. */
export type WaveHeader =
  | { readonly type: 'incomplete' }
  | { readonly type: 'unreadable'; readonly reason: string }
  | {
      readonly type: 'read';
      readonly format: WaveFormat;
      readonly length: number;
      readonly audioBytes: number;
    };

const PCM = 1;
const FLOAT = 3;
const MULAW = 7;
const EXTENSIBLE = 0xfffe;
const MOST_CHANNELS = 8;
/** A header that is longer holds something else. */
const LONGEST = 64 * 1024;
/** Streams write a size near the maximum, or none. */
const UNKNOWN_SIZE = 0x7fff_ff00;

const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Whether bytes begin as a WAVE file does; null: more are needed to know. */
export const isWave = (bytes: Uint8Array): boolean | null => {
  const known = 'RIFF';
  for (let at = 0; at < Math.min(known.length, bytes.length); at += 1)
    if (bytes[at] !== known.charCodeAt(at)) return false;
  if (bytes.length < 12) return null;
  return textAt(bytes, 8) === 'WAVE';
};

export const readWaveHeader = (bytes: Uint8Array): WaveHeader => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: WaveFormat | null = null;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = textAt(bytes, at);
    const size = view.getUint32(at + 4, true);
    if (id === 'data') {
      if (format === null) return { type: 'unreadable', reason: 'its format is missing' };
      const audioBytes = size === 0 || size >= UNKNOWN_SIZE ? Number.POSITIVE_INFINITY : size;
      return { type: 'read', format, length: at + 8, audioBytes };
    }
    if (size > LONGEST) return { type: 'unreadable', reason: 'its header is too long' };
    if (id === 'fmt ') {
      if (at + 8 + Math.max(size, 16) > bytes.length) break;
      format = formatOf(view, at + 8, size);
      if (format === null) return { type: 'unreadable', reason: 'its coding is not supported' };
    }
    at += 8 + size + (size % 2);
  }
  return bytes.length > LONGEST
    ? { type: 'unreadable', reason: 'its header is too long' }
    : { type: 'incomplete' };
};

const formatOf = (view: DataView, at: number, size: number): WaveFormat | null => {
  const stated = view.getUint16(at, true);
  const coding = stated === EXTENSIBLE && size >= 26 ? view.getUint16(at + 24, true) : stated;
  const channels = view.getUint16(at + 2, true);
  const rate = view.getUint32(at + 4, true);
  const width = view.getUint16(at + 14, true) / 8;
  const sampleAt = samplesOf(coding, width);
  if (sampleAt === null || channels < 1 || channels > MOST_CHANNELS) return null;
  return { rate, channels, width, sampleAt };
};

const clipped = (sample: number): number =>
  Number.isFinite(sample) ? Math.max(-32_768, Math.min(32_767, Math.round(sample))) : 0;

const samplesOf = (coding: number, width: number): WaveFormat['sampleAt'] | null => {
  if (coding === PCM)
    switch (width) {
      case 1:
        return (view, at) => (view.getUint8(at) - 128) * 256;
      case 2:
        return (view, at) => view.getInt16(at, true);
      case 3:
        return (view, at) => view.getInt16(at + 1, true);
      case 4:
        return (view, at) => view.getInt16(at + 2, true);
      default:
        return null;
    }
  if (coding === FLOAT && width === 4) return (view, at) => clipped(view.getFloat32(at, true) * 32_767);
  if (coding === FLOAT && width === 8) return (view, at) => clipped(view.getFloat64(at, true) * 32_767);
  if (coding === MULAW && width === 1)
    return (view, at) => decodeMulaw(Uint8Array.of(view.getUint8(at)))[0] ?? 0;
  return null;
};
