/** Decisions of an agent: created once, then edited until it is archived. Archiving is permanent. */

import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { AgentCommand } from './commands.js';
import type { AgentEvent } from './events.js';
import type { AgentState } from './state.js';

export const decide = (
  { agentId, agent }: AgentState,
  { command }: Envelope<AgentCommand | TimerDue>,
): readonly AgentEvent[] => {
  if (command.type === 'timer_due') return [];
  if (command.type === 'create') {
    if (agent !== null) return [];
    const { profile, contactContextRequired, by } = command;
    return [
      {
        type: 'agent.created',
        referenceName: referenceName(profile.name, agentId),
        profile,
        contactContextRequired,
        ...(by === undefined ? {} : { by }),
      },
    ];
  }
  if (agent === null) throw new DomainError('agent_not_found');
  switch (command.type) {
    case 'update':
      if (agent.status === 'archived') throw new DomainError('agent_archived');
      // An update based on an older profile would undo later changes.
      if (command.revision !== undefined && command.revision !== agent.revision)
        throw new DomainError('agent_changing');
      return [
        {
          type: 'agent.updated',
          profile: command.profile,
          contactContextRequired: command.contactContextRequired,
          ...(command.by === undefined ? {} : { by: command.by }),
        },
      ];
    case 'set_voicemail':
      if (agent.status === 'archived') throw new DomainError('agent_archived');
      if (agent.profile.channel !== 'voice') throw new DomainError('agent_not_voice');
      return [{ type: 'agent.voicemail_set', voicemail: command.voicemail }];
    case 'set_analysis':
      if (agent.status === 'archived') throw new DomainError('agent_archived');
      return [{ type: 'agent.analysis_set', analysis: command.analysis }];
    case 'set_memory':
      if (agent.status === 'archived') throw new DomainError('agent_archived');
      return [{ type: 'agent.memory_set', enabled: command.enabled }];
    case 'archive':
      return agent.status === 'archived' ? [] : [{ type: 'agent.archived' }];
    default:
      return assertNever(command);
  }
};

/** Readable, made unique by the first block of the id, and unaffected by later renames. */
const referenceName = (name: string, agentId: string): string => {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${slug === '' ? 'agent' : slug}-${agentId.slice(0, 8)}`;
};
