/** The tools that a model may call during a voice call. */
import type { ToolDefinition } from '../providers/llm/language-model.js';

/** Ends the call after the agent's last words have been heard. */
export const END_CALL: ToolDefinition = {
  name: 'end_call',
  description: 'Hang up after what you have just said has been heard.',
  parameters: { type: 'object', properties: {}, additionalProperties: false },
};
