/** Members of a business's team, on the wire (docs/reference/api.md "Roles"). */
import { type Static, Type } from 'typebox';
import { about, count, EXAMPLE, moment, nullableMoment, nullableText, text, uuid } from '../described.js';
import { BusinessId, CreatedAt } from '../fields.js';
import { EMAIL_PATTERN } from '../patterns.js';
import { closed } from '../shapes.js';
import { ROLES } from './access.js';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from './console.js';

const RoleName = Type.Enum(
  [...ROLES],
  about(
    '`viewer`: reads everything but secrets. `operator`: also runs calls, campaigns, conversations and agents. `owner`: also channels, webhooks, keys, settings and the team.',
  ),
);

export const MemberResource = Type.Object(
  {
    id: uuid('The user.', EXAMPLE.userId),
    email: text('The e-mail address with which the member signs in.', 'kim@acme.example'),
    name: text('The name of the member.', 'Kim Novak'),
    role: RoleName,
    active: Type.Boolean(about('Whether the member can sign in to this business.')),
    createdAt: moment('When the member joined the team.'),
    lastSignInAt: nullableMoment('The latest sign-in to this business. Null: none yet.', EXAMPLE.later),
    openSessions: count('Sessions in this business that have not ended.', 1),
  },
  closed,
);
export type MemberResource = Static<typeof MemberResource>;

export const InvitationResource = Type.Object(
  {
    id: uuid('The invitation.', 'ca1e83d7-60b4-5f92-8a3d-2e9f7b0c5d16'),
    email: text('The invited e-mail address.', 'lee@acme.example'),
    role: RoleName,
    invitedBy: text('The name of the inviting user.', 'Kim Novak'),
    createdAt: CreatedAt,
    expiresAt: moment('When the link becomes invalid: three days later.', '2026-03-05T09:30:00.000Z'),
  },
  closed,
);
export type InvitationResource = Static<typeof InvitationResource>;

export const InvitationCreate = Type.Object(
  {
    businessId: BusinessId,
    email: text('The e-mail address to invite.', 'lee@acme.example', {
      minLength: 3,
      maxLength: 254,
      pattern: EMAIL_PATTERN,
    }),
    role: RoleName,
  },
  closed,
);
export type InvitationCreate = Static<typeof InvitationCreate>;

const LinkToken = text('The token of the link, after the #.', '9tYk2mQx7Vd4Lr8ZpB1sNc6JfWgHa3Ue', {
  minLength: 1,
  maxLength: 200,
});

/** Joining a team as a new user, or as an existing user of the address. */
export const InvitationAcceptance = Type.Object(
  {
    token: LinkToken,
    name: Type.Optional(
      text(
        'Name of a new user. Omitted: the password must be that of an existing user of the address.',
        'Lee Park',
        { minLength: 1, maxLength: 120 },
      ),
    ),
    password: text('The password of the existing user, or of the new one.', 'correct horse battery', {
      minLength: MIN_PASSWORD_CHARACTERS,
      maxLength: MAX_PASSWORD_CHARACTERS,
    }),
  },
  closed,
);
export type InvitationAcceptance = Static<typeof InvitationAcceptance>;

/** Joining a team with the session of the request. */
export const TeamJoin = Type.Object({ token: LinkToken }, closed);
export type TeamJoin = Static<typeof TeamJoin>;

/** A new password with the link of an owner. */
export const PasswordResetUse = Type.Object(
  {
    token: LinkToken,
    password: text('The new password.', 'correct horse battery', {
      minLength: MIN_PASSWORD_CHARACTERS,
      maxLength: MAX_PASSWORD_CHARACTERS,
    }),
  },
  closed,
);
export type PasswordResetUse = Static<typeof PasswordResetUse>;

export const PasswordResetCreate = Type.Object({ businessId: BusinessId }, closed);

/** Omitted fields stay unchanged. */
export const MemberChange = Type.Object(
  {
    businessId: BusinessId,
    role: Type.Optional(RoleName),
    active: Type.Optional(Type.Boolean(about('False disables the member and ends their sessions here.'))),
  },
  { ...closed, minProperties: 2 },
);
export type MemberChange = Static<typeof MemberChange>;

export const OwnSession = Type.Object(
  {
    openedAt: moment('When the user signed in.'),
    expiresAt: moment('When the session ends at the latest.', '2026-03-02T21:30:00.000Z'),
    current: Type.Boolean(about('Whether it is the session of this request.')),
    client: nullableText(
      'The IP address that it was opened from. Null: opened by an earlier version of the service.',
      '203.0.113.17',
    ),
    userAgent: nullableText('The browser that it was opened with. Null: unknown.', 'Firefox 131 on Linux'),
  },
  closed,
);
export type OwnSession = Static<typeof OwnSession>;
