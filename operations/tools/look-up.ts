/** The tool that looks up the customer in a Data Source: their own row of its active version, and no other. */
import type { ToolOutcome } from '../../providers/llm/language-model.js';
import type { Views } from '../../views/views.js';
import { type CustomerDeps, customerOf } from './customer.js';
import type { ToolContext } from './tool-context.js';

/** Length of the result for the model, as for other tools' answers. */
const MAX_CHARACTERS = 4_096;

interface LookedUp {
  readonly outcome: ToolOutcome;
  /** For the model to read. */
  readonly result: string;
}

export interface LookUpDeps extends CustomerDeps {
  readonly views: CustomerDeps['views'] & Pick<Views, 'sourceValues'>;
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
