/** The sound of telephone keys (DTMF, ITU-T Q.23). The callee hears it like any other audio, so no carrier has to send it. */
import { pcmToMulaw } from '../../providers/speech/dsp/g711.js';

export const MOST_KEYS = 32;

/** Two frequencies each, Hz. */
const FREQUENCIES: Readonly<Record<string, readonly [number, number]>> = {
  '1': [697, 1209],
  '2': [697, 1336],
  '3': [697, 1477],
  A: [697, 1633],
  '4': [770, 1209],
  '5': [770, 1336],
  '6': [770, 1477],
  B: [770, 1633],
  '7': [852, 1209],
  '8': [852, 1336],
  '9': [852, 1477],
  C: [852, 1633],
  '*': [941, 1209],
  '0': [941, 1336],
  '#': [941, 1477],
  D: [941, 1633],
};
const SAMPLES_PER_MS = 8;
/** Receivers detect a key after 40 ms of each (ITU-T Q.24); networks that transcode the audio need more. */
const TONE_MS = 100;
const GAP_MS = 100;
const WAIT_MS = 500;
/** Amplitude of each of the two tones: together a quarter of the loudest that a line carries. */
const AMPLITUDE = 4_096;
const SILENCE = 0xff;

export interface PressedKeys {
  readonly mulaw: Uint8Array;
  /** When the sound of each key ends, ms. */
  readonly endsAtMs: readonly number[];
}

/** Keys one after the other, with `w` for half a second of silence between them. Null: the keys are not valid. */
export const pressedKeys = (keys: unknown): PressedKeys | null => {
  if (typeof keys !== 'string' || keys.length > MOST_KEYS) return null;
  const pieces: Uint8Array[] = [];
  const endsAtMs: number[] = [];
  let atMs = 0;
  for (const key of keys.toUpperCase()) {
    const pair = FREQUENCIES[key];
    if (pair === undefined && key !== 'W') return null;
    if (pair === undefined) {
      pieces.push(silence(WAIT_MS));
      atMs += WAIT_MS;
      continue;
    }
    pieces.push(tone(pair), silence(GAP_MS));
    endsAtMs.push(atMs + TONE_MS);
    atMs += TONE_MS + GAP_MS;
  }
  return endsAtMs.length === 0 ? null : { mulaw: Buffer.concat(pieces), endsAtMs };
};

const tone = ([low, high]: readonly [number, number]): Uint8Array => {
  const wave = (frequency: number, sample: number): number =>
    AMPLITUDE * Math.sin((2 * Math.PI * frequency * sample) / (SAMPLES_PER_MS * 1_000));
  return Uint8Array.from({ length: TONE_MS * SAMPLES_PER_MS }, (_, sample) =>
    pcmToMulaw(Math.round(wave(low, sample) + wave(high, sample))),
  );
};

const silence = (ms: number): Uint8Array => new Uint8Array(ms * SAMPLES_PER_MS).fill(SILENCE);
