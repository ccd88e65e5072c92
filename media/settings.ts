/** The numbers of a media session, each with its reason; the only place that holds their defaults. */
import { LIVE_LIMITS } from '../providers/stalls.js';
import { MAX_CALL_SECONDS, type Patience, type VoiceSettings } from '../schemas/agents/voice-settings.js';
import type { EndOfTurnSettings } from './policies/end-of-turn.js';

export interface SessionSettings {
  /** How far ahead audio may be at the carrier, ms: little is left to clear, and a late tick is not heard. */
  readonly playoutLeadMs: number;
  /** Most audio between two marks, ms: how precisely we know what was heard. */
  readonly markEveryMs: number;
  /** The same while the customer makes a sound, ms: the agent may be cut. Absent in session logs of older builds. */
  readonly markNearCutMs?: number;
  /** Speech that confirms an interruption, ms: shorter sounds are coughs and clicks. */
  readonly bargeInMs: number;
  /** Whether such speech lowers the agent's voice at first, instead of stopping it. */
  readonly duck: boolean;
  /** Speech that stops a lowered voice without a word, ms: 500, and the 60 by which the gate prolongs a sound. */
  readonly confirmMs: number;
  /** Listening words of this agent, beside those of its language. */
  readonly backchannels: readonly string[];
  /** How long an interruption may stay without words before the agent resumes, ms. */
  readonly wordlessMs: number;
  /** Silence that ends the customer's turn if the recogniser does not report the end. */
  readonly endOfTurn: EndOfTurnSettings;
  /** Whether a reply is requested at the likely end of a turn, before the turn has ended (session/preemptive.ts). */
  readonly preemptive: boolean;
  /** Share of the greeting that must have been heard before held input is released (spec section 8). */
  readonly greetingShare: number;
  /** How long after an utterance's end its receipt may be outstanding, ms. */
  readonly receiptGraceMs: number;
  /** A provider whose first byte takes longer has stalled, ms. */
  readonly stallMs: number;
  /** The same if another provider is available, ms: the customer hears neither of them meanwhile. */
  readonly fallbackAfterMs: number;
  /** Silence after which the customer hears that a reply is on its way, ms. */
  readonly fillerAfterMs: number;
  /** The same once a lost stream is back, ms: the customer has already waited a second for the stream. */
  readonly fillerAfterLossMs: number;
  /** How soon after a lost stream is back an agent that owes no reply nudges the customer, ms; only if words may be lost. */
  readonly nudgeAfterLossMs: number;
  /** Silence after which a pending reply or utterance is given up, ms: four seconds are a dead line. */
  readonly silenceMs: number;
  /** How long an apology may take beyond that, ms. */
  readonly apologyMs: number;
  /** A provider that has begun and then sends nothing for this long has stalled too, ms. */
  readonly chunkStallMs: number;
  /** How long after a voice a recogniser that has reported nothing may still deliver its words, ms. */
  readonly wordsWithinMs: number;
  /** This much sound without a recognised word is noise, ms (docs/explanation/media.md "Noise"). */
  readonly wordlessSpeechMs: number;
  /** How long a tool's result is awaited, ms: the tool has a shorter deadline of its own. */
  readonly toolMs: number;
  /** The same for a consultation, ms: the colleague is called, and may ask questions. */
  readonly consultMs: number;
  /** Silence after which a customer on hold hears that they are not forgotten, ms. */
  readonly holdMs: number;
  /** How long a dropped socket may stay away before the carrier is queried, ms. */
  readonly reconnectMs: number;
  readonly allowGreetingInterrupt: boolean;
  readonly repeatInterruptedSentence: boolean;
  /** Pause after a pressed key that ends the keys of an entry, ms: people look a number up while they type it. */
  readonly keyPauseMs: number;
  readonly nudgeAfterMs: number;
  readonly maxNudges: number;
  readonly disconnectAfterMs: number;
  readonly maxDurationMs: number;
}

/**
 * The silences of each patience. `normal`: pauses inside a sentence or a number are up to 1,200 ms long, and the customer's
 * voice takes some 100 ms to be noticed. A reply after more than two seconds would need a filler first.
 */
export const SILENCES: Readonly<Record<Patience, Required<EndOfTurnSettings>>> = {
  low: {
    leastMs: 150,
    sentenceMs: 300,
    usualMs: 500,
    mostMs: 900,
    stopMs: 150,
    answerMs: 500,
    hangingMs: 600,
    detailMs: 700,
    begunMs: 1_000,
    requestedMs: 1_200,
  },
  normal: {
    leastMs: 200,
    sentenceMs: 400,
    usualMs: 700,
    mostMs: 1_400,
    stopMs: 300,
    answerMs: 800,
    hangingMs: 1_000,
    detailMs: 900,
    begunMs: 1_400,
    requestedMs: 1_500,
  },
  high: {
    leastMs: 400,
    sentenceMs: 800,
    usualMs: 1_100,
    mostMs: 1_800,
    stopMs: 600,
    answerMs: 1_200,
    hangingMs: 1_400,
    detailMs: 1_400,
    begunMs: 1_900,
    requestedMs: 2_000,
  },
};

/** Default silence before the call ends: the line costs money and the customer has gone. */
const DISCONNECT_AFTER_SILENCE_SECONDS = 60;

/** Default silence before a filler: most replies come earlier, and few people speak again before. */
const FILLER_AFTER_SECONDS = 3;

/** Default pause that ends pressed keys. */
const KEY_PAUSE_SECONDS = 2;

/** `preemptive`: as configured. */
export const sessionSettings = (voice: VoiceSettings, preemptive = false): SessionSettings => ({
  playoutLeadMs: 200,
  // A message to the carrier and one back, 10 a second while the agent speaks, besides 50 with audio in each direction.
  markEveryMs: 100,
  // 25 a second, for as long as a sound takes to be judged.
  markNearCutMs: 40,
  bargeInMs: 200,
  duck: voice.bargeInDuck ?? true,
  confirmMs: 560,
  backchannels: voice.backchannels ?? [],
  wordlessMs: 2_000,
  endOfTurn: SILENCES[voice.patience ?? 'normal'],
  preemptive,
  greetingShare: 0.95,
  receiptGraceMs: 2_000,
  stallMs: LIVE_LIMITS.firstMs,
  fallbackAfterMs: 2_200,
  fillerAfterMs: (voice.fillerAfterSeconds ?? FILLER_AFTER_SECONDS) * 1_000,
  fillerAfterLossMs: 350,
  nudgeAfterLossMs: 500,
  silenceMs: 3_500,
  apologyMs: 400,
  chunkStallMs: LIVE_LIMITS.betweenMs,
  wordsWithinMs: 2_500,
  wordlessSpeechMs: 4_000,
  toolMs: 32_000,
  consultMs: 200_000,
  holdMs: 15_000,
  reconnectMs: 5_000,
  allowGreetingInterrupt: voice.allowGreetingInterrupt ?? false,
  repeatInterruptedSentence: voice.repeatInterruptedSentence ?? false,
  keyPauseMs: (voice.keyPauseSeconds ?? KEY_PAUSE_SECONDS) * 1_000,
  nudgeAfterMs: (voice.nudgeAfterSilenceSeconds ?? 12) * 1_000,
  maxNudges: 2,
  disconnectAfterMs: (voice.disconnectAfterSilenceSeconds ?? DISCONNECT_AFTER_SILENCE_SECONDS) * 1_000,
  maxDurationMs: (voice.maxCallDurationSeconds ?? MAX_CALL_SECONDS) * 1_000,
});
