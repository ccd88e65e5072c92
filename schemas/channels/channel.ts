/** Channels, their connected accounts and the agents assigned to them, on the wire (spec sections 2.5 and 4.3). */
import { type Static, Type } from 'typebox';
import { AgentChannel } from '../agents/agent.js';
import { ACCOUNT_ID_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

const AccountId = Type.String({ minLength: 1, maxLength: 64 });

/** Channels on which accounts are connected and agents assigned. */
export const AccountChannel = literals(['whatsapp', 'instagram']);
export type AccountChannel = Static<typeof AccountChannel>;

export const isAccountChannel = (channel: string): channel is AccountChannel =>
  channel === 'whatsapp' || channel === 'instagram';

const UNCHANGED = 'Omitted: unchanged; false if the account was never assigned.';

export const ChannelAssignment = Type.Object(
  {
    businessId: Uuid,
    channel: AgentChannel,
    phoneNumberId: Type.Optional(AccountId),
    providerAccountId: Type.Optional(AccountId),
    aiAgentId: Type.Optional(nullable(Uuid, { description: 'Null removes the agent; omitted: unchanged.' })),
    autoReplyEnabled: Type.Optional(Type.Boolean({ description: UNCHANGED })),
    humanHandoffActive: Type.Optional(
      Type.Boolean({
        description: `${UNCHANGED} False also hands back conversations that humans took over in the channel’s app.`,
      }),
    ),
  },
  closed,
);
export type ChannelAssignment = Static<typeof ChannelAssignment>;

export const ChannelDelete = Type.Object({ businessId: Uuid }, closed);

/** An account and its access token. */
export const ChannelConnect = Type.Object(
  {
    businessId: Uuid,
    channel: AccountChannel,
    accountId: Type.String({
      pattern: ACCOUNT_ID_PATTERN,
      description: 'WhatsApp phone number id, or Instagram professional account id.',
    }),
    displayName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 120,
        description: 'The name to show. Default: the name on the channel.',
      }),
    ),
    accessToken: Type.String({
      minLength: 1,
      maxLength: 4_096,
      description: 'Verified with the channel, stored encrypted, and never returned.',
    }),
  },
  closed,
);
export type ChannelConnect = Static<typeof ChannelConnect>;

/** A connected account, and what answers on it. */
export const ChannelAccountResource = Type.Object(
  {
    channel: AccountChannel,
    accountId: Type.String(),
    displayName: Type.String(),
    username: nullable(Type.String()),
    aiAgentId: nullable(Uuid),
    agentName: nullable(Type.String()),
    autoReplyEnabled: Type.Boolean(),
    humanHandoffActive: Type.Boolean(),
    externalAutomation: Type.Boolean({
      description: 'Whether an external backend answers through an active webhook subscription.',
    }),
    connectedAt: DateTime,
    updatedAt: DateTime,
  },
  closed,
);
export type ChannelAccountResource = Static<typeof ChannelAccountResource>;

/** What the channel currently reports about an account. */
export const ChannelAccountCheck = Type.Object(
  {
    state: literals(['usable', 'refused', 'unknown'], {
      description: 'unknown: the channel did not respond in time.',
    }),
    problem: nullable(Type.Object({ code: Type.String(), message: Type.String() }, closed)),
    name: nullable(Type.String()),
    username: nullable(Type.String()),
    phoneNumber: nullable(Type.String({ description: 'Formatted for display.' })),
    quality: nullable(
      Type.String({ description: 'The channel’s quality rating, as reported by the channel.' }),
    ),
  },
  closed,
);
export type ChannelAccountCheck = Static<typeof ChannelAccountCheck>;

export const ChannelReadiness = literals(['live', 'not_connected', 'unavailable']);
export type ChannelReadiness = Static<typeof ChannelReadiness>;

export const ChannelResource = Type.Object(
  {
    channel: AgentChannel,
    label: Type.String(),
    status: literals(['live', 'coming_later', 'reserved']),
    readiness: ChannelReadiness,
    assignmentMode: literals(['phone_number', 'provider_account', 'none']),
    connectedAccounts: Count,
  },
  closed,
);
export type ChannelResource = Static<typeof ChannelResource>;

/** An account's assignment; `phoneNumberId` on WhatsApp, `providerAccountId` on Instagram. */
export const AssignmentResource = Type.Object(
  {
    channel: AccountChannel,
    phoneNumberId: nullable(Type.String()),
    providerAccountId: nullable(Type.String()),
    displayName: Type.String(),
    aiAgentId: nullable(Uuid),
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
    username: nullable(Type.String()),
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
