/** What goes into a media session and what comes out; both are plain data, so a session can be recorded and replayed. */
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
  ToolOutcome,
  ToolUse,
} from '../../providers/llm/language-model.js';
import type { TrackName } from '../../providers/recordings/recording-store.js';
import type { RecognitionEvent } from '../../providers/speech/recogniser.js';
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import type { Voicemail } from '../../schemas/voicemail.js';
import type { Phrases } from '../phrases.js';
import type { PlayoutOutput } from '../playout.js';
import type { SessionSettings } from '../settings.js';
import type { LineAction } from '../tools.js';
import type { GateOutput } from '../voice-gate.js';

/** Everything a session knows when it begins. */
export interface SessionBrief {
  /** Makes turn ids unique among the sessions of one call. */
  readonly attachmentId: string;
  readonly instructions: string;
  /** What the instructions refer to (providers/llm/untrusted.ts); absent: nothing. */
  readonly facts?: Facts;
  /** Empty: the customer speaks first. */
  readonly greeting: string;
  /** What the agent must say before that; empty or absent: nothing. */
  readonly disclosure?: string;
  /** The customer has heard it by an earlier session; absent: not. */
  readonly disclosed?: boolean;
  /** Receipts come from ourselves, and prove nothing: there is no carrier. Absent: they prove what was played. */
  readonly reckonedReceipts?: boolean;
  /** BCP 47. */
  readonly language: string;
  readonly settings: SessionSettings;
  readonly phrases: Phrases;
  /**
   * An earlier session of this call has begun to greet or to talk, as the journal knows: do not greet, go on from
   * its last turn.
   */
  readonly resumed: boolean;
  readonly turns: readonly Turn[];
  /** The session before it was lost, and with it perhaps the customer's last words; absent: it was not. */
  readonly followsLost?: boolean;
  /** What earlier sessions of this call have used. */
  readonly toolUses: readonly RecordedToolUse[];
  /** The customer was to be put through to somebody, and is back: nobody was reached there. */
  readonly isBack: boolean;
  /** What the agent was told beside the conversation by earlier sessions; absent: nothing. */
  readonly notes?: readonly NoteToAgent[];
  /** What is done when a machine answers. */
  readonly voicemail: Voicemail;
  /** 0 of the session's clock, which is the recording's, ms since the epoch. */
  readonly epochMs: number;
  readonly backgroundNoise: { readonly key: string; readonly levelPercent: number } | null;
  /** A model says which sounds are a voice; without it energy alone decides. */
  readonly confirmsVoice: boolean;
  /** How many there are of each kind: whoever fails is followed by the next. */
  readonly providers: {
    readonly models: number;
    readonly synthesisers: number;
    readonly recognisers: number;
    /** Of speech to speech: they hear, think and speak before all others do; absent: none. */
    readonly engines?: number;
  };
  /** What the customer says is looked up before it is answered: an engine is asked once its words are known. Absent: it is not. */
  readonly awaitsWords?: boolean;
}

export type SessionInput =
  /** A carrier's stream is there (again). */
  | { readonly type: 'connected' }
  | {
      readonly type: 'audio';
      readonly timestampMs: number;
      readonly payload: Uint8Array;
      /** How long it waited in this process before it was handed in, ms. */
      readonly waitedMs?: number;
    }
  | { readonly type: 'mark'; readonly name: string }
  | { readonly type: 'dtmf'; readonly digit: string }
  /** The clock's tick; `dueMs` is when it should have come. */
  | { readonly type: 'tick'; readonly dueMs: number }
  | { readonly type: 'recognised'; readonly event: RecognitionEvent }
  /** What the model says of a sound that it was shown. */
  | { readonly type: 'voice'; readonly sound: number; readonly speech: boolean }
  | { readonly type: 'model_text'; readonly generation: number; readonly text: string }
  | {
      readonly type: 'model_tool';
      readonly generation: number;
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      /** Absent: it needs nothing of the line. */
      readonly onLine?: LineAction;
    }
  | { readonly type: 'model_done'; readonly generation: number }
  | { readonly type: 'model_failed'; readonly generation: number }
  | {
      readonly type: 'tool_done';
      readonly use: string;
      readonly outcome: ToolOutcome;
      /** For the model to read. */
      readonly result: string;
    }
  | {
      readonly type: 'speech_audio';
      readonly utterance: string;
      readonly payload: Uint8Array;
      readonly words: readonly WordTiming[];
    }
  | { readonly type: 'speech_done'; readonly utterance: string }
  | { readonly type: 'speech_failed'; readonly utterance: string }
  /** The engine says a piece of the reply; its words come as `model_text`. */
  | { readonly type: 'model_audio'; readonly generation: number; readonly payload: Uint8Array }
  /** The engine hears somebody speak. Times of these are the recogniser's. */
  | { readonly type: 'engine_speech'; readonly startMs: number }
  /** They have finished; their words follow as `recognised`, with the same times. */
  | { readonly type: 'engine_spoken'; readonly startMs: number; readonly endMs: number }
  /** Its connection is gone; it comes back, and knows nothing but what it is told. */
  | { readonly type: 'engine_lost' }
  /** It is gone. `unheardMs`: so much audio of which it told no words is heard by whoever listens next. */
  | { readonly type: 'engine_failed'; readonly unheardMs: number }
  /** Somebody beside the call speaks from now on; not heeded where they cannot (operator.ts). */
  | { readonly type: 'take_over'; readonly line: string; readonly by: LineHolder }
  /** 20 ms of what they say, 160 bytes. */
  | { readonly type: 'operator_audio'; readonly payload: Uint8Array }
  /** By a recogniser of their own, whose clock began when it was opened. */
  | { readonly type: 'operator_recognised'; readonly event: RecognitionEvent }
  /** That recogniser has told all that it was given. */
  | { readonly type: 'operator_words_over' }
  | { readonly type: 'hand_back'; readonly note: string; readonly reason: HandBackReason }
  /** For the model to know with its next answer. `id`: the same for the same note. */
  | { readonly type: 'agent_note'; readonly id: string; readonly text: string }
  /** The carrier's stream is gone; it may come back. */
  | { readonly type: 'disconnected' }
  /** The session ends: nothing is said or asked any more, only what the recogniser still has is waited for. */
  | { readonly type: 'closing' }
  /** The session is over: what was heard and not written down yet is written down now. The last input. */
  | { readonly type: 'closed' };

export type SessionOutput =
  | PlayoutOutput
  | GateOutput
  /** Audio in order, for the recogniser. */
  | { readonly type: 'recognise'; readonly payload: Uint8Array }
  /** `recogniser`: number of the one that is to listen, from 1. */
  | { readonly type: 'open_recogniser'; readonly recogniser: number }
  | {
      readonly type: 'respond';
      readonly generation: number;
      /** Number of the one that is asked, from 1. */
      readonly model: number;
      readonly messages: readonly ChatMessage[];
      /** The turn that it answers is not over yet; absent: it is. */
      readonly early?: true;
    }
  | { readonly type: 'cancel_response'; readonly generation: number }
  /** Answered with `tool_done`; it is not taken back. */
  | {
      readonly type: 'use_tool';
      readonly use: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
    }
  | {
      readonly type: 'synthesise';
      readonly utterance: string;
      /** Number of the one that is asked, from 1. */
      readonly synthesiser: number;
      readonly text: string;
      /** How long other words sound before it, ms; absent: it is to be heard at once. */
      readonly inMs?: number;
    }
  | { readonly type: 'cancel_synthesis'; readonly utterance: string }
  /** `engine`: number of the one that is to listen and speak, from 1; `messages`: the conversation so far. */
  | {
      readonly type: 'open_engine';
      readonly engine: number;
      readonly messages: readonly ChatMessage[];
    }
  /** A recogniser of the operator's own, by its number; the one before it is closed. */
  | { readonly type: 'open_operator_recogniser'; readonly recogniser: number }
  | { readonly type: 'recognise_operator'; readonly payload: Uint8Array }
  /** Answered with `operator_words_over`. */
  | { readonly type: 'finish_operator_recogniser' }
  /** Who speaks to the customer: that line, or the agent (null). */
  | { readonly type: 'speaker'; readonly line: string | null }
  /** The conversation so far, for an engine that has lost it. */
  | { readonly type: 'engine_converse'; readonly messages: readonly ChatMessage[] }
  /** It is answered as by a model. */
  | {
      readonly type: 'engine_respond';
      readonly generation: number;
      /** Names it in what is told of it later. */
      readonly response: string;
      readonly notes: readonly string[];
      /** What others wrote, for it to know; absent: nothing. */
      readonly data?: readonly DataMessage[];
      /** What tools gave since it was asked last. */
      readonly uses: readonly ToolUse[];
      /** What the customer said last, where it is known and to be looked up; else empty. */
      readonly question: string;
    }
  /** As RealtimeStream.say. */
  | { readonly type: 'engine_say'; readonly id: string; readonly text: string }
  /** As RealtimeStream.heard. */
  | { readonly type: 'engine_heard'; readonly response: string; readonly playedMs: number }
  /** The engine's reply has begun to sound, as that utterance. */
  | { readonly type: 'engine_speaks'; readonly generation: number; readonly utterance: string }
  /** Have this ready: it will be wanted without delay. `soon`: before the next reply; absent: when nothing else is waited for. */
  | { readonly type: 'prepare'; readonly text: string; readonly soon?: boolean }
  | {
      readonly type: 'record';
      readonly track: TrackName;
      readonly atMs: number;
      readonly payload: Uint8Array;
      /** It was recorded before, at another place; absent: it was not. */
      readonly again?: true;
    }
  | { readonly type: 'command'; readonly command: SessionCommand }
  /** The input completed what an interruption takes, but for the model's word that it is a voice. */
  | { readonly type: 'speech_suffices' }
  | { readonly type: 'observe'; readonly measure: string; readonly ms: number }
  | { readonly type: 'preemptive'; readonly what: PreemptiveCount }
  | { readonly type: 'disclosure'; readonly outcome: DisclosureOutcome };

/**
 * What becomes of replies that are asked for before the turn is over: each is `begun`, and then `used`, or thrown away because
 * the customer went on or said something else (`changed`), something came between (`overtaken`), or it did not come (`failed`).
 */
export type PreemptiveCount = 'begun' | 'used' | 'changed' | 'overtaken' | 'failed';

/**
 * The outcome of a session's disclosure: heard, by receipts (`acked`) or by the clock (`estimated`); not made by any synthesiser
 * (`failed`); or not heard when the session ended (`not_heard`).
 */
export type DisclosureOutcome = 'acked' | 'estimated' | 'failed' | 'not_heard';
