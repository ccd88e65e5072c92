/** A tool use, from the moment when the model requests it (tools.ts). */
import type { ToolUse } from '../../providers/llm/language-model.js';
import type { PressedKeys } from '../audio/keys.js';
import type { SpeechAct } from '../speech/act.js';
import type { LineAction } from '../tools.js';
import type { SessionInput } from './io.js';

/** A tool use, as the model requests it. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Null: the tool does not use the line. */
  readonly onLine: LineAction | null;
  /** The reason that it cannot be carried out, which is its result; null: it can. */
  readonly refusal: string | null;
}

/** The tool call of a model's output. */
export const toolCallOf = (output: Extract<SessionInput, { readonly type: 'model_tool' }>): ToolCall => ({
  name: output.name,
  arguments: output.arguments,
  onLine: output.onLine ?? null,
  refusal: output.refusal ?? null,
});

/** A tool use that was started. */
export interface StartedTool extends ToolCall {
  readonly id: string;
  /** The same for equal uses. */
  readonly key: string;
  readonly beganAt: number;
  /** When its execution was requested; null: speech before it must still be heard. */
  requestedAt: number | null;
  /** The keys that it presses. */
  keys: { readonly act: SpeechAct; readonly pressed: PressedKeys } | null;
  /** Its place in the conversation, ms since the epoch. */
  readonly at: number;
  /** Null: it is still running. */
  use: ToolUse | null;
  /** Whether its result begins a reply if no other reply reports it before (tools.ts, U6). */
  isAwaited: boolean;
}
