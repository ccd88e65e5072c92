/** Channels, their connected accounts and who answers on them, on the wire (spec sections 2.5 and 4.3). */
import { type Static, Type } from 'typebox';
import { AgentChannel } from './agent.js';

const closed = { additionalProperties: false } as const;
const Uuid = Type.String({ format: 'uuid' });
const DateTime = Type.String({ format: 'date-time' });
const AccountId = Type.String({ minLength: 1, maxLength: 64 });

/** Channels on which accounts are connected and agents assigned. */
export const AccountChannel = Type.Union([Type.Literal('whatsapp'), Type.Literal('instagram')]);
export type AccountChannel = Static<typeof AccountChannel>;

export const isAccountChannel = (channel: string): channel is AccountChannel =>
  channel === 'whatsapp' || channel === 'instagram';

const KEPT = 'Left out, it stays as it is; false on an account that nobody has assigned yet.';

export const ChannelAssignment = Type.Object(
  {
    businessId: Uuid,
    channel: AgentChannel,
    phoneNumberId: Type.Optional(AccountId),
    providerAccountId: Type.Optional(AccountId),
    aiAgentId: Type.Optional(
      Type.Union([Uuid, Type.Null()], { description: 'Null removes the agent; left out, it stays.' }),
    ),
    autoReplyEnabled: Type.Optional(Type.Boolean({ description: KEPT })),
    humanHandoffActive: Type.Optional(
      Type.Boolean({
        description: `${KEPT} False also hands back the conversations that humans took over by answering in the channel’s app.`,
      }),
    ),
  },
  closed,
);
export type ChannelAssignment = Static<typeof ChannelAssignment>;

export const ChannelDelete = Type.Object({ businessId: Uuid }, closed);

export const ChannelReadiness = Type.Union([
  Type.Literal('live'),
  Type.Literal('not_connected'),
  Type.Literal('unavailable'),
]);
export type ChannelReadiness = Static<typeof ChannelReadiness>;

export const ChannelResource = Type.Object(
  {
    channel: AgentChannel,
    label: Type.String(),
    status: Type.Union([Type.Literal('live'), Type.Literal('coming_later'), Type.Literal('reserved')]),
    readiness: ChannelReadiness,
    assignmentMode: Type.Union([
      Type.Literal('phone_number'),
      Type.Literal('provider_account'),
      Type.Literal('none'),
    ]),
    connectedAccounts: Type.Integer({ minimum: 0 }),
  },
  closed,
);
export type ChannelResource = Static<typeof ChannelResource>;

/** An account's assignment; `phoneNumberId` on WhatsApp, `providerAccountId` on Instagram. */
export const AssignmentResource = Type.Object(
  {
    channel: AccountChannel,
    phoneNumberId: Type.Union([Type.String(), Type.Null()]),
    providerAccountId: Type.Union([Type.String(), Type.Null()]),
    displayName: Type.String(),
    aiAgentId: Type.Union([Uuid, Type.Null()]),
    autoReplyEnabled: Type.Boolean(),
    humanHandoffActive: Type.Boolean(),
    updatedAt: DateTime,
  },
  closed,
);
export type AssignmentResource = Static<typeof AssignmentResource>;

export const InstagramConnection = Type.Object(
  {
    providerAccountId: Type.String(),
    displayName: Type.String(),
    username: Type.Union([Type.String(), Type.Null()]),
    connectedAt: DateTime,
  },
  closed,
);
export type InstagramConnection = Static<typeof InstagramConnection>;

export const AssignableAgent = Type.Object(
  { id: Uuid, name: Type.String(), referenceName: Type.String() },
  closed,
);
export type AssignableAgent = Static<typeof AssignableAgent>;
