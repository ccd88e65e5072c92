/**
 * Silero VAD in a thread that all calls share (thread.ts). On the calling thread, the frames of all calls cost one
 * message a turn of the event loop. Sounds that the Silero thread does not accept, or that it was processing when it was
 * lost, are left to the energy gate, so that no sound waits for ever.
 */

import type { VoiceDetector, VoiceStream, VoiceVerdict } from '../voice-detector.js';
import { RESTART_MS, SileroThread } from './thread.js';

export interface SileroOptions {
  /** Called when the thread is lost and will be replaced. */
  readonly onLost?: (reason: string) => void;
  /** Another thread to run, for tests. */
  readonly worker?: URL;
  /** Least time between the starts of two threads, ms. */
  readonly restartMs?: number;
}

interface Sound {
  readonly number: number;
  /** Null once the sound has ended. */
  onVerdict: ((verdict: VoiceVerdict) => void) | null;
  /** Whether it is left to the energy gate: the thread receives nothing more of it. */
  isAbandoned: boolean;
}

/** The sounds of all calls. */
interface Sounds {
  readonly byKey: Map<number, Sound>;
  keys: number;
}

/** @throws Error if the engine or the model cannot run here: the message says why. */
export const startSilero = async ({
  onLost = () => undefined,
  worker: url = new URL('./worker.js', import.meta.url),
  restartMs = RESTART_MS,
}: SileroOptions = {}): Promise<VoiceDetector> => {
  const sounds: Sounds = { byKey: new Map(), keys: 0 };
  const thread = new SileroThread({
    url,
    restartMs,
    onVerdict: ({ key, speech, afterMs }) => {
      const sound = sounds.byKey.get(key);
      if (sound === undefined || sound.isAbandoned) return;
      sound.onVerdict?.({ sound: sound.number, speech, afterMs });
    },
    onLost: (reason) => {
      for (const sound of sounds.byKey.values()) abandon(sound);
      onLost(reason);
    },
  });
  await thread.start();
  return {
    name: 'silero',
    open: (onVerdict) => openStream(thread, sounds, onVerdict),
    close: () => thread.close(),
  };
};

/** Leaves a sound to the energy gate. The verdict comes later, as from the thread. */
const abandon = (sound: Sound): void => {
  if (sound.isAbandoned) return;
  sound.isAbandoned = true;
  queueMicrotask(() => sound.onVerdict?.({ sound: sound.number, speech: true, afterMs: 0 }));
};

const openStream = (
  thread: SileroThread,
  sounds: Sounds,
  onVerdict: (verdict: VoiceVerdict) => void,
): VoiceStream => {
  /** Number of a sound → its key. */
  const own = new Map<number, number>();
  const keyOf = (number: number): number => {
    const existing = own.get(number);
    if (existing !== undefined) return existing;
    sounds.keys += 1;
    own.set(number, sounds.keys);
    sounds.byKey.set(sounds.keys, { number, onVerdict, isAbandoned: false });
    return sounds.keys;
  };
  const end = (number: number): void => {
    const key = own.get(number);
    const sound = key === undefined ? undefined : sounds.byKey.get(key);
    own.delete(number);
    if (key === undefined || sound === undefined) return;
    sounds.byKey.delete(key);
    sound.onVerdict = null;
    thread.end(key);
  };
  return {
    show: (number, pcm) => {
      const key = keyOf(number);
      const sound = sounds.byKey.get(key);
      if (sound === undefined || sound.isAbandoned) return;
      const isAccepting = thread.isAccepting();
      // `isAccepting` may have found that the thread is lost.
      if (sound.isAbandoned) return;
      if (isAccepting) thread.show(key, pcm);
      else abandon(sound);
    },
    end,
    close: () => {
      for (const number of [...own.keys()]) end(number);
    },
  };
};
