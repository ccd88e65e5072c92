/** With whom an agent is talking while it uses a tool, by facts that no model and no customer wrote. */
import { call } from '../../actors/call/index.js';
import { conversation } from '../../actors/conversation/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { assertNever } from '../../schemas/assert.js';
import type { Views } from '../../views/views.js';
import type { ToolContext } from './tool-context.js';

export interface CustomerDeps {
  readonly actors: ActorClient;
  readonly views: Pick<Views, 'currentContact' | 'currentContactId'>;
}

/** A verified customer. `id` is empty if they are not a contact: rows may still be bound to their number. */
export interface Customer {
  readonly id: string;
  /** E.164. */
  readonly mobile: string;
}

/**
 * The customer of the call or conversation; null: there is none, or nothing but a number that anyone can type identifies them.
 * @throws the errors of actors and views
 */
export const customerOf = async (
  deps: CustomerDeps,
  business: string,
  { type, id }: ToolContext,
): Promise<Customer | null> => {
  const { actors, views } = deps;
  switch (type) {
    case 'call': {
      const { answer } = await actors.query(call, { business, id }, 'get');
      const { contactId, destination, consultationOf } = answer;
      // This is a call to a colleague, about the customer of another one.
      if (consultationOf !== undefined) return customerOf(deps, business, { type, id: consultationOf });
      return { id: contactId == null ? '' : views.currentContactId(contactId), mobile: destination };
    }
    case 'conversation': {
      const { contactId, isClaimed } = (await actors.query(conversation, { business, id }, 'get')).answer;
      return contactId === null || isClaimed === true ? null : views.currentContact(business, contactId);
    }
    case 'agent_test':
    case 'trial':
      return null;
    default:
      return assertNever(type);
  }
};
