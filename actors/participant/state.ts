/** A channel participant's state. */
import { assertNever } from '../../schemas/assert.js';
import type { ActorRef } from '../runtime/actor.js';
import type { ParticipantDetails } from './commands.js';
import type { ParticipantEvent } from './events.js';

/** `participant` is null until it appears. */
export interface ParticipantState {
  readonly participantId: string;
  readonly participant: Omit<ParticipantDetails, 'participantId'> | null;
}

export const initial = (ref: ActorRef): ParticipantState => ({ participantId: ref.id, participant: null });

export const evolve = (state: ParticipantState, event: ParticipantEvent): ParticipantState => {
  switch (event.type) {
    case 'participant.appeared': {
      const { channel, displayName } = event;
      return { ...state, participant: { channel, displayName, contactId: null } };
    }
    case 'participant.linked':
      if (state.participant === null) return state;
      return { ...state, participant: { ...state.participant, contactId: event.contactId } };
    default:
      return assertNever(event);
  }
};
