/** The start page of the console: figures of today, what needs attention, what does not work, and the steps of the set-up. */
import { type Static, Type } from 'typebox';
import { Percentiles } from '../analytics/analytics.js';
import type { END_REASONS } from '../calls/voice-call.js';
import { AccountChannel } from '../channels/channel.js';
import { about, count, EXAMPLE, moment, nullableMoment, nullableText, text, uuid } from '../described.js';
import { closed, described, literals, nullable } from '../shapes.js';

/** Days of the series, with today. */
export const HOME_DAYS = 14;
/** Items that are shown of what needs attention; all are counted up to {@link MAX_HOME_COUNT}. */
export const HOME_ITEMS = 5;
/** The count of anything stops here. */
export const MAX_HOME_COUNT = 100;
/** Running campaigns that are shown. */
export const HOME_CAMPAIGNS = 5;
/** How far back calls that asked for a human are looked for, days. */
export const ATTENTION_DAYS = 7;
/** Days whose mean spend predicts how long the credit lasts. */
export const SPEND_DAYS = 7;

const UP_TO = `counted up to ${MAX_HOME_COUNT}`;

const rate = (description: string, example: number) =>
  nullable(
    Type.Number({ minimum: 0, maximum: 1 }),
    about(`${description}, from 0 to 1; null: of none.`, example),
  );

const figures = {
  calls: count('Calls that were requested in the period and have ended.', 120),
  answered: count('Calls that a person answered, as far as known.', 98),
  answerRate: rate('The share of calls that a person answered', 0.817),
  successRate: rate('The share of analyzed calls that met all success criteria of their agent', 0.78),
  heardMs: described(
    Percentiles,
    "From the end of the customer's speech to the first sound of the answer, ms: as it was played where the carrier reports that, otherwise as it was sent; at most 5 % off, null: there are no answers.",
  ),
  costMicrocredits: count('What calls and their analyses cost, microcredits.', 9_600_000),
};

const Period = Type.Object(
  {
    from: moment('The beginning of the period.', '2026-03-02T00:00:00.000Z'),
    to: moment('Its end, moved forward to a whole quarter of an hour.', '2026-03-02T09:30:00.000Z'),
    ...figures,
  },
  closed,
);

const Day = Type.Object(
  { day: text('The day in the time zone of the business.', '2026-03-02'), ...figures },
  closed,
);
export type HomeDay = Static<typeof Day>;

const WaitingConversation = Type.Object(
  {
    conversationId: uuid('The conversation.', EXAMPLE.conversationId),
    channel: AccountChannel,
    name: nullableText('The name of the customer. Null: unknown.', EXAMPLE.customer),
    waitingSince: nullableMoment('Since when the customer waits. Null: unknown.'),
  },
  closed,
);

const AskingCall = Type.Object(
  {
    callId: uuid('The call.', EXAMPLE.callId),
    contactName: nullableText('The name of the contact. Null: there is none.', EXAMPLE.customer),
    number: text('The number that was called.', EXAMPLE.mobile),
    createdAt: moment('When the call was requested.'),
  },
  closed,
);

const Attention = Type.Object(
  {
    waitingConversations: count(`Conversations in which a customer waits for a human, ${UP_TO}.`, 2),
    conversations: Type.Array(
      WaitingConversation,
      about(`The first ${HOME_ITEMS} of them, the latest message first.`),
    ),
    callsAskingForHuman: count(
      `Calls of the last ${ATTENTION_DAYS} days in which the customer asked for a human, without those marked as reviewed; ${UP_TO}.`,
      1,
    ),
    calls: Type.Array(AskingCall, about(`The latest ${HOME_ITEMS} of them.`)),
  },
  { ...closed, ...about('What waits for a human.') },
);
export type HomeAttention = Static<typeof Attention>;

/** Ends of calls that show that something does not work. */
export const FAULT_REASONS = [
  'model_failed',
  'speech_provider_failed',
  'disclosure_failed',
  'carrier_failed',
  'placement_unknown',
  'media_lost',
  'internal',
] as const satisfies readonly (keyof typeof END_REASONS)[];

const FailedCalls = Type.Object(
  {
    endReason: literals([...FAULT_REASONS], {
      description:
        'model_failed, speech_provider_failed, disclosure_failed: a provider of the model or of speech. carrier_failed, placement_unknown, media_lost: the carrier. internal: Parley itself.',
    }),
    calls: count('Calls of the last 24 hours that ended like that, among the latest 500 of their party.', 3),
    latestCallId: uuid('The latest of them.', EXAMPLE.callId),
    latestAt: moment('When that was requested.'),
  },
  closed,
);

const Broken = Type.Object(
  {
    failedCalls: Type.Array(
      FailedCalls,
      about('Faults that ended calls in the last 24 hours, the most frequent first.'),
    ),
    pausedWebhooks: count('Webhook subscriptions that the service has paused because of failures.', 0),
    deadLetters: count(`Events that no webhook accepted and that were not resent, ${UP_TO}.`, 0),
    stuckWork: nullable(
      Type.Integer({ minimum: 0 }),
      about(
        'Work that keeps failing, and that the operator of the service has to see to. Null: unknown at the moment.',
        0,
      ),
    ),
    limitsReached: nullable(
      Type.Integer({ minimum: 0 }),
      about('Limits on calls that the business has hit. Null: unknown at the moment.', 0),
    ),
  },
  { ...closed, ...about('What does not work.') },
);
export type HomeBroken = Static<typeof Broken>;

const Credit = Type.Object(
  {
    availableMicrocredits: Type.Integer(
      about('Credit that can be spent, microcredits (1,000,000 a credit).', 49_978_000),
    ),
    spentPerDayMicrocredits: count(
      `The mean of the last ${SPEND_DAYS} whole days (UTC), or of those since the first grant, microcredits.`,
      7_100_000,
    ),
    daysLeft: nullable(
      Type.Number({ minimum: 0 }),
      about('How long the credit lasts at that spend, days. Null: nothing was spent.', 7),
    ),
  },
  { ...closed, ...about('The credit of the business.') },
);
export type HomeCredit = Static<typeof Credit>;

const Campaign = Type.Object(
  {
    campaignId: uuid('The campaign.', EXAMPLE.campaignId),
    name: text('Its name.', 'March appointments'),
    total: count('Recipients.', 400),
    finished: count('Recipients that are finished with.', 120),
    percent: Type.Integer({ minimum: 0, maximum: 100, ...about('The share of these, percent.', 30) }),
    estimatedEndAt: nullableMoment(
      'When it ends at the pace of the last minutes. Null: it makes no progress at the moment.',
      '2026-03-02T11:05:00.000Z',
    ),
    waitingFor: nullableText('What it waits for, as in `progress` of the campaign. Null: nothing.', 'window'),
  },
  closed,
);
export type HomeCampaign = Static<typeof Campaign>;

/** The steps from an empty business to a running one, in the order in which they are shown. */
const SETUP_STEPS = [
  'provider',
  'phone',
  'agent',
  'first_call',
  'contacts',
  'campaign',
  'colleague',
  'webhook',
] as const;

const Step = Type.Object(
  {
    step: literals([...SETUP_STEPS], {
      description:
        'provider: a model of a provider is in use. phone: calls go through a carrier. agent: there is an active agent. first_call: a call was completed. contacts: there is a contact. campaign: there is a campaign. colleague: there are two people, or an invitation is open. webhook: there is a subscription.',
    }),
    done: Type.Boolean(about('Whether it is done.')),
    simulated: Type.Boolean(
      about(
        'Whether it works with simulations until it is done: calls over the simulated network, answers of a script.',
      ),
    ),
  },
  closed,
);
export type HomeStep = Static<typeof Step>;

export const Home = Type.Object(
  {
    at: moment('When it was put together.'),
    timeZone: text('The time zone of the days, an IANA name.', 'America/Los_Angeles'),
    today: Type.Object(Period.properties, { ...closed, ...about('Today so far.') }),
    weekBefore: Type.Object(Period.properties, {
      ...closed,
      ...about('As long a period from the beginning of the same day of the week before.'),
    }),
    days: Type.Array(Day, about(`The last ${HOME_DAYS} days in order, today at the end.`)),
    liveCalls: count('Calls that ring or are up.', 2),
    queuedCalls: count(`Calls that wait for a line, ${UP_TO}.`, 0),
    attention: Attention,
    broken: Broken,
    credit: Credit,
    campaigns: Type.Array(Campaign, about(`Up to ${HOME_CAMPAIGNS} running campaigns, the latest first.`)),
    setup: Type.Array(Step, about('The steps of the set-up, in order.')),
  },
  closed,
);
export type Home = Static<typeof Home>;
