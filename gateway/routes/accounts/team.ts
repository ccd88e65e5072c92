/** Members of a business's team, invitations and sessions (docs/reference/api.md "Roles"). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { SessionResource } from '../../../schemas/accounts/console.js';
import {
  InvitationAcceptance,
  InvitationCreate,
  InvitationResource,
  MemberChange,
  MemberResource,
  OwnSession,
  PasswordResetCreate,
  PasswordResetUse,
  TeamJoin,
} from '../../../schemas/accounts/team.js';
import { about, EXAMPLE, moment, nullableText, uuid } from '../../../schemas/described.js';
import { closed, described } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import {
  BusinessQuery,
  ListQuery,
  NextCursor,
  ofOwnSession,
  pageRequest,
  requireSession,
  writtenAs,
} from '../common.js';
import { signInResponse } from './session-responses.js';

/** The sender is not yet authenticated. */
const JOIN_BYTES = 8 * 1024;

const UserParams = Type.Object({ userId: uuid('The member.', EXAMPLE.userId) }, closed);
const InvitationParams = Type.Object({ invitationId: InvitationResource.properties.id }, closed);
const Ended = Type.Object({ ended: Type.Literal(true, about('The sessions have ended.')) }, closed);

/** `secureCookies`: whether clients reach the service by https. */
export const teamRoutes = (
  operations: Operations,
  views: ViewStore,
  secureCookies: () => boolean,
): readonly Route[] => [
  ...memberRoutes(operations, views),
  ...leavingRoutes(operations),
  ...invitationRoutes(operations),
  ...joinRoutes(operations, secureCookies),
  resetRoute(operations, secureCookies),
  ...ownSessionRoutes(operations, views),
];

const memberRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/team',
    operationId: 'listMembers',
    summary: 'List the members of the team, including disabled ones, newest first.',
    description: 'Open invitations are not members yet: `listInvitations` has them.',
    sessionOnly: true,
    role: 'owner',
    query: ListQuery,
    response: Type.Object(
      { members: Type.Array(MemberResource, about('The page of members.')), nextCursor: NextCursor },
      closed,
    ),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query, caller }) => {
      const { items, nextCursor } = views.members(businessId, pageRequest(query), caller.at);
      return { data: { members: items, nextCursor } };
    },
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/console/team/{userId}',
    operationId: 'changeMember',
    audit: { action: 'member.changed', target: 'params.userId' },
    summary:
      'Change the role of a member, or disable or re-enable them. Takes effect immediately, also for open sessions.',
    description:
      'Concerns this business alone. A disabled member loses access at once; a user who gains permissions signs in again. The last active owner can be neither disabled nor demoted (409 `last_owner`).',
    sessionOnly: true,
    role: 'owner',
    quota: 'none',
    params: UserParams,
    body: MemberChange,
    response: Type.Object({ member: described(MemberResource, 'The member after the change.') }, closed),
    errors: ['user_not_found', 'last_owner'],
    handler: async ({ params, body, caller }) => {
      const { role, active } = body;
      const change = { ...(role === undefined ? {} : { role }), ...(active === undefined ? {} : { active }) };
      return writtenAs('member', await operations.team.changeMember(caller, params.userId, change));
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/console/team/{userId}/sessions',
    operationId: 'endMemberSessions',
    audit: { action: 'member.sessions_ended', target: 'params.userId' },
    summary: 'End all sessions of a member. They can sign in again.',
    description: 'Ends the sessions in this business; those in other businesses stay open.',
    sessionOnly: true,
    role: 'owner',
    params: UserParams,
    query: BusinessQuery,
    response: Ended,
    errors: ['user_not_found'],
    handler: async ({ params, caller }) => operations.team.endMemberSessions(caller, params.userId),
  }),
];

const leavingRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'DELETE',
    path: '/api/v1/console/team/{userId}',
    operationId: 'removeMember',
    audit: { action: 'member.removed', target: 'params.userId' },
    summary: 'Remove a member from the team. Their sessions in this business end.',
    description:
      'Conversations that are assigned to them are assigned to no member. Their messages and notes stay. The last active owner cannot be removed (409 `last_owner`). An invitation brings them back.',
    sessionOnly: true,
    role: 'owner',
    params: UserParams,
    query: BusinessQuery,
    response: Type.Object(
      {
        userId: uuid('The former member.', EXAMPLE.userId),
        removed: Type.Literal(true, about('The user is no longer on the team.')),
      },
      closed,
    ),
    errors: ['user_not_found', 'last_owner'],
    handler: async (input) => {
      const { userId } = requireSession(input).record;
      return operations.team.removeMember(input.caller, input.params.userId, { type: 'user', id: userId });
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/team/{userId}/password-reset',
    operationId: 'createPasswordReset',
    audit: { action: 'member.password_reset', target: 'params.userId' },
    summary:
      'Make a link with which a member sets a new password. It is returned only once, works once, and is valid for a day. A repeated request returns null.',
    description:
      'Nothing is sent: pass the link on yourself; anyone who has it can use it. A newer link ends it. For a user who also belongs to another business the answer is 409 `password_reset_elsewhere`.',
    sessionOnly: true,
    role: 'owner',
    quota: 'none',
    idempotent: true,
    status: 201,
    params: UserParams,
    body: PasswordResetCreate,
    response: Type.Object(
      {
        link: nullableText(
          'The link, relative to the root of the console. Null in the response to a repeated request.',
          '/reset#9tYk2mQx7Vd4Lr8ZpB1sNc6JfWgHa3Ue',
        ),
        expiresAt: moment('When the link becomes invalid.', '2026-03-03T09:30:00.000Z'),
      },
      closed,
    ),
    errors: ['user_not_found', 'password_reset_elsewhere'],
    handler: async ({ params, caller }) => {
      const { result, ...written } = await operations.passwordResets.create(caller, params.userId);
      return { ...written, result, repeated: { ...result, link: null } };
    },
  }),
];

const resetRoute = (operations: Operations, secureCookies: () => boolean): Route =>
  route({
    method: 'POST',
    path: '/api/v1/console/password-reset',
    operationId: 'resetPassword',
    audit: {
      action: 'password.reset',
      target: 'data.user.id',
      refusedOf: { field: 'token', is: 'invitation' },
    },
    maxBodyBytes: JOIN_BYTES,
    summary: 'Set a new password with the link of an owner, and sign in.',
    description:
      'All other sessions of the user end. Wrong links count towards a limit of 20 in 15 minutes from one network.',
    public: true,
    body: PasswordResetUse,
    response: SessionResource,
    errors: [
      'password_reset_invalid',
      'credentials_invalid',
      'sign_in_limited',
      'sign_in_busy',
      'journal_unavailable',
    ],
    handler: async ({ body, visitor, caller, from, sessionBefore }) =>
      signInResponse(
        operations,
        await operations.passwordResets.use(body, visitor(), caller.at, from()),
        sessionBefore(),
        { secure: secureCookies(), at: caller.at },
      ),
  });

const invitationRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/invitations',
    operationId: 'listInvitations',
    summary: 'List up to 20 open invitations, newest first.',
    description: 'An invitation is open until it is accepted, revoked or three days old.',
    sessionOnly: true,
    role: 'owner',
    query: BusinessQuery,
    response: Type.Object(
      { invitations: Type.Array(InvitationResource, about('The open invitations.')) },
      closed,
    ),
    handler: async ({ businessId, caller }) => ({
      data: { invitations: await operations.invitations.list(businessId, caller.at) },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/invitations',
    operationId: 'inviteMember',
    audit: { action: 'invitation.made', target: 'data.invitation.id' },
    summary:
      'Invite a member. The link is returned only once and is valid for three days; anyone who has it can accept it. A repeated request returns null.',
    description:
      'Nothing is sent: pass the link on yourself. At most 20 invitations are open at a time, and 50 are created within a day. The response does not reveal whether the address is known elsewhere.',
    sessionOnly: true,
    role: 'owner',
    idempotent: true,
    status: 201,
    body: InvitationCreate,
    response: Type.Object(
      {
        invitation: described(InvitationResource, 'The invitation.'),
        link: nullableText(
          'The link, relative to the root of the console. Null in the response to a repeated request.',
          '/join#9tYk2mQx7Vd4Lr8ZpB1sNc6JfWgHa3Ue',
        ),
      },
      closed,
    ),
    errors: ['user_exists', 'invitations_limited'],
    handler: async (input) => {
      const { userId } = requireSession(input).record;
      const { result, ...written } = await operations.invitations.create(input.caller, userId, input.body);
      return { ...written, result, repeated: { ...result, link: null } };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/console/invitations/{invitationId}',
    operationId: 'revokeInvitation',
    audit: { action: 'invitation.revoked', target: 'params.invitationId' },
    summary: 'Revoke an invitation. Its link becomes invalid.',
    description: 'A link that was accepted already stays accepted: disable the member instead.',
    sessionOnly: true,
    role: 'owner',
    params: InvitationParams,
    query: BusinessQuery,
    response: Type.Object({ revoked: Type.Literal(true, about('The link is invalid.')) }, closed),
    errors: ['invitation_not_found'],
    handler: async ({ params, caller }) => operations.invitations.revoke(caller, params.invitationId),
  }),
];

const joinRoutes = (operations: Operations, secureCookies: () => boolean): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/join',
    operationId: 'acceptInvitation',
    audit: {
      action: 'invitation.accepted',
      target: 'data.user.id',
      refusedOf: { field: 'token', is: 'invitation' },
    },
    maxBodyBytes: JOIN_BYTES,
    summary:
      'Join a team with an invitation link and sign in: with the password of an existing user of the address, or as a new user with a name and a password.',
    description:
      'With the password of an existing user of the invited address, that user joins the team. With `name` and any other password a separate user is created for this business. Wrong links and wrong passwords count towards the limits of `signIn`.',
    public: true,
    status: 201,
    body: InvitationAcceptance,
    response: SessionResource,
    errors: [
      'invitation_invalid',
      'credentials_invalid',
      'sign_in_limited',
      'sign_in_busy',
      'journal_unavailable',
    ],
    handler: async ({ body, visitor, caller, from, sessionBefore }) =>
      signInResponse(
        operations,
        await operations.joining.withPassword(body, visitor(), caller.at, from()),
        sessionBefore(),
        { secure: secureCookies(), at: caller.at },
      ),
  }),
  route({
    method: 'POST',
    path: '/api/v1/console/session/join',
    operationId: 'joinTeam',
    audit: {
      action: 'invitation.accepted',
      target: 'data.user.id',
      refusedOf: { field: 'token', is: 'invitation' },
      leaves: 'session.switched',
    },
    maxBodyBytes: JOIN_BYTES,
    summary:
      'Join a team with an invitation link that was sent to the address of the session. Returns a new session in that business; the current session ends.',
    description:
      'The user of the session becomes a member of the inviting business, with the role of the invitation. A link for another address is 409 `invitation_for_other_address`.',
    ...ofOwnSession,
    quota: 'none',
    status: 201,
    body: TeamJoin,
    response: SessionResource,
    errors: [
      'invitation_invalid',
      'invitation_for_other_address',
      'credentials_invalid',
      'sign_in_limited',
      'journal_unavailable',
    ],
    handler: async (input) => {
      const { record } = requireSession(input);
      const { body, client, caller, from } = input;
      return signInResponse(
        operations,
        await operations.joining.withSession(record, body.token, client, caller.at, from()),
        null,
        { secure: secureCookies(), at: caller.at },
      );
    },
  }),
];

const ownSessionRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/sessions',
    operationId: 'listOwnSessions',
    summary: 'List up to 20 sessions of the user, newest first.',
    description: 'Sessions in all businesses of the user, each with the address and browser that opened it.',
    ...ofOwnSession,
    response: Type.Object({ sessions: Type.Array(OwnSession, about('The sessions.')) }, closed),
    handler: async (input) => ({
      data: { sessions: views.sessionsOf(requireSession(input).record, input.caller.at) },
    }),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/console/sessions',
    operationId: 'endOtherSessions',
    audit: { action: 'sessions.ended', everywhere: true },
    summary: 'End all other sessions of the user.',
    description: 'The session of the request stays open. Sessions in all businesses of the user end.',
    ...ofOwnSession,
    response: Ended,
    handler: async (input) => operations.sessions.endOthers(requireSession(input).record),
  }),
];
