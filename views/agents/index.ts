/** Agents, their earlier versions and their splits. */
import { AGENT_KIND } from '../../actors/agent/events.js';
import { defineView, following } from '../kernel/view.js';
import { AGENT_TABLES, agentQueries, projectAgents } from './agents.js';
import { projectSplits, SPLIT_TABLES, splitQueries } from './splits.js';
import { projectVersions, VERSION_TABLES, versionQueries } from './versions.js';

/** Agents, including archived ones. */
export const agents = defineView({
  name: 'agents',
  tables: [AGENT_TABLES, VERSION_TABLES, SPLIT_TABLES],
  projections: [
    following(AGENT_KIND, projectAgents),
    following(AGENT_KIND, projectVersions),
    following(AGENT_KIND, projectSplits),
  ],
  queries: (db) => ({ ...agentQueries(db), ...versionQueries(db), ...splitQueries(db) }),
});
