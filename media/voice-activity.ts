/**
 * Is somebody speaking? Energy against an adaptive noise floor, on the inbound track, without a network round
 * trip (media.md, "Barge-in").
 */
import { msOf } from './frames.js';

/** Speech is at least this much louder than the noise around it (power ratio, 9 dB). */
const ABOVE_FLOOR = 8;
/** Quieter than this is never speech: about -46 dBFS as mean square of 16-bit samples. */
const QUIETEST_SPEECH = 26_000;
/** Pauses between syllables are this long at the most, ms. */
const HANGOVER_MS = 200;
/** How fast the floor follows a louder or quieter background, a frame. */
const FLOOR_UP = 0.02;
const FLOOR_DOWN = 0.2;

export interface VoiceActivity {
  /** Takes the next audio in order, as the mean square of its samples. */
  push(power: number, bytes: number): void;
  /** Speech without a real pause so far, ms. */
  speechMs(): number;
  /** Silence since the last speech, ms. */
  silenceMs(): number;
  speaking(): boolean;
  /** Whether the latest audio was speech, not the pause after it. */
  loud(): boolean;
  /** What was said so far has been dealt with: only what follows counts as speech. */
  restart(): void;
}

export const createVoiceActivity = (): VoiceActivity => {
  let floor = 400;
  let speech = 0;
  let silence = Number.POSITIVE_INFINITY;
  return {
    push: (power, bytes) => {
      const ms = msOf(bytes);
      const loud = power > QUIETEST_SPEECH && power > floor * ABOVE_FLOOR;
      if (loud) {
        speech = silence > HANGOVER_MS ? ms : speech + ms;
        silence = 0;
      } else {
        silence += ms;
        if (silence > HANGOVER_MS) speech = 0;
        floor += (power - floor) * (power > floor ? FLOOR_UP : FLOOR_DOWN);
      }
    },
    speechMs: () => speech,
    silenceMs: () => silence,
    speaking: () => silence <= HANGOVER_MS,
    loud: () => silence === 0,
    restart: () => {
      speech = 0;
    },
  };
};
