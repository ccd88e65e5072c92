/** The settings of a business: its time zone, its carriers, and what the installation has if it chose nothing. */
import { type Static, Type } from 'typebox';
import {
  DEFAULT_SILENCE_MINUTES,
  MAX_SILENCE_MINUTES,
  MIN_SILENCE_MINUTES,
} from '../analysis/conversation-analysis.js';
import { AttemptsPerDay, QuietHours } from '../campaigns/calling-hours.js';
import { ALLOWABLE_TYPES, Countries, MAX_CALLS_PER_MINUTE } from '../campaigns/destination.js';
import { Count, closed, DateTime, nullable, Uuid } from '../shapes.js';
import { Role } from './provider-list.js';

/** Maximum carriers that a business may name. */
const MAX_CARRIERS = 8;

const CarrierName = Type.String({ minLength: 1, maxLength: 40, description: 'For example `twilio`.' });

const CarrierOrder = Type.Object(
  {
    order: Type.Array(CarrierName, {
      maxItems: MAX_CARRIERS,
      uniqueItems: true,
      description: "In fallback order; empty: the installation's order.",
    }),
    from: Type.Array(
      Type.Object(
        {
          carrier: CarrierName,
          number: Type.String({
            maxLength: 40,
            description: 'E.164: a number of the account at the carrier.',
          }),
        },
        closed,
      ),
      {
        maxItems: MAX_CARRIERS,
        description: 'Caller numbers by carrier; other carriers use the default number of their account.',
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
      description: 'Number types that are refused by default; each call also needs a price by prefix.',
    }),
  },
  closed,
);

const CallLimits = Type.Object(
  {
    spendPerDayMicrocredits: nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }), {
      description:
        'Maximum cost of calls per day, in the time zone of the business, otherwise UTC; null: no limit.',
    }),
    callsPerMinute: nullable(Type.Integer({ minimum: 0, maximum: MAX_CALLS_PER_MINUTE }), {
      description: 'Maximum calls started within any 60 seconds; null: no limit.',
    }),
  },
  closed,
);

const CallAnalysisSwitch = Type.Object(
  {
    enabled: Type.Boolean({
      description: 'Whether each call in which the customer speaks is analysed when it has ended.',
    }),
  },
  closed,
);

const ConversationAnalysisChoice = Type.Object(
  {
    enabled: Type.Boolean({
      description:
        'Whether each conversation in which the customer wrote is analysed when it has fallen silent.',
    }),
    silenceMinutes: Type.Integer({
      minimum: MIN_SILENCE_MINUTES,
      maximum: MAX_SILENCE_MINUTES,
      default: DEFAULT_SILENCE_MINUTES,
      description: 'How long both sides are silent before that.',
    }),
  },
  closed,
);

/** Omitted fields stay unchanged; null means the installation's value, or no limit at all. */
export const SettingsChange = Type.Object(
  {
    businessId: Uuid,
    timeZone: Type.Optional(
      nullable(Type.String({ minLength: 1, maxLength: 64 }), {
        description: 'IANA name, for example Europe/Berlin. Agents use it for the current time.',
      }),
    ),
    carriers: Type.Optional(nullable(CarrierOrder)),
    quietHours: Type.Optional(nullable(QuietHours)),
    attemptsPerDay: Type.Optional(nullable(AttemptsPerDay)),
    destinations: Type.Optional(Destinations),
    callLimits: Type.Optional(CallLimits),
    callAnalysis: Type.Optional(CallAnalysisSwitch),
    conversationAnalysis: Type.Optional(
      Type.Object(
        {
          enabled: ConversationAnalysisChoice.properties.enabled,
          silenceMinutes: Type.Optional(ConversationAnalysisChoice.properties.silenceMinutes),
        },
        closed,
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
    inUse: Type.Array(Type.String(), { description: 'In fallback order; empty: none.' }),
    available: Type.Array(
      Type.Object(
        {
          provider: Type.String(),
          needsCredential: Type.Boolean(),
          defaultChoice: nullable(Type.String(), {
            description: 'Null: a model or voice must be specified.',
          }),
          defaultAddress: nullable(Type.String(), { description: 'Null: an address must be specified.' }),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type InstalledProviders = Static<typeof InstalledProviders>;

export const SettingsResource = Type.Object(
  {
    name: Type.String(),
    lines: Count,
    timeZone: nullable(Type.String(), { description: "Null: the installation's." }),
    carriers: nullable(CarrierOrder, { description: "Null: the installation's." }),
    quietHours: nullable(QuietHours, { description: 'Null: calls are allowed at any time.' }),
    attemptsPerDay: nullable(AttemptsPerDay, { description: 'Null: no limit.' }),
    destinations: Destinations,
    callLimits: CallLimits,
    callAnalysis: Type.Object(
      {
        ...CallAnalysisSwitch.properties,
        priceMicrocredits: Type.Integer({ minimum: 0, description: 'Of each completed analysis.' }),
      },
      closed,
    ),
    conversationAnalysis: Type.Object(
      {
        ...ConversationAnalysisChoice.properties,
        priceMicrocredits: Type.Integer({ minimum: 0, description: 'Of each completed analysis.' }),
      },
      closed,
    ),
    spend: Type.Object(
      {
        microcredits: Count,
        endsAt: nullable(DateTime, {
          description: 'When the current day ends; null: no day is being counted.',
        }),
      },
      { ...closed, description: 'Reserved and charged for calls in the current day.' },
    ),
    callPrices: Type.Object(
      {
        flatMicrocredits: Count,
        byPrefix: Type.Array(
          Type.Object(
            { prefix: Type.String({ description: 'Digits without the plus sign.' }), microcredits: Count },
            closed,
          ),
        ),
      },
      {
        ...closed,
        description:
          'The price of each started block of 20 seconds: by the longest prefix of the number, otherwise the flat price. Set by the operator.',
      },
    ),
    installation: Type.Object(
      {
        timeZone: Type.String(),
        allowedCountries: nullable(Type.Array(Type.String()), { description: 'Null: all.' }),
        carrierOrder: Type.Array(Type.String(), { description: 'Carriers in fallback order.' }),
        carrierAccounts: Type.Array(Type.String(), { description: 'Carriers with an account.' }),
        providers: Type.Array(InstalledProviders),
      },
      closed,
    ),
  },
  closed,
);
export type SettingsResource = Static<typeof SettingsResource>;

export const CarrierTest = Type.Object(
  {
    businessId: Uuid,
    carrier: Type.Optional(
      Type.String({ minLength: 1, maxLength: 40, description: 'Only this carrier; omitted: all of them.' }),
    ),
  },
  closed,
);
export type CarrierTest = Static<typeof CarrierTest>;

/** Whether an account accepts us; times in ms. */
export const CarrierAccountReport = Type.Object(
  {
    carrier: Type.String(),
    ok: Type.Boolean(),
    totalMs: Type.Optional(Count),
    remedy: Type.Optional(Type.String({ description: 'What to do if the check failed.' })),
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
