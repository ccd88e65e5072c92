/**
 * The team of a business: one actor, with the id of the business. It decides on members and their roles; each user adopts
 * these decisions (actors/console-user, U3).
 *
 * T1. No decision, removals included, leaves a team without an active owner.
 * T2. At most {@link MAX_INVITATIONS} invitations are open, and {@link MAX_INVITED} are made within {@link INVITED_MS}.
 * T3. An invitation ends when it is accepted, is revoked or expires, and when its author is no longer an active owner.
 */

import type { Role } from '../../schemas/accounts/access.js';
import type { Author } from '../../schemas/accounts/audit.js';
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import { CONSOLE_TEAM_EVENTS, type ConsoleTeamEvent } from './events.js';

export const MAX_INVITATIONS = 20;
/** Each invitation may reveal whether its address can be used here, so their number is limited. */
export const MAX_INVITED = 50;
export const INVITED_MS = 24 * 3_600_000;

/** A member's role and whether it is active. */
export interface Membership {
  readonly role: Role;
  readonly active: boolean;
}

export type ConsoleTeamCommand =
  /**
   * Omitted fields stay unchanged. `known`: all members of the business as the views have them; it applies to members
   * without a decision here.
   * @throws DomainError user_not_found, last_owner
   */
  | {
      readonly type: 'set_standing';
      readonly userId: string;
      readonly role?: Role;
      readonly active?: boolean;
      readonly by?: Author;
      readonly known: Readonly<Record<string, Membership>>;
    }
  /**
   * Adds a member by an open invitation. Changes nothing for an existing member.
   * @throws DomainError invitation_invalid
   */
  | {
      readonly type: 'admit';
      readonly invitationId: string;
      readonly userId: string;
      readonly known: Readonly<Record<string, Membership>>;
    }
  /** Adds a member on the operator's authority. Changes nothing for an existing member. */
  | {
      readonly type: 'add';
      readonly userId: string;
      readonly role: Role;
      readonly by: Author;
      readonly known: Readonly<Record<string, Membership>>;
    }
  /** @throws DomainError last_owner */
  | {
      readonly type: 'remove';
      readonly userId: string;
      readonly by: Author;
      readonly known: Readonly<Record<string, Membership>>;
    }
  /** @throws DomainError invitations_limited; role_insufficient if the author is no longer an active owner */
  | {
      readonly type: 'invite';
      readonly invitationId: string;
      readonly secretHash: string;
      readonly email: string;
      readonly role: Role;
      readonly by: string;
      readonly expiresAt: number;
    }
  /** @throws DomainError invitation_not_found */
  | { readonly type: 'revoke'; readonly invitationId: string; readonly by?: Author }
  | { readonly type: 'accept'; readonly invitationId: string };

export interface Invitation {
  readonly secretHash: string;
  readonly email: string;
  readonly role: Role;
  readonly by: string;
  /** ms since the epoch, as is the next one. */
  readonly madeAt: number;
  readonly expiresAt: number;
}

interface Member extends Membership {
  /** Revision of the decision; increases with each. */
  readonly revision: number;
  /** No longer on the team, even if the views still list the member. */
  readonly removed?: boolean;
}

export interface ConsoleTeamState {
  /** Members with a decision here. */
  readonly members: Readonly<Record<string, Member>>;
  /** Revision of the latest decision about any member. */
  readonly revision: number;
  /** In the order of creation. */
  readonly invitations: Readonly<Record<string, Invitation>>;
  /** Times of the latest invitations, ms since the epoch; at most {@link MAX_INVITED}. */
  readonly invited: readonly number[];
}

export interface ConsoleTeamReplies {
  readonly set_standing: ConsoleTeamState;
  readonly invite: ConsoleTeamState;
  readonly admit: ConsoleTeamState;
  readonly add: ConsoleTeamState;
}

export interface ConsoleTeamQueries {
  get(): ConsoleTeamState;
}

/** The invitations that can be accepted at `at`, ms since the epoch. */
export const openInvitations = (
  { invitations }: Pick<ConsoleTeamState, 'invitations'>,
  at: number,
): readonly (readonly [string, Invitation])[] =>
  Object.entries(invitations).filter(([, { expiresAt }]) => expiresAt > at);

const decide = (
  state: ConsoleTeamState,
  { command, at }: Envelope<ConsoleTeamCommand | TimerDue>,
): readonly ConsoleTeamEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'set_standing':
      return setMembership(state, command);
    case 'admit': {
      const { invitationId, userId, known } = command;
      const [, invitation] = openInvitations(state, at).find(([id]) => id === invitationId) ?? [];
      if (invitation === undefined) throw new DomainError('invitation_invalid');
      const by: Author = { type: 'user', id: userId };
      return addMember(state, { userId, role: invitation.role, by, known });
    }
    case 'add':
      return addMember(state, command);
    case 'remove': {
      const { userId, by, known } = command;
      const { [userId]: member, ...others } = teamOf(state, known);
      if (member === undefined) return [];
      // T1
      if (!Object.values(others).some(isActiveOwner)) throw new DomainError('last_owner');
      return [{ type: 'member.removed', userId, by }];
    }
    case 'invite': {
      const { invitationId, secretHash, email, role, by, expiresAt } = command;
      if (Object.hasOwn(state.invitations, invitationId)) return [];
      // T3: the request may have been delayed until its author was removed.
      const author = Object.hasOwn(state.members, by) ? state.members[by] : undefined;
      if (author !== undefined && !isActiveOwner(author))
        throw new DomainError('role_insufficient', 'only an owner of the business can invite');
      const recent = state.invited.filter((invitedAt) => invitedAt > at - INVITED_MS);
      // T2
      if (openInvitations(state, at).length >= MAX_INVITATIONS || recent.length >= MAX_INVITED)
        throw new DomainError('invitations_limited');
      return [{ type: 'invitation.made', invitationId, secretHash, email, role, by, expiresAt }];
    }
    case 'revoke': {
      const { type: _type, ...revocation } = command;
      if (!Object.hasOwn(state.invitations, revocation.invitationId))
        throw new DomainError('invitation_not_found');
      return [{ type: 'invitation.revoked', ...revocation }];
    }
    case 'accept':
      return Object.hasOwn(state.invitations, command.invitationId)
        ? [{ type: 'invitation.accepted', invitationId: command.invitationId }]
        : [];
    default:
      return assertNever(command);
  }
};

/** All members: by the team's own decisions, otherwise as the views have them. */
const teamOf = (
  { members }: ConsoleTeamState,
  known: Readonly<Record<string, Membership>>,
): Readonly<Record<string, Membership>> =>
  Object.fromEntries(
    Object.entries({ ...known, ...members }).filter(([id]) => members[id]?.removed !== true),
  );

const addMember = (
  state: ConsoleTeamState,
  {
    userId,
    role,
    by,
    known,
  }: Pick<Extract<ConsoleTeamCommand, { readonly type: 'add' }>, 'userId' | 'role' | 'by' | 'known'>,
): readonly ConsoleTeamEvent[] =>
  Object.hasOwn(teamOf(state, known), userId)
    ? []
    : [{ type: 'member.standing_set', userId, role, active: true, by }];

const setMembership = (
  state: ConsoleTeamState,
  { userId, role, active, by, known }: Extract<ConsoleTeamCommand, { readonly type: 'set_standing' }>,
): readonly ConsoleTeamEvent[] => {
  const all = teamOf(state, known);
  const before = Object.hasOwn(all, userId) ? all[userId] : undefined;
  if (before === undefined) throw new DomainError('user_not_found');
  const after: Membership = { role: role ?? before.role, active: active ?? before.active };
  const isDecided = Object.hasOwn(state.members, userId);
  if (isDecided && after.role === before.role && after.active === before.active) return [];
  const others = Object.entries(all).filter(([id]) => id !== userId);
  // T1
  if (![after, ...others.map(([, membership]) => membership)].some(isActiveOwner))
    throw new DomainError('last_owner');
  return [{ type: 'member.standing_set', userId, ...after, ...(by === undefined ? {} : { by }) }];
};

const invitationsNotBy = (
  { invitations }: ConsoleTeamState,
  userId: string,
): ConsoleTeamState['invitations'] =>
  Object.fromEntries(Object.entries(invitations).filter(([, { by }]) => by !== userId));

const isActiveOwner = ({ role, active }: Membership): boolean => active && role === 'owner';

const evolve = (state: ConsoleTeamState, event: ConsoleTeamEvent, at: number): ConsoleTeamState => {
  switch (event.type) {
    case 'member.standing_set': {
      const { userId, role, active } = event;
      const revision = state.revision + 1;
      const members = { ...state.members, [userId]: { role, active, revision } };
      if (isActiveOwner(event)) return { ...state, members, revision };
      // T3
      return { ...state, members, revision, invitations: invitationsNotBy(state, userId) };
    }
    case 'member.removed': {
      const { userId } = event;
      const revision = state.revision + 1;
      const removed: Member = { role: 'viewer', active: false, revision, removed: true };
      const members = { ...state.members, [userId]: removed };
      // T3
      return { ...state, members, revision, invitations: invitationsNotBy(state, userId) };
    }
    case 'invitation.made': {
      const { invitationId, secretHash, email, role, by, expiresAt } = event;
      const invitations = {
        ...Object.fromEntries(openInvitations(state, at)),
        [invitationId]: { secretHash, email, role, by, madeAt: at, expiresAt },
      };
      return { ...state, invitations, invited: [...state.invited, at].slice(-MAX_INVITED) };
    }
    case 'invitation.revoked':
    case 'invitation.accepted': {
      const { [event.invitationId]: _ended, ...invitations } = state.invitations;
      return { ...state, invitations };
    }
    default:
      return assertNever(event);
  }
};

export const consoleTeam: Actor<
  ConsoleTeamState,
  ConsoleTeamCommand,
  ConsoleTeamEvent,
  never,
  ConsoleTeamReplies,
  ConsoleTeamQueries
> = {
  kind: 'console-team',
  events: CONSOLE_TEAM_EVENTS,
  initial: (): ConsoleTeamState => ({ members: {}, revision: 0, invitations: {}, invited: [] }),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {
    set_standing: (state) => state,
    invite: (state) => state,
    admit: (state) => state,
    add: (state) => state,
  },
  queries: (state) => ({ get: () => state }),
  snapshotEvery: 100,
};
