/** The tools that a model may use during a voice call: those of every call, and those of its agent. */
import type { ToolDefinition, ToolOutcome } from '../providers/llm/language-model.js';

/** Ends the call after the agent's last words have been heard. */
export const END_CALL: ToolDefinition = {
  name: 'end_call',
  description: 'End the call once your last words have been heard.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

/** How a tool uses the line: it starts once all earlier speech has been heard. */
export type LineAction = 'transfer' | 'send_digits';

/** A tool, as a call uses it. */
export interface CallTool extends ToolDefinition {
  /** Absent: the tool does not use the line. */
  readonly onLine?: LineAction;
}

/** The outcome of a tool use. */
export interface ToolAnswer {
  readonly outcome: ToolOutcome;
  /** Text for the model: the result, or the reason why there is none. */
  readonly result: string;
}

/** A use of a tool on a call. */
export interface ToolUseOnCall {
  readonly businessId: string;
  readonly callId: string;
  readonly agentId: string;
  /** The same for a repeated request. */
  readonly useId: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Tools of agents, as calls use them. */
export interface ToolsOfCalls {
  /** If the list cannot be read in time: only the tool by which a customer ends contact. Never rejects. */
  of(businessId: string, agentId: string): Promise<readonly CallTool[]>;
  /** Never rejects. */
  use(use: ToolUseOnCall): Promise<ToolAnswer>;
}
