/** The estimate and the course of a campaign, for the console's builder and charts (docs/contract.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { CampaignAudience, CampaignChannel, IterationSettings, OUTCOMES } from './campaign.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from './shapes.js';

/** People for whom an estimate checks whether they can be contacted; of a larger audience, the first ones. */
export const MOST_LOOKED_AT = 5_000;

/** A campaign under consideration: nothing of it is stored. */
export const CampaignEstimateRequest = Type.Object(
  {
    businessId: Uuid,
    channel: CampaignChannel,
    agentId: Uuid,
    audience: CampaignAudience,
    settings: Type.Optional(IterationSettings),
    startAt: Type.Optional(DateTime),
  },
  closed,
);
export type CampaignEstimateRequest = Static<typeof CampaignEstimateRequest>;

export const CampaignEstimate = Type.Object(
  {
    people: Type.Integer({
      minimum: 0,
      description: 'Each counted once; where `complete` is false, once for each of the categories.',
    }),
    complete: Type.Boolean({
      description: `Whether all of them were looked at: at most ${MOST_LOOKED_AT.toLocaleString('en')} are.`,
    }),
    eligible: Type.Integer({ minimum: 0, description: 'Those whom nothing is known to keep from.' }),
    skipped: Type.Array(Type.Object({ reason: Type.String(), people: Count }, closed), {
      description: 'Who would be passed over, by the error code that says why.',
    }),
    lines: Type.Integer({ minimum: 0, description: 'Of the business.' }),
    basis: literals(['history', 'assumed'], {
      description: 'Whether length and reach of a call are those of the last calls of the agent.',
    }),
    callSeconds: Type.Number({
      minimum: 0,
      description: 'Of an attempt, connected or not, with its ringing.',
    }),
    attempts: Type.Number({ minimum: 0, description: 'Expected for each of the eligible people.' }),
    startsAt: DateTime,
    endsAt: nullable(DateTime, {
      description:
        'Through the window, when all lines are free; null for messages, and where it is not known.',
    }),
    durationSeconds: nullable(Count, { description: 'Of calling, without the time outside of the window.' }),
    expectedMicrocredits: Count,
    mostMicrocredits: Type.Integer({
      minimum: 0,
      description: 'When every attempt is connected for as long as the agent may speak.',
    }),
    availableMicrocredits: Type.Integer(),
    preview: nullable(
      Type.Object(
        {
          contactId: Uuid,
          contactName: Type.String(),
          text: Type.String({ description: 'The first words of the call, or the message.' }),
        },
        closed,
      ),
      { description: 'For the first of the eligible people.' },
    ),
  },
  closed,
);
export type CampaignEstimate = Static<typeof CampaignEstimate>;

/** Maximum number of buckets in a series. */
export const MOST_BUCKETS = 120;
/** How far a series reaches back from its end, days. */
export const SERIES_DAYS = 7;

const outcomeCounts = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, Count]));

export const CampaignSeries = Type.Object(
  {
    iterationId: Uuid,
    bucketSeconds: Type.Integer({ minimum: 60 }),
    buckets: Type.Array(
      Type.Object(
        {
          at: DateTime,
          begun: Type.Integer({ minimum: 0, description: 'Attempts that began in it.' }),
          active: Type.Integer({ minimum: 0, description: 'Attempts that were under way at its end.' }),
          ...outcomeCounts,
        },
        closed,
      ),
      {
        maxItems: MOST_BUCKETS,
        description: `Members by the outcome that they came to in it, oldest first; of the last ${SERIES_DAYS} days.`,
      },
    ),
  },
  closed,
);
export interface CampaignSeries {
  readonly iterationId: string;
  readonly bucketSeconds: number;
  readonly buckets: readonly SeriesBucket[];
}
export type SeriesBucket = Readonly<
  { at: string; begun: number; active: number } & Record<(typeof OUTCOMES)[number], number>
>;
