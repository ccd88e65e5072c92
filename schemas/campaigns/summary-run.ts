/** AI summaries of campaigns on the wire (spec section 4.8, docs/reference/api.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { BusinessId, CampaignId, Charged, MaxCharge, SummaryRunId } from '../fields.js';
import { Count, closed, DateTime, described, literals, nullable } from '../shapes.js';

/** How long an estimate can be confirmed, ms. */
export const ESTIMATE_MS = 60 * 60_000;

export const SummaryRunRequest = Type.Union([
  Type.Object(
    {
      businessId: BusinessId,
      mode: Type.Literal('estimate', { description: 'Compute the price first: nothing is charged.' }),
    },
    closed,
  ),
  Type.Object(
    {
      businessId: BusinessId,
      mode: Type.Literal('confirm', { description: 'Start the run of an estimate.' }),
      summaryRunId: described(SummaryRunId, 'The run to confirm; its estimate is valid for an hour.'),
      maxChargeMicrocredits: described(
        MaxCharge,
        'The `maxChargeMicrocredits` of the estimate, which the client agrees to.',
        240000,
      ),
    },
    closed,
  ),
]);
export type SummaryRunRequest = Static<typeof SummaryRunRequest>;

/** `partial`: the run has ended, and some contacts could not be assessed. */
export const SummaryRunStatus = literals(['estimated', 'running', 'completed', 'partial'], {
  description:
    'estimated: awaits its confirmation. partial: it has ended, and some contacts could not be assessed; they cost nothing.',
});
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
    contactId: described(Type.String(), 'The contact.', '06942376-1534-864b-9aa4-d7b7fa8576b6'),
    code: Type.String({
      description: `One of ${Object.keys(ASSESSMENT_FAILURES).join(', ')}.`,
      examples: ['model_failed'],
    }),
    message: Type.String({
      description: 'What happened and what to do.',
      examples: ['The model failed. Create another summary later.'],
    }),
  },
  closed,
);
export type ContactFailure = Static<typeof ContactFailure>;

export const SummaryRunResource = Type.Object(
  {
    summaryRunId: described(SummaryRunId, 'The run; use it to confirm the estimate, and to export it.'),
    campaignId: CampaignId,
    status: SummaryRunStatus,
    contacts: described(Count, 'Contacts of all iterations of the campaign, each once.', 120),
    assessed: described(Count, 'How many have been assessed so far.', 118),
    failed: described(Count, 'How many could not be assessed.', 2),
    failures: Type.Array(ContactFailure, {
      description: `The first ${MAX_FAILURES} contacts that could not be assessed, in the order of their ids; they are not charged. The export lists all of them.`,
    }),
    recommended: described(Count, 'How many should be contacted again.', 31),
    maxChargeMicrocredits: MaxCharge,
    chargedMicrocredits: Charged,
    createdAt: described(DateTime, 'When the price was estimated.'),
    expiresAt: described(DateTime, 'Until when the estimate can be confirmed.', '2026-03-02T10:30:00.000Z'),
    confirmedAt: nullable(DateTime, {
      description: 'When the run was confirmed; null: it was not.',
      examples: ['2026-03-02T09:31:12.000Z'],
    }),
    endedAt: nullable(DateTime, {
      description: 'When the run ended; null: it has not.',
      examples: ['2026-03-02T09:35:40.000Z'],
    }),
  },
  closed,
);
export type SummaryRunResource = Static<typeof SummaryRunResource>;

/** What the model must answer about one contact. */
export const Assessment = Type.Object(
  {
    conclusion: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: "What the contact's calls and messages say about the objective.",
      examples: ['Sam Rivera confirmed the appointment.'],
    }),
    nextAction: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'What to do next.',
      examples: ['Nothing: the appointment is confirmed.'],
    }),
    recommended: Type.Boolean({ description: 'Whether to contact this person again.' }),
  },
  closed,
);
export type Assessment = Static<typeof Assessment>;

/** A campaign's conclusion about one contact, as shown with the contact. */
export const CampaignSummary = Type.Object(
  {
    campaignId: CampaignId,
    summaryRunId: SummaryRunId,
    conclusion: described(
      Type.String(),
      "What the contact's calls and messages say about the objective.",
      'Sam Rivera confirmed the appointment.',
    ),
    nextAction: described(Type.String(), 'What to do next.', 'Nothing: the appointment is confirmed.'),
    recommended: Type.Boolean({ description: 'Whether to contact this person again.' }),
    assessedAt: described(DateTime, 'When it was written.'),
  },
  closed,
);
export type CampaignSummary = Static<typeof CampaignSummary>;
