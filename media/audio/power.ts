/** Loudness of G.711 audio, without the rumble below a voice. */
import { createHighPass } from '../../providers/speech/dsp/high-pass.js';

/**
 * Measures one stream: takes its audio in order, returns the mean square of the 16-bit samples in a voice's band. The
 * filter keeps its state, so each stream has a meter of its own.
 */
export type PowerMeter = (mulaw: Uint8Array) => number;

export const createPowerMeter = (): PowerMeter => {
  const highPass = createHighPass();
  return (mulaw) => (mulaw.length === 0 ? 0 : highPass.energyOfMulaw(mulaw) / mulaw.length);
};
