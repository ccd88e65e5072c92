/** Agents on the wire (spec section 2.5). */
import { type Static, type TSchema, Type } from 'typebox';
import { FIELD_KEY_PATTERN, SPOKEN_PATTERN } from '../patterns.js';
import { closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { MAX_DISCLOSURE_CHARACTERS, MAX_DISCLOSURE_WORDS } from './disclosure.js';
import { Pronunciations, SpeakingSpeed } from './pronunciations.js';
import { BACKGROUND_NOISES, VoiceGender } from './speech.js';

/** What an agent does when a machine answers a call. `text`: may hold placeholders, like instructions. `talk`: the agent talks as if to a person. */
export const Voicemail = Type.Union([
  Type.Object({ type: Type.Literal('hang_up') }, closed),
  Type.Object(
    { type: Type.Literal('leave_message'), text: Type.String({ minLength: 1, maxLength: 1_000 }) },
    closed,
  ),
  Type.Object({ type: Type.Literal('talk') }, closed),
]);
export type Voicemail = Static<typeof Voicemail>;

/** The behaviour of an agent without such a setting. */
export const DEFAULT_VOICEMAIL: Voicemail = { type: 'hang_up' };

/** How long a call may last if its agent sets no other limit, s: a longer conversation has gone wrong. */
export const MAX_CALL_SECONDS = 3_600;
/** Categories, and likewise Data Sources, that one agent may have. */
const MAX_GRANTS = 100;
/** Longest filler: a few words. */
const MAX_FILLER_CHARACTERS = 200;
/** Fields of Data Sources that one agent may have. */
export const MAX_VARIABLES = 500;
/** Double-brace placeholders in one text, repetitions included; they are filled in at every call. */
export const MAX_PLACEHOLDERS = 1_000;

/** Words that do not interrupt one agent, and characters of each. */
const MAX_BACKCHANNELS = 50;
const MAX_BACKCHANNEL_CHARACTERS = 40;

export const AgentChannel = literals(['whatsapp', 'sms', 'voice', 'instagram', 'other']);
export type AgentChannel = Static<typeof AgentChannel>;

/** How often the same phone menu may be heard. */
const MENU_REPEATS = { minimum: 2, maximum: 10 } as const;

/** What an agent does in phone menus. */
const PhoneMenu = Type.Object(
  {
    goal: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'What the agent looks for in the menu of a company that it calls, like: reach the billing department.',
    }),
    repeats: Type.Optional(
      Type.Integer({
        ...MENU_REPEATS,
        description: 'The call is stuck when the same menu has been heard this often. Default: 3.',
      }),
    ),
    transferTool: Type.Optional(
      Type.String({
        pattern: FIELD_KEY_PATTERN,
        description:
          'The transfer tool of the agent that takes a stuck call. Default: the call ends with `menu_loop`.',
      }),
    ),
  },
  {
    ...closed,
    description:
      'The agent presses keys to find its way through phone menus. Absent: menus are answered like people.',
  },
);

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

/** How long an agent waits before it treats the customer's turn as finished. */
export const Patience = literals(['low', 'normal', 'high'], {
  description:
    'How long the agent waits for more words when the customer pauses, where the recogniser does not report the end of the turn. Default: `normal`.',
});
export type Patience = Static<typeof Patience>;

/** Languages beside the first that one agent may speak: recognisers become less sure with each. */
const MAX_FURTHER_LANGUAGES = 5;

const furtherLanguagesOf = <T extends TSchema>(language: T) =>
  Type.Array(language, {
    maxItems: MAX_FURTHER_LANGUAGES,
    uniqueItems: true,
    description:
      'Voice only: languages in which the agent continues when the customer speaks them, beside its own. Absent or empty: it keeps its own.',
  });

const setting = {
  liveVoiceId: Type.String({ minLength: 1 }),
  language: Type.String({ minLength: 2 }),
  furtherLanguages: furtherLanguagesOf(Type.String({ minLength: 2 })),
  agentGender: VoiceGender,
  backgroundNoiseKey: Type.String({ minLength: 1 }),
  backgroundNoiseLevelPercent: Type.Integer({ minimum: 50, maximum: 1000, multipleOf: 50 }),
  firstGreeting: Type.String(),
  disclosure: Type.String({
    maxLength: MAX_DISCLOSURE_CHARACTERS,
    description: `Voice only: spoken first on every call, in full and without interruption. At most ${MAX_DISCLOSURE_WORDS} words; placeholders as in the greeting; stored as one line. Empty: none.`,
  }),
  allowGreetingInterrupt: Type.Boolean(),
  nudgeAfterSilenceSeconds: Type.Number({ exclusiveMinimum: 0, maximum: 600 }),
  disconnectAfterSilenceSeconds: Type.Number({ exclusiveMinimum: 0, maximum: 3600 }),
  maxCallDurationSeconds: Type.Number({ minimum: 1, maximum: 14_400 }),
  filler: Type.String({
    maxLength: MAX_FILLER_CHARACTERS,
    description:
      'Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call.',
  }),
  fillerAfterSeconds: Type.Number({
    minimum: 1,
    maximum: 3,
    description: 'Silence after which the filler is spoken; absent: 3.',
  }),
  keyPauseSeconds: Type.Number({
    minimum: 1,
    maximum: 10,
    description:
      'Pause after a pressed key that ends what the customer keys in; absent: 2. The key # ends it at once.',
  }),
  repeatInterruptedSentence: Type.Boolean(),
  speakingSpeed: SpeakingSpeed,
  pronunciations: Pronunciations,
  patience: Patience,
  bargeInDuck: Type.Boolean({
    description:
      'Voice only: when the customer makes a sound, the agent first speaks more quietly, and stops at a word or half a second of speech. False: it stops at once. Default true.',
  }),
  backchannels: Type.Array(
    Type.String({ minLength: 1, maxLength: MAX_BACKCHANNEL_CHARACTERS, pattern: SPOKEN_PATTERN }),
    {
      maxItems: MAX_BACKCHANNELS,
      description:
        'Voice only: words that do not interrupt the agent, like "roger that", beside the usual ones of its language.',
    },
  ),
  phoneMenu: PhoneMenu,
};

export const VoiceSettings = Type.Object(
  {
    liveVoiceId: Type.Optional(setting.liveVoiceId),
    language: Type.Optional(setting.language),
    furtherLanguages: Type.Optional(setting.furtherLanguages),
    agentGender: Type.Optional(setting.agentGender),
    backgroundNoiseKey: Type.Optional(setting.backgroundNoiseKey),
    backgroundNoiseLevelPercent: Type.Optional(setting.backgroundNoiseLevelPercent),
    firstGreeting: Type.Optional(setting.firstGreeting),
    disclosure: Type.Optional(setting.disclosure),
    allowGreetingInterrupt: Type.Optional(setting.allowGreetingInterrupt),
    nudgeAfterSilenceSeconds: Type.Optional(setting.nudgeAfterSilenceSeconds),
    disconnectAfterSilenceSeconds: Type.Optional(setting.disconnectAfterSilenceSeconds),
    maxCallDurationSeconds: Type.Optional(setting.maxCallDurationSeconds),
    repeatInterruptedSentence: Type.Optional(setting.repeatInterruptedSentence),
    filler: Type.Optional(setting.filler),
    fillerAfterSeconds: Type.Optional(setting.fillerAfterSeconds),
    keyPauseSeconds: Type.Optional(setting.keyPauseSeconds),
    speakingSpeed: Type.Optional(setting.speakingSpeed),
    pronunciations: Type.Optional(setting.pronunciations),
    patience: Type.Optional(setting.patience),
    bargeInDuck: Type.Optional(setting.bargeInDuck),
    backchannels: Type.Optional(setting.backchannels),
    phoneMenu: Type.Optional(setting.phoneMenu),
  },
  closed,
);
export type VoiceSettings = Static<typeof VoiceSettings>;

const orCleared = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));

/** Changes to voice settings: an omitted setting keeps its value, null clears it. */
export const VoiceSettingsChange = Type.Object(
  {
    liveVoiceId: orCleared(setting.liveVoiceId),
    language: orCleared(setting.language),
    furtherLanguages: orCleared(setting.furtherLanguages),
    agentGender: orCleared(setting.agentGender),
    backgroundNoiseKey: orCleared(setting.backgroundNoiseKey),
    backgroundNoiseLevelPercent: orCleared(setting.backgroundNoiseLevelPercent),
    firstGreeting: orCleared(setting.firstGreeting),
    disclosure: orCleared(setting.disclosure),
    allowGreetingInterrupt: orCleared(setting.allowGreetingInterrupt),
    nudgeAfterSilenceSeconds: orCleared(setting.nudgeAfterSilenceSeconds),
    disconnectAfterSilenceSeconds: orCleared(setting.disconnectAfterSilenceSeconds),
    maxCallDurationSeconds: orCleared(setting.maxCallDurationSeconds),
    repeatInterruptedSentence: orCleared(setting.repeatInterruptedSentence),
    filler: orCleared(setting.filler),
    fillerAfterSeconds: orCleared(setting.fillerAfterSeconds),
    keyPauseSeconds: orCleared(setting.keyPauseSeconds),
    speakingSpeed: orCleared(setting.speakingSpeed),
    pronunciations: orCleared(setting.pronunciations),
    patience: orCleared(setting.patience),
    bargeInDuck: orCleared(setting.bargeInDuck),
    backchannels: orCleared(setting.backchannels),
    phoneMenu: orCleared(setting.phoneMenu),
  },
  closed,
);
export type VoiceSettingsChange = Static<typeof VoiceSettingsChange>;

const chat = {
  typingIndicator: Type.Boolean({
    description: 'Mark messages as read and show typing while the agent answers. Default: true.',
  }),
  images: Type.Boolean({
    description: 'Show the images of customers to the model, if it takes images. Default: true.',
  }),
  voiceNotes: Type.Boolean({
    description: 'Transcribe the voice notes of customers by speech recognition. Default: true.',
  }),
};

/** WhatsApp and Instagram only. An absent setting has its default. */
export const ChatSettings = Type.Object(
  {
    typingIndicator: Type.Optional(chat.typingIndicator),
    images: Type.Optional(chat.images),
    voiceNotes: Type.Optional(chat.voiceNotes),
  },
  { ...closed, description: 'WhatsApp and Instagram only.' },
);
export type ChatSettings = Static<typeof ChatSettings>;

/** Changes to chat settings: an omitted setting keeps its value, null clears it. */
export const ChatSettingsChange = Type.Object(
  {
    typingIndicator: orCleared(chat.typingIndicator),
    images: orCleared(chat.images),
    voiceNotes: orCleared(chat.voiceNotes),
  },
  closed,
);
export type ChatSettingsChange = Static<typeof ChatSettingsChange>;

const AgentAssignment = Type.Object(
  {
    phoneNumberId: Type.Optional(Type.String({ minLength: 1 })),
    providerAccountId: Type.Optional(Type.String({ minLength: 1 })),
    autoReplyEnabled: Type.Optional(Type.Boolean({ default: true })),
    humanHandoffActive: Type.Optional(Type.Boolean({ default: false })),
  },
  closed,
);

const Instructions = Type.String({ minLength: 1, description: 'At most 20,000 words.' });
const Grants = Type.Array(Uuid, { maxItems: MAX_GRANTS, uniqueItems: true });
const Variables = Type.Array(DataSourceVariable, { maxItems: MAX_VARIABLES });
const COLLECT_MOBILE =
  'On Instagram: ask customers without a mobile for it, at most twice, then link the contact with that mobile, or create one.';

const AgentCreate = Type.Object(
  {
    businessId: Uuid,
    name: Type.String({ minLength: 1 }),
    channel: AgentChannel,
    instructions: Instructions,
    languageCode: Type.Optional(Type.String({ minLength: 2, default: 'en' })),
    dataSourceIds: Type.Optional(Grants),
    contactCategoryIds: Type.Optional(Grants),
    dataSourceVariables: Type.Optional(Variables),
    voiceSettings: Type.Optional(VoiceSettings),
    chatSettings: Type.Optional(ChatSettings),
    instagramCollectMobileEnabled: Type.Optional(
      Type.Boolean({ default: true, description: COLLECT_MOBILE }),
    ),
    assignment: Type.Optional(Type.Union([Type.Null(), AgentAssignment])),
  },
  closed,
);
export type AgentCreate = Static<typeof AgentCreate>;

/** The fields that an owner edits, as they are shown. */
export const profileFields = {
  channel: AgentChannel,
  name: Type.String(),
  instructions: Type.String(),
  languageCode: Type.String(),
  dataSourceIds: Type.Array(Uuid),
  contactCategoryIds: Type.Array(Uuid),
  dataSourceVariables: Type.Array(DataSourceVariable),
  voiceSettings: VoiceSettings,
  chatSettings: Type.Optional(ChatSettings),
  instagramCollectMobileEnabled: Type.Boolean(),
};

/** An omitted optional field keeps its value; null resets it to that of a new agent. */
const AgentUpdate = Type.Object(
  {
    businessId: Uuid,
    agentId: Uuid,
    name: Type.String({ minLength: 1, maxLength: 120 }),
    channel: AgentChannel,
    instructions: Instructions,
    languageCode: orCleared(Type.String({ minLength: 2 })),
    dataSourceIds: orCleared(Grants),
    contactCategoryIds: orCleared(Grants),
    dataSourceVariables: orCleared(Variables),
    voiceSettings: orCleared(VoiceSettingsChange),
    chatSettings: orCleared(ChatSettingsChange),
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
  const language = Type.Enum([...languages]);
  const backgroundNoiseKey = Type.Enum(BACKGROUND_NOISES.map(({ key }) => key));
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
  return {
    AgentCreate: Type.Object(
      { ...AgentCreate.properties, voiceSettings: Type.Optional(Type.Object(chosen, closed)) },
      closed,
    ),
    AgentUpdate: Type.Object(
      { ...AgentUpdate.properties, voiceSettings: orCleared(Type.Object(changed, closed)) },
      closed,
    ),
    DraftUpdate: Type.Object(
      { ...DraftUpdate.properties, voiceSettings: orCleared(Type.Object(changed, closed)) },
      closed,
    ),
  };
};

export const BusinessAgentMutation = Type.Object({ businessId: Uuid, agentId: Uuid }, closed);
export type BusinessAgentMutation = Static<typeof BusinessAgentMutation>;

/** An agent as every agent operation returns it. */
export const AgentResource = Type.Object(
  {
    id: Uuid,
    referenceName: Type.String({ description: 'Stable generated identifier.' }),
    channel: AgentChannel,
    status: literals(['active', 'archived']),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The number of the published version.' })),
    contactContextRequired: Type.Boolean(),
    name: Type.String(),
    instructions: Type.String(),
    languageCode: Type.String(),
    dataSourceIds: Type.Array(Uuid),
    contactCategoryIds: Type.Array(Uuid),
    dataSourceVariables: Type.Array(DataSourceVariable),
    voiceSettings: VoiceSettings,
    chatSettings: Type.Optional(ChatSettings),
    instagramCollectMobileEnabled: Type.Boolean(),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  closed,
);
export type AgentResource = Static<typeof AgentResource>;
