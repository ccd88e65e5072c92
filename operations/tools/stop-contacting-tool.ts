/** What models read of the tool that ends contact; media threads know it without what carries it out. */
import type { ToolDefinition } from '../../providers/llm/language-model.js';

/** Of every agent, under a name that no other tool takes. */
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
