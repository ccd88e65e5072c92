/**
 * Voice activity by energy: the audio against the line's own noise, on the inbound track, without a network round trip
 * (docs/explanation/media.md "Barge-in", docs/explanation/media.md "Noise").
 *
 * V1. The floor is the quietest moment of the last two seconds (minimum statistics), whether that was loud or not: speech
 *     has pauses, noise has none. So a steady noise of any level is the floor two seconds later.
 * V2. Loudness is the mean of 60 ms: a single frame of a dark or babbling noise leaps 10 dB above its mean, three in a
 *     row do not.
 */
import { createHighPass } from '../../providers/speech/dsp/high-pass.js';
import { msOf } from './frames.js';
import { createNoiseFloor } from './noise-floor.js';

/** Speech is at least this much louder than the floor (power ratio, 9 dB). */
const ABOVE_FLOOR = 8;
/** This far above the floor, something was certainly said or done (20 dB). */
const CLEARLY_ABOVE = 100;
/** A voice changes this much between frames of 20 ms, a tone does not (power ratio, 4 dB). */
const MOVES = 2.5;
/** The onset of a sound does not count as movement, ms: a tone has one, too. */
const ONSET_MS = 40;
/** Quieter than this is never speech: about -48 dBFS as mean square of 16-bit samples. */
const QUIETEST_SPEECH = 16_000;
/** Pauses between syllables are at most this long, ms. */
const HANGOVER_MS = 200;
/** A pause between syllables takes this share of its length off the speech so far: bumps of a noise do not add up to a word. */
const PAUSE_COSTS = 0.5;
const SMOOTH_MS = 60;

/**
 * Measures one stream: takes its audio in order, all of a piece or its bytes from `from` to before `to`, and returns the mean
 * square of the 16-bit samples in a voice's band. The filter keeps its state, so each stream has a meter of its own.
 */
export type PowerMeter = (mulaw: Uint8Array, from?: number, to?: number) => number;

export const createPowerMeter = (): PowerMeter => {
  const highPass = createHighPass();
  return (mulaw, from = 0, to = mulaw.length) =>
    to <= from ? 0 : highPass.energyOfMulaw(mulaw, from, to) / (to - from);
};

export interface VoiceActivity {
  /**
   * Takes the next audio in order, as a {@link PowerMeter} measures it. `echo`: power that sounds of the line itself may
   * have; only louder ones are speech.
   */
  push(power: number, bytes: number, echo?: number): void;
  /** Speech without a real pause so far, ms. */
  speechMs(): number;
  /** Silence since the last speech, ms. */
  silenceMs(): number;
  speaking(): boolean;
  /** Whether the latest audio was speech, not the pause after it. */
  loud(): boolean;
  /** Power of the latest 60 ms. */
  level(): number;
  /** Whether the current sound is far above the floor, and moves as a voice does and a tone does not. */
  clear(): boolean;
  /** Speech so far has been handled: only what follows counts as speech. */
  restart(): void;
}

export const createVoiceActivity = (): VoiceActivity => {
  const floor = createNoiseFloor();
  /** The latest audio, at least {@link SMOOTH_MS} of it. */
  const recent: { readonly power: number; readonly ms: number }[] = [];
  let speech = 0;
  let silence = Number.POSITIVE_INFINITY;
  /** Of the current sound: its length, and the extremes of its audio except at both ends. */
  let soundMs = 0;
  let quietest = Number.POSITIVE_INFINITY;
  let loudest = 0;
  let last: number | null = null;
  let isClear = false;
  let level = 0;

  const smoothed = (power: number, ms: number): number => {
    recent.push({ power, ms });
    let total = 0;
    for (const piece of recent) total += piece.ms;
    for (let first = recent[0]; first !== undefined && total - first.ms >= SMOOTH_MS; first = recent[0]) {
      total -= first.ms;
      recent.shift();
    }
    let energy = 0;
    for (const piece of recent) energy += piece.power * piece.ms;
    return energy / total;
  };

  /** Examines the frame before the latest one: the end of a sound does not count as movement either. */
  const checkSound = (power: number, ms: number, threshold: number, clearly: boolean): void => {
    soundMs += ms;
    if (power <= threshold) return;
    if (last !== null && soundMs > ONSET_MS + ms) {
      quietest = Math.min(quietest, last);
      loudest = Math.max(loudest, last);
    }
    last = power;
    if (clearly && loudest > quietest * MOVES) isClear = true;
  };

  const forgetSound = (): void => {
    soundMs = 0;
    quietest = Number.POSITIVE_INFINITY;
    loudest = 0;
    last = null;
    isClear = false;
  };

  return {
    push: (power, bytes, echo = 0) => {
      const ms = msOf(bytes);
      if (ms === 0) return;
      const mean = smoothed(power, ms);
      level = mean;
      const quiet = floor.with(mean, ms);
      const threshold = Math.max(QUIETEST_SPEECH, quiet * ABOVE_FLOOR, echo);
      if (mean > threshold) {
        speech = silence > HANGOVER_MS ? ms : speech + ms;
        silence = 0;
        checkSound(power, ms, threshold, mean > Math.max(QUIETEST_SPEECH, quiet * CLEARLY_ABOVE, echo));
      } else {
        silence += ms;
        speech = silence <= HANGOVER_MS ? Math.max(0, speech - ms * PAUSE_COSTS) : 0;
        if (silence > HANGOVER_MS) forgetSound();
      }
    },
    speechMs: () => speech,
    silenceMs: () => silence,
    speaking: () => silence <= HANGOVER_MS,
    loud: () => silence === 0,
    level: () => level,
    clear: () => isClear,
    restart: () => {
      speech = 0;
    },
  };
};
