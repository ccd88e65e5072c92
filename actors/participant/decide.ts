/** Decisions of a channel participant: it appears once, and belongs to at most one contact. */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { ParticipantCommand } from './commands.js';
import type { ParticipantEvent } from './events.js';
import type { ParticipantState } from './state.js';

export const decide = (
  { participant }: ParticipantState,
  { command }: Envelope<ParticipantCommand | TimerDue>,
): readonly ParticipantEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'appear': {
      const { channel, accountId, address, displayName } = command;
      if (participant !== null) return [];
      return [{ type: 'participant.appeared', channel, accountId, address, displayName }];
    }
    case 'link':
      if (participant === null) throw new DomainError('participant_not_found');
      if (participant.contactId === command.contactId) return [];
      if (participant.contactId !== null && participant.contactId !== command.instead) {
        throw new DomainError('participant_linked', undefined, [
          {
            path: '/mobile',
            message: `the participant is already linked to contact ${participant.contactId}`,
          },
        ]);
      }
      return [{ type: 'participant.linked', contactId: command.contactId }];
    default:
      return assertNever(command);
  }
};
