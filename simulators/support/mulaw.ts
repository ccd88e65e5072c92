/** µ-law at 8,000 Hz, as telephone lines carry it (ITU-T Recommendation G.711). */

/** 14-bit magnitudes are biased by this much, so that each segment begins at a power of two. */
const BIAS = 33;
const LARGEST = 0x1fff;

/** One byte as a 16-bit sample. */
export const mulawToPcm = (byte: number): number => {
  const code = ~byte & 0xff;
  const magnitude = ((((code & 0x0f) << 1) + BIAS) << ((code & 0x70) >> 4)) - BIAS;
  return code & 0x80 ? -4 * magnitude : 4 * magnitude;
};

/** One sample as a byte; values beyond 16 bits are clipped. */
export const pcmToMulaw = (sample: number): number => {
  const magnitude = Math.min(((sample < 0 ? ~sample : sample) >> 2) + BIAS, LARGEST);
  const segment = 26 - Math.clz32(magnitude);
  const code = (segment << 4) | ((magnitude >> (segment + 1)) & 0x0f);
  return ~(sample < 0 ? code | 0x80 : code) & 0xff;
};

export const encodeMulaw = (pcm: Int16Array): Uint8Array => Uint8Array.from(pcm, pcmToMulaw);
