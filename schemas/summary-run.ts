/** AI summaries of campaigns on the wire (spec section 4.8, contract.md "Campaigns"). */
import { type Static, Type } from 'typebox';

const closed = { additionalProperties: false } as const;
const Uuid = Type.String({ format: 'uuid' });
const DateTime = Type.String({ format: 'date-time' });
const NullableDateTime = Type.Union([DateTime, Type.Null()]);
const Count = Type.Integer({ minimum: 0 });

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

/** `partial`: it is over, and some contacts could not be assessed. */
export const SummaryRunStatus = Type.Union([
  Type.Literal('estimated'),
  Type.Literal('running'),
  Type.Literal('completed'),
  Type.Literal('partial'),
]);
export type SummaryRunStatus = Static<typeof SummaryRunStatus>;

export const SummaryRunResource = Type.Object(
  {
    summaryRunId: Uuid,
    campaignId: Uuid,
    status: SummaryRunStatus,
    contacts: Count,
    assessed: Count,
    failed: Count,
    recommended: Count,
    maxChargeMicrocredits: Count,
    chargedMicrocredits: Count,
    createdAt: DateTime,
    expiresAt: DateTime,
    confirmedAt: NullableDateTime,
    endedAt: NullableDateTime,
  },
  closed,
);
export type SummaryRunResource = Static<typeof SummaryRunResource>;

/** What the model must answer about one contact. */
export const Assessment = Type.Object(
  {
    conclusion: Type.String({ minLength: 1, maxLength: 2_000 }),
    nextAction: Type.String({ minLength: 1, maxLength: 500 }),
    recommended: Type.Boolean({ description: 'Whether the contact is worth another contact.' }),
  },
  closed,
);
export type Assessment = Static<typeof Assessment>;

/** A campaign's conclusion about one contact, as the contact shows it. */
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
