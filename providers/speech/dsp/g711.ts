/**
 * G.711 (ITU-T Recommendation G.711): converts µ-law and A-law from and to 16-bit linear PCM, by table look-up and
 * without allocation on the hot path.
 */

/** One byte of µ-law as a 16-bit sample. */
const expandMulaw = (byte: number): number => {
  const code = ~byte & 0xff;
  const magnitude = (((code & 0x0f) << 3) + 0x84) << ((code & 0x70) >> 4);
  return code & 0x80 ? 0x84 - magnitude : magnitude - 0x84;
};

/** One byte of A-law as a 16-bit sample. */
const expandAlaw = (byte: number): number => {
  const code = byte ^ 0x55;
  const segment = (code & 0x70) >> 4;
  const mantissa = (code & 0x0f) << 4;
  const magnitude = segment === 0 ? mantissa + 8 : (mantissa + 0x108) << (segment - 1);
  return code & 0x80 ? magnitude : -magnitude;
};

/** µ-law byte → 16-bit sample. */
export const MULAW_TO_PCM: Int16Array = Int16Array.from({ length: 256 }, (_, byte) => expandMulaw(byte));
/** A-law byte → 16-bit sample. */
export const ALAW_TO_PCM: Int16Array = Int16Array.from({ length: 256 }, (_, byte) => expandAlaw(byte));

/** One 16-bit sample as µ-law, by the Recommendation's decision values (which are not midpoints at segment ends). */
const compressMulaw = (sample: number): number => {
  const magnitude = Math.min(((sample < 0 ? ~sample : sample) >> 2) + 33, 0x1fff);
  const segment = 27 - Math.clz32(magnitude);
  const code = ((8 - segment) << 4) | (0x0f - ((magnitude >> segment) & 0x0f));
  return sample < 0 ? code : code | 0x80;
};

/** One 16-bit sample as A-law, by the Recommendation's decision values. */
const compressAlaw = (sample: number): number => {
  const magnitude = (sample < 0 ? ~sample : sample) >> 4;
  const segment = Math.max(0, 28 - Math.clz32(magnitude));
  const code = segment === 0 ? magnitude : (segment << 4) | ((magnitude >> (segment - 1)) & 0x0f);
  return (sample < 0 ? code : code | 0x80) ^ 0x55;
};

/** 16-bit samples in steps of 4 → byte: G.711 resolves 14 bits (µ-law) and 13 bits (A-law). */
const tableFor = (compress: (sample: number) => number): Uint8Array =>
  Uint8Array.from({ length: 1 << 14 }, (_, index) => compress((index - (1 << 13)) * 4));

const PCM_TO_MULAW = tableFor(compressMulaw);
const PCM_TO_ALAW = tableFor(compressAlaw);

const indexOf = (sample: number): number => {
  const clipped = sample > 32_767 ? 32_767 : Math.max(sample, -32_768);
  return (clipped >> 2) + (1 << 13);
};

/** One sample as µ-law; values beyond 16 bits are clipped. */
export const pcmToMulaw = (sample: number): number => PCM_TO_MULAW[indexOf(sample)] ?? 0xff;
/** One sample as A-law; values beyond 16 bits are clipped. */
export const pcmToAlaw = (sample: number): number => PCM_TO_ALAW[indexOf(sample)] ?? 0xd5;

/** Decodes µ-law into `target` (at least as long); returns `target`. */
export const decodeMulaw = (mulaw: Uint8Array, target = new Int16Array(mulaw.length)): Int16Array => {
  for (let index = 0; index < mulaw.length; index += 1)
    target[index] = MULAW_TO_PCM[mulaw[index] ?? 0xff] ?? 0;
  return target;
};

/**
 * Decodes the pieces of a stream into an internal buffer, whose content is valid until the next piece. Pieces of a stream
 * have the same length, so the buffer is reused.
 */
export const createMulawDecoder = (): ((mulaw: Uint8Array) => Int16Array) => {
  let samples = new Int16Array(0);
  return (mulaw) => {
    if (samples.length !== mulaw.length) samples = new Int16Array(mulaw.length);
    return decodeMulaw(mulaw, samples);
  };
};

/** Encodes to µ-law into `target` (at least as long); returns `target`. */
export const encodeMulaw = (pcm: Int16Array, target = new Uint8Array(pcm.length)): Uint8Array => {
  for (let index = 0; index < pcm.length; index += 1) target[index] = pcmToMulaw(pcm[index] ?? 0);
  return target;
};

/** Converts A-law to µ-law into `target` (at least as long); returns `target`. */
export const alawToMulaw = (alaw: Uint8Array, target = new Uint8Array(alaw.length)): Uint8Array => {
  for (let index = 0; index < alaw.length; index += 1)
    target[index] = pcmToMulaw(ALAW_TO_PCM[alaw[index] ?? 0xd5] ?? 0);
  return target;
};
