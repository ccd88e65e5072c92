/** Verdicts on simulated conversations, and the scores that they add up to. */
import { type Static, Type } from 'typebox';
import { Count, closed, literals, nullable } from '../shapes.js';

/** `error`: undecided, because something other than the agent failed. */
export const VerdictOutcome = literals(['passed', 'failed', 'error']);
export type VerdictOutcome = Static<typeof VerdictOutcome>;

export const Verdict = Type.Object(
  {
    criterion: Type.String({ description: 'Its name.' }),
    outcome: VerdictOutcome,
    reason: Type.String(),
    score: Type.Optional(
      Type.Number({ description: 'From 0 to 10, if a score was requested: the mean of the samples.' }),
    ),
    spread: Type.Optional(
      Type.Number({ description: 'With several samples of a score: their standard deviation.' }),
    ),
    agreement: Type.Optional(
      Type.Number({ description: 'With several samples: the share that agrees with the outcome, 0 to 1.' }),
    ),
    answer: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "The judge's answer, if a schema was given: that of the first sample for the outcome.",
      }),
    ),
  },
  closed,
);
export type Verdict = Static<typeof Verdict>;

/** How an agent did by one criterion. */
export const CriterionScore = Type.Object(
  {
    criterion: Type.String(),
    passed: Count,
    failed: Count,
    errors: Count,
    meanScore: nullable(Type.Number({ description: 'Of the conversations with a score, 0 to 10.' })),
    spread: nullable(Type.Number({ description: 'Standard deviation of those scores.' })),
  },
  closed,
);
export type CriterionScore = Static<typeof CriterionScore>;
