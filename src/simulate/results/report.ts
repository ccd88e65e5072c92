/** The report of a simulation, for people and for CI. */
import { scoresOf, spreadOf } from '../../../operations/simulations/scores.js';
import type { RehearsedConversation } from '../../../schemas/simulations/conversation.js';
import type { CriterionScore, Verdict, VerdictOutcome } from '../../../schemas/simulations/verdict.js';

/** One run of a customer's conversation. */
export interface Played extends RehearsedConversation {
  readonly customer: string;
  /** Counted from 1. */
  readonly run: number;
  /** Start time, RFC 3339. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly verdicts: readonly Verdict[];
}

/** The totals of the verdicts, and the conversations they belong to. */
export interface SimulationReport {
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  /** By criterion, over all conversations. */
  readonly scores: readonly CriterionScore[];
  readonly conversations: readonly Played[];
}

const count = (verdicts: readonly Verdict[], wanted: VerdictOutcome): number =>
  verdicts.filter(({ outcome }) => outcome === wanted).length;

export const reportOf = (conversations: readonly Played[]): SimulationReport => {
  const verdicts = conversations.flatMap((conversation) => conversation.verdicts);
  return {
    passed: count(verdicts, 'passed'),
    failed: count(verdicts, 'failed'),
    errors: count(verdicts, 'error'),
    scores: scoresOf(verdicts),
    conversations,
  };
};

const TOO_SLOW = 2;

/** 0: all criteria are met; 1: one is not, or is undecided; 2: the only reason is a machine that was too slow. */
export const exitCodeOf = ({ failed, errors, conversations }: SimulationReport): number => {
  const slow = conversations.filter(({ tooSlow = null }) => tooSlow !== null);
  const ofSlow = slow.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
  if (failed + errors === 0) return 0;
  return failed === 0 && errors === ofSlow ? TOO_SLOW : 1;
};

/** A row for each customer and criterion: how many conversations passed, and the reason of the first that did not. */
export const tableOf = ({ conversations }: SimulationReport): readonly Readonly<Record<string, string>>[] => {
  const customers = [...new Set(conversations.map(({ customer }) => customer))];
  const hasScores = conversations.some(({ verdicts }) => verdicts.some(({ score }) => score !== undefined));
  return customers.flatMap((customer) => {
    const all = conversations
      .filter((conversation) => conversation.customer === customer)
      .flatMap((conversation) => conversation.verdicts);
    return [...new Set(all.map(({ criterion }) => criterion))].map((criterion) => {
      const verdicts = all.filter((verdict) => verdict.criterion === criterion);
      const shown = verdicts.find(({ outcome }) => outcome !== 'passed') ?? verdicts[0];
      return {
        customer,
        criterion,
        passed: `${count(verdicts, 'passed')} of ${verdicts.length}`,
        ...(hasScores ? { score: meanScore(verdicts) } : {}),
        because: shown?.reason ?? '',
      };
    });
  });
};

const meanScore = (verdicts: readonly Verdict[]): string => {
  const scores = spreadOf(verdicts.flatMap(({ score }) => score ?? []));
  return scores === null ? '-' : scores.mean.toFixed(1);
};
