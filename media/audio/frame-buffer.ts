/**
 * Evens out audio that arrives irregularly, for a consumer that takes a frame every 20 ms. It waits for a cushion before
 * the first frame, and again once it has run empty; beyond its capacity the oldest audio is dropped.
 */
import { FRAME_BYTES } from './frames.js';

export interface FrameBuffer {
  /** Retains the array, which may have any length; a partial frame waits for the rest. */
  push(audio: Uint8Array): void;
  /** 160 bytes; null: there is nothing to play now. */
  take(): Uint8Array | null;
}

/** Both bounds are in frames. */
export const createFrameBuffer = (cushion: number, most: number): FrameBuffer => {
  let frames: Uint8Array[] = [];
  let rest = new Uint8Array(0);
  let filling = true;

  const push = (audio: Uint8Array): void => {
    let left = audio;
    if (rest.length > 0) {
      left = new Uint8Array(rest.length + audio.length);
      left.set(rest);
      left.set(audio, rest.length);
    }
    const whole = left.length - (left.length % FRAME_BYTES);
    for (let from = 0; from < whole; from += FRAME_BYTES)
      frames.push(left.subarray(from, from + FRAME_BYTES));
    rest = new Uint8Array(left.subarray(whole));
    if (frames.length > most) frames = frames.slice(-most);
  };

  return {
    push,
    take: () => {
      if (filling && frames.length < cushion) return null;
      const frame = frames.shift() ?? null;
      filling = frame === null;
      return frame;
    },
  };
};
