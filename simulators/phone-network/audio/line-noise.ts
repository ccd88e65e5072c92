/** Noise on the callee's line: a loop mixed under all sent audio. */
import { mulawToPcm, pcmToMulaw } from '../../support/mulaw.js';

const FRAME_BYTES = 160;
const SILENCE = 0xff;

/** Mixes the next 20 ms of the loop (µ-law) under a frame; null is silence. An empty loop changes nothing. */
export const createLineNoise = (loop: Uint8Array): ((frame: Buffer | null) => Buffer | null) => {
  if (loop.length === 0) return (frame) => frame;
  let position = 0;
  return (frame) => {
    const out = Buffer.alloc(FRAME_BYTES);
    for (let at = 0; at < FRAME_BYTES; at += 1) {
      const noise = mulawToPcm(loop[position] ?? SILENCE);
      position = (position + 1) % loop.length;
      out[at] = pcmToMulaw(noise + mulawToPcm(frame?.[at] ?? SILENCE));
    }
    return out;
  };
};
