/** The network speaks to the callee itself, without a stream, and notices the keys that the callee presses. */

import type { NetworkClock } from './clock.js';
import { TICK_MS } from './clock.js';
import { createEarpiece, type EarpieceOptions } from './earpiece.js';
import type { MediaStream } from './media-stream.js';

export interface AnnouncementOptions extends Omit<EarpieceOptions, 'onMark'> {
  /** µ-law, 8,000 Hz; may be empty. */
  readonly audio: Uint8Array;
  /** How long to wait for a key after the audio, and after each key, ms; null: the announcement ends with the audio. */
  readonly keysMs: number | null;
  readonly clock: NetworkClock;
  /** The callee's next frame, which nobody hears. */
  readonly nextFrame: (callMs: number) => Buffer | null;
  readonly onTick: (line: MediaStream) => void;
  /** Returns whether the input is complete. */
  readonly onKey: (digit: string) => boolean;
  /** Called once, unless it was stopped. */
  readonly onDone: () => void;
}

/** Begins with the next tick. Returns a function that stops it. */
export const announce = (options: AnnouncementOptions): (() => void) => {
  const { audio, keysMs, clock, callClock, nextFrame, onTick, onKey, onDone } = options;
  const earpiece = createEarpiece({ ...options, onMark: () => undefined });
  earpiece.take(Buffer.from(audio));
  let leftMs = Math.ceil(audio.length / 8) + (keysMs ?? 0);
  let isOver = false;
  const remove = clock.add((dueMs) => tick(dueMs));
  const stop = (): void => {
    isOver = true;
    remove();
  };
  const line: MediaStream = {
    dtmf: (digit) => {
      if (keysMs === null || isOver) return;
      // A key ends the prompt.
      earpiece.clear(false);
      leftMs = onKey(digit) ? 0 : keysMs;
    },
    hearing: () => earpiece.hearing(),
    // There is no stream that could be disturbed, cut or ended.
    raw: () => undefined,
    media: () => undefined,
    drop: () => undefined,
    stop,
  };
  const tick = (dueMs: number): void => {
    if (isOver) return;
    if (leftMs <= 0) {
      stop();
      onDone();
      return;
    }
    earpiece.play(dueMs);
    onTick(line);
    nextFrame(callClock(dueMs));
    leftMs -= TICK_MS;
  };
  return stop;
};
