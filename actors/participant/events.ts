/** What happened to somebody's identity on a channel. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export type ParticipantEvent =
  | {
      readonly type: 'participant.appeared';
      readonly channel: 'whatsapp' | 'instagram';
      /** Ours: a phone number id, an Instagram account id. */
      readonly accountId: string;
      /** Theirs on the channel. */
      readonly address: string;
      readonly displayName: string | null;
    }
  | { readonly type: 'participant.linked'; readonly contactId: string };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const PARTICIPANT_EVENTS = {
  'participant.appeared': 1,
  'participant.linked': 1,
} as const satisfies VersionsOf<ParticipantEvent>;

/** The kind, for those who read its events. */
export const PARTICIPANT_KIND = eventKind<ParticipantEvent>('participant', PARTICIPANT_EVENTS);
