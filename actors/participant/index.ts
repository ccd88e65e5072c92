/** The participant actor: a person's identity on a channel. Its history becomes that of the contact it is linked to. */
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
