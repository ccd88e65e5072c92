/** Voices of a call in virtual time: audio of texts, and of people whose words do not matter. */

import { atLevel } from '../../../media/rehearsal/level.js';
import { encodeMulaw } from '../../../providers/speech/dsp/g711.js';
import { loadTimedFlite, type TimedFlite } from './flite.js';

/** Samples per ms. */
const SAMPLES = 8;
/** A text without a long pause inside; its beginning is cut off up to the first phone. */
const CHATTER =
  'we were all along the river in the morning and then went on to the old mill by the narrow road near you';
const CHATTER_FROM_MS = 180;
const CALLER_DBFS = -20;
const FADE_MS = 10;

let flite: TimedFlite | null = null;
/** The engine of this process. */
export const timedFlite = (): TimedFlite => {
  flite ??= loadTimedFlite();
  return flite;
};

/** The audio of a text in one of Flite's voices, µ-law, at a level in dBFS. */
export const fliteVoice =
  (voice: string, dbfs: number): ((text: string) => Uint8Array) =>
  (text) => {
    const levelled = atLevel(timedFlite().speak(voice, text).pcm, dbfs);
    return encodeMulaw(levelled);
  };

const STEADY = 0x20;

/** A voice without pauses: 60 ms for each character. */
export const steadyVoice = (text: string): Uint8Array =>
  new Uint8Array(Math.max(1, text.length) * 60 * SAMPLES).fill(STEADY);

let chatter: Int16Array | null = null;
const speechOfCaller = (): Int16Array => {
  if (chatter === null) {
    const { pcm } = timedFlite().speak('rms', CHATTER);
    chatter = atLevel(pcm.subarray(CHATTER_FROM_MS * SAMPLES, -CHATTER_FROM_MS * SAMPLES), CALLER_DBFS);
  }
  return chatter;
};

/** `ms` of a man's voice, 8,000 Hz: sound for words that are reported as text. */
export const callerSound = (ms: number): Int16Array => {
  const speech = speechOfCaller();
  const sound = new Int16Array(Math.round(ms * SAMPLES));
  const fade = FADE_MS * SAMPLES;
  for (let at = 0; at < sound.length; at += 1) {
    const gain = Math.min(1, at / fade, (sound.length - at) / fade);
    sound[at] = Math.round((speech[at % speech.length] ?? 0) * gain);
  }
  return sound;
};

/** A tone, 8,000 Hz, such as the beep of a mailbox. */
export const tone = (hz: number, ms: number): Int16Array =>
  Int16Array.from({ length: Math.round(ms * SAMPLES) }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hz * at) / (SAMPLES * 1_000))),
  );
