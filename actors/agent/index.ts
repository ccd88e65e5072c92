/** The agent actor: what an AI agent is told, and how it speaks. */

import { DomainError } from '../../schemas/errors.js';
import { type Actor, defineActor } from '../runtime/actor.js';
import type { AgentAnswer, AgentCommand } from './commands.js';
import { decide } from './decide.js';
import { AGENT_EVENTS, type AgentEvent } from './events.js';
import { type AgentState, evolve, initial } from './state.js';

export const agent: Actor<AgentState, AgentCommand, AgentEvent, never, AgentAnswer> = defineActor({
  kind: 'agent',
  events: AGENT_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  answer: (state) => {
    if (state.agent === null) throw new DomainError('agent_not_found');
    return { agentId: state.agentId, ...state.agent };
  },
  snapshotEvery: 50,
  stateVersion: 2,
});
