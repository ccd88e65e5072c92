/** The settings of a business: its time zone, its carriers, and what the installation has if it chose nothing. */
import { type Static, Type } from 'typebox';
import {
  DEFAULT_SILENCE_MINUTES,
  MAX_SILENCE_MINUTES,
  MIN_SILENCE_MINUTES,
} from '../analysis/conversation-analysis.js';
import { AttemptsPerDay, QuietHours } from '../campaigns/calling-hours.js';
import { ALLOWABLE_TYPES, Countries, MAX_CALLS_PER_MINUTE } from '../campaigns/destination.js';
import { about, count, nullableMoment, nullableText, text } from '../described.js';
import { BusinessId, Tag } from '../fields.js';
import { NOT_BLANK_PATTERN } from '../patterns.js';
import { closed, nullable } from '../shapes.js';
import { Role } from './provider-list.js';

/** Characters of the name of a business. */
const MAX_BUSINESS_NAME = 120;
/** The highest limit of calls at a time: more than any installation has lines. */
const MAX_CONCURRENT_CALLS = 100_000;
/** Maximum carriers that a business may name. */
const MAX_CARRIERS = 8;

const CarrierName = text('A carrier with an account in the installation.', 'twilio', {
  minLength: 1,
  maxLength: 40,
});

const CarrierOrder = Type.Object(
  {
    order: Type.Array(CarrierName, {
      maxItems: MAX_CARRIERS,
      uniqueItems: true,
      ...about("Carriers in fallback order; empty: the installation's order.", ['twilio', 'telnyx']),
    }),
    from: Type.Array(
      Type.Object(
        {
          carrier: CarrierName,
          number: text('A number of the account at the carrier, E.164.', '+14155550110', { maxLength: 40 }),
        },
        closed,
      ),
      {
        maxItems: MAX_CARRIERS,
        ...about('Caller numbers by carrier; other carriers use the default number of their account.'),
      },
    ),
  },
  closed,
);

const Destinations = Type.Object(
  {
    countries: Countries,
    types: Type.Array(Type.Enum([...ALLOWABLE_TYPES]), {
      maxItems: ALLOWABLE_TYPES.length,
      uniqueItems: true,
      ...about(
        'Number types that are called although they are refused by default; each call also needs a price by prefix.',
        [],
      ),
    }),
  },
  { ...closed, ...about('Which destinations may be called.') },
);

const CallLimits = Type.Object(
  {
    spendPerDayMicrocredits: nullable(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      about(
        'Maximum cost of calls in a day of the time zone of the business (UTC if it has none), microcredits. Null: no limit.',
        20_000_000,
      ),
    ),
    callsPerMinute: nullable(
      Type.Integer({ minimum: 0, maximum: MAX_CALLS_PER_MINUTE }),
      about('Maximum calls started within any 60 seconds. Null: no limit.', 30),
    ),
  },
  { ...closed, ...about('Limits on the calls of the business.') },
);

const CallAnalysisSwitch = Type.Object(
  {
    enabled: Type.Boolean(
      about('Whether each call in which the customer speaks is analysed when it has ended.'),
    ),
  },
  closed,
);

const ConversationAnalysisChoice = Type.Object(
  {
    enabled: Type.Boolean(
      about('Whether each conversation in which the customer wrote is analysed when it has fallen silent.'),
    ),
    silenceMinutes: Type.Integer({
      minimum: MIN_SILENCE_MINUTES,
      maximum: MAX_SILENCE_MINUTES,
      default: DEFAULT_SILENCE_MINUTES,
      ...about('Minutes in which neither side writes before that.', DEFAULT_SILENCE_MINUTES),
    }),
  },
  closed,
);

const CALL_ANALYSIS = about('The analysis of calls by a model.');
const CONVERSATION_ANALYSIS = about('The analysis of conversations in writing by a model.');
const AnalysisPrice = count('The price of each completed analysis, microcredits.', 2_000);

/** Omitted fields stay unchanged; null means the installation's value, or no limit at all. */
export const SettingsChange = Type.Object(
  {
    businessId: BusinessId,
    name: Type.Optional(
      text('The name of the business; kept on one line.', 'Acme', {
        minLength: 1,
        maxLength: MAX_BUSINESS_NAME,
        pattern: NOT_BLANK_PATTERN,
      }),
    ),
    concurrentCalls: Type.Optional(
      nullable(
        Type.Integer({ minimum: 1, maximum: MAX_CONCURRENT_CALLS }),
        about('Most calls at a time, within the lines. Null: all lines. Live calls go on.', 4),
      ),
    ),
    timeZone: Type.Optional(
      nullable(
        Type.String({ minLength: 1, maxLength: 64 }),
        about(
          "IANA name. Agents use it for the current time. Null: the installation's.",
          'America/Los_Angeles',
        ),
      ),
    ),
    carriers: Type.Optional(
      nullable(CarrierOrder, about("Carriers and caller numbers of calls. Null: the installation's.")),
    ),
    quietHours: Type.Optional(
      nullable(
        QuietHours,
        about('Periods without calls, each in the time zone of the recipient. Null: none.'),
      ),
    ),
    attemptsPerDay: Type.Optional(
      nullable(
        AttemptsPerDay,
        about("Maximum calls to a number in a day of the recipient's time zone. Null: no limit.", 3),
      ),
    ),
    destinations: Type.Optional(Destinations),
    callLimits: Type.Optional(CallLimits),
    callAnalysis: Type.Optional(Type.Object(CallAnalysisSwitch.properties, { ...closed, ...CALL_ANALYSIS })),
    conversationAnalysis: Type.Optional(
      Type.Object(
        {
          enabled: ConversationAnalysisChoice.properties.enabled,
          silenceMinutes: Type.Optional(ConversationAnalysisChoice.properties.silenceMinutes),
        },
        { ...closed, ...CONVERSATION_ANALYSIS },
      ),
    ),
  },
  { ...closed, minProperties: 2 },
);
export type SettingsChange = Static<typeof SettingsChange>;

/** Providers of a role: those in use if a business has no list, and those that a list may name. */
const InstalledProviders = Type.Object(
  {
    role: Role,
    inUse: Type.Array(
      Type.String(),
      about('Providers of businesses without a list, in fallback order; empty: none.', [
        'openai:gpt-4o-mini',
      ]),
    ),
    available: Type.Array(
      Type.Object(
        {
          provider: text('The name of the provider.', 'openai'),
          needsCredential: Type.Boolean(about('Whether a list must have a credential for it.')),
          defaultChoice: nullableText(
            'The model or voice if a list names none. Null: it must name one.',
            'gpt-4o-mini',
          ),
          defaultAddress: nullableText(
            'The address if a list names none. Null: it must name one.',
            'https://api.openai.com/v1',
          ),
        },
        closed,
      ),
      about('Providers that a list may name.'),
    ),
  },
  closed,
);
export type InstalledProviders = Static<typeof InstalledProviders>;

export const SettingsResource = Type.Object(
  {
    name: text('The name of the business.', 'Acme'),
    lines: count('Calls that the business can have at a time. Set by the operator.', 10),
    concurrentCalls: nullable(
      Type.Integer({ minimum: 1 }),
      about('Most calls at a time that the business allows itself, within the lines. Null: all lines.', 4),
    ),
    timeZone: nullableText("IANA name. Null: the installation's.", 'America/Los_Angeles'),
    carriers: nullable(
      CarrierOrder,
      about("Carriers and caller numbers of calls. Null: the installation's."),
    ),
    quietHours: nullable(
      QuietHours,
      about('Periods without calls, each in the time zone of the recipient. Null: none.'),
    ),
    attemptsPerDay: nullable(
      AttemptsPerDay,
      about("Maximum calls to a number in a day of the recipient's time zone. Null: no limit.", 3),
    ),
    destinations: Destinations,
    callLimits: CallLimits,
    callAnalysis: Type.Object(
      {
        ...CallAnalysisSwitch.properties,
        priceMicrocredits: AnalysisPrice,
      },
      { ...closed, ...CALL_ANALYSIS },
    ),
    conversationAnalysis: Type.Object(
      {
        ...ConversationAnalysisChoice.properties,
        priceMicrocredits: AnalysisPrice,
      },
      { ...closed, ...CONVERSATION_ANALYSIS },
    ),
    spend: Type.Object(
      {
        microcredits: count('The sum, microcredits.', 1_250_000),
        endsAt: nullableMoment(
          'When the current day ends. Null: no day is being counted.',
          '2026-03-03T08:00:00.000Z',
        ),
      },
      { ...closed, ...about('Reserved and charged for calls in the current day.') },
    ),
    callPrices: Type.Object(
      {
        flatMicrocredits: count('The price for numbers without a price by prefix, microcredits.', 10_000),
        byPrefix: Type.Array(
          Type.Object(
            {
              prefix: text('First digits of the number, without the plus sign.', '4420'),
              microcredits: count('The price of a block, microcredits.', 15_000),
            },
            closed,
          ),
          about('Prices by prefix.'),
        ),
      },
      {
        ...closed,
        ...about(
          'The price of each started block of 20 seconds: by the longest prefix of the number, otherwise the flat price. Set by the operator.',
        ),
      },
    ),
    installation: Type.Object(
      {
        timeZone: text('IANA name.', 'UTC'),
        allowedCountries: nullable(
          Type.Array(Type.String()),
          about('Countries that may be called, ISO 3166-1 alpha-2. Null: all.', ['US', 'CA']),
        ),
        carrierOrder: Type.Array(Type.String(), about('Carriers in fallback order.', ['twilio', 'telnyx'])),
        carrierAccounts: Type.Array(
          Type.String(),
          about('Carriers with an account, which a business may choose.', ['twilio', 'telnyx']),
        ),
        providers: Type.Array(InstalledProviders, about('Model and speech providers, by role.')),
      },
      { ...closed, ...about('What applies where the business has chosen nothing.') },
    ),
    tag: Type.Optional(Tag),
  },
  closed,
);
export type SettingsResource = Static<typeof SettingsResource>;

export const CarrierTest = Type.Object(
  {
    businessId: BusinessId,
    carrier: Type.Optional(
      text('Only this carrier. Omitted: all that the business uses.', 'twilio', {
        minLength: 1,
        maxLength: 40,
      }),
    ),
  },
  closed,
);
export type CarrierTest = Static<typeof CarrierTest>;

/** Whether an account accepts us; times in ms. */
export const CarrierAccountReport = Type.Object(
  {
    carrier: text('The carrier.', 'twilio'),
    ok: Type.Boolean(about('Whether the account was accepted and has the number to call from.')),
    totalMs: Type.Optional(count('Duration of the check, ms. Absent if it failed.', 240)),
    remedy: Type.Optional(
      text(
        'What to do if the check failed.',
        'The account was rejected. Copy its ID and its key or token from the portal again.',
      ),
    ),
  },
  closed,
);
export type CarrierAccountReport = Static<typeof CarrierAccountReport>;

/** The carriers that place the calls of a business, and the numbers they are placed from. */
export interface CarrierChoice {
  /** In fallback order; empty: the installation's. */
  readonly carriers: readonly string[];
  /** Carrier → a number of our account there, E.164; for a carrier that is missing, the account's usual one. */
  readonly from: Readonly<Record<string, string>>;
}
