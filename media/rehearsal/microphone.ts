/** What the customer's telephone sends: their voice and other sounds, noise, and the echo of the agent's voice. */
import { MULAW_TO_PCM, pcmToMulaw } from '../../providers/speech/dsp/g711.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import { FRAME_BYTES, FRAME_MS, SILENCE } from '../audio/frames.js';
import { noisePcm } from './noise.js';

/** Samples per ms. */
const SAMPLES = 8;
const QUIET = new Uint8Array(FRAME_BYTES).fill(SILENCE);
/** From the customer's receiver to their microphone and back through the network, in frames. */
const ECHO_FRAMES = 8;

/** `customer`: their own voice; `voice`: that of another person; `sound`: no voice. */
type SoundKind = 'customer' | 'voice' | 'sound';

interface Sound {
  readonly pcm: Int16Array;
  readonly kind: SoundKind;
  /** Its first sample, counted from the first frame. */
  readonly from: number;
}

export interface Microphone {
  /** Adds a sound that begins in `inMs`. */
  add(kind: SoundKind, pcm: Int16Array, inMs?: number): void;
  /** The next 20 ms, while the customer hears `played`; null: silence. */
  frame(played: Uint8Array | null): Uint8Array;
  /** Whether the customer spoke in the last frame. */
  isSpeaking(): boolean;
  /** Whether any voice was in the last frame, also that of the agent by its echo. */
  hasVoice(): boolean;
}

export const createMicrophone = ({ noise, echo }: Pick<SimulatedCustomer, 'noise' | 'echo'>): Microphone => {
  const background = noise === undefined ? null : noisePcm(noise);
  const echoGain = echo === undefined ? 0 : 10 ** (echo / 20);
  const heard: (Uint8Array | null)[] = [];
  const mix = new Float64Array(FRAME_BYTES);
  let sounds: Sound[] = [];
  let at = 0;
  let kinds: ReadonlySet<SoundKind> = new Set();
  let echoed: Uint8Array | null = null;

  const mixIn = (sound: Sound): void => {
    for (let index = 0; index < FRAME_BYTES; index += 1)
      mix[index] = (mix[index] ?? 0) + (sound.pcm[at + index - sound.from] ?? 0);
  };

  return {
    add: (kind, pcm, inMs = 0) => void sounds.push({ kind, pcm, from: at + Math.round(inMs) * SAMPLES }),
    frame: (played) => {
      if (echo !== undefined) {
        heard.push(played);
        echoed = heard.length > ECHO_FRAMES ? (heard.shift() ?? null) : null;
      }
      sounds = sounds.filter(({ from, pcm }) => from + pcm.length > at);
      const current = sounds.filter(({ from }) => from < at + FRAME_MS * SAMPLES);
      kinds = new Set(current.map(({ kind }) => kind));
      const isQuiet = current.length === 0 && background === null && echoed === null;
      if (isQuiet) {
        at += FRAME_BYTES;
        return QUIET;
      }
      for (let index = 0; index < FRAME_BYTES; index += 1)
        mix[index] =
          (background?.[(at + index) % background.length] ?? 0) +
          (echoed === null ? 0 : echoGain * (MULAW_TO_PCM[echoed[index] ?? SILENCE] ?? 0));
      for (const sound of current) mixIn(sound);
      at += FRAME_BYTES;
      return Uint8Array.from(mix, pcmToMulaw);
    },
    isSpeaking: () => kinds.has('customer'),
    hasVoice: () => kinds.has('customer') || kinds.has('voice') || (echoed !== null && isAudible(echoed)),
  };
};

/** Quieter sound is not heard as speech, 16-bit PCM. */
const AUDIBLE = 300;
/** Every eighth sample shows whether a frame is silence. */
const STEP = 8;

/** Whether a frame contains more than silence or quiet background. */
export const isAudible = (frame: Uint8Array): boolean => {
  for (let index = 0; index < frame.length; index += STEP)
    if (Math.abs(MULAW_TO_PCM[frame[index] ?? SILENCE] ?? 0) > AUDIBLE) return true;
  return false;
};
