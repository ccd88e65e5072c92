/** Events of the users of an e-mail address, and of their sessions in the console. */
import type { Author, Origin } from '../../schemas/audit.js';
import type { Role } from '../../schemas/roles.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** What a user may do in a business. */
export interface MembershipFacts {
  readonly businessId: string;
  readonly role: Role;
  readonly active: boolean;
  /** Of the team's decision; greater with each. 0: as it was made, nothing was decided since. */
  readonly revision: number;
}

export type ConsoleUserEvent =
  /** A new user, or one that came from another address (renamed). */
  | {
      readonly type: 'user.added';
      readonly userId: string;
      readonly email: string;
      readonly name: string;
      /** argon2id, as a PHC string. */
      readonly passwordHash: string;
      readonly memberships: readonly MembershipFacts[];
    }
  /** Ends the user with all memberships and sessions. The address may be used again. */
  | { readonly type: 'user.removed'; readonly userId: string }
  /** Ends every session of the user. */
  | { readonly type: 'user.password_set'; readonly userId: string; readonly passwordHash: string }
  /** The team's decision; the first of a business makes the membership. Ends sessions that it forbids. */
  | ({ readonly type: 'membership.set'; readonly userId: string } & MembershipFacts)
  | { readonly type: 'membership.removed'; readonly userId: string; readonly businessId: string }
  /** `sessionId`: lower-case hex SHA-256 of the token, which is not kept. `expiresAt`: ms since the epoch. */
  | {
      readonly type: 'session.started';
      readonly sessionId: string;
      readonly userId: string;
      readonly businessId: string;
      readonly expiresAt: number;
      /** Where it was opened. */
      readonly from?: Origin;
    }
  /** `by`: the author, where it was not the user itself who signed out; absent in events of earlier versions. */
  | { readonly type: 'session.closed'; readonly sessionId: string; readonly by?: Author }
  /** From here on: written while an address had one user, whose id is that of the actor, in one business. */
  | {
      readonly type: 'user.created';
      readonly businessId: string;
      readonly email: string;
      readonly name: string;
      readonly passwordHash: string;
      /** Not in what was written before there were roles, when everybody might do everything: an owner. */
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
      /** Where it was opened; absent in events of earlier versions. */
      readonly from?: Origin;
    };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const CONSOLE_USER_EVENTS = {
  // Its role must be heeded.
  'user.created': 2,
  'user.added': 3,
  'user.removed': 3,
  'user.password_set': 3,
  'membership.set': 3,
  'membership.removed': 3,
  'session.started': 3,
  'session.closed': 1,
  'user.password_changed': 1,
  'user.disabled': 1,
  'user.enabled': 1,
  'user.standing_changed': 2,
  'session.opened': 1,
} as const satisfies VersionsOf<ConsoleUserEvent>;

/** The kind, for those who read its events. */
export const CONSOLE_USER_KIND = eventKind<ConsoleUserEvent>('console-user', CONSOLE_USER_EVENTS);
