/** An agent as a test uses it: as it is published, with its draft, or with words that are not saved. */
import { agent as agentActor } from '../../actors/agent/index.js';
import type { AgentResource } from '../../schemas/agents/agent.js';
import type { Tested } from '../../schemas/agents/tested.js';
import { DomainError } from '../../schemas/errors.js';
import type { OperationsDeps } from '../deps.js';
import { needsContact } from './profile-checks.js';

/**
 * The agent with what is tested of it; nothing is stored. `agent`: as it is published.
 * @throws DomainError draft_not_found
 */
export const testedAgent = async (
  { actors }: Pick<OperationsDeps, 'actors'>,
  businessId: string,
  agent: AgentResource,
  { useDraft = false, instructions }: Tested,
): Promise<AgentResource> => {
  const words = instructions === undefined ? {} : { instructions };
  if (!useDraft) return { ...agent, ...words };
  const target = { business: businessId, id: agent.id };
  const { answer } = await actors.query(agentActor, target, 'edited');
  if (answer.draft === null) throw new DomainError('draft_not_found');
  const { profile } = answer.draft;
  const { dataSourceIds, contactCategoryIds, dataSourceVariables } = profile;
  return {
    ...agent,
    ...profile,
    dataSourceIds: [...dataSourceIds],
    contactCategoryIds: [...contactCategoryIds],
    dataSourceVariables: [...dataSourceVariables],
    contactContextRequired: needsContact(profile),
    ...words,
  };
};
