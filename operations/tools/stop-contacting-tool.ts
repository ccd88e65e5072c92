/** The definition of the tool that ends contact, for models; media threads use it without its implementation. */
import type { ToolDefinition } from '../../providers/llm/language-model.js';
import { STOP_CONTACTING_TOOL } from '../../schemas/agents/tool.js';

/** Every agent has it, under a name that no other tool takes. */
export const STOP_CONTACTING: ToolDefinition = {
  name: STOP_CONTACTING_TOOL,
  description:
    'Use it when the customer asks not to be called or messaged any more, or not to get offers. It takes effect immediately.',
  parameters: {
    type: 'object',
    properties: {
      purpose: {
        type: 'string',
        enum: ['service', 'marketing'],
        description: 'marketing: no more offers and campaigns. service: no more contact at all.',
      },
    },
    required: ['purpose'],
    additionalProperties: false,
  },
};
