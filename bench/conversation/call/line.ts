/** What the carrier sends from the customer's side: voices and other sounds, noise, and the echo of the agent's voice. */
import { FRAME_BYTES, FRAME_MS, SILENCE } from '../../../media/audio/frames.js';
import { MULAW_TO_PCM, pcmToMulaw } from '../../../providers/speech/dsp/g711.js';
import { noiseOf } from '../../../testkit/noises.js';

/** Samples per ms. */
const SAMPLES = 8;
const NOISE_SECONDS = 5;
const QUIET = new Uint8Array(FRAME_BYTES).fill(SILENCE);

/** The agent's voice comes back, this much later and quieter. */
interface Echo {
  readonly delayMs: number;
  /** Negative. */
  readonly dB: number;
}

export interface LineConditions {
  readonly echo?: Echo;
  /** RMS of the line's noise, dBFS; absent: none. */
  readonly noiseDbfs?: number;
}

interface Line {
  /** Adds a sound of the customer's side, 8,000 Hz, that begins at `atMs`. */
  add(pcm: Int16Array, atMs: number): void;
  /** The agent's frame that plays from `atMs` on. */
  hears(payload: Uint8Array, atMs: number): void;
  /** The 20 ms of audio up to `atMs`. */
  frame(atMs: number): Uint8Array;
}

export const createLine = ({ echo, noiseDbfs }: LineConditions): Line => {
  const sounds: { readonly pcm: Int16Array; readonly from: number }[] = [];
  /** The agent's frames by the number of their first sample. */
  const agent = new Map<number, Uint8Array>();
  const noise = noiseDbfs === undefined ? null : noiseOf('white', noiseDbfs, NOISE_SECONDS);
  const gain = echo === undefined ? 0 : 10 ** (echo.dB / 20);
  const agentAt = (sample: number): number => {
    const within = ((sample % FRAME_BYTES) + FRAME_BYTES) % FRAME_BYTES;
    const byte = agent.get(sample - within)?.[within];
    return byte === undefined ? 0 : (MULAW_TO_PCM[byte] ?? 0);
  };
  return {
    add: (pcm, atMs) => void sounds.push({ pcm, from: Math.round(atMs * SAMPLES) }),
    hears: (payload, atMs) => {
      if (echo !== undefined) agent.set(atMs * SAMPLES, payload);
    },
    frame: (atMs) => {
      const first = (atMs - FRAME_MS) * SAMPLES;
      const isSilent = sounds.every(
        ({ pcm, from }) => from >= first + FRAME_BYTES || from + pcm.length <= first,
      );
      if (isSilent && noise === null && echo === undefined) return QUIET;
      const audio = new Float64Array(FRAME_BYTES);
      for (let at = 0; at < FRAME_BYTES; at += 1) {
        if (noise !== null) audio[at] = noise[(first + at) % noise.length] ?? 0;
        if (echo !== undefined)
          audio[at] = (audio[at] ?? 0) + gain * agentAt(first + at - Math.round(echo.delayMs * SAMPLES));
      }
      for (const { pcm, from } of sounds) {
        const start = Math.max(0, from - first);
        const end = Math.min(FRAME_BYTES, from + pcm.length - first);
        for (let at = start; at < end; at += 1) audio[at] = (audio[at] ?? 0) + (pcm[first + at - from] ?? 0);
      }
      return Uint8Array.from(audio, (sample) => pcmToMulaw(Math.round(sample)));
    },
  };
};
