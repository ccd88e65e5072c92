/** The tools that a model may use during a voice call: those of every call, and those of its agent. */
import type { ToolDefinition, ToolOutcome } from '../providers/llm/language-model.js';

/** Ends the call after the agent's last words have been heard. */
export const END_CALL: ToolDefinition = {
  name: 'end_call',
  description: 'Hang up after what you have just said has been heard.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

/** What a tool needs of the line: it begins when what was said before it has been heard. */
export type LineAction = 'transfer' | 'send_digits';

/** A tool, as a call uses it. */
export interface CallTool extends ToolDefinition {
  /** Absent: it needs nothing of the line. */
  readonly onLine?: LineAction;
}

/** What a tool gave. */
export interface ToolAnswer {
  readonly outcome: ToolOutcome;
  /** For the model to read: what it gave, or why it gave nothing. */
  readonly result: string;
}

/** A use of a tool on a call. */
export interface ToolUseOnCall {
  readonly businessId: string;
  readonly callId: string;
  readonly agentId: string;
  /** The same when it is asked for once more. */
  readonly useId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Tools of agents, as calls use them. */
export interface ToolsOfCalls {
  /** Where the list cannot be read in time: the tool alone by which a customer ends contact. Never rejects. */
  of(businessId: string, agentId: string): Promise<readonly CallTool[]>;
  /** Never rejects. */
  use(use: ToolUseOnCall): Promise<ToolAnswer>;
}
