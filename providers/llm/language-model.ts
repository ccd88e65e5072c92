/** A language model behind one small interface: messages in, a stream of text and tool calls out. */

import type { PassageOrigin } from '../../schemas/agents/knowledge.js';

/** An image that a customer sent; models that take no images get the text of its message alone. */
export interface ModelImage {
  readonly mimeType: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif';
  readonly bytes: Uint8Array;
}

/** A message of the conversation, or an instruction. */
export interface TextMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
  /** Images of a `user` message, in order. Absent: none. */
  readonly images?: readonly ModelImage[];
}

/** A tool call that was made for an answer, and its result. */
export interface ToolUse {
  /** The model's id of the call. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Text for the model: the tool's result, or why there is none. */
  readonly result: string;
  readonly outcome: ToolOutcome;
}

/** `unknown`: it cannot be determined whether the tool did its work. */
export type ToolOutcome = 'done' | 'failed' | 'unknown';

/** Values keyed by the names that instructions use for them (untrusted.ts). */
export type Facts = Readonly<Record<string, string>>;

/** An excerpt from one of the business's sources. */
export interface Passage {
  /** The source's name. */
  readonly source: string;
  readonly text: string;
  /** Not for the model. Absent: unknown. */
  readonly origin?: PassageOrigin;
}

/** Something that an earlier conversation with the customer left. */
export interface Memory {
  /** The day it was said, like 2026-05-04. */
  readonly day: string;
  readonly kind: 'summary' | 'fact' | 'promise';
  readonly text: string;
  /** Of a promise. */
  readonly by: 'business' | 'customer' | null;
}

/**
 * Third-party text that the model needs. It is not part of the conversation, and never an instruction. Providers send it
 * in role `user`, as untrusted.ts renders it. `heard`: the part of an interrupted answer that was heard.
 */
export interface DataMessage {
  readonly role: 'data';
  readonly data:
    | { readonly type: 'facts'; readonly facts: Facts }
    | { readonly type: 'memory'; readonly memories: readonly Memory[] }
    | { readonly type: 'passages'; readonly passages: readonly Passage[] }
    | { readonly type: 'heard'; readonly text: string };
}

/** `tools`: calls made in parallel, before the next message was written. */
export type ChatMessage =
  | TextMessage
  | DataMessage
  | { readonly role: 'tools'; readonly uses: readonly ToolUse[] };

/** The last message if the customer spoke, but no word was recognised. */
export const NOT_UNDERSTOOD =
  '(The words of the customer could not be understood. Briefly ask them to repeat.)';

/** The last message if a transfer failed and the customer is back. */
export const TRANSFER_FAILED =
  '(The transfer failed: it was not answered. The customer is back with you. Let them know, and offer an alternative.)';

/** The last message if a noise interrupted an engine before it had finished. */
export const GO_ON = '(A noise interrupted you. Continue where you stopped.)';

/** The last message if a colleague has handed the call back and the agent speaks next. */
export const HANDED_BACK =
  '(Your colleague has handed the call back to you. Continue from here, based on the conversation and the notes that you received.)';

/** The last message if a colleague was speaking with the customer and their line dropped. */
export const COLLEAGUE_LEFT =
  '(The line of your colleague was lost. Briefly let the customer know that you are taking over again, and continue.)';

/** The last message if an answer broke off, after the part of it that is spoken. */
export const BROKEN_OFF =
  '(A fault cut your answer off after these words, which the customer hears. Continue with the words that follow, and repeat nothing.)';

/** The last message if a tool returned while the customer waited for it. */
export const TOOL_RETURNED =
  '(The result of a tool has arrived after you went on; it is above. Let the customer know what matters of it.)';

/** Messages that were not spoken by the customer. */
export const ASIDES: ReadonlySet<string> = new Set([
  BROKEN_OFF,
  TOOL_RETURNED,
  NOT_UNDERSTOOD,
  TRANSFER_FAILED,
  GO_ON,
  HANDED_BACK,
  COLLEAGUE_LEFT,
]);

const KEYS = /^\(The customer pressed these keys on the telephone: ([0-9A-D*#]+)\)$/;

/** Keys that the customer pressed, as a message in place of their words. */
export const keysMessage = (keys: string): string =>
  `(The customer pressed these keys on the telephone: ${keys})`;

/** The keys that such a message is about; of another message, its text. */
export const wordsOrKeys = (content: string): string => KEYS.exec(content)?.[1] ?? content;

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
      /** The reason that it cannot be carried out, which is the tool's result for the model; absent: it can. */
      readonly refusal?: string;
    };

/** Tokens that a request used. */
export interface TokenUsage {
  readonly input: number;
  readonly output: number;
}

/** How an answer reaches the customer. */
export type Manner = 'spoken' | 'written';

export interface ModelRequest {
  readonly messages: readonly ChatMessage[];
  /** Default: the answer does not reach a customer. */
  readonly manner?: Manner;
  /** Whether the request is speculative: sent before its answer is certainly needed. Default: no. Models only count it. */
  readonly early?: boolean;
  /** The customer's time zone, by its name in the IANA database. Default: the installation's. */
  readonly timeZone?: string;
  readonly tools: readonly ToolDefinition[];
  /** JSON Schema of an object: the reply is JSON of this shape. Without it, the reply is text. */
  readonly schema?: Readonly<Record<string, unknown>>;
  /** Called with the model and the request's usage; not called if the model does not report it, or is cut off before. */
  readonly onUsage?: (model: string, usage: TokenUsage) => void;
}

export interface LanguageModel {
  readonly name: string;
  /** An answer without words is deliberate, and not requested again. Absent: it is a fault of the model. */
  readonly isSilentOnPurpose?: true;
  /** Streams the reply; ends when it is complete. Throws on failure and `AbortError` when `signal` aborts. */
  respond(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
