/** The real course of a simulated call, as recorded by its simulated parties. */
import type { Turn } from '../../../../actors/call/events.js';
import type { SessionBrief, SessionInput } from '../../../../media/session/io.js';
import type { Line } from './line.js';
import type { Moment } from './moments.js';
import type { World } from './world.js';

/** One word of a text that was requested from the synthesiser. */
export interface SpokenWord {
  readonly text: string;
  readonly lengthMs: number;
  readonly request: SynthesisRequest;
}

/** A text that was requested from the synthesiser. */
export interface SynthesisRequest {
  readonly utterance: string;
  readonly text: string;
  readonly step: number;
  readonly timed: boolean;
  /** The step by which the synthesiser had reported that its audio was complete. */
  doneStep: number;
}

/** A final result of the recogniser. */
export interface Final {
  readonly step: number;
  readonly words: readonly string[];
  /** When the customer really began and stopped saying the words. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly listening: boolean;
}

/** A request to the model. */
export interface ModelRequest {
  /** The step of the request, or for a preemptive one the step in which its reply was used. */
  readonly step: number;
  readonly atMs: number;
  /** When, and in which step, the model received it. */
  readonly receivedAt: number;
  readonly receivedStep: number;
  /** How many turns had been recorded by then. */
  readonly turns: number;
  /** Whether it follows tools that the same reply has used. */
  readonly isContinuation: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** A step of a tool use: it is recorded, it starts, and its end is recorded. */
export interface ToolStep extends Moment {
  readonly what: 'written' | 'used' | 'ended';
  readonly id: string;
  /** How long the tool runs, ms, which identifies the use; null for an end. */
  readonly ms: number | null;
}

/** A turn as the session recorded it. */
export interface RecordedTurn {
  readonly step: number;
  readonly atMs: number;
  readonly turn: Turn;
}

/** The events of a call, as the simulation knows them. Steps are numbered from 1. */
export interface Account {
  readonly world: World;
  readonly brief: SessionBrief;
  readonly line: Line;
  readonly words: readonly SpokenWord[];
  readonly finals: readonly Final[];
  /** Words of partial results; some never became final. */
  readonly partialWords: ReadonlySet<string>;
  /** When the agent was cut off, or its stream was lost. */
  readonly cuts: readonly Moment[];
  readonly turns: readonly RecordedTurn[];
  readonly requests: readonly ModelRequest[];
  /** Numbers of the preemptive replies that were not used. */
  readonly discarded: ReadonlySet<number>;
  readonly tools: readonly ToolStep[];
  readonly missingNotes: readonly Moment[];
  readonly hangUps: readonly Moment[];
  /** Outputs of the session after `closed`, and those after its hang-up that must not follow it. */
  readonly afterEnd: readonly string[];
  /** The time by which a silent call should have ended; null if the script ended it. */
  readonly endDueAt: number | null;
  readonly closedStep: number;
  readonly error: unknown;
  readonly inputs: readonly {
    readonly input: SessionInput;
    readonly atMs: number;
    readonly outputGist: string;
  }[];
  readonly timeline: readonly string[];
}
