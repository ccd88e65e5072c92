/** How an agent sounds and behaves on calls (spec section 2.5). */
import { type Static, type TSchema, Type } from 'typebox';
import { FIELD_KEY_PATTERN, SPOKEN_PATTERN } from '../patterns.js';
import { closed, described, literals, nullable } from '../shapes.js';
import { orCleared } from './cleared.js';
import { MAX_DISCLOSURE_CHARACTERS, MAX_DISCLOSURE_WORDS } from './disclosure.js';
import { Pronunciations, SpeakingSpeed } from './pronunciations.js';
import { VoiceGender } from './speech.js';

/** How long a call may last if its agent sets no other limit, s: a longer conversation has gone wrong. */
export const MAX_CALL_SECONDS = 3_600;
/** Longest filler: a few words. */
const MAX_FILLER_CHARACTERS = 200;
/** Words that do not interrupt one agent, and characters of each. */
const MAX_BACKCHANNELS = 50;
const MAX_BACKCHANNEL_CHARACTERS = 40;

/** How often the same phone menu may be heard. */
const MENU_REPEATS = { minimum: 2, maximum: 10 } as const;

/** What an agent does in phone menus. */
const PhoneMenu = Type.Object(
  {
    goal: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'What the agent looks for in the phone menu of a company that it calls.',
      examples: ['Reach the billing department.'],
    }),
    repeats: Type.Optional(
      Type.Integer({
        ...MENU_REPEATS,
        description: 'The call is stuck when the same menu has been heard this often. Default: 3.',
        examples: [3],
      }),
    ),
    transferTool: Type.Optional(
      Type.String({
        pattern: FIELD_KEY_PATTERN,
        description:
          'The transfer tool of the agent that takes a stuck call. Default: the call ends with `menu_loop`.',
        examples: ['transfer_to_team'],
      }),
    ),
  },
  {
    ...closed,
    description:
      'The agent presses keys to find its way through phone menus. Absent: menus are answered like people.',
  },
);

/** How long an agent waits before it treats the customer's turn as finished. */
export const Patience = literals(['low', 'normal', 'high'], {
  description:
    'How long the agent waits for more words when the customer pauses, where the recogniser does not report the end of the turn. Default: `normal`.',
});
export type Patience = Static<typeof Patience>;

/** Languages beside the first that one agent may speak: recognisers become less sure with each. */
const MAX_FURTHER_LANGUAGES = 5;

/** The setting, for one kind of language. */
export const furtherLanguagesOf = <T extends TSchema>(language: T) =>
  Type.Array(language, {
    maxItems: MAX_FURTHER_LANGUAGES,
    uniqueItems: true,
    examples: [['en-GB']],
    description:
      'Voice only: languages in which the agent continues when the customer speaks them, beside its own. Absent or empty: it keeps its own.',
  });

/** What the setting `language` is. */
export const CALL_LANGUAGE =
  'The language of calls, BCP 47, which a voice must speak. Absent: `languageCode`.';

/** What the setting `backgroundNoiseKey` is. */
export const NOISE_KEY =
  'The noise under the voice, a `key` of the noises of `GET /api/v1/voices`. Absent: none.';

const setting = {
  liveVoiceId: Type.String({
    minLength: 1,
    description: 'The voice, an `id` of `GET /api/v1/voices`. Absent: a voice of the language and gender.',
    examples: ['flite:slt'],
  }),
  language: Type.String({
    minLength: 2,
    description: CALL_LANGUAGE,
    examples: ['en'],
  }),
  furtherLanguages: furtherLanguagesOf(Type.String({ minLength: 2 })),
  agentGender: described(VoiceGender, 'Chooses a voice of this gender where `liveVoiceId` is absent.'),
  backgroundNoiseKey: Type.String({
    minLength: 1,
    description: NOISE_KEY,
    examples: ['office'],
  }),
  backgroundNoiseLevelPercent: Type.Integer({
    minimum: 50,
    maximum: 1000,
    multipleOf: 50,
    description: 'The volume of the background noise, in steps of 50; absent: 300. 100 is just audible.',
    examples: [300],
  }),
  firstGreeting: described(
    Type.String(),
    'Spoken when the call is answered, at most 30 words. May contain {{alias}} placeholders of granted variables.',
    'Good morning, this is Ann from Acme.',
  ),
  disclosure: Type.String({
    maxLength: MAX_DISCLOSURE_CHARACTERS,
    description: `Voice only: spoken first on every call, in full and without interruption. At most ${MAX_DISCLOSURE_WORDS} words; placeholders as in the greeting; stored as one line. Empty: none.`,
    examples: ['This call is recorded.'],
  }),
  allowGreetingInterrupt: described(
    Type.Boolean(),
    'Whether the customer can interrupt the greeting. Default false: what the customer says meanwhile is answered after it.',
  ),
  nudgeAfterSilenceSeconds: Type.Number({
    exclusiveMinimum: 0,
    maximum: 600,
    description:
      'Silence after which the agent asks whether the customer is still there, at most twice, seconds. Absent: 12.',
    examples: [12],
  }),
  disconnectAfterSilenceSeconds: Type.Number({
    exclusiveMinimum: 0,
    maximum: 3600,
    description: 'Silence of the customer after which the call ends, seconds. Absent: 60.',
    examples: [60],
  }),
  maxCallDurationSeconds: Type.Number({
    minimum: 1,
    maximum: 14_400,
    description: 'The longest that a call may last, seconds; it ends with a closing sentence. Absent: 3,600.',
    examples: [1800],
  }),
  filler: Type.String({
    maxLength: MAX_FILLER_CHARACTERS,
    description:
      'Voice only: spoken while a reply is late. Empty: nothing is. Absent: a phrase in the language of the call.',
    examples: ['One moment, please.'],
  }),
  fillerAfterSeconds: Type.Number({
    minimum: 1,
    maximum: 3,
    description: 'Silence after which the filler is spoken, seconds; absent: 3.',
    examples: [2],
  }),
  keyPauseSeconds: Type.Number({
    minimum: 1,
    maximum: 10,
    description:
      'Seconds without a key that end what the customer keys in; absent: 2. The key # ends it at once.',
    examples: [2],
  }),
  repeatInterruptedSentence: described(
    Type.Boolean(),
    'Whether the reply after an interruption begins with the sentence that was cut, unless the customer asked a question. Default: false.',
  ),
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
        'Voice only: words that do not interrupt the agent, like "copy that", beside the usual ones of its language.',
      examples: [['copy that']],
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
    phoneMenu: Type.Optional(
      nullable(setting.phoneMenu, {
        description: 'How the agent finds its way through phone menus. Null: menus are answered like people.',
      }),
    ),
  },
  closed,
);
export type VoiceSettingsChange = Static<typeof VoiceSettingsChange>;
