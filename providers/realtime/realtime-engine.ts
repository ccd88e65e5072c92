/**
 * Speech to speech behind one small interface: one stream a call, which hears the customer, thinks, and speaks. Whose turn it is,
 * and what was heard of what it said, the call decides (media/session/engine-*.ts). Times are ms of the stream's own clock:
 * sample 0 is at 0 ms.
 */
import type { ChatMessage, DataMessage, ToolDefinition, ToolUse } from '../llm/language-model.js';
import type { RecogniserStream, RecognitionEvent } from '../speech/recogniser.js';
import type { Voice } from '../speech/synthesiser.js';

interface RealtimeRequest {
  /** BCP 47 */
  readonly language: string;
  /** The agent's; one that the engine does not have is replaced by its own. */
  readonly voiceId: string;
}

/** What it is told before it is asked for anything. */
export interface RealtimeTask {
  readonly instructions: string;
  readonly tools: readonly ToolDefinition[];
}

/** A response that is asked for. */
export interface ResponseRequest {
  /** Names it in all that is told of it; new each time. */
  readonly response: string;
  /** Words beside the conversation: ours, and those of people of the business. */
  readonly notes: readonly string[];
  /** What others wrote, and it is to know: never given as instructions. Absent: nothing. */
  readonly data?: readonly DataMessage[];
  /** What tools gave since it was asked last. */
  readonly uses: readonly ToolUse[];
}

export type RealtimeEvent =
  /** The customer's words; `failed`: the stream is unusable from here on. */
  | RecognitionEvent
  /** Somebody speaks since then. */
  | { readonly type: 'speech'; readonly startMs: number }
  /**
   * They have finished, and it can be answered. A final with the same times follows, sooner or later; its text is empty where
   * nothing was understood.
   */
  | { readonly type: 'spoken'; readonly startMs: number; readonly endMs: number }
  /**
   * The connection is gone, and another one is being made; what was asked for before has failed. It knows nothing of the
   * conversation until `converse` tells it; what the customer said without a final yet it will hear again.
   */
  | { readonly type: 'lost' }
  /** What it says in a response, in words; they may come before their sound. */
  | { readonly type: 'text'; readonly response: string; readonly text: string }
  /** Mono µ-law at 8,000 Hz. */
  | { readonly type: 'audio'; readonly response: string; readonly mulaw: Uint8Array }
  | {
      readonly type: 'tool_call';
      readonly response: string;
      readonly name: string;
      /** They fit the tool's schema. */
      readonly arguments: Readonly<Record<string, unknown>>;
    }
  | { readonly type: 'done'; readonly response: string }
  /** Nothing more of the response comes. `reason`: in words of ours. */
  | { readonly type: 'broken'; readonly response: string; readonly reason: string };

export interface RealtimeStream extends RecogniserStream {
  /** Told once; then it connects, and what was written and told before is not lost. */
  prepare(task: RealtimeTask): void;
  /** The conversation so far, in place of all that it knew: after it was opened, and after `lost`. */
  converse(messages: readonly ChatMessage[]): void;
  /** The agent says that in another voice. The same `id` with another text puts it right; an empty one takes it back. */
  say(id: string, text: string): void;
  respond(request: ResponseRequest): void;
  /** Nothing more is told of it. */
  cancel(response: string): void;
  /** So much of a response was played, and no more will be, ms: what lies behind that was never said. */
  heard(response: string, playedMs: number): void;
  /** What was written, and no final has told of yet: for whoever listens in its place. */
  unheard(): Uint8Array;
}

export interface RealtimeEngine {
  /** `<provider>:<model>` */
  readonly name: string;
  /** The first one is its default. */
  readonly voices: readonly Voice[];
  /** Its events come one after the other, never while it is being told something. */
  open(request: RealtimeRequest, onEvent: (event: RealtimeEvent) => void): RealtimeStream;
  close(): Promise<void>;
}
