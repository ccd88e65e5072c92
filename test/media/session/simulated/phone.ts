/** The customer's end: the stream to the session, the sound on it, and the passage of time. */
import { FRAME_MS } from '../../../../media/audio/frames.js';
import type { Line } from './line.js';
import { NEVER } from './moments.js';
import type { SimulatedRecogniser } from './recogniser.js';
import { soundAt } from './sounds.js';
import type { Stage } from './stage.js';
import type { Sound } from './world.js';

/** Words that are said, and how the recogniser delivers them. */
interface Talk {
  readonly ms: number;
  /** If empty, the recogniser hears noise. */
  readonly words: readonly string[];
  readonly lagMs: number;
  readonly endOfUtterance: boolean;
  /** When a partial result with the first word arrives, ms; null: none does. */
  readonly partialMs: number | null;
  /** As in the step `talk` (world.ts). */
  readonly likely: 'no' | 'right' | 'wrong' | 'withdrawn';
}

/** The phone of one call. */
export interface Phone {
  isConnected(): boolean;
  /** Opens a new stream; audio on the previous one is gone. */
  connect(): void;
  disconnect(): void;
  /** Advances time by `ms` with a sound on the line; stops early if `until` is true, by default at the call's end. */
  pass(ms: number, sound: Sound, until?: () => boolean): void;
  /** The process is blocked for `ms`; audio from that time is handled at once afterwards. */
  standStill(ms: number): void;
  talk(talk: Talk): void;
  /** Closes the session as the process does: it stops, lets the recogniser finish for `lagMs`, and then closes. */
  close(lagMs: number): void;
}

/** Begins without a stream. */
export const createPhone = (stage: Stage, line: Line, recogniser: SimulatedRecogniser): Phone => {
  let connected = false;
  let frames = 0;
  let streamMs = 0;
  const isClosed = (): boolean => stage.closedStep() !== NEVER;

  const hear = (sound: Sound, waitedMs = 0): void => {
    frames += 1;
    if (!connected || isClosed()) return;
    stage.feed({ type: 'audio', timestampMs: streamMs, payload: soundAt(sound, frames), waitedMs });
    streamMs += FRAME_MS;
  };

  const pass: Phone['pass'] = (ms, sound, until = stage.hasEnded) => {
    for (const end = stage.now() + ms; stage.now() < end && !until(); ) {
      stage.advance(stage.now() + FRAME_MS);
      hear(sound);
      if (!isClosed()) stage.feed({ type: 'tick', dueMs: stage.now() });
    }
  };

  return {
    isConnected: () => connected,
    connect: () => {
      line.open(stage.now());
      connected = true;
      streamMs = 0;
      stage.feed({ type: 'connected' });
    },
    disconnect: () => {
      if (!connected) return;
      connected = false;
      const step = stage.step() + 1;
      line.close(stage.now(), step);
      stage.notes.cuts.push({ step, atMs: stage.now() });
      stage.feed({ type: 'disconnected' });
    },
    pass,
    standStill: (ms) => {
      stage.standStill(stage.now() + ms);
      for (let passed = FRAME_MS; passed <= ms; passed += FRAME_MS) hear('quiet', ms - passed);
      stage.feed({ type: 'tick', dueMs: stage.now() });
    },
    talk: ({ ms, words, lagMs, endOfUtterance, partialMs, likely }) => {
      const listening = recogniser.listen();
      if (partialMs !== null && words[0] !== undefined) listening.partial(words[0], partialMs);
      pass(ms, 'voice');
      if (words.length === 0 || stage.hasEnded()) return;
      if (likely !== 'no') listening.likely(words, lagMs / 2, likely);
      listening.final(words, lagMs, endOfUtterance);
    },
    close: (lagMs) => {
      if (isClosed()) return;
      stage.feed({ type: 'closing' });
      pass(lagMs, 'quiet', () => false);
      if (connected) line.close(stage.now(), stage.step() + 1);
      connected = false;
      stage.close();
    },
  };
};
