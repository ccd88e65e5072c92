/** The participant actor: somebody's identity on a channel, whose history becomes a contact's when it is linked. */
import { DomainError } from '../../schemas/errors.js';
import type { Actor } from '../runtime/actor.js';
import type {
  ParticipantCommand,
  ParticipantDetails,
  ParticipantQueries,
  ParticipantReplies,
} from './commands.js';
import { decide } from './decide.js';
import { PARTICIPANT_EVENTS, type ParticipantEvent } from './events.js';
import { evolve, initial, type ParticipantState } from './state.js';

const details = ({ participantId, participant }: ParticipantState): ParticipantDetails => {
  if (participant === null) throw new DomainError('participant_not_found');
  return { participantId, ...participant };
};

export const participant: Actor<
  ParticipantState,
  ParticipantCommand,
  ParticipantEvent,
  never,
  ParticipantReplies,
  ParticipantQueries
> = {
  kind: 'participant',
  events: PARTICIPANT_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: { appear: details, link: details },
  queries: (state) => ({ get: () => details(state) }),
};
