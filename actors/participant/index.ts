/** The participant actor: a person's identity on a channel. Its history becomes that of the contact it is linked to. */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, ActorRef, Envelope, TimerDue } from '../runtime/actor.js';
import { PARTICIPANT_EVENTS, type ParticipantEvent } from './events.js';

type ParticipantCommand =
  /** A first message has arrived. A repetition changes nothing. */
  | {
      readonly type: 'appear';
      readonly channel: 'whatsapp' | 'instagram';
      readonly accountId: string;
      readonly address: string;
      readonly displayName: string | null;
    }
  /**
   * Links the identity to its contact. Refused with `participant_linked` if it is linked to another contact, unless that is
   * `instead`, which is gone.
   */
  | { readonly type: 'link'; readonly contactId: string; readonly instead?: string | null };

interface ParticipantReplies {
  readonly appear: ParticipantDetails;
  readonly link: ParticipantDetails;
}

interface ParticipantQueries {
  /** @throws DomainError participant_not_found */
  get(): ParticipantDetails;
}

interface ParticipantDetails {
  readonly participantId: string;
  readonly channel: 'whatsapp' | 'instagram';
  readonly displayName: string | null;
  readonly contactId: string | null;
}

/** `participant` is null until it appears. */
interface ParticipantState {
  readonly participantId: string;
  readonly participant: Omit<ParticipantDetails, 'participantId'> | null;
}

const initial = (ref: ActorRef): ParticipantState => ({ participantId: ref.id, participant: null });

const evolve = (state: ParticipantState, event: ParticipantEvent): ParticipantState => {
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

/** A person appears once, and belongs to at most one contact. */
const decide = (
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
