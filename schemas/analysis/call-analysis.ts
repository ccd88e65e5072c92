/** What a model found in the transcript of a call that has ended. */
import { type Static, type TSchema, Type } from 'typebox';
import { AnalysisRunId, Charged } from '../fields.js';
import { Count, closed, DateTime, described, literals, nullable } from '../shapes.js';

/** A turn of the transcript that proves a finding. */
export const Evidence = Type.Object(
  {
    turn: Type.Integer({ minimum: 0, description: 'Its index in the transcript, from 0.', examples: [6] }),
    atMs: nullable(Count, {
      description: 'Where it begins in the recording, ms; null: unknown.',
      examples: [31200],
    }),
  },
  closed,
);
export type Evidence = Static<typeof Evidence>;

export const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'] as const;
export const Sentiment = literals([...SENTIMENTS], {
  description: "The customer's sentiment over the whole call or episode; mixed: both positive and negative.",
});
export type Sentiment = Static<typeof Sentiment>;

/** What a customer may have requested. */
export const CUSTOMER_REQUESTS = ['human', 'no_contact', 'call_back'] as const;
export const CustomerRequest = literals([...CUSTOMER_REQUESTS], {
  description:
    'human: a person instead of the agent; no_contact: not to be contacted again; call_back: another call.',
});
export type CustomerRequest = Static<typeof CustomerRequest>;

const Verdict = literals(['met', 'not_met', 'unknown'], {
  description: 'Whether the criterion is met; unknown: the transcript does not say.',
});
type Verdict = Static<typeof Verdict>;

/** The shape of findings, each with the evidence that proves it. */
export const findingsOf = <Proof extends TSchema>(evidence: Proof) => {
  const proof = Type.Array(evidence, { description: 'What shows it, in order.' });
  return Type.Object(
    {
      summary: described(
        Type.String(),
        'What came of it, in a few sentences.',
        'The customer moved the appointment to Tuesday at 10:00.',
      ),
      sentiment: Sentiment,
      requests: Type.Array(
        Type.Object(
          {
            request: CustomerRequest,
            at: nullable(DateTime, {
              description:
                'When the customer wants to be called back; null: no time was named, or it is another request.',
              examples: ['2026-03-05T10:00:00.000Z'],
            }),
            evidence: proof,
          },
          closed,
        ),
        { description: 'What the customer requested; empty: nothing.' },
      ),
      criteria: Type.Array(
        Type.Object(
          {
            key: described(Type.String(), 'The key of the criterion.', 'booked'),
            verdict: Verdict,
            reason: described(
              Type.String(),
              'Why the verdict is so.',
              'The agent repeated the new time, and the customer agreed.',
            ),
            evidence: proof,
          },
          closed,
        ),
        { description: 'The verdict on each success criterion of the agent.' },
      ),
      fields: Type.Array(
        Type.Object(
          {
            key: described(Type.String(), 'The key of the field.', 'guests'),
            value: nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
              description: 'What the customer stated; null: nothing.',
              examples: [4],
            }),
            evidence: proof,
          },
          closed,
        ),
        { description: 'The value of each field that the agent extracts.' },
      ),
    },
    closed,
  );
};

/** The findings about one call. */
export const Findings = findingsOf(Evidence);
export type Findings = Static<typeof Findings>;

/** What both findings about calls and about conversations say, whatever proves it. */
export interface FindingsFrom<Proof> {
  readonly summary: string;
  readonly sentiment: Sentiment;
  readonly requests: { request: CustomerRequest; at: string | null; evidence: Proof[] }[];
  readonly criteria: { key: string; verdict: Verdict; reason: string; evidence: Proof[] }[];
  readonly fields: { key: string; value: string | number | boolean | null; evidence: Proof[] }[];
}

/** Why an analysis failed: the meaning, and what to do about it. A failed analysis costs nothing. */
const ANALYSIS_FAILURES = {
  insufficient_credit: 'The credit did not suffice. Buy credit, then analyse the call again.',
  model_failed: 'The model failed. Analyse the call again later.',
  model_too_slow: 'The model took too long. Analyse the call again later.',
  answer_unusable:
    "The model's answer did not fit the criteria and fields. Describe them in plain words, then analyse the call again.",
  transcript_missing: 'The transcript is no longer stored, so the call cannot be analysed.',
  abandoned: 'An operator dropped the analysis. Analyse the call again.',
} as const;
export type AnalysisFailure = keyof typeof ANALYSIS_FAILURES;

/** What to do about a failure, including one that only a newer build knows. */
export const analysisMessage = (code: string): string =>
  Object.entries(ANALYSIS_FAILURES).find(([known]) => known === code)?.[1] ?? ANALYSIS_FAILURES.model_failed;

export const AnalysisStatus = literals(['running', 'completed', 'failed'], {
  description:
    'running: the model is reading the transcript. failed: `failure` says why, and nothing was charged.',
});
export type AnalysisStatus = Static<typeof AnalysisStatus>;

const Success = nullable(Type.Boolean(), {
  description:
    'Whether the call met all success criteria of its agent; null: there are none, or the transcript does not say.',
});

/** The outcome of a call, as lists show it. */
export const CallOutcome = Type.Object(
  {
    status: AnalysisStatus,
    success: Success,
    sentiment: nullable(Sentiment),
    requests: Type.Array(CustomerRequest, { description: 'What the customer requested; empty: nothing.' }),
  },
  closed,
);
export type CallOutcome = Static<typeof CallOutcome>;

/** Why an analysis failed, and what to do about it. */
export const FailedAnalysis = Type.Object(
  {
    code: Type.String({
      description: `One of ${Object.keys(ANALYSIS_FAILURES).join(', ')}.`,
      examples: ['model_failed'],
    }),
    message: described(
      Type.String(),
      'What happened, and what to do.',
      'The model failed. Analyse the call again later.',
    ),
  },
  closed,
);

/** The analysis of a call, with its evidence. */
export const CallAnalysis = Type.Object(
  {
    status: AnalysisStatus,
    success: Success,
    findings: nullable(Findings, {
      description: 'What was found; of the last analysis that completed. Null: none has.',
    }),
    failure: nullable(FailedAnalysis, { description: 'Why the last analysis failed; null: it did not.' }),
    analysisRunId: nullable(AnalysisRunId, {
      description: 'The run that made it; null: the end of the call did.',
    }),
    analyzedAt: nullable(DateTime, { description: 'When it completed or failed; null: it is running.' }),
    chargedMicrocredits: described(Charged, 'What the analyses of the call cost, in microcredits.', 2000),
  },
  closed,
);
export type CallAnalysis = Static<typeof CallAnalysis>;

/** The outcome of findings, as lists show it. */
export const outcomeOf = (findings: FindingsFrom<unknown>): CallOutcome => ({
  status: 'completed',
  success: successOf(findings),
  sentiment: findings.sentiment,
  requests: findings.requests.map(({ request }) => request),
});

export const FAILED_OUTCOME: CallOutcome = { status: 'failed', success: null, sentiment: null, requests: [] };

/** Whether a call met all of its criteria; null: there are none, or one is unknown and none was missed. */
export const successOf = ({
  criteria,
}: {
  readonly criteria: readonly Pick<Findings['criteria'][number], 'verdict'>[];
}): boolean | null => {
  if (criteria.some(({ verdict }) => verdict === 'not_met')) return false;
  return criteria.length > 0 && criteria.every(({ verdict }) => verdict === 'met') ? true : null;
};
