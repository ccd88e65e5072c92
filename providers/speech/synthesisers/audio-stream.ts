/**
 * Reads the audio of an HTTP answer, wherever it is split: bare 16-bit samples as requested, or WAVE, which servers with OpenAI's
 * protocol may send whatever format is requested. A WAVE header decides rate, channels and coding; its bytes are never played.
 *
 * W1. Audio that is not read is a failure, never noise: compressed audio, and WAVE with a compressed coding.
 * W2. The audio of every format has the same bound.
 * W3. How the stream is split changes nothing.
 */
import { encodeMulaw } from '../dsp/g711.js';
import { createRateConverter, isConvertible } from '../dsp/rate-converter.js';
import { isWave, readWaveHeader, type WaveFormat } from '../dsp/wave-header.js';
import type { SpeechChunk } from '../synthesiser.js';
import { SynthesisFailure } from './failure.js';
import { maxAudioBytes } from './limits.js';

export interface AudioReader {
  /** Null while there is no audio yet. @throws SynthesisFailure if there is more than the text can have, or it cannot be read */
  push(bytes: Uint8Array): SpeechChunk | null;
  /** @throws SynthesisFailure if there was no audio at all, or part of a sample is left */
  end(): SpeechChunk | null;
}

/** The first bytes of formats that are not read. */
const COMPRESSED = ['OggS', 'fLaC', 'ID3\u0003', 'ID3\u0004'] as const;
const COMPRESSED_TYPE = /mpeg|mp3|ogg|opus|aac|flac|webm|mp4/i;

const bare = (rate: number): WaveFormat => ({
  rate,
  channels: 1,
  width: 2,
  sampleAt: (view, at) => view.getInt16(at, true),
});

/** The rate in a content type such as `audio/pcm;rate=16000`; null: none. */
const rateOf = (contentType: string): number | null => {
  const rate = Number(/rate=(\d{4,6})/i.exec(contentType)?.[1]);
  return isConvertible(rate) ? rate : null;
};

/** `usualRate`: of bare samples, unless the content type states another. */
export const createAudioReader = (characters: number, usualRate: number, contentType = ''): AudioReader => {
  const maxBytes = maxAudioBytes(characters);
  let kept: Uint8Array = new Uint8Array(0);
  let format: WaveFormat | null = null;
  let converter = createRateConverter(usualRate);
  /** Audio bytes that may still follow. */
  let left = Number.POSITIVE_INFINITY;
  let spoken = 0;

  const begin = (chosen: WaveFormat): void => {
    format = chosen;
    if (chosen.rate !== usualRate) converter = createRateConverter(chosen.rate);
  };

  /** Decides the format once the first bytes show it. W1 */
  const recognise = (): void => {
    if (COMPRESSED_TYPE.test(contentType) || COMPRESSED.some((mark) => startsWith(kept, mark)))
      throw new SynthesisFailure('protocol', 'compressed audio instead of samples');
    const wave = isWave(kept);
    if (wave === null) return;
    if (!wave) return begin(bare(rateOf(contentType) ?? usualRate));
    const header = readWaveHeader(kept);
    if (header.type === 'incomplete') return;
    if (header.type === 'unreadable')
      throw new SynthesisFailure('protocol', `a WAVE stream that cannot be read: ${header.reason}`);
    if (!isConvertible(header.format.rate))
      throw new SynthesisFailure('protocol', `a WAVE stream at ${header.format.rate} Hz`);
    left = header.audioBytes;
    kept = kept.subarray(header.length);
    begin(header.format);
  };

  const samples = ({ channels, width, sampleAt }: WaveFormat): Int16Array => {
    const audio = kept.subarray(0, Math.min(kept.length, left));
    const frame = channels * width;
    const frames = Math.floor(audio.length / frame);
    const view = new DataView(audio.buffer, audio.byteOffset, audio.byteLength);
    const read = new Int16Array(frames);
    for (let index = 0; index < frames; index += 1) {
      let sum = 0;
      for (let channel = 0; channel < channels; channel += 1)
        sum += sampleAt(view, index * frame + channel * width);
      read[index] = Math.round(sum / channels);
    }
    left -= frames * frame;
    // What follows the audio in its container is not audio.
    kept = left < frame ? new Uint8Array(0) : audio.slice(frames * frame);
    return read;
  };

  const chunkOf = (pcm: Int16Array): SpeechChunk | null => {
    spoken += pcm.length;
    // W2
    if (spoken > maxBytes) throw new SynthesisFailure('protocol', 'more audio than the text allows');
    return pcm.length === 0 ? null : { mulaw: encodeMulaw(pcm) };
  };

  return {
    push: (bytes) => {
      kept = joined(kept, bytes);
      if (format === null) recognise();
      return format === null ? null : chunkOf(converter.push(samples(format)));
    },
    end: () => {
      if (format === null && kept.length > 0) begin(bare(rateOf(contentType) ?? usualRate));
      const last = format === null ? new Int16Array(0) : converter.push(samples(format));
      const rest = converter.end();
      const whole = new Int16Array(last.length + rest.length);
      whole.set(last);
      whole.set(rest, last.length);
      const chunk = chunkOf(whole);
      if (kept.length > 0)
        throw new SynthesisFailure('protocol', 'the stream ended in the middle of a sample');
      if (spoken === 0) throw new SynthesisFailure('protocol', 'the stream ended without audio');
      return chunk;
    },
  };
};

const startsWith = (bytes: Uint8Array, mark: string): boolean =>
  bytes.length >= mark.length && [...mark].every((letter, at) => bytes[at] === letter.charCodeAt(0));

const joined = (first: Uint8Array, rest: Uint8Array): Uint8Array => {
  if (first.length === 0) return rest;
  const all = new Uint8Array(first.length + rest.length);
  all.set(first);
  all.set(rest, first.length);
  return all;
};
