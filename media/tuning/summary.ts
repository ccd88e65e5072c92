/** Results of settings over many sessions, as numbers to compare. */
import { type Candidate, type EndedTurn, turnsWith } from './evaluate.js';
import type { SessionFacts } from './facts.js';

/** Latencies are ms from the end of the customer's speech; null if no turn was ended by a silence. */
export interface Summary {
  /** Turns that a silence ended; those that a recogniser ended are not among them. */
  readonly turns: number;
  /** To the decision that the turn has ended. */
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p99: number | null;
  /** Of these turns, those that ended although the customer went on. */
  readonly falseCuts: number;
  /** To the model request that was used: sooner than the decision if the request was early. */
  readonly askedP50: number | null;
  readonly askedP90: number | null;
  /** Replies that were requested early and discarded, of all turns. */
  readonly wasted: number;
  /** Turns that a recogniser ended: the same whatever the silences are. */
  readonly byRecogniser: number;
}

export const summaryOf = (
  sessions: readonly SessionFacts[],
  candidate: Candidate,
  withinMs: number,
): Summary => {
  const all = sessions.flatMap((facts) => turnsWith(facts, candidate, withinMs));
  const silent = all.filter(({ by }) => by === 'silence');
  const decisions = sorted(silent, ({ decisionMs }) => decisionMs);
  const requests = sorted(silent, ({ requestMs }) => requestMs);
  return {
    turns: silent.length,
    p50: quantile(decisions, 0.5),
    p90: quantile(decisions, 0.9),
    p99: quantile(decisions, 0.99),
    falseCuts: silent.filter(({ isCut }) => isCut).length,
    askedP50: quantile(requests, 0.5),
    askedP90: quantile(requests, 0.9),
    wasted: all.reduce((sum, { wasted }) => sum + wasted, 0),
    byRecogniser: all.length - silent.length,
  };
};

const sorted = (turns: readonly EndedTurn[], measure: (turn: EndedTurn) => number): readonly number[] =>
  turns.map(measure).sort((a, b) => a - b);

/** The least value that this share of the values does not exceed, ms. */
const quantile = (values: readonly number[], share: number): number | null => {
  const value = values[Math.max(0, Math.ceil(values.length * share) - 1)];
  return value === undefined ? null : Math.round(value);
};
