/** What truly happened on a simulated call, by the accounts of those who took part. */
import type { Turn } from '../../../actors/call/events.js';
import type { SessionBrief, SessionInput } from '../../../media/session/io.js';
import type { Line } from './line.js';
import type { Moment } from './moments.js';
import type { World } from './world.js';

/** One word of one piece of text that the synthesiser was asked for. */
export interface SpokenWord {
  readonly text: string;
  readonly lengthMs: number;
  readonly saying: Saying;
}

/** A piece of text that the synthesiser was asked for. */
export interface Saying {
  readonly utterance: string;
  readonly text: string;
  readonly step: number;
  readonly timed: boolean;
  /** The synthesiser has said by this step that it brought everything. */
  doneStep: number;
}

/** Words that the recogniser gave for good. */
export interface Final {
  readonly step: number;
  readonly words: readonly string[];
  /** When the customer truly began and ended to say them. */
  readonly fromMs: number;
  readonly toMs: number;
  readonly listening: boolean;
}

/** A question to the model. */
export interface Asked {
  /** Of a question that was asked before its turn was over: when it was used. */
  readonly step: number;
  readonly atMs: number;
  /** When the model was given it, and in which step. */
  readonly givenAt: number;
  readonly givenStep: number;
  /** How many turns had been recorded by then. */
  readonly turns: number;
  /** After tools that the same reply has used. */
  readonly goesOn: boolean;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

/** What happens to a use of a tool: it is written down, begun, and written down again. */
export interface ToolStep extends Moment {
  readonly what: 'written' | 'used' | 'ended';
  readonly id: string;
  /** How long it is at work, which tells uses apart; of an end it is not told. */
  readonly ms: number | null;
}

/** A turn, as the session had it written down. */
export interface RecordedTurn {
  readonly step: number;
  readonly atMs: number;
  readonly turn: Turn;
}

/** What happened, as the world knows it. Steps are numbered from 1. */
export interface Account {
  readonly world: World;
  readonly brief: SessionBrief;
  readonly line: Line;
  readonly words: readonly SpokenWord[];
  readonly finals: readonly Final[];
  /** Words that the recogniser has guessed at some time; some never became final. */
  readonly guesses: ReadonlySet<string>;
  /** When the agent was silenced, or its stream was gone. */
  readonly cuts: readonly Moment[];
  readonly turns: readonly RecordedTurn[];
  readonly asked: readonly Asked[];
  /** Replies of the model, by number, that were asked for before the turn was over, and not used. */
  readonly thrownAway: ReadonlySet<number>;
  readonly tools: readonly ToolStep[];
  readonly missingNotes: readonly Moment[];
  readonly hangUps: readonly Moment[];
  /** After `closed`, or after its end, the session still did this. */
  readonly afterEnd: readonly string[];
  /** The time by which a call on which nobody speaks should have ended; null where the world ended it itself. */
  readonly endDueAt: number | null;
  readonly closedStep: number;
  readonly error: unknown;
  readonly inputs: readonly { readonly input: SessionInput; readonly atMs: number; readonly gave: string }[];
  readonly timeline: readonly string[];
}
