/** An agent may contact people of its categories alone: this gives it access to further ones, in one click. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { CONTACTS } from './messages.js';

type Agent = Data<'listAgents'>['agents'][number];
interface Category {
  readonly id: string;
  readonly name: string;
}

/** Whether the agent may contact somebody of these categories. Agents that write may contact all while they name none. */
export const mayContact = (
  { channel, contactCategoryIds }: Pick<Agent, 'channel' | 'contactCategoryIds'>,
  categories: readonly Pick<Category, 'id'>[],
): boolean =>
  (channel !== 'voice' && contactCategoryIds.length === 0) ||
  categories.some(({ id }) => contactCategoryIds.includes(id));

/** Those of the categories that the agent has no access to. */
export const lackingCategories = (
  agent: Pick<Agent, 'channel' | 'contactCategoryIds'>,
  categories: readonly Category[],
): readonly Category[] => categories.filter((category) => !mayContact(agent, [category]));

interface GrantCategoriesProps {
  readonly agent: Agent;
  readonly categories: readonly Category[];
}

/** A button for each of the categories; nothing for users who may not change agents. */
export const GrantCategories = ({ agent, categories }: GrantCategoriesProps): ReactNode => {
  const businessId = useBusinessId();
  const granting = useMutation<void, ApiProblem, string>({
    mutationFn: async (categoryId) => {
      const { id, name, channel, instructions, contactCategoryIds, version } = agent;
      await callApi('updateAgent', {
        body: {
          businessId,
          agentId: id,
          name,
          channel,
          instructions,
          contactCategoryIds: [...contactCategoryIds, categoryId],
        },
        ...(version === undefined ? {} : { ifMatch: String(version) }),
      });
    },
  });
  return (
    <IfAllowed operation="updateAgent">
      <div className="actions from-left">
        {categories.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="plain"
            disabled={granting.isPending}
            onClick={() => granting.mutate(id)}
          >
            {CONTACTS.grant(agent.name, name)}
          </button>
        ))}
      </div>
      {granting.error !== null && <Problem problem={granting.error} />}
    </IfAllowed>
  );
};
