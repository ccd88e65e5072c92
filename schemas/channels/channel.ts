/** Channels, their connected accounts and the agents assigned to them, on the wire (spec sections 2.5 and 4.3). */
import { type Static, Type } from 'typebox';
import { AgentChannel } from '../agents/agent.js';
import { about, count, EXAMPLE, moment, nullableText, nullableUuid, text } from '../described.js';
import { AccountName, AgentId, BusinessId, UpdatedAt } from '../fields.js';
import { ACCOUNT_ID_PATTERN } from '../patterns.js';
import { closed, described, literals, nullable } from '../shapes.js';

const accountId = { minLength: 1, maxLength: 64 } as const;
/** The account of a request on WhatsApp, and on Instagram. */
export const PhoneNumberId = text(
  'WhatsApp: the id of the phone number at Meta. Not used on other channels.',
  EXAMPLE.phoneNumberId,
  accountId,
);
export const ProviderAccountId = text(
  'Instagram: the id of the professional account. Not used on other channels.',
  EXAMPLE.instagramAccountId,
  accountId,
);

/** Channels on which accounts are connected and agents assigned. */
export const AccountChannel = literals(['whatsapp', 'instagram'], about('The messaging channel.'));
export type AccountChannel = Static<typeof AccountChannel>;

export const isAccountChannel = (channel: string): channel is AccountChannel =>
  channel === 'whatsapp' || channel === 'instagram';

const FAILURE_MESSAGE = 'The channel did not accept the request. Try again later.';
const UNCHANGED = 'Omitted: unchanged; false if the account was never assigned.';

export const ChannelAssignment = Type.Object(
  {
    businessId: BusinessId,
    channel: described(
      AgentChannel,
      'The channel: `whatsapp` or `instagram`. Agents of others are not assigned to accounts.',
    ),
    phoneNumberId: Type.Optional(PhoneNumberId),
    providerAccountId: Type.Optional(ProviderAccountId),
    aiAgentId: Type.Optional(
      nullableUuid(
        'The agent to assign, an active one of the channel. Null removes the agent. Omitted: unchanged.',
        EXAMPLE.agentId,
      ),
    ),
    autoReplyEnabled: Type.Optional(Type.Boolean(about(`Whether the agent answers customers. ${UNCHANGED}`))),
    humanHandoffActive: Type.Optional(
      Type.Boolean(
        about(
          `Whether people answer on the whole account, so that no agent does. ${UNCHANGED} False also hands back conversations that people took over in the channel’s app.`,
        ),
      ),
    ),
  },
  closed,
);
export type ChannelAssignment = Static<typeof ChannelAssignment>;

export const ChannelDelete = Type.Object({ businessId: BusinessId }, closed);

/** The account in the address or body of a request. */
export const NamedAccountId = text(
  'A WhatsApp phone number id, or an Instagram professional account id.',
  EXAMPLE.phoneNumberId,
  { pattern: ACCOUNT_ID_PATTERN },
);

/** An account and its access token. */
export const ChannelConnect = Type.Object(
  {
    businessId: BusinessId,
    channel: AccountChannel,
    accountId: NamedAccountId,
    displayName: Type.Optional(
      text('The name to show. Default: the name on the channel.', 'Acme support', {
        minLength: 1,
        maxLength: 120,
      }),
    ),
    accessToken: text(
      'A token of Meta for the account. Verified with the channel, stored encrypted, and never returned.',
      'EAAG-example',
      { minLength: 1, maxLength: 4_096 },
    ),
  },
  closed,
);
export type ChannelConnect = Static<typeof ChannelConnect>;

const DisplayName = text('The name that is shown for the account.', 'Acme support');
const Username = nullableText('The user name on Instagram. Null: the channel has none.', 'acme.support');
const ConnectedAt = moment('When the account was connected.');
const AssignedAgentId = nullableUuid('The assigned agent. Null: none.', EXAMPLE.agentId);
const AutoReplyEnabled = Type.Boolean(about('Whether the assigned agent answers customers.'));
const HumanHandoffActive = Type.Boolean(
  about('Whether people answer on the whole account, so that no agent does.'),
);

/** A connected account, and what answers on it. */
export const ChannelAccountResource = Type.Object(
  {
    channel: AccountChannel,
    accountId: AccountName,
    displayName: DisplayName,
    username: Username,
    aiAgentId: AssignedAgentId,
    agentName: nullableText('The name of the assigned agent. Null: none.', EXAMPLE.agent),
    autoReplyEnabled: AutoReplyEnabled,
    humanHandoffActive: HumanHandoffActive,
    externalAutomation: Type.Boolean(
      about('Whether an external backend answers through an active webhook subscription.'),
    ),
    connectedAt: ConnectedAt,
    updatedAt: UpdatedAt,
  },
  closed,
);
export type ChannelAccountResource = Static<typeof ChannelAccountResource>;

/** Why something failed at a channel. Codes are ours and contain nothing from the provider. */
export const Failure = Type.Object(
  {
    code: text('A stable code.', 'channel_failed'),
    message: text('What happened and what to do, for people; the text may change.', FAILURE_MESSAGE),
  },
  { ...closed, ...about('Why it failed.') },
);

/** What the channel currently reports about an account. */
export const ChannelAccountCheck = Type.Object(
  {
    state: literals(
      ['usable', 'refused', 'unknown'],
      about(
        '`usable`: the channel accepts the token. `refused`: it does not. `unknown`: it did not respond in time.',
      ),
    ),
    problem: nullable(Failure, about('Why the channel refused the token. Null: it did not.')),
    name: nullableText('The name on the channel. Null: not reported.', 'Acme'),
    username: Username,
    phoneNumber: nullableText(
      'The phone number, formatted for display. Null: not reported.',
      '+1 415-555-0110',
    ),
    quality: nullableText('The quality rating, as the channel reports it. Null: not reported.', 'GREEN'),
  },
  closed,
);
export type ChannelAccountCheck = Static<typeof ChannelAccountCheck>;

export const ChannelReadiness = literals(
  ['live', 'not_connected', 'unavailable'],
  about(
    '`live`: can be used now. `not_connected`: no account is connected. `unavailable`: cannot be used at present.',
  ),
);
export type ChannelReadiness = Static<typeof ChannelReadiness>;

export const ChannelResource = Type.Object(
  {
    channel: described(AgentChannel, 'The key of the channel.'),
    label: text('The name of the channel, for people.', 'WhatsApp'),
    status: literals(
      ['live', 'coming_later', 'reserved'],
      about('Whether the service offers the channel. `reserved`: for agents without delivery.'),
    ),
    readiness: ChannelReadiness,
    assignmentMode: literals(
      ['phone_number', 'provider_account', 'none'],
      about('What an agent is assigned to: a WhatsApp phone number, an Instagram account, or nothing.'),
    ),
    connectedAccounts: count('Connected accounts of the business on the channel.', 1),
  },
  closed,
);
export type ChannelResource = Static<typeof ChannelResource>;

/** The account of a resource on WhatsApp, and on Instagram. */
export const OfWhatsApp = nullableText(
  'The WhatsApp phone number id. Null on other channels.',
  EXAMPLE.phoneNumberId,
);
export const OfInstagram = nullable(
  Type.String(),
  about('The Instagram professional account id. Null on other channels.', null),
);

/** An account's assignment; `phoneNumberId` on WhatsApp, `providerAccountId` on Instagram. */
export const AssignmentResource = Type.Object(
  {
    channel: AccountChannel,
    phoneNumberId: OfWhatsApp,
    providerAccountId: OfInstagram,
    displayName: DisplayName,
    aiAgentId: AssignedAgentId,
    autoReplyEnabled: AutoReplyEnabled,
    humanHandoffActive: HumanHandoffActive,
    updatedAt: UpdatedAt,
  },
  closed,
);
export type AssignmentResource = Static<typeof AssignmentResource>;

export const InstagramConnection = Type.Object(
  {
    providerAccountId: text('The Instagram professional account id.', EXAMPLE.instagramAccountId),
    displayName: DisplayName,
    username: Username,
    connectedAt: ConnectedAt,
  },
  closed,
);
export type InstagramConnection = Static<typeof InstagramConnection>;

export const AssignableAgent = Type.Object(
  {
    id: AgentId,
    name: text('The name of the agent.', EXAMPLE.agent),
    referenceName: text('The stable, generated name of the agent.', 'ann-ce24a5c0'),
  },
  closed,
);
export type AssignableAgent = Static<typeof AssignableAgent>;
