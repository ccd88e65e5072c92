/**
 * Detects the beep after which an answering machine records: one steady tone, then silence. Voices have overtones, keys
 * have two tones, and the ringing and engaged tones of Europe are lower.
 */
import { MULAW_TO_PCM } from '../../providers/speech/dsp/g711.js';
import { FRAME_BYTES, FRAME_MS } from './frames.js';

export interface BeepDetector {
  /** Takes µ-law, 8,000 Hz; true: a beep has just ended. A partial frame (less than 20 ms) at the end is ignored. */
  hear(audio: Uint8Array): boolean;
  /** Whether a tone sounds that may be a beep. */
  sounding(): boolean;
}

const SAMPLE_RATE = 8_000;
const LOWEST_HZ = 600;
const HIGHEST_HZ = 2_500;
/** Shorter sounds are clicks and syllables, ms. */
const SHORTEST_MS = 140;
/** A tone of this length may become a beep, ms. */
const LIKELY_MS = 60;
/** Most that the pitch moves from one frame of the tone to the next, Hz. */
const STEADY_HZ = 40;
/** Mean square of the faintest tone that counts: -44 dBFS. */
const FAINTEST = 43_000;
/** Least share of the power that lies in the one tone. */
const PURE = 0.8;

export const createBeepDetector = (): BeepDetector => {
  let sinceMs = 0;
  let pitch = 0;
  const hearFrame = (frame: Uint8Array): boolean => {
    const hz = toneOf(frame);
    if (hz !== null && (sinceMs === 0 || Math.abs(hz - pitch) <= STEADY_HZ)) {
      pitch = hz;
      sinceMs += FRAME_MS;
      return false;
    }
    const ended = hz === null && sinceMs >= SHORTEST_MS;
    sinceMs = hz === null ? 0 : FRAME_MS;
    pitch = hz ?? 0;
    return ended;
  };
  return {
    hear: (audio) => {
      let ended = false;
      for (let at = 0; at + FRAME_BYTES <= audio.length; at += FRAME_BYTES)
        if (hearFrame(audio.subarray(at, at + FRAME_BYTES))) ended = true;
      return ended;
    },
    sounding: () => sinceMs >= LIKELY_MS,
  };
};

/** The pitch of a frame that is one pure tone, Hz; null for any other frame. */
const toneOf = (frame: Uint8Array): number | null => {
  let energy = 0;
  let crossings = 0;
  let before = 0;
  let first = -1;
  let last = -1;
  // By index: an iterator of entries allocates an array for each of the 8,000 samples per second of every call.
  for (let index = 0; index < frame.length; index += 1) {
    const sample = MULAW_TO_PCM[frame[index] ?? 0xff] ?? 0;
    energy += sample * sample;
    if (before < 0 && sample >= 0) {
      // Interpolates between the two samples.
      const at = index - sample / (sample - before);
      if (first === -1) first = at;
      else crossings += 1;
      last = at;
    }
    before = sample;
  }
  if (energy < FAINTEST * frame.length || crossings === 0) return null;
  const hz = (SAMPLE_RATE * crossings) / (last - first);
  if (hz < LOWEST_HZ || hz > HIGHEST_HZ) return null;
  return powerAt(frame, hz) >= PURE * energy ? hz : null;
};

/** The part of the frame's energy at one frequency (Goertzel). */
const powerAt = (frame: Uint8Array, hz: number): number => {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / SAMPLE_RATE);
  let last = 0;
  let before = 0;
  for (const byte of frame) {
    const sample = (MULAW_TO_PCM[byte] ?? 0) + turn * last - before;
    before = last;
    last = sample;
  }
  return ((last * last + before * before - turn * last * before) * 2) / frame.length;
};
