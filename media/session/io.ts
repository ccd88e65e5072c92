/** Inputs and outputs of a media session; both are plain data, so a session can be recorded and replayed. */
import type { SessionCommand } from '../../actors/call/commands.js';
import type {
  HandBackReason,
  LineHolder,
  NoteToAgent,
  RecordedToolUse,
  Turn,
} from '../../actors/call/events.js';
import type {
  ChatMessage,
  DataMessage,
  Facts,
  Memory,
  ToolOutcome,
  ToolUse,
} from '../../providers/llm/language-model.js';
import type { TrackName } from '../../providers/recordings/recording-store.js';
import type { RecognitionEvent } from '../../providers/speech/recogniser.js';
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import type { AnswerSource, KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import type { Pronunciation } from '../../schemas/agents/pronunciations.js';
import type { Voicemail } from '../../schemas/agents/voicemail.js';
import type { GateOutput } from '../audio/voice-gate.js';
import type { CalleeVerdict } from '../policies/callee-question.js';
import type { SessionSettings } from '../settings.js';
import type { Phrases } from '../speech/phrases.js';
import type { PlayoutOutput } from '../speech/playout.js';
import type { LineAction } from '../tools.js';

/** An agent's way through phone menus (turn/phone-menu.ts). */
export interface MenuBrief {
  /** How often the same menu is heard at most. */
  readonly repeats: number;
  /** The tool that transfers a call which is stuck; null: it ends. */
  readonly transferTool: string | null;
}

/** Everything a session knows when it begins. */
export interface SessionBrief {
  /** Makes turn ids unique among the sessions of one call. */
  readonly attachmentId: string;
  readonly instructions: string;
  /** Data that the instructions refer to (providers/llm/untrusted.ts); absent: none. */
  readonly facts?: Facts;
  /** What is remembered of the customer, the newest first; absent: nothing. */
  readonly memories?: readonly Memory[];
  /** Empty: the customer speaks first. */
  readonly greeting: string;
  /** Words that the agent must speak before the greeting; empty or absent: none. */
  readonly disclosure?: string;
  /** Whether the customer has heard it in an earlier session; absent: no. */
  readonly disclosed?: boolean;
  /** Receipts are our own estimates and prove nothing, because there is no carrier. Absent: they prove what was played. */
  readonly reckonedReceipts?: boolean;
  /** BCP 47. */
  readonly language: string;
  /** How the agent's voice says names and terms; absent: as they are written. */
  readonly pronunciations?: readonly Pronunciation[];
  readonly settings: SessionSettings;
  readonly phrases: Phrases;
  /**
   * An earlier session of this call has begun to greet or to talk, according to the journal: do not greet, resume from
   * its last turn.
   */
  readonly resumed: boolean;
  readonly turns: readonly Turn[];
  /** The previous session was lost, and with it perhaps the customer's last words; absent: it was not. */
  readonly followsLost?: boolean;
  /** Tool uses of earlier sessions of this call. */
  readonly toolUses: readonly RecordedToolUse[];
  /** The customer was to be transferred, and is back: no one was reached there. */
  readonly isBack: boolean;
  /** Notes that the agent got beside the conversation in earlier sessions; absent: none. */
  readonly notes?: readonly NoteToAgent[];
  /** The action when a machine answers. */
  readonly voicemail: Voicemail;
  /** What the agent does in phone menus; null or absent: it treats them like people. */
  readonly menu?: MenuBrief | null;
  /** 0 of the session's clock, which is also the recording's, ms since the epoch. */
  readonly epochMs: number;
  readonly backgroundNoise: { readonly key: string; readonly levelPercent: number } | null;
  /** A model decides which sounds are a voice; without it energy alone decides. */
  readonly confirmsVoice: boolean;
  /** A model judges by the voice whether a turn has ended; absent: words decide alone. */
  readonly judgesTurns?: boolean;
  /** Number of providers of each kind: one that fails is followed by the next. */
  readonly providers: {
    readonly models: number;
    readonly synthesisers: number;
    /** All synthesisers have a queue of their own (`Synthesiser.hasQueue`); absent: not all. */
    readonly speechQueues?: boolean;
    readonly recognisers: number;
    /** Speech-to-speech engines: they hear, think and speak before all others do; absent: none. */
    readonly engines?: number;
  };
  /** The languages that the call may continue in, the agent's own first; absent: it has one. */
  readonly languages?: readonly CallLanguage[];
  /**
   * The customer's words are looked up before they are answered: an engine gets its request only once they are known.
   * Absent: they are not.
   */
  readonly awaitsWords?: boolean;
}

/** A language that an agent may speak. */
export interface CallLanguage {
  /** BCP 47. */
  readonly language: string;
  readonly phrases: Phrases;
}

export type SessionInput =
  /** A carrier's stream is up (again). */
  | { readonly type: 'connected' }
  | {
      readonly type: 'audio';
      readonly timestampMs: number;
      readonly payload: Uint8Array;
      /** How long it waited in this process before it was fed, ms. */
      readonly waitedMs?: number;
    }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'dtmf'; readonly digit: string }
  /** The clock's tick; `dueMs` is when it should have come. */
  | { readonly type: 'tick'; readonly dueMs: number }
  | { readonly type: 'recognised'; readonly event: RecognitionEvent }
  /** The voice model's verdict on a sound. */
  | { readonly type: 'voice'; readonly sound: number; readonly speech: boolean }
  /** The model's verdict on a pause: the probability that the turn has ended. */
  | { readonly type: 'turn_judged'; readonly pause: number; readonly probability: number }
  /** The sources of which the model is given text for the reply. */
  | { readonly type: 'model_sources'; readonly generation: number; readonly sources: readonly AnswerSource[] }
  | { readonly type: 'model_text'; readonly generation: number; readonly text: string }
  | {
      readonly type: 'model_tool';
      readonly generation: number;
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      /** Absent: the tool does not use the line. */
      readonly onLine?: LineAction;
      /** The reason that it cannot be carried out, which is its result; absent: it can. */
      readonly refusal?: string;
    }
  /** `isDeliberate`: an answer without words is no fault; absent: it is. */
  | { readonly type: 'model_done'; readonly generation: number; readonly isDeliberate?: true }
  | { readonly type: 'model_failed'; readonly generation: number }
  | {
      readonly type: 'tool_done';
      readonly use: string;
      readonly outcome: ToolOutcome;
      /** For the model to read. */
      readonly result: string;
    }
  /** The agent's tools are known, and one of them presses keys. */
  | { readonly type: 'can_press_keys' }
  /** The model's verdict on the answering party; null: it has none. */
  | {
      readonly type: 'answerer_judged';
      readonly question: number;
      readonly verdict: CalleeVerdict | null;
    }
  | {
      readonly type: 'speech_audio';
      readonly utterance: string;
      readonly payload: Uint8Array;
      readonly words: readonly WordTiming[];
    }
  | { readonly type: 'speech_done'; readonly utterance: string }
  | { readonly type: 'speech_failed'; readonly utterance: string }
  /** The engine speaks a piece of the reply; its words arrive as `model_text`. */
  | { readonly type: 'model_audio'; readonly generation: number; readonly payload: Uint8Array }
  /** The engine hears speech. Times of these inputs are the recogniser's. */
  | { readonly type: 'engine_speech'; readonly startMs: number }
  /** That speech has ended; its words follow as `recognised`, with the same times. */
  | { readonly type: 'engine_spoken'; readonly startMs: number; readonly endMs: number }
  /** The engine's connection is lost; it reconnects, and knows only what it is sent. */
  | { readonly type: 'engine_lost' }
  /** The engine has failed. `unheardMs`: this much audio without reported words goes to the next listener. */
  | { readonly type: 'engine_failed'; readonly unheardMs: number }
  /** An operator speaks from now on; ignored if they cannot (operator.ts). */
  | { readonly type: 'take_over'; readonly line: string; readonly by: LineHolder }
  /** 20 ms of the operator's voice, 160 bytes. */
  | { readonly type: 'operator_audio'; readonly payload: Uint8Array }
  /** From the operator's own recogniser, whose clock started when it was opened. */
  | { readonly type: 'operator_recognised'; readonly event: RecognitionEvent }
  /** That recogniser has reported everything that it received. */
  | { readonly type: 'operator_words_over' }
  | { readonly type: 'hand_back'; readonly note: string; readonly reason: HandBackReason }
  /** A note for the model's next answer. `id`: the same for the same note. */
  | { readonly type: 'agent_note'; readonly id: string; readonly text: string }
  /** The phrases in the language of the call, which a model has written. */
  | { readonly type: 'phrases'; readonly language: string; readonly phrases: Phrases }
  /** The carrier's stream is gone; it may come back. */
  | { readonly type: 'disconnected' }
  /** The session is ending: no speech and no requests any more, only the recogniser's pending words are awaited. */
  | { readonly type: 'closing' }
  /** The session has ended: whatever was heard and is not written down yet is written now. The last input. */
  | { readonly type: 'closed' };

export type SessionOutput =
  | PlayoutOutput
  | GateOutput
  /** The customer pauses: has the turn ended? Answered with `turn_judged`, or not at all. */
  | { readonly type: 'judge_turn'; readonly pause: number }
  /** Audio in order, for the recogniser. */
  | { readonly type: 'recognise'; readonly payload: Uint8Array }
  /** `recogniser`: number of the one that listens, from 1. */
  | { readonly type: 'open_recogniser'; readonly recogniser: number }
  /** What follows is heard and spoken in this language, BCP 47. */
  | { readonly type: 'language'; readonly language: string }
  | {
      readonly type: 'respond';
      readonly generation: number;
      /** Number of the model to use, from 1. */
      readonly model: number;
      readonly messages: readonly ChatMessage[];
      /** The turn that it answers is not over yet; absent: it is. */
      readonly early?: true;
    }
  | { readonly type: 'cancel_response'; readonly generation: number }
  /** The turn has likely ended, and this is its question to the agent's sources: prepare for it. */
  | { readonly type: 'question_ahead'; readonly question: KnowledgeQuestion }
  /** Which party says these words on answering? Answered with `answerer_judged`. */
  | {
      readonly type: 'ask_answerer';
      readonly question: number;
      /** Number of the model to use, from 1. */
      readonly model: number;
      readonly words: string;
    }
  /** Its answer is not awaited any more. */
  | { readonly type: 'cancel_question'; readonly question: number }
  /** Answered with `tool_done`; it cannot be cancelled. */
  | {
      readonly type: 'use_tool';
      readonly use: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'synthesise';
      readonly utterance: string;
      /** Number of the synthesiser to use, from 1. */
      readonly synthesiser: number;
      readonly text: string;
      /** The reply that it is part of; absent: it stands alone. */
      readonly reply?: string;
      /** How long other words sound before it, ms; negative: it is late by that much; absent: it is heard at once. */
      readonly inMs?: number;
    }
  | { readonly type: 'cancel_synthesis'; readonly utterance: string }
  /** `engine`: number of the one that listens and speaks, from 1; `messages`: the conversation so far. */
  | {
      readonly type: 'open_engine';
      readonly engine: number;
      readonly messages: readonly ChatMessage[];
    }
  /** A recogniser for the operator, by its number; the previous one is closed. */
  | { readonly type: 'open_operator_recogniser'; readonly recogniser: number }
  | { readonly type: 'recognise_operator'; readonly payload: Uint8Array }
  /** Answered with `operator_words_over`. */
  | { readonly type: 'finish_operator_recogniser' }
  /** The speaker to the customer: that line, or the agent (null). */
  | { readonly type: 'speaker'; readonly line: string | null }
  /** The conversation so far, for an engine that has lost it. */
  | { readonly type: 'engine_converse'; readonly messages: readonly ChatMessage[] }
  /** Answered like a request to a model. */
  | {
      readonly type: 'engine_respond';
      readonly generation: number;
      /** Identifies the response in later messages. */
      readonly response: string;
      readonly notes: readonly string[];
      /** Data that others wrote; absent: none. */
      readonly data?: readonly DataMessage[];
      /** Results of tools since the last request. */
      readonly uses: readonly ToolUse[];
      /** The customer's last words, if they are known and must be looked up; otherwise empty. */
      readonly question: string;
      /** What was said right before them, in order. */
      readonly before: readonly string[];
    }
  /** As RealtimeStream.say. */
  | { readonly type: 'engine_say'; readonly id: string; readonly text: string }
  /** As RealtimeStream.heard. */
  | { readonly type: 'engine_heard'; readonly response: string; readonly playedMs: number }
  /** The engine's reply has started to sound, as that utterance. */
  | { readonly type: 'engine_speaks'; readonly generation: number; readonly utterance: string }
  /** Prepare this text: it will be needed without delay, in `inMs` at the earliest; absent: when nothing else is pending. */
  | { readonly type: 'prepare'; readonly text: string; readonly inMs?: number }
  | {
      readonly type: 'record';
      readonly track: TrackName;
      readonly atMs: number;
      readonly payload: Uint8Array;
      /** It was recorded before, at another position; absent: it was not. */
      readonly again?: true;
    }
  | { readonly type: 'command'; readonly command: SessionCommand }
  /** The input completed what an interruption needs, except for the model's verdict that it is a voice. */
  | { readonly type: 'speech_suffices' }
  | { readonly type: 'observe'; readonly measure: string; readonly ms: number }
  | { readonly type: 'preemptive'; readonly what: PreemptiveCount }
  | { readonly type: 'disclosure'; readonly outcome: DisclosureOutcome };

/**
 * The outcome of replies that are requested before the turn has ended: each is `begun`, and then `used`, or discarded
 * because the customer went on or said something else (`changed`), something came between (`overtaken`), or it did not
 * arrive (`failed`).
 */
export type PreemptiveCount = 'begun' | 'used' | 'changed' | 'overtaken' | 'failed';

/**
 * The outcome of a session's disclosure: heard, by receipts (`acked`) or by the clock (`estimated`); not completed by any
 * synthesiser (`failed`); or not heard when the session ended (`not_heard`).
 */
export type DisclosureOutcome = 'acked' | 'estimated' | 'failed' | 'not_heard';
