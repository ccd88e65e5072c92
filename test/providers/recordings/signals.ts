/** Signals that tests put into recordings, and functions that locate them. */
import { encodeMulaw } from '../../../providers/speech/dsp/g711.js';

/** A signal like a voice: a glide with a beat, so that it matches itself in one place only. */
export const warble = (ms: number, hz: number): Int16Array =>
  Int16Array.from({ length: ms * 8 }, (_, index) => {
    const seconds = index / 8_000;
    const beat = 0.6 + 0.4 * Math.sin(2 * Math.PI * 3.1 * seconds);
    return 8_000 * beat * Math.sin(2 * Math.PI * (hz * seconds + 60 * seconds * seconds));
  });

/** A long signal: each second is a different glide, so that each one has a single place. */
export const melody = (ms: number): Int16Array => {
  const pcm = new Int16Array(ms * 8);
  for (let at = 0; at < ms; at += 1_000) {
    const second = warble(Math.min(1_000, ms - at), 250 + (((at / 1_000) * 97) % 600));
    pcm.set(second, at * 8);
  }
  return pcm;
};

export const toMulaw = (pcm: Int16Array): Uint8Array => encodeMulaw(pcm);

/** Mean square in dB. */
export const loudness = (pcm: Int16Array, fromMs: number, toMs: number): number => {
  let sum = 0;
  for (let index = fromMs * 8; index < toMs * 8; index += 1) sum += (pcm[index] ?? 0) ** 2;
  return 10 * Math.log10(sum / ((toMs - fromMs) * 8) + 1e-3);
};

/** The place of the best match of the signal in `pcm`, ms; searched within `reachMs` of `nearMs`. */
export const placeOf = (signal: Int16Array, pcm: Int16Array, nearMs: number, reachMs: number): number => {
  let best = Number.NEGATIVE_INFINITY;
  let place = Number.NaN;
  for (let at = (nearMs - reachMs) * 8; at <= (nearMs + reachMs) * 8; at += 1) {
    let sum = 0;
    for (let index = 0; index < signal.length; index += 1)
      sum += (signal[index] ?? 0) * (pcm[at + index] ?? 0);
    if (sum > best) {
      best = sum;
      place = at / 8;
    }
  }
  return place;
};
