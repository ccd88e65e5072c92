/**
 * G.711 (ITU-T Recommendation G.711): µ-law and A-law against 16-bit linear PCM, by table look-up and without
 * allocation on the hot path.
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

/** 16-bit samples in steps of 4 → byte: G.711 resolves 14 bits (µ-law) and 13 bits (A-law). */
const tableFor = (expanded: Int16Array): Uint8Array => {
  const levels = Array.from(expanded, (sample, byte) => ({ sample, byte })).sort(
    (a, b) => a.sample - b.sample,
  );
  const table = new Uint8Array(1 << 14);
  let at = 0;
  for (let index = 0; index < table.length; index += 1) {
    const sample = (index - (1 << 13)) * 4;
    // Nearest level; both ends of the table are reached once.
    while (
      at + 1 < levels.length &&
      Math.abs((levels[at + 1]?.sample ?? 0) - sample) <= Math.abs((levels[at]?.sample ?? 0) - sample)
    )
      at += 1;
    table[index] = levels[at]?.byte ?? 0;
  }
  return table;
};

const PCM_TO_MULAW = tableFor(MULAW_TO_PCM);
const PCM_TO_ALAW = tableFor(ALAW_TO_PCM);

const indexOf = (sample: number): number => {
  const clipped = sample > 32_767 ? 32_767 : Math.max(sample, -32_768);
  return (clipped >> 2) + (1 << 13);
};

/** One sample as µ-law; louder ones than 16 bits are clipped. */
export const pcmToMulaw = (sample: number): number => PCM_TO_MULAW[indexOf(sample)] ?? 0xff;
/** One sample as A-law; louder ones than 16 bits are clipped. */
export const pcmToAlaw = (sample: number): number => PCM_TO_ALAW[indexOf(sample)] ?? 0xd5;

/** Decodes µ-law into `target` (at least as long); gives `target` back. */
export const decodeMulaw = (mulaw: Uint8Array, target = new Int16Array(mulaw.length)): Int16Array => {
  for (let index = 0; index < mulaw.length; index += 1)
    target[index] = MULAW_TO_PCM[mulaw[index] ?? 0xff] ?? 0;
  return target;
};

/** Encodes to µ-law into `target` (at least as long); gives `target` back. */
export const encodeMulaw = (pcm: Int16Array, target = new Uint8Array(pcm.length)): Uint8Array => {
  for (let index = 0; index < pcm.length; index += 1) target[index] = pcmToMulaw(pcm[index] ?? 0);
  return target;
};

/** A-law bytes as µ-law ones, into `target` (at least as long); gives `target` back. */
export const alawToMulaw = (alaw: Uint8Array, target = new Uint8Array(alaw.length)): Uint8Array => {
  for (let index = 0; index < alaw.length; index += 1)
    target[index] = pcmToMulaw(ALAW_TO_PCM[alaw[index] ?? 0xd5] ?? 0);
  return target;
};
