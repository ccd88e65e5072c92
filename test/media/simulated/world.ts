/** What a simulated call is made of: the customer's script, the line, and how model and synthesiser behave. */
import type { SessionBrief } from '../../../media/session/io.js';
import type { LineRules } from './line.js';

/** What the customer's side sounds like: quiet, a steady noise of so many dBFS, bursts of noise, or a voice. */
export type Sound = 'quiet' | -50 | -40 | -30 | 'bursts' | 'voice';

/** What happens next, on the customer's side or around the session. */
export type Step =
  | { readonly type: 'pass'; readonly ms: number; readonly sound: Sound }
  /** The customer speaks; the recogniser hears the words, or (none) takes it for noise. */
  | {
      readonly type: 'talk';
      readonly ms: number;
      readonly words: number;
      readonly partial: boolean;
      /** Between the sound and the final it takes the end for likely: with all words, or without the last; or it takes that back. */
      readonly likely: 'no' | 'right' | 'wrong' | 'withdrawn';
      /** From the end of the sound to the final. */
      readonly lagMs: number;
      readonly endOfUtterance: boolean;
    }
  | { readonly type: 'listen_sound'; readonly lagMs: number }
  | { readonly type: 'dtmf' }
  /** The stream is gone for a while; for `unnoticedMs` before, it is dead without anybody knowing. */
  | { readonly type: 'drop'; readonly unnoticedMs: number; readonly ms: number }
  /** A new stream takes over while the old one is still there. */
  | { readonly type: 'take_over' }
  | { readonly type: 'hold_echoes'; readonly ms: number; readonly lost: boolean }
  | { readonly type: 'recogniser_fails' }
  /** The process does nothing for a while; what came meanwhile is handled at once. */
  | { readonly type: 'stand_still'; readonly ms: number }
  | { readonly type: 'stray'; readonly what: 'mark' | 'future_mark' | 'model' | 'speech' };

type Fault = 'none' | 'fails' | 'stalls';

/** How the model answers once. */
export interface ModelPlan {
  /** Words of each sentence. */
  readonly sentences: readonly number[];
  readonly firstMs: number;
  readonly tokenMs: number;
  readonly fault: Fault;
  /** Tokens that come before the fault. */
  readonly after: number;
  /** Tools that it uses beside each other: how long each is at work. Those of the same length are the same use. */
  readonly tools: readonly number[];
  readonly endCall: boolean;
}

/** How the synthesiser says one piece of text. */
export interface SpeechPlan {
  readonly timed: boolean;
  readonly wordMs: number;
  readonly firstMs: number;
  readonly chunkMs: number;
  readonly gapMs: number;
  readonly fault: Fault | 'empty';
  /** Chunks that come before the fault. */
  readonly after: number;
  /** Goes on bringing audio after it was called off. */
  readonly deaf: boolean;
}

/** How the call ends when its script is over. */
export type Finish =
  /** The customer hangs up; the recogniser may still finish its last words. */
  | { readonly type: 'hang_up'; readonly lagMs: number }
  /** The process is told to stop while the stream is there. */
  | { readonly type: 'closed'; readonly lagMs: number }
  /** Nobody speaks any more: the session has to find its end. */
  | { readonly type: 'wait'; readonly sound: Sound };

/** A call as it is tried; `models` and `speech` are used in turns. */
export interface World {
  /** How many there are of each kind. */
  readonly providers: SessionBrief['providers'];
  readonly greetingWords: number;
  /** Models are asked before a turn is over. */
  readonly preemptive: boolean;
  readonly voice: {
    readonly allowGreetingInterrupt: boolean;
    readonly repeatInterruptedSentence: boolean;
    readonly nudgeAfterSilenceSeconds: number;
    readonly disconnectAfterSilenceSeconds: number;
    readonly maxCallDurationSeconds: number;
  };
  readonly line: LineRules;
  readonly models: readonly ModelPlan[];
  readonly speech: readonly SpeechPlan[];
  readonly steps: readonly Step[];
  readonly finish: Finish;
}
