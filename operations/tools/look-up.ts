/** The tool that looks up the customer in a Data Source: their own row of its active version, and no other. */
import { call } from '../../actors/call/index.js';
import { conversation } from '../../actors/conversation/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import { assertNever } from '../../schemas/assert.js';
import type { Views } from '../../views/views.js';
import type { ToolContext } from './tool-context.js';

/** Length of the result for the model, as for other tools' answers. */
const MAX_CHARACTERS = 4_096;

interface LookedUp {
  readonly outcome: ToolOutcome;
  /** For the model to read. */
  readonly result: string;
}

export interface LookUpDeps {
  readonly actors: ActorClient;
  readonly views: Pick<Views, 'currentContact' | 'currentContactId' | 'sourceValues'>;
}

/** `id` is empty if the customer is not a contact: rows may still be bound to their number. */
interface Customer {
  readonly id: string;
  /** E.164. */
  readonly mobile: string;
}

/** Only reads: using it twice is harmless. @throws the errors of actors and views */
export const lookUp = async (
  deps: LookUpDeps,
  businessId: string,
  sourceId: string,
  context: ToolContext,
): Promise<LookedUp> => {
  const customer = await customerOf(deps, businessId, context);
  if (customer === null)
    return { outcome: 'failed', result: 'The customer is not identified. Nothing was looked up.' };
  const row = deps.views.sourceValues(businessId, sourceId, customer);
  if (row === null) return { outcome: 'done', result: 'There is no data about this customer.' };
  const values = Object.fromEntries([...row].map(([field, { value }]) => [field, value]));
  const text = JSON.stringify(values);
  return {
    outcome: 'done',
    result:
      text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS)}\n(The rest was cut off.)`,
  };
};

const customerOf = async (
  { actors, views }: LookUpDeps,
  business: string,
  { type, id }: ToolContext,
): Promise<Customer | null> => {
  switch (type) {
    case 'call': {
      const { contactId, destination } = (await actors.query(call, { business, id }, 'get')).answer;
      return { id: contactId == null ? '' : views.currentContactId(contactId), mobile: destination };
    }
    case 'conversation': {
      const { contactId, isClaimed } = (await actors.query(conversation, { business, id }, 'get')).answer;
      // A number that anyone can type gives no access.
      return contactId === null || isClaimed === true ? null : views.currentContact(business, contactId);
    }
    case 'agent_test':
    case 'trial':
      return null;
    default:
      return assertNever(type);
  }
};
