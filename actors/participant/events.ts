/** Events of a person's identity on a channel. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export type ParticipantEvent =
  | {
      readonly type: 'participant.appeared';
      readonly channel: 'whatsapp' | 'instagram';
      /** Our account: a phone number id, an Instagram account id. */
      readonly accountId: string;
      /** The person's address on the channel. */
      readonly address: string;
      readonly displayName: string | null;
    }
  | { readonly type: 'participant.linked'; readonly contactId: string };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const PARTICIPANT_EVENTS = {
  'participant.appeared': 1,
  'participant.linked': 1,
} as const satisfies VersionsOf<ParticipantEvent>;

/** The kind, for readers of its events. */
export const PARTICIPANT_KIND = eventKind<ParticipantEvent>('participant', PARTICIPANT_EVENTS);
