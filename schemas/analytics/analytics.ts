/** Figures of calls and conversations on the wire. */
import { type Static, Type } from 'typebox';
import { Count, closed, DateTime, literals, nullable } from '../shapes.js';

export const AnalyticsSubject = literals(['calls', 'conversations']);
export type AnalyticsSubject = Static<typeof AnalyticsSubject>;

export const CALL_OUTCOMES = ['completed', 'voicemail', 'no_answer', 'busy', 'failed', 'cancelled'] as const;
export type CallOutcomeName = (typeof CALL_OUTCOMES)[number];

/**
 * `answered`: both sides wrote; `handed_over`: a person of the business took part; `no_reply`: only the business wrote; `unanswered`: only
 * the customer did.
 */
export const CONVERSATION_OUTCOMES = ['answered', 'handed_over', 'no_reply', 'unanswered'] as const;
export type ConversationOutcomeName = (typeof CONVERSATION_OUTCOMES)[number];

export const AnalyticsOutcome = literals([...CALL_OUTCOMES, ...CONVERSATION_OUTCOMES]);
export type AnalyticsOutcome = Static<typeof AnalyticsOutcome>;

export const AnalyticsGroupBy = literals(
  ['outcome', 'agent', 'version', 'campaign', 'channel', 'hour', 'day'],
  { description: 'hour: of the day, from 00 to 23. channel: of conversations.' },
);
export type AnalyticsGroupBy = Static<typeof AnalyticsGroupBy>;

const Share = nullable(Type.Number({ minimum: 0, maximum: 1 }), {
  description: 'From 0 to 1; null: of none.',
});

const Percentiles = Type.Object(
  { p50: nullable(Type.Number({ minimum: 0 })), p95: nullable(Type.Number({ minimum: 0 })) },
  { ...closed, description: 'At most 5 % off; null: there are no values.' },
);

export const CallFigures = Type.Object(
  {
    calls: Count,
    answered: Type.Integer({ minimum: 0, description: 'By a person, as far as known: not by a machine.' }),
    answerRate: Share,
    analyzed: Type.Integer({ minimum: 0, description: 'With a completed analysis.' }),
    succeeded: Type.Integer({ minimum: 0, description: 'Met all success criteria of their agent.' }),
    notSucceeded: Type.Integer({ minimum: 0, description: 'Did not meet one of them.' }),
    successRate: nullable(Type.Number({ minimum: 0, maximum: 1 }), {
      description: 'Of the calls that succeeded or did not; null: of none.',
    }),
    durationSeconds: Type.Integer({ minimum: 0, description: 'Connected duration of all calls.' }),
    callSeconds: Percentiles,
    chargedMicrocredits: Type.Integer({ minimum: 0, description: 'Without analysisCostMicrocredits.' }),
    analysisCostMicrocredits: Type.Integer({
      minimum: 0,
      description: 'Charges of the analyses of the calls, also of repeated ones.',
    }),
    latencies: Type.Object(
      {
        finalTranscriptMs: Percentiles,
        firstTokenMs: Percentiles,
        firstAudioMs: Percentiles,
        firstFrameMs: Percentiles,
        firstPlayedMs: Percentiles,
      },
      { ...closed, description: "Of the agents' turns." },
    ),
    agentTurns: Count,
    interruptions: Type.Integer({ minimum: 0, description: "Agents' turns that the customer interrupted." }),
    silences: Type.Integer({
      minimum: 0,
      description: 'How often agents had to ask whether the customer is still there.',
    }),
    silenceEnds: Type.Integer({ minimum: 0, description: 'Calls that ended because of silence.' }),
    toolUses: Count,
    toolFailures: Count,
  },
  closed,
);
export type CallFigures = Static<typeof CallFigures>;

export const ConversationFigures = Type.Object(
  {
    conversations: Type.Integer({
      minimum: 0,
      description: 'A conversation begins with the first message after 24 hours without any.',
    }),
    answered: Type.Integer({ minimum: 0, description: 'In which both sides wrote.' }),
    answerRate: Share,
    messagesReceived: Count,
    messagesSent: Count,
    messagesFailed: Type.Integer({
      minimum: 0,
      description: 'Messages of the business that did not arrive.',
    }),
    replySeconds: Type.Object(Percentiles.properties, {
      ...closed,
      description:
        "From a customer's first unanswered message to the answer of an agent; at most 5 % off; null: there is none.",
    }),
    handedOver: Type.Integer({
      minimum: 0,
      description: 'In which an agent handed over to people, or a person took part.',
    }),
    answeredByHuman: Type.Integer({ minimum: 0, description: 'In which a person of the business wrote.' }),
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
    }),
    name: nullable(Type.String(), { description: 'Of the agent or campaign.' }),
    version: nullable(Type.Integer({ minimum: 1 }), {
      description: 'If grouped by version; null: it was not recorded.',
    }),
    figures: Figures,
  },
  closed,
);
export type AnalyticsGroup = Static<typeof Group>;

const period = {
  from: DateTime,
  to: DateTime,
  totals: Figures,
  groups: Type.Array(Group, {
    description: 'Hours and days in order, others by their number of calls; empty without groupBy.',
  }),
};
const Period = Type.Object(period, closed);
export type AnalyticsPeriod = Static<typeof Period>;

export const Analytics = Type.Object(
  {
    subject: AnalyticsSubject,
    timeZone: Type.String(),
    groupBy: nullable(AnalyticsGroupBy),
    ...period,
    previous: nullable(Period, { description: 'As long, right before; null without compare.' }),
  },
  closed,
);
export type Analytics = Static<typeof Analytics>;
