/** The definition of a simulated call: the script of the customer, the line, and how model and synthesiser behave. */
import type { SessionBrief } from '../../../../media/session/io.js';
import type { LineRules } from './line.js';

/** The sound on the customer's side: quiet, a steady noise of that level in dBFS, bursts of noise, or a voice. */
export type Sound = 'quiet' | -50 | -40 | -30 | 'bursts' | 'voice';

/** The next event, on the customer's side or around the session. */
export type Step =
  | { readonly type: 'pass'; readonly ms: number; readonly sound: Sound }
  /** The customer speaks; the recogniser hears that number of words, or noise if it is 0. */
  | {
      readonly type: 'talk';
      readonly ms: number;
      readonly words: number;
      readonly partial: boolean;
      /** A likely end between the sound and the final result: with all words, without the last, or withdrawn. */
      readonly likely: 'no' | 'right' | 'wrong' | 'withdrawn';
      /** From the end of the sound to the final result. */
      readonly lagMs: number;
      readonly endOfUtterance: boolean;
    }
  | { readonly type: 'listen_sound'; readonly lagMs: number }
  | { readonly type: 'dtmf' }
  /** The stream is gone for `ms`; for `unnoticedMs` before that, it is dead without being noticed. */
  | { readonly type: 'drop'; readonly unnoticedMs: number; readonly ms: number }
  /** A new stream takes over while the old one is still there. */
  | { readonly type: 'take_over' }
  | { readonly type: 'hold_echoes'; readonly ms: number; readonly lost: boolean }
  | { readonly type: 'recogniser_fails' }
  /** The process is blocked for `ms`; audio from that time is handled at once afterwards. */
  | { readonly type: 'stand_still'; readonly ms: number }
  | { readonly type: 'stray'; readonly what: 'mark' | 'future_mark' | 'model' | 'speech' };

type Fault = 'none' | 'fails' | 'stalls';

/** One answer of the model. */
export interface ModelPlan {
  /** Number of words in each sentence. */
  readonly sentences: readonly number[];
  readonly firstMs: number;
  readonly tokenMs: number;
  readonly fault: Fault;
  /** Tokens that come before the fault. */
  readonly after: number;
  /** Tools that it uses concurrently: how long each runs, ms. Equal times are the same use. */
  readonly tools: readonly number[];
  readonly endCall: boolean;
}

/** How the synthesiser speaks one text. */
export interface SpeechPlan {
  readonly timed: boolean;
  readonly wordMs: number;
  readonly firstMs: number;
  readonly chunkMs: number;
  readonly gapMs: number;
  readonly fault: Fault | 'empty';
  /** Chunks that come before the fault. */
  readonly after: number;
  /** Whether it keeps delivering audio after it was cancelled. */
  readonly deaf: boolean;
}

/** How the call ends after its script. */
export type Finish =
  /** The customer hangs up; the recogniser may still finish its last words. */
  | { readonly type: 'hang_up'; readonly lagMs: number }
  /** The process stops while the stream is connected. */
  | { readonly type: 'closed'; readonly lagMs: number }
  /** The customer says no more words: the session has to end the call. */
  | { readonly type: 'wait'; readonly sound: Sound };

/** A call to be tried; `models` and `speech` are used in rotation. */
export interface World {
  /** Number of providers of each kind. */
  readonly providers: SessionBrief['providers'];
  readonly greetingWords: number;
  /** Whether replies are requested before a turn has ended. */
  readonly preemptive: boolean;
  readonly voice: {
    readonly allowGreetingInterrupt: boolean;
    /** Absent: as by default. */
    readonly bargeInDuck?: boolean;
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
