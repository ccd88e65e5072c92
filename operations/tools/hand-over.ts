/** The tool that hands a conversation over to the business's people: no agent answers in it from then on. */
import { conversation } from '../../actors/conversation/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import type { ToolContext } from './tool-context.js';

/** Length of the agent's summary of what the customer wants. */
const MAX_CHARACTERS = 500;

interface HandedOver {
  readonly outcome: ToolOutcome;
  /** For the model to read. */
  readonly result: string;
}

/** Parameters that the model supplies. */
export const HAND_OVER_PARAMETERS = {
  type: 'object',
  properties: {
    reason: {
      type: 'string',
      description: 'what the customer wants, in one sentence, for the person who takes over',
    },
  },
  required: ['reason'],
  additionalProperties: false,
} as const;

/** Repeating it under the same `useId` does nothing. @throws the errors of the actors */
export const handOver = async (
  actors: ActorClient,
  {
    businessId,
    context,
    useId,
    arguments: { reason },
  }: {
    readonly businessId: string;
    readonly context: ToolContext;
    readonly useId: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  },
): Promise<HandedOver> => {
  if (context.type !== 'conversation')
    return { outcome: 'failed', result: 'It can only be used in a conversation. Nothing was done.' };
  const reasonText = typeof reason === 'string' ? reason.trim().slice(0, MAX_CHARACTERS) : '';
  const command = { type: 'hand_over', useId, reason: reasonText === '' ? null : reasonText } as const;
  await actors.ask(conversation, { business: businessId, id: context.id }, command);
  return {
    outcome: 'done',
    result:
      'A member of staff answers from now on. Tell the customer so in one sentence, and say nothing else.',
  };
};
