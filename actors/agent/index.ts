/** The agent actor: the instructions and the voice of an AI agent. */

import { DomainError } from '../../schemas/errors.js';
import type { Actor } from '../runtime/actor.js';
import type { AgentCommand, AgentDetails, AgentQueries, AgentReplies, EditedAgent } from './commands.js';
import { decide } from './decide.js';
import { AGENT_EVENTS, type AgentEvent } from './events.js';
import { type AgentState, evolve, initial } from './state.js';

const details = ({ agentId, agent }: AgentState): AgentDetails => {
  if (agent === null) throw new DomainError('agent_not_found');
  return { agentId, ...agent };
};

const edited = (state: AgentState): EditedAgent => ({
  agent: details(state),
  draft: state.draft,
  splits: state.splits,
});

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
    save_draft: edited,
    discard_draft: edited,
    publish: edited,
    start_split: edited,
    end_split: edited,
    set_voicemail: details,
    set_analysis: details,
    set_memory: details,
    archive: details,
  },
  queries: (state) => ({ get: () => details(state), edited: () => edited(state) }),
  snapshotEvery: 50,
  stateVersion: 3,
};
