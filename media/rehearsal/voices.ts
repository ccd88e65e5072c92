/** The agent's voice in a rehearsal, and the detector of voices: both work without computing speech. */
import { encodeMulaw } from '../../providers/speech/dsp/g711.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import type { VoiceDetector } from '../../providers/speech/voice-detector.js';
import type { VirtualClock } from './clock.js';
import { speakText } from './spoken-audio.js';

/** The voice of every agent in a rehearsal. */
export const REHEARSAL_VOICE = 'rehearsal';
/** From a text to its first audio, as synthesisers over the network take, ms. Text that was prepared is there at once. */
const FIRST_AUDIO_MS = 200;
const AGENT_VOICE = { seed: 3, dbfs: -22 };
/** Texts that are remembered as prepared. */
const MOST_PREPARED = 500;

/** Speaks each text as long as it takes, with word timings. */
export const createRehearsalSynthesiser = (clock: VirtualClock): Synthesiser => {
  const prepared = new Set<string>();
  return {
    name: 'rehearsal',
    voices: [{ id: REHEARSAL_VOICE, name: 'Rehearsal', language: 'en', gender: 'neutral', speeds: [0.5, 2] }],
    synthesise: async function* ({ text, speed = 1 }, signal) {
      if (!prepared.has(text)) await clock.sleep(FIRST_AUDIO_MS);
      signal.throwIfAborted();
      if (prepared.size < MOST_PREPARED) prepared.add(text);
      const { pcm, words } = speakText(text, { ...AGENT_VOICE, speed });
      yield { mulaw: encodeMulaw(pcm), words };
    },
    close: async () => undefined,
  };
};

/** How much of a sound a detector needs, with the 200 ms before it, ms: as Silero does. */
const DECIDES_AFTER_MS = 350;
const SAMPLES_PER_MS = 8;

/** Knows whether a sound is a voice, and says so as late as a model does. `hasVoice`: whether there is a voice now. */
export const createRehearsalDetector = (clock: VirtualClock, hasVoice: () => boolean): VoiceDetector => ({
  name: 'rehearsal',
  open: (onVerdict) => {
    const shown = new Map<number, { ms: number; isVoice: boolean }>();
    let isOpen = true;
    return {
      show: (sound, pcm) => {
        const state = shown.get(sound) ?? { ms: 0, isVoice: false };
        shown.set(sound, state);
        const before = state.ms;
        state.ms += pcm.length / SAMPLES_PER_MS;
        state.isVoice ||= hasVoice();
        const afterMs = state.ms;
        if (before >= DECIDES_AFTER_MS || afterMs < DECIDES_AFTER_MS) return;
        clock.at(clock.now(), () => {
          if (isOpen) onVerdict({ sound, speech: state.isVoice, afterMs });
        });
      },
      end: (sound) => void shown.delete(sound),
      close: () => {
        isOpen = false;
      },
    };
  },
  close: async () => undefined,
});
