/** Agents as operations return them, and the authors of their changes. */
import type { AgentDetails } from '../../actors/agent/commands.js';
import type { AgentAuthor } from '../../actors/agent/events.js';
import type { AgentResource } from '../../schemas/agents/agent.js';
import type { Caller } from '../caller.js';
import type { Written } from '../written.js';

/** The agent as a change has left it. */
export const writtenAgent = (outcome: {
  readonly answer: AgentDetails;
  readonly shard: number;
  readonly seq: number;
}): Written<AgentResource> => ({
  result: agentResource(outcome.answer),
  shard: outcome.shard,
  seq: outcome.seq,
});

/** The wire form of an agent. */
export const agentResource = (answer: AgentDetails): AgentResource => ({
  id: answer.agentId,
  referenceName: answer.referenceName,
  channel: answer.profile.channel,
  status: answer.status,
  ...(answer.revision === undefined ? {} : { version: answer.revision }),
  contactContextRequired: answer.contactContextRequired,
  name: answer.profile.name,
  instructions: answer.profile.instructions,
  languageCode: answer.profile.languageCode,
  dataSourceIds: [...answer.profile.dataSourceIds],
  contactCategoryIds: [...answer.profile.contactCategoryIds],
  dataSourceVariables: [...answer.profile.dataSourceVariables],
  voiceSettings: answer.profile.voiceSettings,
  ...(answer.profile.chatSettings === undefined ? {} : { chatSettings: answer.profile.chatSettings }),
  instagramCollectMobileEnabled: answer.profile.instagramCollectMobileEnabled,
  createdAt: new Date(answer.createdAt).toISOString(),
  updatedAt: new Date(answer.updatedAt).toISOString(),
});

/** The author of a change, as far as the API knows it. */
export const authorOf = ({ by }: Caller): { readonly by?: AgentAuthor } => {
  if (by === undefined || by === null) return {};
  return {
    by: by.type === 'session' ? { type: 'user', userId: by.userId } : { type: 'key', keyId: by.keyId },
  };
};
