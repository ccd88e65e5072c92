/** The participant actor: somebody's identity on a channel, whose history becomes a contact's when it is linked. */
import { DomainError } from '../../schemas/errors.js';
import { type Actor, defineActor } from '../runtime/actor.js';
import type { ParticipantAnswer, ParticipantCommand } from './commands.js';
import { decide } from './decide.js';
import { PARTICIPANT_EVENTS, type ParticipantEvent } from './events.js';
import { evolve, initial, type ParticipantState } from './state.js';

export const participant: Actor<
  ParticipantState,
  ParticipantCommand,
  ParticipantEvent,
  never,
  ParticipantAnswer
> = defineActor({
  kind: 'participant',
  events: PARTICIPANT_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  answer: (state) => {
    if (state.participant === null) throw new DomainError('participant_not_found');
    return { participantId: state.participantId, ...state.participant };
  },
});
