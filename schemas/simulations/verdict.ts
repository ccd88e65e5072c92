/** Verdicts on simulated conversations, and the scores that they add up to. */
import { type Static, Type } from 'typebox';
import { Count, closed, described, literals, nullable } from '../shapes.js';

/** `error`: undecided, because something other than the agent failed. */
export const VerdictOutcome = literals(['passed', 'failed', 'error'], {
  description: 'error: undecided, because something other than the agent failed.',
});
export type VerdictOutcome = Static<typeof VerdictOutcome>;

export const Verdict = Type.Object(
  {
    criterion: Type.String({ description: 'The name of the criterion.', examples: ['books the table'] }),
    outcome: VerdictOutcome,
    reason: described(Type.String(), 'Why, in words.', 'The agent booked a table for two at eight.'),
    score: Type.Optional(
      Type.Number({
        description: 'From 0 to 10, if a score was requested: the mean of the samples.',
        examples: [8],
      }),
    ),
    spread: Type.Optional(
      Type.Number({
        description: 'With several samples of a score: their standard deviation.',
        examples: [0.5],
      }),
    ),
    agreement: Type.Optional(
      Type.Number({
        description: 'With several samples: the share that agrees with the outcome, 0 to 1.',
        examples: [1],
      }),
    ),
    answer: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: "The judge's answer, if a schema was given: that of the first sample for the outcome.",
        examples: [{ people: 2 }],
      }),
    ),
  },
  closed,
);
export type Verdict = Static<typeof Verdict>;

/** How an agent did by one criterion. */
export const CriterionScore = Type.Object(
  {
    criterion: described(Type.String(), 'The name of the criterion.', 'books the table'),
    passed: described(Count, 'Conversations that met it.', 9),
    failed: described(Count, 'Conversations that did not.', 2),
    errors: described(Count, 'Conversations in which it could not be judged.', 0),
    meanScore: nullable(Type.Number({ description: 'Of the conversations with a score, 0 to 10.' }), {
      description: 'The mean of the scores, from 0 to 10; null: none was given.',
      examples: [8.25],
    }),
    spread: nullable(Type.Number({ description: 'Standard deviation of those scores.' }), {
      description: 'Standard deviation of the scores; null: there are too few.',
      examples: [1.1],
    }),
  },
  closed,
);
export type CriterionScore = Static<typeof CriterionScore>;
