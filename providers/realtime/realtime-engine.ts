/**
 * Speech-to-speech behind one small interface: one stream a call, which listens, reasons and speaks. The call decides on
 * turns, and on how much of a response was heard (media/session/engine/). Times are ms on the stream's own clock: sample
 * 0 is at 0 ms.
 */
import type { ChatMessage, DataMessage, ToolDefinition, ToolUse } from '../llm/language-model.js';
import type { RecogniserStream, RecognitionEvent } from '../speech/recogniser.js';
import type { Voice } from '../speech/synthesiser.js';

interface RealtimeRequest {
  /** BCP 47 */
  readonly language: string;
  /** The agent's voice; the engine uses its own default if it does not have this one. */
  readonly voiceId: string;
}

/** The task that a stream receives before any request. */
export interface RealtimeTask {
  readonly instructions: string;
  readonly tools: readonly ToolDefinition[];
}

/** A request for a response. */
export interface ResponseRequest {
  /** Id of the response in all its events; unique. */
  readonly response: string;
  /** Instructions outside the conversation: Parley's own, and those of the business's staff. */
  readonly notes: readonly string[];
  /** Third-party text that the engine needs, never sent as instructions. Absent: none. */
  readonly data?: readonly DataMessage[];
  /** Tool results since the last request. */
  readonly uses: readonly ToolUse[];
}

export type RealtimeEvent =
  /** The customer's words; `failed`: the stream is unusable from here on. */
  | RecognitionEvent
  /** Speech has begun at `startMs`. */
  | { readonly type: 'speech'; readonly startMs: number }
  /**
   * The utterance has ended, and can be answered. A final with the same times follows eventually; its text is empty if
   * nothing was understood.
   */
  | { readonly type: 'spoken'; readonly startMs: number; readonly endMs: number }
  /**
   * The connection is lost, and a new one is being opened; earlier requests have failed. The new connection does not know
   * the conversation until `converse`; speech without a final is sent to it again.
   */
  | { readonly type: 'lost' }
  /** Words of a response; they may arrive before their audio. */
  | { readonly type: 'text'; readonly response: string; readonly text: string }
  /** Mono µ-law at 8,000 Hz. */
  | { readonly type: 'audio'; readonly response: string; readonly mulaw: Uint8Array }
  | {
      readonly type: 'tool_call';
      readonly response: string;
      readonly name: string;
      /** Fit the tool's schema, unless there is a refusal. */
      readonly arguments: Readonly<Record<string, unknown>>;
      /** The reason that it cannot be carried out, which is the tool's result for the engine; absent: it can. */
      readonly refusal?: string;
    }
  | { readonly type: 'done'; readonly response: string }
  /** The response has failed; none of its events follow. `reason`: in our own words. */
  | { readonly type: 'broken'; readonly response: string; readonly reason: string };

export interface RealtimeStream extends RecogniserStream {
  /** Sets the task, once, and connects. Earlier audio and calls are not lost. */
  prepare(task: RealtimeTask): void;
  /** Replaces the conversation that the engine knows: after the stream is opened, and after `lost`. */
  converse(messages: readonly ChatMessage[]): void;
  /** Adds what the agent says in another voice. The same `id` with another text corrects it; an empty text removes it. */
  say(id: string, text: string): void;
  respond(request: ResponseRequest): void;
  /** Cancels a response; none of its events follow. */
  cancel(response: string): void;
  /** The final playback position of a response, ms: the rest was never heard. */
  heard(response: string, playedMs: number): void;
  /** Audio that was written and has no final yet, for the recogniser that takes over. */
  unheard(): Uint8Array;
}

export interface RealtimeEngine {
  /** `<provider>:<model>` */
  readonly name: string;
  /** The first one is the default. */
  readonly voices: readonly Voice[];
  /** Events arrive one at a time, never during a call of one of the stream's methods. */
  open(request: RealtimeRequest, onEvent: (event: RealtimeEvent) => void): RealtimeStream;
  close(): Promise<void>;
}
