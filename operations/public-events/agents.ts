/** The public events of agents: that one has changed, so that a page on which it is edited can say so before it is saved. */
import { AGENT_KIND } from '../../actors/agent/events.js';
import { iso } from '../../views/kernel/dates.js';
import { publicSource } from './source.js';

export const AGENTS = publicSource({
  kind: AGENT_KIND,
  reaction: null,
  topic: 'agents',
  subjectOf: () => null,
  events: [],
  gathered: {
    from: Object.keys(AGENT_KIND.versions),
    when: 'An agent, its draft or one of its settings has changed; at most once a second.',
    live: 'agent.changed',
    ownerOf: (agentId) => agentId,
    current: (views, businessId, id, at) => {
      const agent = views.agent(businessId, id);
      if (agent === null) return null;
      const { name, status, version } = agent;
      return {
        type: 'agent.changed',
        occurredAt: iso(at),
        agentId: id,
        name,
        status,
        ...(version === undefined ? {} : { version }),
      };
    },
  },
});
