/** How long a call heard or said nothing after its stream was lost: one entry per loss. */
import type { CallFacts, CallTimeline } from './call-facts.js';

/** Audio that ended at most this long before its node died was cut off by that, ms. */
const CUT_WITHIN_MS = 150;

export interface Gap {
  /** Until the network's next stream was open, ms. */
  readonly socketMs: number | null;
  /** Until a session reported to the journal that it has the call's media, ms. */
  readonly sessionMs: number | null;
  /** What the agent still had to say when the stream was lost. */
  readonly owed: 'rest_of_sentence' | 'answer' | 'nothing';
  /** Until the agent was heard again, ms; null if it was not heard before the call's end or the next loss. */
  readonly agentMs: number | null;
}

export const gapsOf = (facts: CallFacts, call: CallTimeline): readonly Gap[] => {
  const heard = facts.understood.heard.map((speech) => ({
    ...speech,
    atMs: call.onRecording(speech.atMs),
    endMs: call.onRecording(speech.endMs),
  }));
  const sentences = (facts.history?.said ?? []).map((sentence) => ({
    ...sentence,
    endMs: call.onRecording(sentence.endMs),
  }));
  const after = (at: number, moments: readonly number[]): number | null => {
    const next = moments.find((moment) => moment > at);
    return next === undefined ? null : next - at;
  };
  return call.losses.map((loss, index) => {
    const until = call.losses[index + 1] ?? Number.POSITIVE_INFINITY;
    const lastHeard = heard.findLast(({ atMs }) => atMs <= loss);
    const lastSentence = sentences.findLast(({ endMs }) => endMs <= loss);
    const died = call.deaths[index] ?? loss;
    const isCut = lastHeard !== undefined && !lastHeard.toEnd && died - lastHeard.endMs < CUT_WITHIN_MS;
    const isUnanswered =
      lastSentence?.whole === true && lastSentence.endMs > (lastHeard?.endMs ?? Number.NEGATIVE_INFINITY);
    const agentMs = after(
      loss,
      heard.map(({ atMs }) => atMs),
    );
    return {
      socketMs: after(
        loss,
        call.streams.map(({ atMs }) => atMs),
      ),
      sessionMs: after(loss, call.attached),
      owed: isCut ? 'rest_of_sentence' : isUnanswered ? 'answer' : 'nothing',
      agentMs: agentMs !== null && loss + agentMs < until ? agentMs : null,
    };
  });
};

export interface Spread {
  readonly count: number;
  /** ms; null if there are no values. */
  readonly p50: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

/** By nearest rank. */
export const spreadOf = (values: readonly number[]): Spread => {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number | null => {
    const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
    return value === undefined ? null : Math.round(value);
  };
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) };
};
