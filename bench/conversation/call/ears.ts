/** The voice detector of a call in virtual time. */
import { msOf } from '../../../media/audio/frames.js';
import { decodeMulaw } from '../../../providers/speech/dsp/g711.js';
import { loadSoundJudge } from '../../../providers/speech/silero/judge.js';

/** Reports whether a sound is a voice, while a piece of it is shown. */
interface Ears {
  show(sound: number, payload: Uint8Array): void;
  end(sound: number): void;
  /** Frees what is still in use. */
  close(): void;
}

/** Makes the detector of one call. */
export type EarsKind = (onVerdict: (sound: number, speech: boolean) => void) => Ears;

/** How much of a sound Silero usually needs to find a voice, with the 200 ms before it, ms. */
const CONFIRMED_AFTER_MS = 350;

/** Takes every sound for a voice, as late as Silero does. For calls in which all sounds are voices. */
export const trustingEars: EarsKind = (onVerdict) => {
  const shown = new Map<number, number>();
  return {
    show: (sound, payload) => {
      const before = shown.get(sound) ?? 0;
      const after = before + msOf(payload.length);
      shown.set(sound, after);
      if (before < CONFIRMED_AFTER_MS && after >= CONFIRMED_AFTER_MS) onVerdict(sound, true);
    },
    end: (sound) => void shown.delete(sound),
    close: () => shown.clear(),
  };
};

/** Silero, as calls use it by default. @throws Error if it cannot run here: the message says why */
export const loadSilero = (): EarsKind => {
  const listeners = new Map<number, (speech: boolean) => void>();
  const judge = loadSoundJudge(({ key, speech }) => listeners.get(key)?.(speech));
  let keys = 0;
  return (onVerdict) => {
    const own = new Map<number, number>();
    const end = (sound: number): void => {
      const key = own.get(sound);
      if (key === undefined) return;
      own.delete(sound);
      listeners.delete(key);
      judge.end(key);
    };
    return {
      show: (sound, payload) => {
        let key = own.get(sound);
        if (key === undefined) {
          keys += 1;
          key = keys;
          own.set(sound, key);
          listeners.set(key, (speech) => onVerdict(sound, speech));
        }
        judge.show(key, decodeMulaw(payload));
      },
      end,
      close: () => {
        for (const sound of [...own.keys()]) end(sound);
      },
    };
  };
};
