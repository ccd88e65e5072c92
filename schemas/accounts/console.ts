/** Sign-in, keys and agent tests of the console, on the wire (docs/reference/api.md "Console and keys"). */
import { type Static, Type } from 'typebox';
import { MAX_VARIABLES } from '../agents/agent.js';
import { AnswerSources } from '../agents/knowledge.js';
import { Countries } from '../campaigns/destination.js';
import { EMAIL_PATTERN, SPOKEN_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { ROLES, SCOPES } from './access.js';

export const MIN_PASSWORD_CHARACTERS = 12;
export const MAX_PASSWORD_CHARACTERS = 200;
const Password = Type.String({ minLength: 1, maxLength: MAX_PASSWORD_CHARACTERS });
const NewPassword = Type.String({ minLength: MIN_PASSWORD_CHARACTERS, maxLength: MAX_PASSWORD_CHARACTERS });

export const SignIn = Type.Object(
  { email: Type.String({ minLength: 3, maxLength: 254 }), password: Password },
  closed,
);
export type SignIn = Static<typeof SignIn>;

/** What the first user enters about themselves and their business. */
export const SetUp = Type.Object(
  {
    token: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'The token of the link that the service printed.',
    }),
    businessName: Type.String({ minLength: 1, maxLength: 120 }),
    name: Type.String({ minLength: 1, maxLength: 120 }),
    email: Type.String({ minLength: 3, maxLength: 254, pattern: EMAIL_PATTERN }),
    password: NewPassword,
    allowedCountries: Type.Optional(Countries),
  },
  closed,
);
export type SetUp = Static<typeof SetUp>;

export const PasswordChange = Type.Object({ current: Password, next: NewPassword }, closed);
export type PasswordChange = Static<typeof PasswordChange>;

export const SessionResource = Type.Object(
  {
    user: Type.Object({ id: Uuid, email: Type.String(), name: Type.String() }, closed),
    business: Type.Object({ id: Uuid, name: Type.String() }, closed),
    role: Type.Enum([...ROLES], { description: 'Their role; the server checks it on each request.' }),
    memberships: Type.Array(
      Type.Object(
        {
          business: Type.Object({ id: Uuid, name: Type.String() }, closed),
          role: Type.Enum([...ROLES]),
        },
        closed,
      ),
      {
        description:
          'The businesses that the user can switch to, including this one, oldest membership first.',
      },
    ),
    csrfToken: Type.String({ description: 'Send it as X-CSRF-Token with every method except GET.' }),
    expiresAt: DateTime,
  },
  closed,
);
export type SessionResource = Static<typeof SessionResource>;

/** The business to switch to. */
export const BusinessSwitch = Type.Object({ switchTo: Uuid }, closed);
export type BusinessSwitch = Static<typeof BusinessSwitch>;

/** The overview above every page of the console. */
export const Overview = Type.Object(
  {
    lines: Count,
    leasedLines: Count,
    availableMicrocredits: Type.Integer(),
    reservedMicrocredits: Count,
    carrier: Type.String({
      description: 'The carrier that places calls, unless the business has chosen another.',
    }),
    simulatedCallers: Type.Boolean({ description: 'Whether calls to simulated callers are available.' }),
    browserLegs: Type.Boolean({
      description: 'Whether browsers can join calls (docs/how-to/browser-calls.md).',
    }),
    webhooksPausedByService: Type.Integer({
      minimum: 0,
      description: 'Webhook subscriptions that the service has paused, and an owner has to resume.',
    }),
  },
  closed,
);
export type Overview = Static<typeof Overview>;

/** A call to a caller on the simulated network, who says these sentences one after the other. */
export const SimulatedCallStart = Type.Object(
  {
    businessId: Uuid,
    agentId: Uuid,
    says: Type.Array(Type.String({ maxLength: 300, pattern: SPOKEN_PATTERN }), {
      minItems: 1,
      maxItems: 12,
    }),
  },
  closed,
);
export type SimulatedCallStart = Static<typeof SimulatedCallStart>;

const ScopeName = Type.Enum([...SCOPES]);

export const KeyCreate = Type.Object(
  {
    businessId: Uuid,
    name: Type.String({ minLength: 1, maxLength: 120 }),
    scopes: Type.Array(ScopeName, { minItems: 1, maxItems: SCOPES.length, uniqueItems: true }),
  },
  closed,
);
export type KeyCreate = Static<typeof KeyCreate>;

export const KeyResource = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    scopes: Type.Array(ScopeName),
    createdAt: DateTime,
    lastUsedAt: nullable(DateTime),
    revokedAt: nullable(DateTime),
  },
  closed,
);
export type KeyResource = Static<typeof KeyResource>;

/** Spec section 8, "Console agent test history". */
export const TEST_HISTORY_MESSAGES = 20;
export const TEST_SHOWN_MESSAGES = 40;

export const AgentTestStart = Type.Object(
  {
    businessId: Uuid,
    agentId: Uuid,
    /** Values for the agent's placeholders, by alias. */
    variables: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 500 }), {
        ...closed,
        maxProperties: MAX_VARIABLES,
      }),
    ),
    useDraft: Type.Optional(
      Type.Boolean({ description: 'Test the draft instead of the published version. Default: false.' }),
    ),
  },
  closed,
);
export type AgentTestStart = Static<typeof AgentTestStart>;

export const AgentTestMessage = Type.Object(
  { businessId: Uuid, text: Type.String({ minLength: 1, maxLength: 4_000 }) },
  closed,
);
export type AgentTestMessage = Static<typeof AgentTestMessage>;

export const AgentTestResource = Type.Object(
  {
    testId: Uuid,
    agentId: Uuid,
    messages: Type.Array(
      Type.Object(
        {
          speaker: literals(['customer', 'agent']),
          text: Type.String(),
          createdAt: DateTime,
          sources: AnswerSources,
        },
        closed,
      ),
      { description: `Includes the latest ${TEST_SHOWN_MESSAGES} messages of the agent.` },
    ),
  },
  closed,
);
export type AgentTestResource = Static<typeof AgentTestResource>;
