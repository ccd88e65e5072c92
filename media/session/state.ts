/**
 * All that a media session knows, in one record. The functions of this folder are given it and change it, each for its
 * own concern; none of them has a memory of its own. What is exclusive is one union: the line, whose turn it is, how far
 * the call is from its end, and whether its books are still open.
 */
import type { RecordedToolUse, Turn } from '../../actors/call/events.js';
import type { ToolUse } from '../../providers/llm/language-model.js';
import type { EndedBy, EndReason } from '../../schemas/voice-call.js';
import { createBackground } from '../background-noise.js';
import { type BeepDetector, createBeepDetector } from '../beep.js';
import { createGreetingHold, type GreetingHold, type Heard } from '../greeting-hold.js';
import { createJitter, type Jitter } from '../jitter.js';
import { createNotUnderstood, type NotUnderstood } from '../not-understood.js';
import { createPlayout, type Playout } from '../playout.js';
import { createPowerMeter } from '../power.js';
import type { Sentences } from '../sentences.js';
import type { ReplyTiming, SpeechAct } from '../speech-act.js';
import type { Utterance } from '../utterance.js';
import { createVoiceGate, type VoiceGate } from '../voice-gate.js';
import { createWordless, type Wordless } from '../wordless.js';
import { type Disclosure, newDisclosure, owesDisclosure } from './disclosure-state.js';
import type { EarlyReply } from './early.js';
import type { SessionBrief, SessionInput, SessionOutput } from './io.js';
import type { Notes, Operator } from './operator-state.js';
import type { Preference } from './preference.js';
import type { ToolAtWork, ToolCall } from './tool-state.js';

/** What of a reply an engine has brought. */
interface EngineVoice {
  /** Null: it does not sound yet. */
  utterance: Utterance | null;
  /** Words whose sound has not come. */
  words: string;
  /** What waits for the customer's words (engine-ears.ts, E5); null: nothing waits any more. */
  kept: SessionInput[] | null;
  /** ms; null: nothing waits yet. */
  keptSince: number | null;
}

/** A reply that the model is still producing, or that waits for what tools give. */
export interface Reply {
  readonly type: 'replying';
  readonly generation: number;
  /** What is said of it now: after tools were used it is another one. */
  act: SpeechAct;
  readonly timing: ReplyTiming;
  sentences: Sentences;
  /** An answer that broke off with the line, and is given again. */
  readonly cutOff: Turn | null;
  /** What the model is told after the conversation; null: nothing. */
  readonly aside: string | null;
  /** The engine's response that it is made in, empty before it is asked for; null: a model makes it. */
  engine: string | null;
  /** What the engine says in it now. */
  readonly voice: EngineVoice;
  /** Number of the model that was asked last. */
  model: number;
  /** How often one was asked. */
  attempt: number;
  /** When the model was asked, or last brought something. */
  movedAt: number;
  /** Whether this attempt has brought anything. */
  began: boolean;
  /** Whether a sentence of this act has been said. */
  spoke: boolean;
  /** Tools that this attempt asks for. */
  calls: ToolCall[];
  /** The tools that are waited for; null: the model is. */
  round: readonly ToolAtWork[] | null;
  /** Those that have been waited for, and what they gave. */
  readonly rounds: (readonly ToolUse[])[];
  endCall: boolean;
}

/** An act that was cut, with what of its open utterances had been heard by then. */
interface CutAct {
  readonly act: SpeechAct;
  /** Whether the model was still making it. */
  readonly unfinished: boolean;
  readonly utterances: readonly CutUtterance[];
}

interface CutUtterance {
  readonly utterance: Utterance;
  readonly heardMs: number;
  /** In which order they would have played. */
  readonly place: number;
}

/** The agent was cut short; whether for good depends on what the customer says. */
interface Interruption {
  readonly type: 'interrupted';
  readonly atMs: number;
  /** No longer among the acts that are spoken: nobody else judges them meanwhile. */
  readonly cut: readonly CutAct[];
}

/** `open`: nobody is cut, and the model makes nothing. */
type TurnState = { readonly type: 'open' } | Reply | Interruption;

/** `awaited`: no stream of the carrier's has come yet; `down`: it is gone, and may come back. */
type Line = 'awaited' | 'up' | 'down';

type Ending =
  | { readonly type: 'none' }
  | {
      readonly type: 'last_words';
      readonly by: EndedBy;
      readonly reason: EndReason;
      /** Their receipt is not waited for any longer than this. */
      readonly deadlineAt: number;
    }
  | { readonly type: 'hung_up' };

/** `closing`: nothing is said or asked any more; `closed`: nothing is taken any more. */
type Books = 'open' | 'closing' | 'closed';

/** Audio that is being made. */
interface Synthesis {
  readonly utterance: Utterance;
  readonly act: SpeechAct;
  /** Number of the synthesiser that was asked last. */
  readonly synthesiser: number;
  /** How often one was asked. */
  readonly attempt: number;
  /** When it was asked for first. */
  readonly askedAt: number;
  /** When it was asked for, or last brought something. */
  movedAt: number;
}

/** What the agent says, and has said. */
interface Speech {
  readonly playout: Playout;
  acts: SpeechAct[];
  readonly synthesis: Map<string, Synthesis>;
  /** Which synthesiser is asked first. */
  readonly synthesisers: Preference;
  /** Which model is asked first. */
  readonly models: Preference;
  /** Of the latest reply. */
  generation: number;
  /** Generations that were named: those that were asked early and thrown away are among them. */
  generations: number;
  /** Replies that were begun. */
  replies: number;
  /** How many there were; names the next. */
  utterances: number;
  /** How long the agent's speech has taken so far, and for how much text. */
  pace: { readonly ms: number; readonly characters: number };
  /** When what was last said has played, or will have, by our own reckoning. */
  soundedAt: number;
  /** When a stream was last back after a loss; null: none was. */
  backAt: number | null;
  /** When the customer ended what the latest reply answers. */
  askedToSpeakAt: number;
  /** The generation whose reply the customer was told is on its way, last, and when. */
  bridged: { readonly generation: number; readonly atMs: number };
  /** Whether the carrier has ever echoed a mark. */
  anyReceipt: boolean;
  receiptsMissing: boolean;
  greetingBegan: boolean;
  /** The sentence to say again at the start of the next reply. */
  repeat: string | null;
  /** Replies that failed one after the other. */
  failures: number;
}

/** The customer's audio, in order and on the recording's clock. */
interface Inbound {
  jitter: Jitter;
  readonly voice: VoiceGate;
  readonly wordless: Wordless;
  readonly notUnderstood: NotUnderstood;
  /** Whether all is there that an interruption takes, but for the model's word that it is a voice. */
  suffices: boolean;
  streamZero: number | null;
  /** What has come since the stream began, while its zero is not settled (listening.ts). */
  unsettled: { readonly streamMs: number; readonly payload: Uint8Array }[];
  settlesAt: number;
}

/** What becomes of it in the recogniser. */
interface Recognition {
  /** 0 of the recogniser's clock, which counts what it was fed, over all streams of the call, ms. */
  zeros: { readonly fedMs: number; readonly zero: number }[];
  fedMs: number;
  attempts: number;
  failedAt: number;
  /** The latest guess that is not final yet. */
  guess: (Heard & { readonly toldAt: number; readonly end: 'likely' | 'withdrawn' | null }) | null;
  /** Nobody listens any more: they have all failed while somebody beside the call spoke. */
  deaf: boolean;
  /** A guess that was believed because nothing final came; what of it comes after all is not said twice. */
  believed: Heard | null;
}

/** What the customer has to say. */
interface Customer {
  readonly hold: GreetingHold;
  /** Said in the turn that goes on now. */
  saying: Heard[];
  turnDeadline: number | null;
  /** What was heard last, in whichever turn. */
  last: Heard | null;
  /** When that was told. */
  toldAt: number;
  /** The longest pause after which they went on, ms. */
  pauseMs: number;
}

/** What the model uses beside its words (tools.ts). */
interface Tools {
  /** How many there were; names the next. */
  begun: number;
  /** At work, or ended and told to no model yet. */
  open: ToolAtWork[];
  readonly used: RecordedToolUse[];
}

/** Something that the customer said, by an engine's ears. Times are ms of the recording's clock. */
export interface Spoken {
  readonly startMs: number;
  readonly endMs: number;
  /** The reply that answers it already; null: it was not answered. */
  readonly reply: Reply | null;
}

/** Speech to speech (engine-ears.ts, engine-reply.ts, engine-told.ts). */
interface Engine {
  /** Number of the one that listens; null: a recogniser does. */
  listening: number | null;
  /** It is not asked before, ms. */
  avoidedUntil: number;
  /** Responses that it was asked for; names the next. */
  responses: number;
  /** Since when it hears somebody speak; null: nobody. */
  speechSince: number | null;
  /** What is answered at `at`, ms, unless its words come before. `again`: by asking the customer to say it again. */
  over: (Spoken & { readonly at: number; readonly again: boolean }) | null;
  /** What was said, and its words have not come. */
  spoken: Spoken[];
  /** What it was told that the agent says in another voice. */
  readonly told: Map<SpeechAct, { readonly id: string; readonly text: string }>;
  /** How much it was told; names the next. */
  tellings: number;
}

/** Whether a machine has answered (voicemail.ts). `over`: nothing more is to be found out or waited for. */
type Voicemail =
  | {
      readonly type: 'looking';
      readonly beep: BeepDetector;
      /** What was said so far. */
      words: string;
      screened: boolean;
    }
  | { readonly type: 'waiting'; readonly since: number; readonly beep: BeepDetector }
  | { readonly type: 'over' };

/** Replies that are asked for before the turn is over (preemptive.ts). */
interface Preemptive {
  /** Kept until the turn is over. */
  early: EarlyReply | null;
  /** The reply to the turn that this input has ended. */
  used: EarlyReply | null;
  /** The words that were asked early in this turn. */
  asked: readonly string[];
}

interface Silence {
  quietSince: number;
  idleSince: number;
  nudges: number;
  /** When the customer is asked on after a loss, unless somebody speaks before; null: they are not. */
  askOnAt: number | null;
  nudgeDue: { readonly utterance: string; readonly dueAt: number } | null;
}

export interface SessionState {
  readonly brief: SessionBrief;
  /** Of the input that is at work, ms. */
  now: number;
  /** What that input has led to so far. */
  out: SessionOutput[];
  line: Line;
  turn: TurnState;
  ending: Ending;
  books: Books;
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
  readonly engine: Engine;
  voicemail: Voicemail;
  disclosure: Disclosure;
  operator: Operator;
  readonly notes: Notes;
}

/** How fast the agent speaks, until its own audio tells: 150 words a minute. */
const USUAL_PACE = { ms: 6_700, characters: 100 } as const;

/** Whether this session begins by greeting. */
export const greets = (brief: SessionBrief): boolean => brief.greeting !== '' && !brief.resumed;

export const newSessionState = (brief: SessionBrief): SessionState => {
  const { settings, backgroundNoise } = brief;
  const disclosure = newDisclosure(brief);
  const isHeld = owesDisclosure({ disclosure }) || (greets(brief) && !settings.allowGreetingInterrupt);
  const background =
    backgroundNoise === null ? null : createBackground(backgroundNoise.key, backgroundNoise.levelPercent);
  return {
    brief,
    now: 0,
    out: [],
    line: 'awaited',
    turn: { type: 'open' },
    ending: { type: 'none' },
    books: 'open',
    turns: [...brief.turns],
    turnCount: 0,
    speech: {
      playout: createPlayout(settings.playoutLeadMs, settings.markEveryMs, background),
      acts: [],
      synthesis: new Map(),
      synthesisers: { first: 1, until: 0 },
      models: { first: 1, until: 0 },
      generation: 0,
      generations: 0,
      replies: 0,
      utterances: 0,
      pace: USUAL_PACE,
      soundedAt: 0,
      backAt: null,
      askedToSpeakAt: 0,
      bridged: { generation: 0, atMs: 0 },
      anyReceipt: false,
      receiptsMissing: false,
      greetingBegan: !greets(brief),
      repeat: null,
      failures: 0,
    },
    inbound: {
      jitter: createJitter(),
      voice: createVoiceGate(createPowerMeter(), brief.confirmsVoice),
      wordless: createWordless(settings.wordlessSpeechMs),
      notUnderstood: createNotUnderstood(settings.endOfTurn.usualMs, settings.wordsWithinMs),
      suffices: false,
      streamZero: null,
      unsettled: [],
      settlesAt: 0,
    },
    recognition: {
      zeros: [],
      fedMs: 0,
      attempts: 1,
      failedAt: Number.NEGATIVE_INFINITY,
      guess: null,
      believed: null,
      deaf: false,
    },
    customer: {
      hold: createGreetingHold(isHeld, settings.greetingShare),
      saying: [],
      turnDeadline: null,
      last: null,
      toldAt: 0,
      pauseMs: 0,
    },
    silence: { quietSince: 0, idleSince: 0, nudges: 0, askOnAt: null, nudgeDue: null },
    engine: {
      listening: null,
      avoidedUntil: 0,
      responses: 0,
      speechSince: null,
      over: null,
      spoken: [],
      told: new Map(),
      tellings: 0,
    },
    tools: { begun: brief.toolUses.length, open: [], used: [...brief.toolUses] },
    preemptive: { early: null, used: null, asked: [] },
    operator: { type: 'none' },
    notes: { told: brief.notes ?? [], engineKnows: 0 },
    disclosure,
    voicemail: { type: 'looking', beep: createBeepDetector(), words: '', screened: false },
  };
};
