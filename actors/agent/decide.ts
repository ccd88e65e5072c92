/** What an agent decides: created once, then edited until archived; archiving is for ever. */

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
      // What was made from an older profile would undo the changes since.
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
    case 'archive':
      return agent.status === 'archived' ? [] : [{ type: 'agent.archived' }];
    default:
      return assertNever(command);
  }
};

/** Readable, unique by the id's first block, and never changed by a later rename. */
const referenceName = (name: string, agentId: string): string => {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${slug === '' ? 'agent' : slug}-${agentId.slice(0, 8)}`;
};
