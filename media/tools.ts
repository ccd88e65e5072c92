/** The tools that a model may use during a voice call: those of every call, and those of its agent. */
import type { ToolDefinition, ToolOutcome } from '../providers/llm/language-model.js';
import {
  CONNECT_TOOL,
  END_CALL_TOOL,
  PRESS_KEYS_TOOL,
  SWITCH_LANGUAGE_TOOL,
} from '../schemas/agents/tool.js';

/** Ends the call after the agent's last words have been heard. */
export const END_CALL: ToolDefinition = {
  name: END_CALL_TOOL,
  description: 'End the call once your last words have been heard.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};

/** How a tool uses the line: it starts once all earlier speech has been heard. */
export type LineAction = 'transfer' | 'consult' | 'send_digits';

/** Presses keys; every agent with a goal in phone menus has it. */
export const PRESS_KEYS = {
  name: PRESS_KEYS_TOOL,
  description:
    'Press keys of the telephone, for the menu that you hear. digits: 1 to 32 of 0123456789*#ABCD, and w for a pause of half a second.',
  parameters: {
    type: 'object',
    properties: { digits: { type: 'string', pattern: '^[0-9*#A-Dw]{1,32}$' } },
    required: ['digits'],
    additionalProperties: false,
  },
  onLine: 'send_digits',
} as const satisfies ToolDefinition & { readonly onLine: LineAction };

/** In a consultation: connects the colleague with the customer, once the agent has said its last words to the colleague. */
export const CONNECT_CUSTOMER = {
  name: CONNECT_TOOL,
  description:
    'Connect your colleague with the customer who waits. Use it once your colleague agrees to take the call, in words or by pressing 1.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
  onLine: 'consult',
} as const satisfies ToolDefinition & { readonly onLine: LineAction };

/** `languages`: BCP 47, all that the agent may speak. */
export const switchLanguageTool = (languages: readonly string[]): ToolDefinition => ({
  name: SWITCH_LANGUAGE_TOOL,
  description:
    'Continue the call in another language. Use it as soon as the customer speaks that language, or requests it, and before you write a word in it.',
  parameters: {
    type: 'object',
    properties: { language: { type: 'string', enum: [...languages] } },
    required: ['language'],
    additionalProperties: false,
  },
});

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
