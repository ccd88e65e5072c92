/** The wire of a phone call: 8 kHz G.711, 20 ms frames of 160 bytes (docs/explanation/media.md "Frames and clocks"). */

export const FRAME_MS = 20;
export const FRAME_BYTES = 160;
/** Bytes per ms. */
export const BYTES_PER_MS = FRAME_BYTES / FRAME_MS;
/** µ-law silence. */
export const SILENCE = 0xff;

/** Length of G.711 audio, ms. */
export const msOf = (bytes: number): number => bytes / BYTES_PER_MS;
