/** An agent's state. */

import { assertNever } from '../../schemas/assert.js';
import type { ActorRef } from '../runtime/actor.js';
import type { AgentDetails } from './commands.js';
import type { AgentEvent } from './events.js';

/** `agent` is null until it is created. */
export interface AgentState {
  readonly agentId: string;
  readonly agent: (Omit<AgentDetails, 'agentId'> & { readonly revision: number }) | null;
}

export const initial = (ref: ActorRef): AgentState => ({ agentId: ref.id, agent: null });

export const evolve = (state: AgentState, event: AgentEvent, at: number): AgentState => {
  if (event.type === 'agent.created') {
    const { referenceName, profile, contactContextRequired } = event;
    return {
      ...state,
      agent: {
        referenceName,
        status: 'active',
        profile,
        contactContextRequired,
        revision: 1,
        createdAt: at,
        updatedAt: at,
      },
    };
  }
  if (state.agent === null) return state;
  switch (event.type) {
    case 'agent.updated':
      return {
        ...state,
        agent: {
          ...state.agent,
          profile: event.profile,
          contactContextRequired: event.contactContextRequired,
          revision: state.agent.revision + 1,
          updatedAt: at,
        },
      };
    case 'agent.voicemail_set':
      return { ...state, agent: { ...state.agent, voicemail: event.voicemail, updatedAt: at } };
    case 'agent.analysis_set':
      return { ...state, agent: { ...state.agent, analysis: event.analysis, updatedAt: at } };
    case 'agent.memory_set':
      return { ...state, agent: { ...state.agent, remembers: event.enabled, updatedAt: at } };
    case 'agent.archived':
      return { ...state, agent: { ...state.agent, status: 'archived', updatedAt: at } };
    default:
      return assertNever(event);
  }
};
