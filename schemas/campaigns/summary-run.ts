/** AI summaries of campaigns on the wire (spec section 4.8, docs/reference/api.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

/** How long an estimate can be confirmed, ms. */
export const ESTIMATE_MS = 60 * 60_000;

export const SummaryRunRequest = Type.Union([
  Type.Object({ businessId: Uuid, mode: Type.Literal('estimate') }, closed),
  Type.Object(
    {
      businessId: Uuid,
      mode: Type.Literal('confirm'),
      summaryRunId: Uuid,
      maxChargeMicrocredits: Count,
    },
    closed,
  ),
]);
export type SummaryRunRequest = Static<typeof SummaryRunRequest>;

/** `partial`: the run has ended, and some contacts could not be assessed. */
export const SummaryRunStatus = literals(['estimated', 'running', 'completed', 'partial']);
export type SummaryRunStatus = Static<typeof SummaryRunStatus>;

/** Why a contact could not be assessed: the meaning, and what to do about it. */
export const ASSESSMENT_FAILURES = {
  model_failed: 'The model failed. Create another summary later.',
  model_too_slow: 'The model took too long. Create another summary later.',
  assessment_unusable:
    'The model did not return an assessment. Describe the objective of the campaign in plain words, then create another summary.',
  reason_not_kept: 'The reason was not recorded. Create another summary.',
} as const;
export type AssessmentFailure = keyof typeof ASSESSMENT_FAILURES;

/** What to do about a failure, including one that only a newer build knows. */
export const failureMessage = (code: string): string =>
  Object.entries(ASSESSMENT_FAILURES).find(([known]) => known === code)?.[1] ??
  ASSESSMENT_FAILURES.reason_not_kept;

/** Failures that a run shows; the export lists all. */
export const MAX_FAILURES = 20;

export const ContactFailure = Type.Object(
  {
    contactId: Type.String(),
    code: Type.String({ description: `One of ${Object.keys(ASSESSMENT_FAILURES).join(', ')}.` }),
    message: Type.String({ description: 'What happened and what to do.' }),
  },
  closed,
);
export type ContactFailure = Static<typeof ContactFailure>;

export const SummaryRunResource = Type.Object(
  {
    summaryRunId: Uuid,
    campaignId: Uuid,
    status: SummaryRunStatus,
    contacts: Count,
    assessed: Count,
    failed: Count,
    failures: Type.Array(ContactFailure, {
      description: `The first ${MAX_FAILURES} contacts that could not be assessed, in the order of their ids; they are not charged. The export lists all of them.`,
    }),
    recommended: Count,
    maxChargeMicrocredits: Count,
    chargedMicrocredits: Count,
    createdAt: DateTime,
    expiresAt: DateTime,
    confirmedAt: nullable(DateTime),
    endedAt: nullable(DateTime),
  },
  closed,
);
export type SummaryRunResource = Static<typeof SummaryRunResource>;

/** What the model must answer about one contact. */
export const Assessment = Type.Object(
  {
    conclusion: Type.String({ minLength: 1, maxLength: 2_000 }),
    nextAction: Type.String({ minLength: 1, maxLength: 500 }),
    recommended: Type.Boolean({ description: 'Whether to contact this person again.' }),
  },
  closed,
);
export type Assessment = Static<typeof Assessment>;

/** A campaign's conclusion about one contact, as shown with the contact. */
export const CampaignSummary = Type.Object(
  {
    campaignId: Uuid,
    summaryRunId: Uuid,
    conclusion: Type.String(),
    nextAction: Type.String(),
    recommended: Type.Boolean(),
    assessedAt: DateTime,
  },
  closed,
);
export type CampaignSummary = Static<typeof CampaignSummary>;
