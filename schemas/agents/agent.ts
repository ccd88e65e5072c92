/** Agents on the wire (spec section 2.5). */
import { type Static, Type } from 'typebox';
import { AgentId, AgentVersionNumber, BusinessId, DataSourceId } from '../fields.js';
import { FIELD_KEY_PATTERN } from '../patterns.js';
import { closed, DateTime, described, literals, nullable, Uuid } from '../shapes.js';
import { ChatSettings, ChatSettingsChange } from './chat-settings.js';
import { orCleared } from './cleared.js';
import { BACKGROUND_NOISES } from './speech.js';
import {
  CALL_LANGUAGE,
  furtherLanguagesOf,
  NOISE_KEY,
  VoiceSettings,
  VoiceSettingsChange,
} from './voice-settings.js';

/** Categories, and likewise Data Sources, that one agent may have. */
const MAX_GRANTS = 100;
/** Fields of Data Sources that one agent may have. */
export const MAX_VARIABLES = 500;
/** Double-brace placeholders in one text, repetitions included; they are filled in at every call. */
export const MAX_PLACEHOLDERS = 1_000;

const INSTRUCTIONS = 'You confirm appointments for Acme. Repeat the time, then say goodbye and hang up.';

export const AgentChannel = described(
  literals(['whatsapp', 'sms', 'voice', 'instagram', 'other']),
  '`sms` agents cannot be assigned yet; `other` is delivered nowhere.',
);
export type AgentChannel = Static<typeof AgentChannel>;

/** Grants one field of one Data Source to the agent under an alias. */
export const DataSourceVariable = Type.Object(
  {
    sourceId: described(DataSourceId, 'The Data Source that has the field.'),
    fieldKey: Type.String({
      pattern: FIELD_KEY_PATTERN,
      description: 'The field of the source.',
      examples: ['order_id'],
    }),
    alias: Type.String({
      pattern: FIELD_KEY_PATTERN,
      description: 'Its name in {{alias}} placeholders of the agent.',
      examples: ['order'],
    }),
  },
  closed,
);
export type DataSourceVariable = Static<typeof DataSourceVariable>;

const AgentAssignment = Type.Object(
  {
    phoneNumberId: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'WhatsApp: the id of the connected phone number.',
        examples: ['106540352242922'],
      }),
    ),
    providerAccountId: Type.Optional(
      Type.String({
        minLength: 1,
        description: 'Instagram: the id of the professional account.',
        examples: ['17841405822304914'],
      }),
    ),
    autoReplyEnabled: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the agent answers messages. Default: true.' }),
    ),
    humanHandoffActive: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'True: people answer on the account, and the agent is silent. Default: false.',
      }),
    ),
  },
  closed,
);

const Instructions = Type.String({
  minLength: 1,
  description: 'What the agent is to do, at most 20,000 words. {{alias}} stands for a granted variable.',
  examples: [INSTRUCTIONS],
});
const Grants = Type.Array(Uuid, { maxItems: MAX_GRANTS, uniqueItems: true });
const SOURCE_ID = '29165478-e765-5b8a-800e-99a6b0f2fcdd';
const CATEGORY_ID = '455dccd8-7768-5669-8515-2d8e01a81a11';
const NAME = 'What people call the agent.';
const SOURCES = 'Data Sources whose text the agent is given for its answers.';
const CATEGORIES =
  'Categories whose contacts the agent may call. Without any, calls to contacts are refused; on WhatsApp, all contacts may be written to.';
const LANGUAGE = 'The language of the agent, BCP 47. Default: en.';
const VOICE_CHANGE =
  'Voice only: an omitted setting keeps its value, null clears it. Null in place of all clears every one.';
const CHAT_CHANGE =
  'WhatsApp and Instagram only: an omitted setting keeps its value, null clears it. Null in place of all clears every one.';
const VOICE = 'How the agent sounds and behaves on calls. Voice only.';
const Variables = Type.Array(DataSourceVariable, {
  maxItems: MAX_VARIABLES,
  description:
    'Fields of Data Sources that the agent may use, each under an alias. With a variable, calls need a contact.',
});
const COLLECT_MOBILE =
  'On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that mobile, or create one.';

const AgentCreate = Type.Object(
  {
    businessId: BusinessId,
    name: Type.String({ minLength: 1, description: NAME, examples: ['Ann'] }),
    channel: AgentChannel,
    instructions: Instructions,
    languageCode: Type.Optional(
      Type.String({ minLength: 2, default: 'en', description: LANGUAGE, examples: ['en'] }),
    ),
    dataSourceIds: Type.Optional(described(Grants, SOURCES, [SOURCE_ID])),
    contactCategoryIds: Type.Optional(described(Grants, CATEGORIES, [CATEGORY_ID])),
    dataSourceVariables: Type.Optional(Variables),
    voiceSettings: Type.Optional(described(VoiceSettings, VOICE)),
    chatSettings: Type.Optional(ChatSettings),
    instagramCollectMobileEnabled: Type.Optional(
      Type.Boolean({ default: true, description: COLLECT_MOBILE }),
    ),
    assignment: Type.Optional(
      Type.Union([Type.Null(), AgentAssignment], {
        description: 'The account of the channel on which the agent answers. Null or absent: none yet.',
      }),
    ),
  },
  closed,
);
export type AgentCreate = Static<typeof AgentCreate>;

const Ids = Type.Array(Uuid);

/** The fields that an owner edits, as they are shown. */
export const profileFields = {
  channel: AgentChannel,
  name: described(Type.String(), NAME, 'Ann'),
  instructions: described(Type.String(), 'What the agent is to do.', INSTRUCTIONS),
  languageCode: described(Type.String(), 'The language of the agent, BCP 47.', 'en'),
  dataSourceIds: described(Ids, SOURCES, [SOURCE_ID]),
  contactCategoryIds: described(Ids, CATEGORIES, [CATEGORY_ID]),
  dataSourceVariables: Type.Array(DataSourceVariable, {
    description: 'Fields of Data Sources that the agent may use, each under an alias.',
  }),
  voiceSettings: described(
    VoiceSettings,
    'How it sounds and behaves on calls; an absent setting has its default.',
  ),
  chatSettings: Type.Optional(ChatSettings),
  instagramCollectMobileEnabled: Type.Boolean({ description: COLLECT_MOBILE }),
};

/** An omitted optional field keeps its value; null resets it to that of a new agent. */
const AgentUpdate = Type.Object(
  {
    businessId: BusinessId,
    agentId: AgentId,
    name: Type.String({ minLength: 1, maxLength: 120, description: NAME, examples: ['Ann'] }),
    channel: AgentChannel,
    instructions: Instructions,
    languageCode: orCleared(Type.String({ minLength: 2, description: LANGUAGE, examples: ['en'] })),
    dataSourceIds: orCleared(described(Grants, SOURCES, [SOURCE_ID])),
    contactCategoryIds: orCleared(described(Grants, CATEGORIES, [CATEGORY_ID])),
    dataSourceVariables: orCleared(Variables),
    voiceSettings: Type.Optional(nullable(VoiceSettingsChange, { description: VOICE_CHANGE })),
    chatSettings: Type.Optional(nullable(ChatSettingsChange, { description: CHAT_CHANGE })),
    instagramCollectMobileEnabled: orCleared(Type.Boolean({ description: COLLECT_MOBILE })),
  },
  closed,
);
export type AgentUpdate = Static<typeof AgentUpdate>;

/** Changes to the draft, or to the published version if there is no draft. */
const DraftUpdate = Type.Omit(AgentUpdate, ['agentId'], closed);
export type DraftUpdate = Static<typeof DraftUpdate>;

/**
 * The bodies that create and change agents, given the languages of the configured voices: the API description lists the
 * choices, and nothing else is accepted. An agent that was saved earlier may have other values.
 */
export const agentBodies = (languages: readonly string[]) => {
  const language = Type.Enum([...languages], { description: CALL_LANGUAGE });
  const backgroundNoiseKey = Type.Enum(
    BACKGROUND_NOISES.map(({ key }) => key),
    { description: NOISE_KEY },
  );
  const chosen = {
    ...VoiceSettings.properties,
    language: Type.Optional(language),
    furtherLanguages: Type.Optional(furtherLanguagesOf(language)),
    backgroundNoiseKey: Type.Optional(backgroundNoiseKey),
  };
  const changed = {
    ...VoiceSettingsChange.properties,
    language: orCleared(language),
    furtherLanguages: orCleared(furtherLanguagesOf(language)),
    backgroundNoiseKey: orCleared(backgroundNoiseKey),
  };
  const changedSettings = Type.Optional(
    nullable(Type.Object(changed, closed), { description: VOICE_CHANGE }),
  );
  return {
    AgentCreate: Type.Object(
      {
        ...AgentCreate.properties,
        voiceSettings: Type.Optional(Type.Object(chosen, { ...closed, description: VOICE })),
      },
      closed,
    ),
    AgentUpdate: Type.Object({ ...AgentUpdate.properties, voiceSettings: changedSettings }, closed),
    DraftUpdate: Type.Object({ ...DraftUpdate.properties, voiceSettings: changedSettings }, closed),
  };
};

export const BusinessAgentMutation = Type.Object({ businessId: BusinessId, agentId: AgentId }, closed);
export type BusinessAgentMutation = Static<typeof BusinessAgentMutation>;

/** An agent as every agent operation returns it. */
export const AgentResource = Type.Object(
  {
    id: described(AgentId, 'The agent; use it as `agentId`.'),
    referenceName: Type.String({
      description: 'A readable name that stays the same when the agent is renamed.',
      examples: ['ann-ce24a5c0'],
    }),
    channel: profileFields.channel,
    status: literals(['active', 'archived'], {
      description: 'archived: it can no longer be selected for calls, campaigns and accounts.',
    }),
    version: Type.Optional(described(AgentVersionNumber, 'The number of the published version.')),
    contactContextRequired: Type.Boolean({
      description: 'Whether its calls need a contact, because it has variables: `toNumber` is then refused.',
    }),
    name: profileFields.name,
    instructions: profileFields.instructions,
    languageCode: profileFields.languageCode,
    dataSourceIds: profileFields.dataSourceIds,
    contactCategoryIds: profileFields.contactCategoryIds,
    dataSourceVariables: profileFields.dataSourceVariables,
    voiceSettings: profileFields.voiceSettings,
    chatSettings: profileFields.chatSettings,
    instagramCollectMobileEnabled: profileFields.instagramCollectMobileEnabled,
    createdAt: described(DateTime, 'When the agent was created.'),
    updatedAt: described(DateTime, 'When the agent was last changed.'),
  },
  { ...closed, description: 'The published agent.' },
);
export type AgentResource = Static<typeof AgentResource>;
