/** Figures on the wire, from a tally by slot. */
import type {
  AnalyticsFigures,
  AnalyticsSubject,
  CallFigures,
  ConversationFigures,
} from '../../schemas/analytics/analytics.js';
import { type Counter, type Distribution, quantileOf, slotOf } from '../../views/analytics/slots.js';

/** More digits than the error of a percentile justifies, and far fewer than a floating-point number has. */
const DIGITS = 4;

/** The figures of a tally. */
export const figuresOf = (subject: AnalyticsSubject, slots: Float64Array): AnalyticsFigures =>
  subject === 'calls'
    ? { calls: callFigures(slots), conversations: null }
    : { calls: null, conversations: conversationFigures(slots) };

const counterIn =
  (slots: Float64Array) =>
  (counter: Counter): number =>
    slots[slotOf(counter)] ?? 0;

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

const percentilesIn = (slots: Float64Array) => {
  const quantile = (distribution: Distribution, of: number): number | null => {
    const value = quantileOf(slots, distribution, of);
    return value === null ? null : Number(value.toPrecision(DIGITS));
  };
  return (distribution: Distribution) => ({
    p50: quantile(distribution, 0.5),
    p95: quantile(distribution, 0.95),
  });
};

const callFigures = (slots: Float64Array): CallFigures => {
  const count = counterIn(slots);
  const percentiles = percentilesIn(slots);
  const succeeded = count('succeeded');
  const notSucceeded = count('notSucceeded');
  return {
    calls: count('all'),
    answered: count('answered'),
    answerRate: share(count('answered'), count('all')),
    analyzed: count('analyzed'),
    succeeded,
    notSucceeded,
    successRate: share(succeeded, succeeded + notSucceeded),
    durationSeconds: count('durationSeconds'),
    callSeconds: percentiles('callSeconds'),
    chargedMicrocredits: count('chargedMicrocredits'),
    analysisCostMicrocredits: count('analysisMicrocredits'),
    latencies: {
      finalTranscriptMs: percentiles('finalTranscriptMs'),
      firstTokenMs: percentiles('firstTokenMs'),
      firstAudioMs: percentiles('firstAudioMs'),
      firstFrameMs: percentiles('firstFrameMs'),
      firstPlayedMs: percentiles('firstPlayedMs'),
    },
    agentTurns: count('agentTurns'),
    interruptions: count('interruptions'),
    silences: count('silences'),
    silenceEnds: count('silenceEnds'),
    toolUses: count('toolUses'),
    toolFailures: count('toolFailures'),
  };
};

const conversationFigures = (slots: Float64Array): ConversationFigures => {
  const count = counterIn(slots);
  return {
    conversations: count('all'),
    answered: count('answered'),
    answerRate: share(count('answered'), count('all')),
    messagesReceived: count('messagesReceived'),
    messagesSent: count('messagesSent'),
    messagesFailed: count('messagesFailed'),
    replySeconds: percentilesIn(slots)('replySeconds'),
    handedOver: count('handedOver'),
    answeredByHuman: count('answeredByHuman'),
  };
};
