/** The customer's latest speech, for a model that judges whether a turn has ended. */
import { decodeMulaw } from '../../providers/speech/dsp/g711.js';
import type { TurnDetector } from '../../providers/speech/turn-detector.js';
import { BYTES_PER_MS } from '../audio/frames.js';

/** The model hears this much, ms. */
const MOST_MS = 8_000;
const MOST_BYTES = MOST_MS * BYTES_PER_MS;

export interface TurnJudge {
  /** Takes the customer's next audio, in order. */
  hear(mulaw: Uint8Array): void;
  /** Judges the pause after the audio so far. `onVerdict` is not called if there is no verdict in time. */
  judge(onVerdict: (probability: number) => void): void;
}

export const createTurnJudge = (detector: TurnDetector): TurnJudge => {
  /** A ring; the oldest byte is at `next` once it is full. */
  const ring = new Uint8Array(MOST_BYTES);
  let next = 0;
  let filled = 0;
  const latest = (): Int16Array<ArrayBuffer> => {
    const pcm = new Int16Array(filled);
    const start = (next - filled + MOST_BYTES) % MOST_BYTES;
    const first = ring.subarray(start, Math.min(start + filled, MOST_BYTES));
    decodeMulaw(first, pcm.subarray(0, first.length));
    decodeMulaw(ring.subarray(0, filled - first.length), pcm.subarray(first.length));
    return pcm;
  };
  return {
    hear: (mulaw) => {
      // A filled gap arrives as one long piece.
      const piece = mulaw.subarray(-MOST_BYTES);
      const untilEnd = piece.subarray(0, MOST_BYTES - next);
      ring.set(untilEnd, next);
      ring.set(piece.subarray(untilEnd.length), 0);
      next = (next + piece.length) % MOST_BYTES;
      filled = Math.min(MOST_BYTES, filled + piece.length);
    },
    judge: (onVerdict) =>
      void detector.judge(latest()).then((probability) => {
        if (probability !== null) onVerdict(probability);
      }),
  };
};
