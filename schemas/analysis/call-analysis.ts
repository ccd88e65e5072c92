/** What a model found in the transcript of a call that has ended. */
import { type Static, type TSchema, Type } from 'typebox';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

/** A turn of the transcript that proves a finding. */
export const Evidence = Type.Object(
  {
    turn: Type.Integer({ minimum: 0, description: 'Its index in the transcript.' }),
    atMs: nullable(Count, { description: 'Where it begins in the recording; null: unknown.' }),
  },
  closed,
);
export type Evidence = Static<typeof Evidence>;

export const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'] as const;
export const Sentiment = literals([...SENTIMENTS], { description: "The customer's, over the whole call." });
export type Sentiment = Static<typeof Sentiment>;

/** What a customer may have requested. */
export const CUSTOMER_REQUESTS = ['human', 'no_contact', 'call_back'] as const;
export const CustomerRequest = literals([...CUSTOMER_REQUESTS], {
  description: 'human: a person instead of the agent; no_contact: not to be contacted again.',
});
export type CustomerRequest = Static<typeof CustomerRequest>;

const Verdict = literals(['met', 'not_met', 'unknown'], {
  description: 'unknown: the transcript does not say.',
});
type Verdict = Static<typeof Verdict>;

/** The shape of findings, each with the evidence that proves it. */
export const findingsOf = <Proof extends TSchema>(evidence: Proof) => {
  const proof = Type.Array(evidence, { description: 'What shows it, in order.' });
  return Type.Object(
    {
      summary: Type.String(),
      sentiment: Sentiment,
      requests: Type.Array(
        Type.Object(
          {
            request: CustomerRequest,
            at: nullable(DateTime, { description: 'Of call_back: when; null: the customer named no time.' }),
            evidence: proof,
          },
          closed,
        ),
      ),
      criteria: Type.Array(
        Type.Object({ key: Type.String(), verdict: Verdict, reason: Type.String(), evidence: proof }, closed),
      ),
      fields: Type.Array(
        Type.Object(
          {
            key: Type.String(),
            value: nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
              description: 'Null: the customer did not state it.',
            }),
            evidence: proof,
          },
          closed,
        ),
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

export const AnalysisStatus = literals(['running', 'completed', 'failed']);
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
    requests: Type.Array(CustomerRequest),
  },
  closed,
);
export type CallOutcome = Static<typeof CallOutcome>;

/** Why an analysis failed, and what to do about it. */
export const FailedAnalysis = Type.Object(
  {
    code: Type.String({ description: `One of ${Object.keys(ANALYSIS_FAILURES).join(', ')}.` }),
    message: Type.String(),
  },
  closed,
);

/** The analysis of a call, with its evidence. */
export const CallAnalysis = Type.Object(
  {
    status: AnalysisStatus,
    success: Success,
    findings: nullable(Findings, { description: 'Of the last analysis that completed.' }),
    failure: nullable(FailedAnalysis),
    analysisRunId: nullable(Uuid, { description: 'The run that made it; null: the end of the call.' }),
    analyzedAt: nullable(DateTime),
    chargedMicrocredits: Count,
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
