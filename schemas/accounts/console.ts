/** Sign-in, keys and agent tests of the console, on the wire (docs/reference/api.md "Console and keys"). */
import { type Static, Type } from 'typebox';
import { MAX_VARIABLES } from '../agents/agent.js';
import { AnswerSources } from '../agents/knowledge.js';
import { testedFields } from '../agents/tested.js';
import { Countries } from '../campaigns/destination.js';
import { about, count, EXAMPLE, moment, nullableMoment, text, uuid } from '../described.js';
import { AgentId, BusinessId, CreatedAt } from '../fields.js';
import { EMAIL_PATTERN, SPOKEN_PATTERN } from '../patterns.js';
import { closed, literals, nullable } from '../shapes.js';
import { ROLES, SCOPES } from './access.js';

export const MIN_PASSWORD_CHARACTERS = 12;
export const MAX_PASSWORD_CHARACTERS = 200;
const Password = text('The current password.', 'correct horse battery', {
  minLength: 1,
  maxLength: MAX_PASSWORD_CHARACTERS,
});
const NewPassword = text('The new password.', 'correct horse battery', {
  minLength: MIN_PASSWORD_CHARACTERS,
  maxLength: MAX_PASSWORD_CHARACTERS,
});
const EMAIL = 'kim@acme.example';
const UserName = text('The name of the user.', 'Kim Novak', { minLength: 1, maxLength: 120 });
const BusinessName = text('The name of the business.', 'Acme', { minLength: 1, maxLength: 120 });

export const SignIn = Type.Object(
  {
    email: text('The e-mail address of the user; case does not matter.', EMAIL, {
      minLength: 3,
      maxLength: 254,
    }),
    password: Password,
  },
  closed,
);
export type SignIn = Static<typeof SignIn>;

/** What the first user enters about themselves and their business. */
export const SetUp = Type.Object(
  {
    token: text('The token of the link that the service printed.', '9tYk2mQx7Vd4Lr8ZpB1sNc6JfWgHa3Ue', {
      minLength: 1,
      maxLength: 200,
    }),
    businessName: BusinessName,
    name: UserName,
    email: text('The e-mail address with which the user signs in.', EMAIL, {
      minLength: 3,
      maxLength: 254,
      pattern: EMAIL_PATTERN,
    }),
    password: NewPassword,
    allowedCountries: Type.Optional(Countries),
  },
  closed,
);
export type SetUp = Static<typeof SetUp>;

export const PasswordChange = Type.Object({ current: Password, next: NewPassword }, closed);
export type PasswordChange = Static<typeof PasswordChange>;

const SessionBusiness = Type.Object(
  { id: uuid('The business.', EXAMPLE.businessId), name: text('The name of the business.', 'Acme') },
  { ...closed, ...about('The business of the session or membership.') },
);

const SessionRole = Type.Enum(
  [...ROLES],
  about('The role of the user in that business; the server checks it on each request.'),
);

export const SessionResource = Type.Object(
  {
    user: Type.Object(
      {
        id: uuid('The user.', EXAMPLE.userId),
        email: text('The e-mail address of the user.', EMAIL),
        name: text('The name of the user.', 'Kim Novak'),
      },
      { ...closed, ...about('The signed-in user.') },
    ),
    business: SessionBusiness,
    role: SessionRole,
    memberships: Type.Array(
      Type.Object({ business: SessionBusiness, role: SessionRole }, closed),
      about('The businesses that the user can switch to, including this one, oldest membership first.'),
    ),
    csrfToken: text(
      'Send it as X-CSRF-Token with every method except GET.',
      'q8Zt1vYc3Lw5Xn7Rb0Dk2Ms4Jp6Hf9Ga8Ue1To3Wi5',
    ),
    expiresAt: moment('When the session ends: 30 days after it was used last.', '2026-04-01T09:30:00.000Z'),
  },
  closed,
);
export type SessionResource = Static<typeof SessionResource>;

/** What the page needs to know first. */
export const Start = Type.Object(
  {
    session: nullable(SessionResource, about('The session of the cookie. Null: sign in.')),
    hasUsers: Type.Boolean(
      about('Whether there is any user; otherwise the link that the service printed creates the first.'),
    ),
  },
  closed,
);

/** The business to switch to. */
export const BusinessSwitch = Type.Object(
  { switchTo: uuid('A business of `memberships`.', '2d81c6f4-a07b-5e39-8c52-b9f3e1d0a764') },
  closed,
);
export type BusinessSwitch = Static<typeof BusinessSwitch>;

/** The overview above every page of the console. */
export const Overview = Type.Object(
  {
    lines: count('Lines of the business: calls that it can have at a time.', 10),
    leasedLines: count('Lines that calls hold at this moment.', 2),
    availableMicrocredits: Type.Integer(
      about('Credit that can be spent, microcredits (1,000,000 a credit).', 49_978_000),
    ),
    reservedMicrocredits: count('Credit reserved for work in progress, microcredits.', 10_000),
    carrier: text('The carrier that places calls, unless the business has chosen another.', 'twilio'),
    simulatedCallers: Type.Boolean(about('Whether calls to simulated callers are available.')),
    browserLegs: Type.Boolean(about('Whether browsers can join calls.')),
    webhooksPausedByService: count(
      'Webhook subscriptions that the service has paused, and an owner has to resume.',
      0,
    ),
  },
  closed,
);
export type Overview = Static<typeof Overview>;

/** A call to a caller on the simulated network, who says these sentences one after the other. */
export const SimulatedCallStart = Type.Object(
  {
    businessId: BusinessId,
    agentId: uuid('The agent to try: an active voice agent.', EXAMPLE.agentId),
    says: Type.Array(Type.String({ maxLength: 300, pattern: SPOKEN_PATTERN }), {
      minItems: 1,
      maxItems: 12,
      ...about('The sentences that the caller says, one after the other.', [
        'Hello, please connect me with Acme.',
        'I would like to move my appointment.',
      ]),
    }),
  },
  closed,
);
export type SimulatedCallStart = Static<typeof SimulatedCallStart>;

const ScopeName = Type.Enum([...SCOPES]);

export const KeyCreate = Type.Object(
  {
    businessId: BusinessId,
    name: text('A name by which people recognise the key.', 'CRM integration', {
      minLength: 1,
      maxLength: 120,
    }),
    scopes: Type.Array(ScopeName, {
      minItems: 1,
      maxItems: SCOPES.length,
      uniqueItems: true,
      ...about('What the key may do. A request needs all scopes of its operation.', [
        'voice:read',
        'voice:write',
      ]),
    }),
  },
  closed,
);
export type KeyCreate = Static<typeof KeyCreate>;

export const KeyResource = Type.Object(
  {
    id: text('The id of the key: the middle part of its text.', '5d0f83b61c9e4a27b8d2e7f40a1c3965'),
    name: text('The name of the key.', 'CRM integration'),
    scopes: Type.Array(ScopeName, about('What the key may do.', ['voice:read', 'voice:write'])),
    createdAt: CreatedAt,
    lastUsedAt: nullableMoment('The minute of its latest use. Null: never used.', '2026-03-02T09:31:00.000Z'),
    revokedAt: nullable(
      Type.String({ format: 'date-time' }),
      about('When it was revoked. Null: it is valid.', null),
    ),
  },
  closed,
);
export type KeyResource = Static<typeof KeyResource>;

/** Spec section 8, "Console agent test history". */
export const TEST_HISTORY_MESSAGES = 20;
export const TEST_SHOWN_MESSAGES = 40;

export const AgentTestStart = Type.Object(
  {
    businessId: BusinessId,
    agentId: uuid('The agent to test: an active one.', EXAMPLE.agentId),
    variables: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        ...closed,
        maxProperties: MAX_VARIABLES,
        ...about("Values for the agent's placeholders, by alias.", { customer_name: EXAMPLE.customer }),
      }),
    ),
    ...testedFields,
    version: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000_000,
        ...about('Test this published version, also one that no customer meets now; not with `useDraft`.', 3),
      }),
    ),
  },
  closed,
);
export type AgentTestStart = Static<typeof AgentTestStart>;

export const AgentTestMessage = Type.Object(
  {
    businessId: BusinessId,
    text: text('What the customer writes to the agent.', 'Can I move my appointment to Friday?', {
      minLength: 1,
      maxLength: 4_000,
    }),
  },
  closed,
);
export type AgentTestMessage = Static<typeof AgentTestMessage>;

/** Characters of a text that is spoken; longer ones are cut by the client at the end of a sentence. */
const MAX_SPOKEN_TEXT = 1_000;

export const AgentTestSpeech = Type.Object(
  {
    businessId: BusinessId,
    text: text('What the agent said in this test, or its beginning.', 'Of course. Friday at ten is free.', {
      minLength: 1,
      maxLength: MAX_SPOKEN_TEXT,
    }),
    language: text('The language of the agent, BCP 47: chooses a voice if it has none of its own.', 'en-US', {
      minLength: 2,
      maxLength: 35,
    }),
    voiceId: Type.Optional(
      text('The `liveVoiceId` of the tested version.', 'flite:slt', { minLength: 1, maxLength: 200 }),
    ),
    agentGender: Type.Optional(
      literals(['male', 'female'], about('The `agentGender` of the tested version.')),
    ),
  },
  closed,
);
export type AgentTestSpeech = Static<typeof AgentTestSpeech>;

export const AgentTestSpeechResource = Type.Object(
  {
    voiceId: text('The voice that speaks.', 'flite:slt'),
    voiceName: text('Its name.', 'Slt'),
    audioUrl: text(
      'The address of a WAV file, valid for at least one hour.',
      'https://parley.example/samples/eyJ…',
    ),
  },
  closed,
);

/** The id of an agent test. */
export const TestId = uuid('The test conversation.', '6ab3d9e0-58f2-5c17-b4d6-0f9e1c7a8235');

export const AgentTestResource = Type.Object(
  {
    testId: TestId,
    agentId: AgentId,
    messages: Type.Array(
      Type.Object(
        {
          speaker: literals(['customer', 'agent'], about('The side that wrote the message.')),
          text: text('The text of the message.', 'Of course. Friday at ten is free.'),
          createdAt: moment('When it was written.'),
          sources: AnswerSources,
        },
        closed,
      ),
      about(`Oldest first; includes the latest ${TEST_SHOWN_MESSAGES} messages of the agent.`),
    ),
  },
  closed,
);
export type AgentTestResource = Static<typeof AgentTestResource>;
