/** Events of the users of an e-mail address, and of their sessions in the console. */
import type { Role } from '../../schemas/accounts/access.js';
import type { Author, Origin } from '../../schemas/accounts/audit.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** A user's role and activity in a business. */
export interface MembershipFacts {
  readonly businessId: string;
  readonly role: Role;
  readonly active: boolean;
  /** Revision of the team's decision; increases with each. 0: as created, without a later decision. */
  readonly revision: number;
}

export type ConsoleUserEvent =
  /** A new user, or one moved from another address (renamed). */
  | {
      readonly type: 'user.added';
      readonly userId: string;
      readonly email: string;
      readonly name: string;
      /** argon2id, as a PHC string. */
      readonly passwordHash: string;
      readonly memberships: readonly MembershipFacts[];
    }
  /** Removes the user with all memberships and sessions. The address may be used again. */
  | { readonly type: 'user.removed'; readonly userId: string }
  /**
   * A link with which the user sets another password, made by a business; a newer one ends it. `secretHash`: lower-case hex SHA-256
   * of the secret in the link, which is not stored. `expiresAt`: ms since the epoch.
   */
  | {
      readonly type: 'password_reset.opened';
      readonly resetId: string;
      readonly userId: string;
      readonly businessId: string;
      readonly secretHash: string;
      readonly expiresAt: number;
      readonly by?: Author;
    }
  /** Ends every session of the user, and their link for another password. */
  | { readonly type: 'user.password_set'; readonly userId: string; readonly passwordHash: string }
  /** The team's decision; the first of a business creates the membership. Ends sessions that it no longer permits. */
  | ({ readonly type: 'membership.set'; readonly userId: string } & MembershipFacts)
  | { readonly type: 'membership.removed'; readonly userId: string; readonly businessId: string }
  /** `sessionId`: lower-case hex SHA-256 of the token, which is not kept. `expiresAt`: ms since the epoch. */
  | {
      readonly type: 'session.started';
      readonly sessionId: string;
      readonly userId: string;
      readonly businessId: string;
      readonly expiresAt: number;
      /** The origin of the sign-in. */
      readonly from?: Origin;
    }
  /** It was used, so it lasts until a later time, ms since the epoch. */
  | { readonly type: 'session.extended'; readonly sessionId: string; readonly expiresAt: number }
  /** `by`: the author, if the user did not sign out themselves; absent in events of earlier versions. */
  | { readonly type: 'session.closed'; readonly sessionId: string; readonly by?: Author }
  /** Legacy from here on: written while an address had one user, with the id of the actor, in one business. */
  | {
      readonly type: 'user.created';
      readonly businessId: string;
      readonly email: string;
      readonly name: string;
      readonly passwordHash: string;
      /** Absent in events from before roles, when every user had all permissions: an owner. */
      readonly role?: Role;
    }
  | { readonly type: 'user.password_changed'; readonly passwordHash: string }
  | { readonly type: 'user.disabled' }
  | { readonly type: 'user.enabled' }
  | {
      readonly type: 'user.standing_changed';
      readonly role: Role;
      readonly active: boolean;
      readonly revision: number;
    }
  | {
      readonly type: 'session.opened';
      readonly sessionId: string;
      readonly expiresAt: number;
      /** The origin of the sign-in; absent in events of earlier versions. */
      readonly from?: Origin;
    };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CONSOLE_USER_EVENTS = {
  // Version 2: readers must not ignore its role.
  'user.created': 2,
  'user.added': 3,
  'user.removed': 3,
  'user.password_set': 3,
  'password_reset.opened': 4,
  'membership.set': 3,
  'membership.removed': 3,
  'session.started': 3,
  'session.extended': 4,
  'session.closed': 1,
  'user.password_changed': 1,
  'user.disabled': 1,
  'user.enabled': 1,
  'user.standing_changed': 2,
  'session.opened': 1,
} as const satisfies VersionsOf<ConsoleUserEvent>;

/** The kind, for readers of its events. */
export const CONSOLE_USER_KIND = eventKind<ConsoleUserEvent>('console-user', CONSOLE_USER_EVENTS);
