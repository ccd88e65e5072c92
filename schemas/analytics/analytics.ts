/** Figures of calls and conversations on the wire. */
import { type Static, Type } from 'typebox';
import { Count, closed, DateTime, described, literals, nullable } from '../shapes.js';

export const AnalyticsSubject = literals(['calls', 'conversations'], {
  description: 'What the figures are of.',
});
export type AnalyticsSubject = Static<typeof AnalyticsSubject>;

export const CALL_OUTCOMES = ['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'cancelled'] as const;
export type CallOutcomeName = (typeof CALL_OUTCOMES)[number];

/**
 * `answered`: both sides wrote; `handed_over`: a person of the business took part; `no_reply`: only the business wrote; `unanswered`: only
 * the customer did.
 */
export const CONVERSATION_OUTCOMES = ['answered', 'handed_over', 'no_reply', 'unanswered'] as const;
export type ConversationOutcomeName = (typeof CONVERSATION_OUTCOMES)[number];

export const AnalyticsOutcome = literals([...CALL_OUTCOMES, ...CONVERSATION_OUTCOMES], {
  description:
    'Of calls: completed, voicemail (a machine answered), no_answer, busy, failed or cancelled. Of conversations: answered (both sides wrote), handed_over (a person of the business took part), no_reply (only the business wrote) or unanswered (only the customer did).',
});
export type AnalyticsOutcome = Static<typeof AnalyticsOutcome>;

export const AnalyticsGroupBy = literals(
  ['outcome', 'agent', 'version', 'campaign', 'channel', 'hour', 'day'],
  { description: 'hour: of the day, from 00 to 23. channel: of conversations.' },
);
export type AnalyticsGroupBy = Static<typeof AnalyticsGroupBy>;

const Share = nullable(Type.Number({ minimum: 0, maximum: 1 }), {
  description: 'From 0 to 1; null: of none.',
  examples: [0.82],
});

/** The percentiles of a distribution. */
export const Percentiles = Type.Object(
  {
    p50: nullable(Type.Number({ minimum: 0 }), { description: 'The median.', examples: [640] }),
    p95: nullable(Type.Number({ minimum: 0 }), {
      description: 'The value that 95 % do not exceed.',
      examples: [1150],
    }),
  },
  { ...closed, description: 'At most 5 % off; null: there are no values.' },
);

export const CallFigures = Type.Object(
  {
    calls: described(Count, 'Calls that were requested in the period and have ended.', 1200),
    answered: Type.Integer({
      minimum: 0,
      description: 'By a person, as far as known: not by a machine.',
      examples: [984],
    }),
    answerRate: described(
      Share,
      'The share of calls that a person answered; null: there are no calls.',
      0.82,
    ),
    analyzed: Type.Integer({ minimum: 0, description: 'With a completed analysis.', examples: [960] }),
    succeeded: Type.Integer({
      minimum: 0,
      description: 'Met all success criteria of their agent.',
      examples: [700],
    }),
    notSucceeded: Type.Integer({ minimum: 0, description: 'Did not meet one of them.', examples: [200] }),
    successRate: nullable(Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'Of the calls that succeeded or did not; null: of none.',
      examples: [0.778],
    }),
    durationSeconds: Type.Integer({
      minimum: 0,
      description: 'Connected time of all calls, seconds.',
      examples: [75600],
    }),
    callSeconds: described(Percentiles, 'Connected time of the calls that a person answered, seconds.'),
    chargedMicrocredits: Type.Integer({
      minimum: 0,
      description: 'What the calls cost, in microcredits; without analysisCostMicrocredits.',
      examples: [96000000],
    }),
    analysisCostMicrocredits: Type.Integer({
      minimum: 0,
      description: 'Charges of the analyses of the calls, also of repeated ones.',
      examples: [1920000],
    }),
    latencies: Type.Object(
      {
        finalTranscriptMs: described(
          Percentiles,
          "From the end of the customer's speech to its final transcript, ms.",
        ),
        firstTokenMs: described(Percentiles, 'To the first token of the model, ms.'),
        firstAudioMs: described(Percentiles, 'To the first audio of the TTS, ms.'),
        firstFrameMs: described(Percentiles, 'To the first frame sent to the carrier, ms.'),
        firstPlayedMs: described(Percentiles, 'To the first frame that was played, ms.'),
      },
      { ...closed, description: "Of the agents' turns." },
    ),
    agentTurns: described(Count, 'Turns of agents.', 9800),
    interruptions: Type.Integer({
      minimum: 0,
      description: "Agents' turns that the customer interrupted.",
      examples: [310],
    }),
    silences: Type.Integer({
      minimum: 0,
      description: 'How often agents had to ask whether the customer is still there.',
      examples: [42],
    }),
    silenceEnds: Type.Integer({
      minimum: 0,
      description: 'Calls that ended because of silence.',
      examples: [6],
    }),
    toolUses: described(Count, 'Uses of tools.', 450),
    toolFailures: described(Count, 'Uses of tools that failed; an unknown outcome does not count.', 9),
  },
  closed,
);
export type CallFigures = Static<typeof CallFigures>;

export const ConversationFigures = Type.Object(
  {
    conversations: Type.Integer({
      minimum: 0,
      description: 'A conversation begins with the first message after 24 hours without any.',
      examples: [420],
    }),
    answered: Type.Integer({ minimum: 0, description: 'In which both sides wrote.', examples: [380] }),
    answerRate: described(
      Share,
      'The share of conversations in which both sides wrote; null: there are none.',
      0.905,
    ),
    messagesReceived: described(Count, 'Messages of customers.', 1600),
    messagesSent: described(Count, 'Messages of the business.', 1750),
    messagesFailed: Type.Integer({
      minimum: 0,
      description: 'Messages of the business that did not arrive.',
      examples: [12],
    }),
    replySeconds: Type.Object(Percentiles.properties, {
      ...closed,
      description:
        "From a customer's first unanswered message to the answer of an agent; at most 5 % off; null: there is none.",
    }),
    handedOver: Type.Integer({
      minimum: 0,
      description: 'In which an agent handed over to people, or a person took part.',
      examples: [35],
    }),
    answeredByHuman: Type.Integer({
      minimum: 0,
      description: 'In which a person of the business wrote.',
      examples: [28],
    }),
  },
  closed,
);
export type ConversationFigures = Static<typeof ConversationFigures>;

const Figures = Type.Object(
  {
    calls: nullable(CallFigures, { description: 'Null: the figures are of conversations.' }),
    conversations: nullable(ConversationFigures, { description: 'Null: the figures are of calls.' }),
  },
  closed,
);
export type AnalyticsFigures = Static<typeof Figures>;

const Group = Type.Object(
  {
    key: nullable(Type.String(), {
      description:
        'An outcome, a channel, an id, an hour or a day (2026-03-01); null: no agent or campaign is known. Of a version: the id of its agent.',
      examples: ['no_answer'],
    }),
    name: nullable(Type.String(), {
      description: 'The name of the agent or campaign; otherwise null.',
      examples: ['Ann'],
    }),
    version: nullable(Type.Integer({ minimum: 1 }), {
      description: 'The version, if grouped by version; null: otherwise, or it was not recorded.',
      examples: [3],
    }),
    figures: described(Figures, 'The figures of the group.'),
  },
  closed,
);
export type AnalyticsGroup = Static<typeof Group>;

const period = {
  from: described(DateTime, 'The beginning of the period, moved back to a whole quarter of an hour.'),
  to: described(
    DateTime,
    'The end of the period, moved forward to a whole quarter of an hour; not included.',
    '2026-03-09T09:30:00.000Z',
  ),
  totals: described(Figures, 'The figures of the whole period.'),
  groups: Type.Array(Group, {
    description: 'Hours and days in order, others by their number of calls; empty without groupBy.',
  }),
};
const Period = Type.Object(period, closed);
export type AnalyticsPeriod = Static<typeof Period>;

export const Analytics = Type.Object(
  {
    subject: AnalyticsSubject,
    timeZone: described(Type.String(), 'The time zone of hours and days, an IANA name.', 'America/New_York'),
    groupBy: nullable(AnalyticsGroupBy, { description: 'What the groups are; null: there are none.' }),
    ...period,
    previous: nullable(Period, {
      description: 'The same for the period right before, as long; null without compare.',
    }),
  },
  closed,
);
export type Analytics = Static<typeof Analytics>;
