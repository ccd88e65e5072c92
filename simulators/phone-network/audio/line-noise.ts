/** Noise on the callee's line: a loop mixed under all sent audio. */
import { MULAW_TO_PCM, pcmToMulaw } from '../../../providers/speech/dsp/g711.js';

const FRAME_BYTES = 160;
const SILENCE = 0xff;

/** Mixes the next 20 ms of the loop (µ-law) under a frame; null is silence. An empty loop changes nothing. */
export const createLineNoise = (loop: Uint8Array): ((frame: Buffer | null) => Buffer | null) => {
  if (loop.length === 0) return (frame) => frame;
  let position = 0;
  return (frame) => {
    const out = Buffer.alloc(FRAME_BYTES);
    for (let at = 0; at < FRAME_BYTES; at += 1) {
      const noise = MULAW_TO_PCM[loop[position] ?? SILENCE] ?? 0;
      position = (position + 1) % loop.length;
      out[at] = pcmToMulaw(noise + (MULAW_TO_PCM[frame?.[at] ?? SILENCE] ?? 0));
    }
    return out;
  };
};
