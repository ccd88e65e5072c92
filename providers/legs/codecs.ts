/** The codecs of browsers' legs, towards G.711 µ-law at 8 kHz: a frame of 160 bytes is 20 ms. */
import OpusScript from 'opusscript';
import { DomainError } from '../../schemas/errors.js';
import { MULAW_TO_PCM, pcmToMulaw } from '../speech/g711.js';

export type LegCodecName = 'pcmu' | 'opus';

interface CodecFacts {
  readonly mimeType: 'audio/PCMU' | 'audio/opus';
  /** Hz, of the RTP timestamps: of Opus always 48000 (RFC 7587), whatever is encoded. */
  readonly clockRate: number;
  readonly channels?: number;
  readonly payloadType: number;
}

export const LEG_CODECS: Readonly<Record<LegCodecName, CodecFacts>> = {
  pcmu: { mimeType: 'audio/PCMU', clockRate: 8_000, payloadType: 0 },
  opus: { mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: 100 },
};

/** Of one leg: it has state. */
export interface LegCodec extends CodecFacts {
  /** 160 bytes of µ-law as a payload. */
  encode(frame: Uint8Array): Uint8Array;
  /** A payload as µ-law. @throws Error when it is none */
  decode(payload: Uint8Array): Uint8Array;
  /** It is of no use afterwards. */
  free(): void;
}

const RATE = 8_000;
const FRAME_SAMPLES = 160;
/** bit/s; what a call has is heard as well at half of it. */
const BITRATE = 24_000;
/** Half the price of 9, and nobody hears the difference at 8 kHz. */
const COMPLEXITY = 5;
/** opus_defines.h */
const SET_COMPLEXITY = 4010;
const SET_INBAND_FEC = 4012;

/** @throws DomainError legs_busy where a thread has as many of Opus as fit into it */
export const createLegCodec = (name: LegCodecName): LegCodec => (name === 'pcmu' ? PCMU : opus());

const PCMU: LegCodec = {
  ...LEG_CODECS.pcmu,
  encode: (frame) => frame,
  decode: (payload) => payload,
  free: () => undefined,
};

/** Longest packet of 20 ms (RFC 6716 section 3.2.1, of two frames). */
const MOST_BYTES = 2 * 1_275;

/** All of a thread share a memory that does not grow (opusscript 0.1): it has room for 79. */
const MOST_OPUS = 60;
let opusAtWork = 0;

/** Encoder and decoder work at the call's own rate: Opus resamples inside. @throws DomainError legs_busy */
const opus = (): LegCodec => {
  if (opusAtWork >= MOST_OPUS) throw new DomainError('legs_busy');
  opusAtWork += 1;
  const script = new OpusScript(RATE, 1, OpusScript.Application.VOIP);
  script.setBitrate(BITRATE);
  script.encoderCTL(SET_COMPLEXITY, COMPLEXITY);
  script.encoderCTL(SET_INBAND_FEC, 1);
  let isFree = false;
  return {
    ...LEG_CODECS.opus,
    encode: (frame) => {
      const pcm = Buffer.alloc(FRAME_SAMPLES * 2);
      frame.forEach((byte, at) => void pcm.writeInt16LE(MULAW_TO_PCM[byte] ?? 0, at * 2));
      return script.encode(pcm, FRAME_SAMPLES);
    },
    decode: (payload) => {
      if (payload.length > MOST_BYTES) throw new Error('longer than a packet of Opus');
      const pcm = script.decode(Buffer.from(payload));
      return Uint8Array.from({ length: pcm.length / 2 }, (_, at) => pcmToMulaw(pcm.readInt16LE(at * 2)));
    },
    free: () => {
      if (isFree) return;
      isFree = true;
      opusAtWork -= 1;
      script.delete();
    },
  };
};
