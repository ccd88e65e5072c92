/** The agent actor: the instructions and the voice of an AI agent. */

import { DomainError } from '../../schemas/errors.js';
import type { Actor } from '../runtime/actor.js';
import type { AgentCommand, AgentDetails, AgentQueries, AgentReplies } from './commands.js';
import { decide } from './decide.js';
import { AGENT_EVENTS, type AgentEvent } from './events.js';
import { type AgentState, evolve, initial } from './state.js';

const details = ({ agentId, agent }: AgentState): AgentDetails => {
  if (agent === null) throw new DomainError('agent_not_found');
  return { agentId, ...agent };
};

export const agent: Actor<AgentState, AgentCommand, AgentEvent, never, AgentReplies, AgentQueries> = {
  kind: 'agent',
  events: AGENT_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {
    create: details,
    update: details,
    set_voicemail: details,
    set_analysis: details,
    set_memory: details,
    archive: details,
  },
  queries: (state) => ({ get: () => details(state) }),
  snapshotEvery: 50,
  stateVersion: 2,
};
