/** Decodes a voice note into the telephone's µ-law, piece by piece: a note need not be decoded before it is listened to. */
import OpusScript from 'opusscript';
import { encodeMulaw } from '../dsp/g711.js';
import { TELEPHONE_RATE } from '../dsp/resample.js';
import { readOpusNote } from './ogg-packets.js';

/** The rate at which Ogg Opus counts samples, Hz. */
const OPUS_RATE = 48_000;

/**
 * Mono µ-law at 8,000 Hz in pieces of 2.5 to 120 ms; decoding one takes a fraction of a millisecond. Null if the file is not Ogg
 * Opus, which both WhatsApp and browsers record. A damaged packet is skipped. Ending the iteration releases the decoder.
 */
export const noteAudio = (file: Uint8Array): Iterable<Uint8Array> | null => {
  const note = readOpusNote(file);
  if (note === null) return null;
  const { channels, preSkip } = note;
  return {
    [Symbol.iterator]: function* () {
      const decoder = new OpusScript(TELEPHONE_RATE, channels, OpusScript.Application.VOIP);
      let dropped = Math.round((preSkip * TELEPHONE_RATE) / OPUS_RATE);
      try {
        for (const packet of note.packets()) {
          const pcm = monoOf(decodedBy(decoder, packet), channels);
          const piece = pcm.subarray(Math.min(dropped, pcm.length));
          dropped -= pcm.length - piece.length;
          if (piece.length > 0) yield encodeMulaw(piece);
        }
      } finally {
        decoder.delete();
      }
    },
  };
};

const decodedBy = (decoder: OpusScript, packet: Uint8Array): Buffer => {
  try {
    return decoder.decode(Buffer.from(packet));
  } catch {
    return Buffer.alloc(0);
  }
};

const monoOf = (pcm: Buffer, channels: 1 | 2): Int16Array => {
  const samples = new Int16Array(Math.floor(pcm.length / (2 * channels)));
  for (let at = 0; at < samples.length; at += 1)
    samples[at] =
      channels === 1
        ? pcm.readInt16LE(at * 2)
        : Math.round((pcm.readInt16LE(at * 4) + pcm.readInt16LE(at * 4 + 2)) / 2);
  return samples;
};
