/**
 * Detects a voice on the line: the energy gate (voice-activity.ts) and, where a model confirms it, the model's verdict on
 * what opened the gate. It outputs the audio for the model; the verdict comes back as an input of the session.
 *
 * G1. Without a model the gate alone decides.
 * G2. With one, a sound is speech if the model says so; before the verdict, also if the sound is clear and longer than a
 *     cough, or if the model's time is up.
 * G3. Each sound has a number. A verdict on another sound is dropped. A sound found to be speech stays so for
 *     {@link AGREED_MS}; then the model gets what continues as another sound, so that it listens to a voice for a moment
 *     at a time and a noise is not a voice for ever.
 */
import { BYTES_PER_MS, msOf } from './frames.js';
import { createVoiceActivity, type PowerMeter, type VoiceActivity } from './voice-activity.js';

/** Audio from before the gate opened that the model gets, ms: it needs the beginning. */
const BEFORE_MS = 200;
/** Silence that ends a sound, ms: longer than the pauses inside a sentence. */
const SOUND_ENDS_MS = 500;
/** The model takes some 150 ms; a cough is shorter than this, ms. */
const CLEAR_AFTER_MS = 320;
/** A model that has no verdict after this much sound delivers none, ms. */
const ANSWER_WITHIN_MS = 1_500;
const AGREED_MS = 2_000;

export type GateOutput =
  /** The next piece of a sound, for the model. */
  | { readonly type: 'confirm_voice'; readonly sound: number; readonly payload: Uint8Array }
  /** No more of a sound follows. */
  | { readonly type: 'voice_over'; readonly sound: number };

/** As {@link VoiceActivity}, for sounds that count as a voice. */
export interface VoiceGate extends Omit<VoiceActivity, 'push'> {
  /** Takes the next audio in order; returns what the model should get. `echo`: as in VoiceActivity.push. */
  hear(payload: Uint8Array, echo?: number): readonly GateOutput[];
  /** Takes the model's verdict; the output ends the sound for the model when it need not listen any longer. */
  judge(sound: number, speech: boolean): readonly GateOutput[];
  /** Whether the current sound is a voice by the model's own verdict. */
  confirmed(): boolean;
  /** As {@link speechMs}, but a sound without a verdict of the model counts as well. */
  undisputedMs(): number;
}

/** A sound, from the moment the gate opened. */
interface Sound {
  readonly number: number;
  /** Whether the model is still listening. */
  isListening: boolean;
  /** Verdict on the sound so far; while an earlier verdict is checked again, that one. */
  verdict: 'none' | 'speech' | 'noise';
  /** Whether the verdict is the model's. */
  judged: boolean;
  /** Since the sound began, or since the verdict, ms. */
  ms: number;
}

const NOTHING: readonly GateOutput[] = [];

export const createVoiceGate = (powerOf: PowerMeter, confirmed: boolean): VoiceGate => {
  const gate = createVoiceActivity();
  let sounds = 0;
  let sound: Sound | null = null;
  /** The latest audio, {@link BEFORE_MS} of it. */
  const before: Uint8Array[] = [];
  let beforeMs = 0;

  const remember = (payload: Uint8Array): void => {
    // A filled gap arrives as one long piece.
    const piece = payload.subarray(-BEFORE_MS * BYTES_PER_MS);
    before.push(piece);
    beforeMs += msOf(piece.length);
    for (
      let first = before[0];
      first !== undefined && beforeMs - msOf(first.length) >= BEFORE_MS;
      first = before[0]
    ) {
      beforeMs -= msOf(first.length);
      before.shift();
    }
  };

  const begin = (verdict: Sound['verdict'], judged: boolean): readonly GateOutput[] => {
    sounds += 1;
    sound = { number: sounds, isListening: true, verdict, judged, ms: 0 };
    return before.map((payload) => ({ type: 'confirm_voice', sound: sounds, payload }));
  };

  const stopListening = (current: Sound): readonly GateOutput[] => {
    if (!current.isListening) return NOTHING;
    current.isListening = false;
    current.ms = 0;
    return [{ type: 'voice_over', sound: current.number }];
  };

  const follow = (payload: Uint8Array): readonly GateOutput[] => {
    if (sound === null) return gate.loud() ? begin('none', false) : NOTHING;
    const current = sound;
    if (gate.silenceMs() > SOUND_ENDS_MS) {
      sound = null;
      return stopListening(current);
    }
    current.ms += msOf(payload.length);
    if (!current.isListening)
      return current.ms < AGREED_MS ? NOTHING : begin(current.verdict, current.judged);
    if (current.verdict === 'none' && current.ms >= ANSWER_WITHIN_MS) {
      current.verdict = 'speech';
      return stopListening(current);
    }
    return [{ type: 'confirm_voice', sound: current.number, payload }];
  };

  const isAccepted = (): boolean => {
    if (!confirmed) return true;
    if (sound === null) return false;
    return (
      sound.verdict === 'speech' ||
      (sound.verdict === 'none' && gate.clear() && gate.speechMs() >= CLEAR_AFTER_MS)
    );
  };

  return {
    hear: (payload, echo = 0) => {
      gate.push(powerOf(payload), payload.length, echo);
      if (!confirmed) return NOTHING;
      remember(payload);
      return follow(payload);
    },
    judge: (number, speech) => {
      if (sound === null || sound.number !== number || !sound.isListening) return NOTHING;
      sound.verdict = speech ? 'speech' : 'noise';
      sound.judged = true;
      return speech ? stopListening(sound) : NOTHING;
    },
    speechMs: () => (isAccepted() ? gate.speechMs() : 0),
    confirmed: () => gate.loud() && sound?.judged === true && sound.verdict === 'speech',
    undisputedMs: () => (sound?.verdict === 'noise' ? 0 : gate.speechMs()),
    silenceMs: gate.silenceMs,
    speaking: () => gate.speaking() && isAccepted(),
    loud: () => gate.loud() && isAccepted(),
    level: gate.level,
    clear: gate.clear,
    restart: gate.restart,
  };
};
