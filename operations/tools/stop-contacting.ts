/** The tool of every agent that ends contact at the customer's request. */
import { call } from '../../actors/call/index.js';
import type { Point } from '../../actors/contact-point/events.js';
import { contactPoint } from '../../actors/contact-point/index.js';
import { conversation } from '../../actors/conversation/index.js';
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import { assertNever } from '../../schemas/assert.js';
import { BROWSER_CARRIER } from '../../schemas/calls/leg.js';
import { deriveId } from '../../schemas/ids.js';
import { contactPointOf } from '../outreach/contact-point-of.js';
import type { SuppressingDeps } from '../outreach/suppressing.js';
import type { ToolContext } from './tool-context.js';

interface Stopped {
  readonly outcome: ToolOutcome;
  /** For the model to read. */
  readonly result: string;
}

/** Repeating a use changes nothing. @throws the errors of the actors */
export const stopContacting = async (
  deps: SuppressingDeps,
  {
    businessId,
    agentId,
    context,
    useId,
    arguments: { purpose },
  }: {
    readonly businessId: string;
    readonly agentId: string;
    readonly context: ToolContext;
    readonly useId: string;
    readonly arguments: Readonly<Record<string, unknown>>;
  },
): Promise<Stopped> => {
  if (purpose !== 'service' && purpose !== 'marketing')
    return { outcome: 'failed', result: 'Set the purpose to service or marketing. Nothing was done.' };
  const point = await pointOf(deps, businessId, context);
  if (point === null) return { outcome: 'failed', result: 'There is no customer here. Nothing was done.' };
  const suppression = { purpose, source: 'customer_request', reason: '', hangUp: false } as const;
  await deps.actors.ask(
    contactPoint,
    contactPointOf(deps, businessId, point),
    { type: 'suppress', point, ...suppression, by: { type: 'agent', id: agentId } },
    { commandId: deriveId('stop-contacting', businessId, useId) },
  );
  return {
    outcome: 'done',
    result:
      purpose === 'marketing'
        ? 'The customer gets no more offers from now on. Confirm it in one sentence.'
        : 'The customer is not contacted any more from now on. Confirm it in one sentence.',
  };
};

const pointOf = async (
  { actors }: SuppressingDeps,
  business: string,
  { type, id }: ToolContext,
): Promise<Point | null> => {
  switch (type) {
    case 'call': {
      const { destination } = (await actors.query(call, { business, id }, 'get')).answer;
      return destination === BROWSER_CARRIER ? null : { channel: 'phone', address: destination };
    }
    case 'conversation': {
      const { account = null } = (await actors.query(conversation, { business, id }, 'get')).answer;
      if (account === null) return null;
      const { channel, address } = account;
      return channel === 'whatsapp' ? { channel: 'phone', address: `+${address}` } : { channel, address };
    }
    case 'agent_test':
    case 'trial':
      return null;
    default:
      return assertNever(type);
  }
};
