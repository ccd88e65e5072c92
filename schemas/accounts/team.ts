/** Members of a business's team, on the wire (docs/reference/api.md "Roles"). */
import { type Static, Type } from 'typebox';
import { EMAIL_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, nullable, Uuid } from '../shapes.js';
import { ROLES } from './access.js';
import { MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS } from './console.js';

const RoleName = Type.Enum([...ROLES]);

export const MemberResource = Type.Object(
  {
    id: Uuid,
    email: Type.String(),
    name: Type.String(),
    role: RoleName,
    active: Type.Boolean({ description: 'Whether the member can sign in.' }),
    createdAt: DateTime,
    lastSignInAt: nullable(DateTime),
    openSessions: Count,
  },
  closed,
);
export type MemberResource = Static<typeof MemberResource>;

export const InvitationResource = Type.Object(
  {
    id: Uuid,
    email: Type.String(),
    role: RoleName,
    invitedBy: Type.String({ description: 'The name of the inviting user.' }),
    createdAt: DateTime,
    expiresAt: DateTime,
  },
  closed,
);
export type InvitationResource = Static<typeof InvitationResource>;

export const InvitationCreate = Type.Object(
  {
    businessId: Uuid,
    email: Type.String({ minLength: 3, maxLength: 254, pattern: EMAIL_PATTERN }),
    role: RoleName,
  },
  closed,
);
export type InvitationCreate = Static<typeof InvitationCreate>;

const LinkToken = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The token of the link, after the #.',
});

/** Joining a team as a new user, or as an existing user of the address. */
export const InvitationAcceptance = Type.Object(
  {
    token: LinkToken,
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 120,
        description:
          'Name of a new user. Omitted: the password must be that of an existing user of the address.',
      }),
    ),
    password: Type.String({ minLength: MIN_PASSWORD_CHARACTERS, maxLength: MAX_PASSWORD_CHARACTERS }),
  },
  closed,
);
export type InvitationAcceptance = Static<typeof InvitationAcceptance>;

/** Joining a team with the session of the request. */
export const TeamJoin = Type.Object({ token: LinkToken }, closed);
export type TeamJoin = Static<typeof TeamJoin>;

/** Omitted fields stay unchanged. */
export const MemberChange = Type.Object(
  { businessId: Uuid, role: Type.Optional(RoleName), active: Type.Optional(Type.Boolean()) },
  { ...closed, minProperties: 2 },
);
export type MemberChange = Static<typeof MemberChange>;

export const OwnSession = Type.Object(
  {
    openedAt: DateTime,
    expiresAt: DateTime,
    current: Type.Boolean({ description: 'Whether it is the session of this request.' }),
    client: nullable(Type.String(), {
      description: 'The address that it was opened from; null: opened by an earlier version of the service.',
    }),
    userAgent: nullable(Type.String(), {
      description: 'The browser that it was opened with, for example `Firefox 131 on Linux`; null: unknown.',
    }),
  },
  closed,
);
export type OwnSession = Static<typeof OwnSession>;
