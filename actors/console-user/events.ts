/** What happened to somebody who signs in to the console, and to their sessions. */
import type { Origin } from '../../schemas/audit.js';
import type { Role } from '../../schemas/roles.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export type ConsoleUserEvent =
  | {
      readonly type: 'user.created';
      readonly businessId: string;
      readonly email: string;
      readonly name: string;
      /** argon2id, as a PHC string. */
      readonly passwordHash: string;
      /** Not in what was written before there were roles, when everybody might do everything: an owner. */
      readonly role?: Role;
    }
  /** Ends every session. */
  | { readonly type: 'user.password_changed'; readonly passwordHash: string }
  /** Written before there were roles, as is the next one. Ends every session. */
  | { readonly type: 'user.disabled' }
  | { readonly type: 'user.enabled' }
  /** What the team decided. Ends every session of who is let in no more, or may do more than before. */
  | {
      readonly type: 'user.standing_changed';
      readonly role: Role;
      readonly active: boolean;
      /** Of the team; greater with each decision. */
      readonly revision: number;
    }
  /** `sessionId`: lower-case hex SHA-256 of the token, which nobody keeps. `expiresAt`: ms since the epoch. */
  | {
      readonly type: 'session.opened';
      readonly sessionId: string;
      readonly expiresAt: number;
      /** Where it was opened; absent in events of earlier versions. */
      readonly from?: Origin;
    }
  | { readonly type: 'session.closed'; readonly sessionId: string };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const CONSOLE_USER_EVENTS = {
  // Its role must be heeded.
  'user.created': 2,
  'user.password_changed': 1,
  'user.disabled': 1,
  'user.enabled': 1,
  'user.standing_changed': 2,
  'session.opened': 1,
  'session.closed': 1,
} as const satisfies VersionsOf<ConsoleUserEvent>;

/** The kind, for those who read its events. */
export const CONSOLE_USER_KIND = eventKind<ConsoleUserEvent>('console-user', CONSOLE_USER_EVENTS);
