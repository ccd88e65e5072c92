/** Agents on the wire (spec section 2.5). */
import { type Static, Type } from 'typebox';
import { FIELD_KEY_PATTERN } from './patterns.js';

const closed = { additionalProperties: false } as const;
const Uuid = Type.String({ format: 'uuid' });

/** Categories, and Data Sources, that one agent may be given. */
export const MAX_GRANTS = 100;
/** Fields of Data Sources that one agent may be given. */
export const MAX_VARIABLES = 500;
/** Double-brace placeholders in one text, repetitions included: they are filled in at every call. */
export const MAX_PLACEHOLDERS = 1_000;

export const AgentChannel = Type.Union([
  Type.Literal('whatsapp'),
  Type.Literal('sms'),
  Type.Literal('voice'),
  Type.Literal('instagram'),
  Type.Literal('other'),
]);
export type AgentChannel = Static<typeof AgentChannel>;

/** Grants one field of one Data Source to the agent under an alias. */
export const DataSourceVariable = Type.Object(
  {
    sourceId: Uuid,
    fieldKey: Type.String({ pattern: FIELD_KEY_PATTERN }),
    alias: Type.String({ pattern: FIELD_KEY_PATTERN }),
  },
  closed,
);
export type DataSourceVariable = Static<typeof DataSourceVariable>;

export const VoiceSettings = Type.Object(
  {
    liveVoiceId: Type.Optional(Type.String({ minLength: 1 })),
    language: Type.Optional(Type.String({ minLength: 2 })),
    agentGender: Type.Optional(Type.Union([Type.Literal('male'), Type.Literal('female')])),
    backgroundNoiseKey: Type.Optional(Type.String({ minLength: 1 })),
    backgroundNoiseLevelPercent: Type.Optional(Type.Integer({ minimum: 50, maximum: 1000, multipleOf: 50 })),
    firstGreeting: Type.Optional(Type.String()),
    allowGreetingInterrupt: Type.Optional(Type.Boolean()),
    nudgeAfterSilenceSeconds: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 600 })),
    disconnectAfterSilenceSeconds: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 3600 })),
    maxCallDurationSeconds: Type.Optional(Type.Number({ minimum: 1, maximum: 14_400 })),
    repeatInterruptedSentence: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type VoiceSettings = Static<typeof VoiceSettings>;

export const AgentAssignment = Type.Object(
  {
    phoneNumberId: Type.Optional(Type.String({ minLength: 1 })),
    providerAccountId: Type.Optional(Type.String({ minLength: 1 })),
    autoReplyEnabled: Type.Optional(Type.Boolean({ default: true })),
    humanHandoffActive: Type.Optional(Type.Boolean({ default: false })),
  },
  closed,
);

const profile = {
  channel: AgentChannel,
  instructions: Type.String({ minLength: 1, description: 'At most 20,000 words.' }),
  languageCode: Type.Optional(Type.String({ minLength: 2, default: 'en' })),
  dataSourceIds: Type.Optional(Type.Array(Uuid, { maxItems: MAX_GRANTS, uniqueItems: true })),
  contactCategoryIds: Type.Optional(Type.Array(Uuid, { maxItems: MAX_GRANTS, uniqueItems: true })),
  dataSourceVariables: Type.Optional(Type.Array(DataSourceVariable, { maxItems: MAX_VARIABLES })),
  voiceSettings: Type.Optional(VoiceSettings),
  instagramCollectMobileEnabled: Type.Optional(Type.Boolean({ default: true })),
};

export const AgentCreate = Type.Object(
  {
    businessId: Uuid,
    name: Type.String({ minLength: 1 }),
    ...profile,
    assignment: Type.Optional(Type.Union([Type.Null(), AgentAssignment])),
  },
  closed,
);
export type AgentCreate = Static<typeof AgentCreate>;

export const AgentUpdate = Type.Object(
  { businessId: Uuid, agentId: Uuid, name: Type.String({ minLength: 1, maxLength: 120 }), ...profile },
  closed,
);
export type AgentUpdate = Static<typeof AgentUpdate>;

export const BusinessAgentMutation = Type.Object({ businessId: Uuid, agentId: Uuid }, closed);
export type BusinessAgentMutation = Static<typeof BusinessAgentMutation>;

/** An agent as every agent operation returns it. */
export const AgentResource = Type.Object(
  {
    id: Uuid,
    referenceName: Type.String({ description: 'Stable generated identifier.' }),
    channel: AgentChannel,
    status: Type.Union([Type.Literal('active'), Type.Literal('archived')]),
    contactContextRequired: Type.Boolean(),
    name: Type.String(),
    instructions: Type.String(),
    languageCode: Type.String(),
    dataSourceIds: Type.Array(Uuid),
    contactCategoryIds: Type.Array(Uuid),
    dataSourceVariables: Type.Array(DataSourceVariable),
    voiceSettings: VoiceSettings,
    instagramCollectMobileEnabled: Type.Boolean(),
    createdAt: Type.String({ format: 'date-time' }),
    updatedAt: Type.String({ format: 'date-time' }),
  },
  closed,
);
export type AgentResource = Static<typeof AgentResource>;
