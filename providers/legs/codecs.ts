/** The codecs of browser legs, converted to and from G.711 µ-law at 8 kHz: a frame of 160 bytes is 20 ms. */
import OpusScript from 'opusscript';
import { DomainError } from '../../schemas/errors.js';
import { MULAW_TO_PCM, pcmToMulaw } from '../speech/dsp/g711.js';

export type LegCodecName = 'pcmu' | 'opus';

interface CodecFacts {
  readonly mimeType: 'audio/PCMU' | 'audio/opus';
  /** Clock rate of the RTP timestamps, Hz: for Opus always 48000 (RFC 7587), whatever the encoded rate. */
  readonly clockRate: number;
  readonly channels?: number;
  readonly payloadType: number;
}

export const LEG_CODECS: Readonly<Record<LegCodecName, CodecFacts>> = {
  pcmu: { mimeType: 'audio/PCMU', clockRate: 8_000, payloadType: 0 },
  opus: { mimeType: 'audio/opus', clockRate: 48_000, channels: 2, payloadType: 100 },
};

/** The codec of one leg; stateful. */
export interface LegCodec extends CodecFacts {
  /** Encodes 160 bytes of µ-law as a payload. */
  encode(frame: Uint8Array): Uint8Array;
  /** Decodes a payload to µ-law. @throws Error when the payload is invalid */
  decode(payload: Uint8Array): Uint8Array;
  /** Frees the codec, which cannot be used afterwards. */
  free(): void;
}

const RATE = 8_000;
const FRAME_SAMPLES = 160;
/** bit/s; half of it would sound the same for a call's audio. */
const BITRATE = 24_000;
/** Half the cost of 9, without an audible difference at 8 kHz. */
const COMPLEXITY = 5;
/** opus_defines.h */
const SET_COMPLEXITY = 4010;
const SET_INBAND_FEC = 4012;

/** @throws DomainError legs_busy when the thread has its maximum number of Opus codecs */
export const createLegCodec = (name: LegCodecName): LegCodec => (name === 'pcmu' ? PCMU : opus());

const PCMU: LegCodec = {
  ...LEG_CODECS.pcmu,
  encode: (frame) => frame,
  decode: (payload) => payload,
  free: () => undefined,
};

/** The longest packet of 20 ms (RFC 6716 section 3.2.1, two frames). */
const MAX_BYTES = 2 * 1_275;

/** All codecs of a thread share a memory that does not grow (opusscript 0.1) and has room for 79. */
const MAX_OPUS = 60;
let openOpusCodecs = 0;

/** Encoder and decoder run at the call's own rate: Opus resamples internally. @throws DomainError legs_busy */
const opus = (): LegCodec => {
  if (openOpusCodecs >= MAX_OPUS) throw new DomainError('legs_busy');
  openOpusCodecs += 1;
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
      if (payload.length > MAX_BYTES) throw new Error('longer than an Opus packet');
      const pcm = script.decode(Buffer.from(payload));
      return Uint8Array.from({ length: pcm.length / 2 }, (_, at) => pcmToMulaw(pcm.readInt16LE(at * 2)));
    },
    free: () => {
      if (isFree) return;
      isFree = true;
      openOpusCodecs -= 1;
      script.delete();
    },
  };
};
