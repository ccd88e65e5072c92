/**
 * Somebody's voice on the line: the energy gate (voice-activity.ts) and, where a model confirms it, its word on what
 * opened the gate. It tells what the model is to be shown; what the model says comes back as an input of the session.
 *
 * G1. Without a model the gate alone decides.
 * G2. With one, a sound is speech when the model says so; while it has said nothing yet, also when the sound is clear
 *     and longer than a cough, or when the model has had its time.
 * G3. A sound has a number. A verdict on another sound is dropped. What was found to be speech stays so for
 *     {@link AGREED_MS}; then the model is shown what goes on as another sound, so that it listens to a voice for a
 *     moment at a time and a noise is not a voice for ever.
 */
import { BYTES_PER_MS, msOf } from './frames.js';
import type { PowerMeter } from './power.js';
import { createVoiceActivity, type VoiceActivity } from './voice-activity.js';

/** What the model is shown of the time before the gate opened, ms: it needs the beginning. */
const BEFORE_MS = 200;
/** Silence that ends a sound, ms: longer than the pauses inside a sentence. */
const SOUND_ENDS_MS = 500;
/** The model takes some 150 ms; a cough is shorter than this, ms. */
const CLEAR_AFTER_MS = 320;
/** A model that has said nothing for so long says nothing, ms of sound. */
const ANSWER_WITHIN_MS = 1_500;
const AGREED_MS = 2_000;

export type GateOutput =
  /** The next piece of a sound, for the model. */
  | { readonly type: 'confirm_voice'; readonly sound: number; readonly payload: Uint8Array }
  /** Nothing more of a sound is shown. */
  | { readonly type: 'voice_over'; readonly sound: number };

/** As {@link VoiceActivity}, of what is believed to be a voice. */
export interface VoiceGate extends Omit<VoiceActivity, 'push'> {
  /** Takes the next audio in order; gives what the model is to be shown. */
  hear(payload: Uint8Array): readonly GateOutput[];
  /** Takes what the model says; tells it when it need not listen any longer. */
  judge(sound: number, speech: boolean): readonly GateOutput[];
  /** Whether what sounds now is a voice by the model's own word. */
  confirmed(): boolean;
  /** As {@link speechMs}, where a sound that the model has said nothing of counts as well. */
  undisputedMs(): number;
}

/** A sound, from the gate's opening on. */
interface Sound {
  readonly number: number;
  /** Whether the model is still listening. */
  asking: boolean;
  /** Of the sound so far; while an earlier verdict is checked again, that one. */
  verdict: 'none' | 'speech' | 'noise';
  /** Whether the verdict is the model's. */
  judged: boolean;
  /** Since it began, or since the verdict, ms. */
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
    // A gap that was filled comes as one long piece.
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
    sound = { number: sounds, asking: true, verdict, judged, ms: 0 };
    return before.map((payload) => ({ type: 'confirm_voice', sound: sounds, payload }));
  };

  const stopAsking = (asked: Sound): readonly GateOutput[] => {
    if (!asked.asking) return NOTHING;
    asked.asking = false;
    asked.ms = 0;
    return [{ type: 'voice_over', sound: asked.number }];
  };

  const follow = (payload: Uint8Array): readonly GateOutput[] => {
    if (sound === null) return gate.loud() ? begin('none', false) : NOTHING;
    const current = sound;
    if (gate.silenceMs() > SOUND_ENDS_MS) {
      sound = null;
      return stopAsking(current);
    }
    current.ms += msOf(payload.length);
    if (!current.asking) return current.ms < AGREED_MS ? NOTHING : begin(current.verdict, current.judged);
    if (current.verdict === 'none' && current.ms >= ANSWER_WITHIN_MS) {
      current.verdict = 'speech';
      return stopAsking(current);
    }
    return [{ type: 'confirm_voice', sound: current.number, payload }];
  };

  const believed = (): boolean => {
    if (!confirmed) return true;
    if (sound === null) return false;
    return (
      sound.verdict === 'speech' ||
      (sound.verdict === 'none' && gate.clear() && gate.speechMs() >= CLEAR_AFTER_MS)
    );
  };

  return {
    hear: (payload) => {
      gate.push(powerOf(payload), payload.length);
      if (!confirmed) return NOTHING;
      remember(payload);
      return follow(payload);
    },
    judge: (number, speech) => {
      if (sound === null || sound.number !== number || !sound.asking) return NOTHING;
      sound.verdict = speech ? 'speech' : 'noise';
      sound.judged = true;
      return speech ? stopAsking(sound) : NOTHING;
    },
    speechMs: () => (believed() ? gate.speechMs() : 0),
    confirmed: () => gate.loud() && sound?.judged === true && sound.verdict === 'speech',
    undisputedMs: () => (sound?.verdict === 'noise' ? 0 : gate.speechMs()),
    silenceMs: gate.silenceMs,
    speaking: () => gate.speaking() && believed(),
    loud: () => gate.loud() && believed(),
    clear: gate.clear,
    restart: gate.restart,
  };
};
