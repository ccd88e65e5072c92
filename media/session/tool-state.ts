/** A tool that the model uses, from the moment when it asks for it (tools.ts). */
import type { ToolUse } from '../../providers/llm/language-model.js';
import type { PressedKeys } from '../keys.js';
import type { SpeechAct } from '../speech-act.js';
import type { LineAction } from '../tools.js';

/** A use of a tool, as the model asks for it. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Null: it needs nothing of the line. */
  readonly onLine: LineAction | null;
}

/** A tool that was begun. */
export interface ToolAtWork extends ToolCall {
  readonly id: string;
  /** The same for the same use. */
  readonly key: string;
  readonly beganAt: number;
  /** When somebody was asked to do it; null: what was said before it is still to be heard. */
  askedAt: number | null;
  /** The keys that it presses. */
  keys: { readonly act: SpeechAct; readonly pressed: PressedKeys } | null;
  /** Its place in the conversation, ms since the epoch. */
  readonly at: number;
  /** Null: it is still at work. */
  use: ToolUse | null;
}
