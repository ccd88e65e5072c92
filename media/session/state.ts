/**
 * All state of a media session, in one record. The functions of this folder receive it and change it, each for its own
 * concern; none of them has state of its own. Exclusive states are one union each: the line, whose turn it is, how far
 * the call is from its end, and whether its transcript is still open.
 */
import type { RecordedToolUse, Turn } from '../../actors/call/events.js';
import type { ToolUse } from '../../providers/llm/language-model.js';
import type { AnswerSource } from '../../schemas/agents/knowledge.js';
import type { EndedBy, EndReason } from '../../schemas/calls/voice-call.js';
import { createEchoMonitor } from '../audio/echo.js';
import { NO_PAUSES, type Pauses } from '../policies/end-of-turn.js';
import { createGreetingHold, type GreetingHold, type Heard } from '../policies/greeting-hold.js';
import type { SaidWords } from '../policies/repeated-words.js';
import type { ReplyTiming, SpeechAct } from '../speech/act.js';
import { createBackground } from '../speech/background-noise.js';
import { createPlayout, type Playout } from '../speech/playout.js';
import type { Sentences } from '../speech/sentences.js';
import type { Utterance } from '../speech/utterance.js';
import { type Disclosure, newDisclosure, owesDisclosure } from './disclosure-state.js';
import type { Preemptive } from './early.js';
import type { EnteredKeys } from './entered-keys.js';
import { type Inbound, newInbound } from './hearing/inbound.js';
import type { SessionBrief, SessionInput, SessionOutput } from './io.js';
import { type JudgedPause, newPause } from './judged-pause.js';
import { newPhoneMenus, type PhoneMenus } from './menu-state.js';
import type { Notes, Operator } from './operator/state.js';
import type { Preference } from './preference.js';
import type { StartedTool, ToolCall } from './tool-state.js';
import { newVoicemail, type VoicemailState } from './voicemail-state.js';

/** An engine's output for a reply. */
interface EngineVoice {
  /** Null: it has no audio yet. */
  utterance: Utterance | null;
  /** Words whose audio has not arrived. */
  words: string;
  /** Inputs that wait for the customer's words (engine-listening.ts, E5); null: nothing waits any more. */
  kept: SessionInput[] | null;
  /** ms; null: nothing waits yet. */
  keptSince: number | null;
}

/** A reply that the model is still producing, or that waits for results of tools. */
export interface Reply {
  readonly type: 'replying';
  readonly generation: number;
  /** The act that is spoken now: after tools were used it is another one. */
  act: SpeechAct;
  readonly timing: ReplyTiming;
  sentences: Sentences;
  /** An answer that broke off with the line, and is being repeated. */
  readonly cutOff: Turn | null;
  /** A message to the model after the conversation; null: none. */
  readonly aside: string | null;
  /** The engine response that makes it, empty before it is requested; null: a model makes it. */
  engine: string | null;
  /** The engine's current speech in it. */
  readonly voice: EngineVoice;
  /** Number of the model that was used last. */
  model: number;
  /** Number of attempts. */
  attempt: number;
  /** When the model got its request, or last produced output. */
  movedAt: number;
  /** Whether this attempt has produced output. */
  began: boolean;
  /** Whether a sentence of this act has been spoken. */
  spoke: boolean;
  /** Whether it broke off after its first words, and a model continues it. */
  continues: boolean;
  /** Tools that this attempt requests. */
  calls: ToolCall[];
  /** The tools that are awaited; null: the model is. */
  round: readonly StartedTool[] | null;
  /** Earlier rounds of tools, with their results. */
  readonly rounds: (readonly ToolUse[])[];
  endCall: boolean;
}

/** An act that was cut, with how much of its open utterances had been heard by then. */
interface CutAct {
  readonly act: SpeechAct;
  /** Whether the model was still making it. */
  readonly unfinished: boolean;
  readonly utterances: readonly CutUtterance[];
}

interface CutUtterance {
  readonly utterance: Utterance;
  readonly heardMs: number;
  /** Its position in the order in which they would have played. */
  readonly place: number;
}

/** The agent was interrupted; whether for good depends on what the customer says. */
interface Interruption {
  readonly type: 'interrupted';
  readonly atMs: number;
  /** No longer among the active acts: nothing else judges them meanwhile. */
  readonly cut: readonly CutAct[];
}

/** `open`: nothing is cut, and the model makes nothing. */
type TurnState = { readonly type: 'open' } | Reply | Interruption;

/** `awaited`: no stream of the carrier has arrived yet; `down`: it is gone, and may come back. */
type Line = 'awaited' | 'up' | 'down';

type Ending =
  | { readonly type: 'none' }
  | {
      readonly type: 'last_words';
      readonly by: EndedBy;
      readonly reason: EndReason;
      /** Their receipts are awaited no longer than this. */
      readonly deadlineAt: number;
    }
  | { readonly type: 'hung_up' };

/** `closing`: no speech and no requests any more; `closed`: no input is accepted any more. */
type Phase = 'open' | 'closing' | 'closed';

/** Audio that is being synthesised. */
interface Synthesis {
  readonly utterance: Utterance;
  readonly act: SpeechAct;
  /** Number of the synthesiser that was used last. */
  readonly synthesiser: number;
  /** Number of attempts. */
  readonly attempt: number;
  /** When it was first requested. */
  readonly requestedAt: number;
  /** When it was requested, or last produced output. */
  movedAt: number;
}

/** The agent's speech, current and past. */
interface Speech {
  readonly playout: Playout;
  acts: SpeechAct[];
  readonly synthesis: Map<string, Synthesis>;
  /** Which synthesiser comes first. */
  readonly synthesisers: Preference;
  /** Which model comes first. */
  readonly models: Preference;
  /** Generation of the latest reply. */
  generation: number;
  /** Generations so far: early ones that were discarded are among them. */
  generations: number;
  /** The sources of the latest replies, the last one at the end. */
  sources: readonly { readonly generation: number; readonly sources: readonly AnswerSource[] }[];
  /** Replies that were started. */
  replies: number;
  /** Utterances so far; numbers the next one. */
  utterances: number;
  /** How long the agent's speech has taken so far, and for how much text. */
  pace: { readonly ms: number; readonly characters: number };
  /** When the last speech has played, or will have, by our own estimate. */
  lastSoundAt: number;
  /** When a stream last came back after a loss; null: none did. */
  restoredAt: number | null;
  /** When the customer finished what the latest reply answers. */
  customerFinishedAt: number;
  /** The last generation for which a filler was requested, when, and whether it was not the first one. */
  bridged: { readonly generation: number; readonly atMs: number; readonly repeated: boolean };
  /** Whether the carrier has ever echoed a mark. */
  anyReceipt: boolean;
  receiptsMissing: boolean;
  greetingBegan: boolean;
  /** The sentence to say again at the start of the next reply. */
  repeat: string | null;
  /** Consecutive failed replies. */
  failures: number;
}

/** The customer's audio in the recogniser. */
interface Recognition {
  /** 0 of the recogniser's clock, which counts the audio it received, over all streams of the call, ms. */
  zeros: { readonly fedMs: number; readonly zero: number }[];
  fedMs: number;
  attempts: number;
  failedAt: number;
  /** The latest partial that is not final yet. */
  partial: (Heard & { readonly reportedAt: number; readonly end: 'likely' | 'withdrawn' | null }) | null;
  /** No recogniser listens: all have failed while an operator spoke. */
  deaf: boolean;
  /** Partials that were accepted because no final arrived; words that a later result repeats are not booked twice. */
  guesses: readonly SaidWords[];
  /** The last final result, as it was reported. */
  lastFinal: Heard | null;
}

/** The customer's words. */
interface Customer {
  readonly hold: GreetingHold;
  /** Words of the current turn. */
  turnWords: Heard[];
  turnDeadline: number | null;
  /** The last words heard, in any turn. */
  last: Heard | null;
  /** When they were reported. */
  reportedAt: number;
  /** Null: none are being entered. */
  keys: EnteredKeys | null;
  /** Number of turns that the latest words make: keys are turns of their own. */
  latestTurns: number;
  /** The pauses after which they went on. */
  pauses: Pauses;
  /** The current pause, for a model that judges it. */
  readonly pause: JudgedPause;
  /** How much of the current sound was listening words, ms (overlap.ts). */
  listenedMs: number;
  /** Interruptions after which no word came. */
  wordlessCuts: number;
}

/** Tools that the model uses (tools.ts). */
interface Tools {
  /** Tool uses so far; numbers the next one. */
  useCount: number;
  /** When the latest consultation ended, ms; 0: there was none. */
  holdEndedAt: number;
  /** Running, or ended and not yet reported to a model. */
  open: StartedTool[];
  readonly used: RecordedToolUse[];
  /** Whether the agent can press keys, as far as its tools are known. */
  canPressKeys: boolean;
}

/** Customer speech that an engine heard. Times are ms of the recording's clock. */
export interface Spoken {
  readonly startMs: number;
  readonly endMs: number;
  /** The reply that answers it already; null: it was not answered. */
  readonly reply: Reply | null;
}

/** Speech-to-speech engines (engine-listening.ts, reply/engine.ts, engine/reports.ts). */
interface Engine {
  /** Number of the engine that listens; null: a recogniser does. */
  listening: number | null;
  /** Engines are avoided until then, ms. */
  avoidedUntil: number;
  /** Responses requested so far; numbers the next one. */
  responses: number;
  /** Since when it hears speech; null: it hears none. */
  speechSince: number | null;
  /** Speech that is answered at `at`, ms, unless its words arrive before. `asksToRepeat`: by asking the customer to repeat it. */
  dueAnswer: (Spoken & { readonly at: number; readonly asksToRepeat: boolean }) | null;
  /** Speech whose words have not arrived. */
  spoken: Spoken[];
  /** Speech in another voice, as reported to the engine. */
  readonly reportedSpeech: Map<SpeechAct, { readonly id: string; readonly text: string }>;
  /** Reports so far; numbers the next one. */
  reports: number;
}

interface Silence {
  quietSince: number;
  idleSince: number;
  nudges: number;
  /** When the customer is nudged after a loss, unless somebody speaks before; null: they are not. */
  lossNudgeAt: number | null;
  nudgeDue: { readonly utterance: string; readonly dueAt: number } | null;
}

export interface SessionState {
  /** Only its phrases change (lifecycle.ts). */
  brief: SessionBrief;
  /** Time of the current input, ms. */
  now: number;
  /** Outputs of that input so far. */
  out: SessionOutput[];
  line: Line;
  turn: TurnState;
  ending: Ending;
  phase: Phase;
  /** The transcript. */
  readonly turns: Turn[];
  /** Turns that this session has named. */
  turnCount: number;
  readonly speech: Speech;
  readonly inbound: Inbound;
  readonly recognition: Recognition;
  readonly customer: Customer;
  readonly silence: Silence;
  readonly tools: Tools;
  readonly preemptive: Preemptive;
  /** Words whose question was announced in this turn (reply/question-ahead.ts). */
  readonly questions: { announced: readonly string[] };
  readonly engine: Engine;
  voicemail: VoicemailState;
  /** Null: menus are treated like people. */
  readonly menus: PhoneMenus | null;
  disclosure: Disclosure;
  operator: Operator;
  readonly notes: Notes;
}

/** How fast the agent speaks, until its own audio shows it: 150 words a minute. */
const USUAL_PACE = { ms: 6_700, characters: 100 } as const;

/** Whether this session starts with a greeting. */
export const greets = (brief: SessionBrief): boolean => brief.greeting !== '' && !brief.resumed;

const newTools = ({ toolUses }: SessionBrief): Tools => ({
  useCount: toolUses.length,
  holdEndedAt: 0,
  open: [],
  used: [...toolUses],
  canPressKeys: false,
});

export const newSessionState = (brief: SessionBrief): SessionState => {
  const { settings, backgroundNoise } = brief;
  const disclosure = newDisclosure(brief);
  const isHeld = owesDisclosure({ disclosure }) || (greets(brief) && !settings.allowGreetingInterrupt);
  const background =
    backgroundNoise === null ? null : createBackground(backgroundNoise.key, backgroundNoise.levelPercent);
  const echo = createEchoMonitor();
  return {
    brief,
    now: 0,
    out: [],
    line: 'awaited',
    turn: { type: 'open' },
    ending: { type: 'none' },
    phase: 'open',
    turns: [...brief.turns],
    turnCount: 0,
    speech: {
      playout: createPlayout(settings.playoutLeadMs, settings.markEveryMs, background, echo),
      acts: [],
      synthesis: new Map(),
      synthesisers: { first: 1, until: 0 },
      models: { first: 1, until: 0 },
      generation: 0,
      generations: 0,
      sources: [],
      replies: 0,
      utterances: 0,
      pace: USUAL_PACE,
      lastSoundAt: 0,
      restoredAt: null,
      customerFinishedAt: 0,
      bridged: { generation: 0, atMs: 0, repeated: false },
      anyReceipt: false,
      receiptsMissing: false,
      greetingBegan: !greets(brief),
      repeat: null,
      failures: 0,
    },
    inbound: newInbound(settings, brief.confirmsVoice, echo),
    recognition: {
      zeros: [],
      fedMs: 0,
      attempts: 1,
      failedAt: Number.NEGATIVE_INFINITY,
      partial: null,
      guesses: [],
      lastFinal: null,
      deaf: false,
    },
    customer: {
      hold: createGreetingHold(isHeld, settings.greetingShare),
      turnWords: [],
      turnDeadline: null,
      last: null,
      reportedAt: 0,
      keys: null,
      latestTurns: 1,
      pauses: NO_PAUSES,
      pause: newPause(),
      listenedMs: 0,
      wordlessCuts: 0,
    },
    silence: { quietSince: 0, idleSince: 0, nudges: 0, lossNudgeAt: null, nudgeDue: null },
    engine: {
      listening: null,
      avoidedUntil: 0,
      responses: 0,
      speechSince: null,
      dueAnswer: null,
      spoken: [],
      reportedSpeech: new Map(),
      reports: 0,
    },
    tools: newTools(brief),
    preemptive: { early: null, used: null, requestedWords: [] },
    questions: { announced: [] },
    operator: { type: 'none' },
    notes: { received: brief.notes ?? [], engineKnows: 0 },
    disclosure,
    voicemail: newVoicemail(),
    menus: newPhoneMenus(brief),
  };
};
