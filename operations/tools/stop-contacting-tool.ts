/** The definition of the tool that ends contact, for models; media threads use it without its implementation. */
import type { ToolDefinition } from '../../providers/llm/language-model.js';

/** Every agent has it, under a name that no other tool takes. */
export const STOP_CONTACTING: ToolDefinition = {
  name: 'stop_contacting',
  description:
    'Use it when the customer asks not to be called or written to any more, or not to get offers. It takes effect at once.',
  parameters: {
    type: 'object',
    properties: {
      purpose: {
        type: 'string',
        enum: ['service', 'marketing'],
        description: 'marketing: no offers and campaigns any more. service: nothing at all any more.',
      },
    },
    required: ['purpose'],
    additionalProperties: false,
  },
};
