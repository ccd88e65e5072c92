/** Agents. */
import { AGENT_KIND } from '../../actors/agent/events.js';
import { defineView, following } from '../kernel/view.js';
import { AGENT_TABLES, agentQueries, projectAgents } from './agents.js';

/** Agents, archived ones too. */
export const agents = defineView({
  name: 'agents',
  tables: [AGENT_TABLES],
  projections: [following(AGENT_KIND, projectAgents)],
  queries: agentQueries,
});
