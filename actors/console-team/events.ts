/** Events of a business's team: its members and invitations. */
import type { Role } from '../../schemas/accounts/access.js';
import type { Author } from '../../schemas/accounts/audit.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export type ConsoleTeamEvent =
  | {
      readonly type: 'member.standing_set';
      readonly userId: string;
      readonly role: Role;
      readonly active: boolean;
      /** Absent in events of earlier versions. */
      readonly by?: Author;
    }
  /** Removed from the team, with role and activity. */
  | { readonly type: 'member.removed'; readonly userId: string; readonly by: Author }
  | {
      readonly type: 'invitation.made';
      readonly invitationId: string;
      /** Lower-case hex SHA-256 of the secret in its link, which is not stored. */
      readonly secretHash: string;
      readonly email: string;
      readonly role: Role;
      /** Id of the user who invites. */
      readonly by: string;
      /** ms since the epoch */
      readonly expiresAt: number;
    }
  /** `by`: absent in events of earlier versions. */
  | { readonly type: 'invitation.revoked'; readonly invitationId: string; readonly by?: Author }
  | { readonly type: 'invitation.accepted'; readonly invitationId: string };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CONSOLE_TEAM_EVENTS = {
  'member.standing_set': 1,
  'member.removed': 2,
  'invitation.made': 1,
  'invitation.revoked': 1,
  'invitation.accepted': 1,
} as const satisfies VersionsOf<ConsoleTeamEvent>;

/** The kind, for readers of its events. */
export const CONSOLE_TEAM_KIND = eventKind<ConsoleTeamEvent>('console-team', CONSOLE_TEAM_EVENTS);
