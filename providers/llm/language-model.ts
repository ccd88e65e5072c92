/** A language model behind one small interface: messages in, a stream of text and tool calls out. */

/** Something that somebody said. */
export interface SaidMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A tool that was used for an answer, and what it gave. */
export interface ToolUse {
  /** As the model named the use. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** For the model to read: what the tool gave, or why it gave nothing. */
  readonly result: string;
  readonly outcome: ToolOutcome;
}

/** `unknown`: nobody can tell whether it was done. */
export type ToolOutcome = 'done' | 'failed' | 'unknown';

/** Values by the names that instructions refer to them by (untrusted.ts). */
export type Facts = Readonly<Record<string, string>>;

/** A piece of what a source of the business says. */
export interface Passage {
  /** The source's name. */
  readonly source: string;
  readonly text: string;
}

/**
 * Text of others that the model needs: it is no part of the conversation, and never an instruction. Providers give it in role `user`, as
 * untrusted.ts renders it. `heard`: of an answer that broke off.
 */
export interface DataMessage {
  readonly role: 'data';
  readonly data:
    | { readonly type: 'facts'; readonly facts: Facts }
    | { readonly type: 'passages'; readonly passages: readonly Passage[] }
    | { readonly type: 'heard'; readonly text: string };
}

/** `tools`: used one beside the other, before the next message was written. */
export type ChatMessage =
  | SaidMessage
  | DataMessage
  | { readonly role: 'tools'; readonly uses: readonly ToolUse[] };

/** The last message where the customer said something, and no word of it was understood. */
export const NOT_UNDERSTOOD =
  '(The customer said something that could not be understood. Ask them in a few words to say it again.)';

/** The last message where the customer was to be put through, and is back. */
export const IS_BACK =
  '(Nobody was reached where the customer was put through to. They are back with you: tell them, and offer something else.)';

/** The last message where an engine was cut short by a noise, before it had finished. */
export const GO_ON = '(A noise cut you short. Go on where you stopped.)';

/** The last message where a colleague has handed the line back, and the agent has the word. */
export const HANDED_BACK =
  '(Your colleague has handed the call back to you. Go on with the customer from here, by what was said and what you were told.)';

/** The last message where a colleague spoke with the customer, and their line is gone. */
export const COLLEAGUE_LEFT =
  '(The line of your colleague is gone. Tell the customer in a few words that you go on, and do.)';

/** Messages that nobody said. */
export const ASIDES: ReadonlySet<string> = new Set([
  NOT_UNDERSTOOD,
  IS_BACK,
  GO_ON,
  HANDED_BACK,
  COLLEAGUE_LEFT,
]);

export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_call';
      readonly id: string;
      readonly name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
    };

/** What a request has cost, in tokens. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** How an answer reaches the customer. */
export type Manner = 'spoken' | 'written';

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  /** Default: no customer is told the answer. */
  readonly manner?: Manner;
  /** Asked before it is certain that the answer is wanted; absent: it is. Models do nothing else because of it, but count it. */
  readonly early?: boolean;
  /** Where the customer's day is, by its name in the IANA database. Default: the installation's. */
  readonly timeZone?: string;
  readonly tools: readonly ToolDefinition[];
  /** JSON Schema of an object: the reply is JSON of this shape. Without it, the reply is text. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Told what the request took, and of which model; not told where the model does not say, or was cut off before it did. */
  readonly onUsage?: (model: string, usage: TokenUsage) => void;
}

export interface LanguageModel {
  readonly name: string;
  /** Streams the reply; ends when it is complete. Throws on failure and `AbortError` when `signal` aborts. */
  respond(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
