/** An agent as a test uses it: as it is published, in another version, with its draft, or with words that are not saved. */
import type { AgentProfile } from '../../actors/agent/events.js';
import { agent as agentActor } from '../../actors/agent/index.js';
import type { AgentResource } from '../../schemas/agents/agent.js';
import type { Tested } from '../../schemas/agents/tested.js';
import { DomainError } from '../../schemas/errors.js';
import type { OperationsDeps } from '../deps.js';
import { needsContact } from './profile-checks.js';
import { profileOf } from './publications.js';

type Wanted = Tested & { readonly version?: number | undefined };

/**
 * The agent with what is tested of it; nothing is stored. `agent`: as it is published.
 * @throws DomainError draft_not_found, agent_version_not_found, validation_failed for a version and the draft together
 */
export const testedAgent = async (
  deps: Pick<OperationsDeps, 'actors' | 'views'>,
  businessId: string,
  agent: AgentResource,
  { instructions, ...wanted }: Wanted,
): Promise<AgentResource> => {
  const words = instructions === undefined ? {} : { instructions };
  const profile = await wantedProfile(deps, businessId, agent, wanted);
  if (profile === null) return { ...agent, ...words };
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

/** Null: the published one. */
const wantedProfile = async (
  deps: Pick<OperationsDeps, 'actors' | 'views'>,
  businessId: string,
  agent: AgentResource,
  { useDraft = false, version }: Omit<Wanted, 'instructions'>,
): Promise<AgentProfile | null> => {
  if (version !== undefined) {
    if (!useDraft) return (await profileOf(deps, businessId, agent.id, version)).profile;
    const message = 'give one of version and useDraft';
    throw new DomainError('validation_failed', undefined, [{ path: '/version', message }]);
  }
  if (!useDraft) return null;
  const target = { business: businessId, id: agent.id };
  const { answer } = await deps.actors.query(agentActor, target, 'edited');
  if (answer.draft === null) throw new DomainError('draft_not_found');
  return answer.draft.profile;
};
