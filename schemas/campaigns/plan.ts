/** The estimate and the course of a campaign, for the console's builder and charts (docs/reference/api.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { CampaignAudience, CampaignChannel, IterationSettings, OUTCOMES } from './campaign.js';

/** People for whom an estimate checks whether they can be contacted; of a larger audience, the first ones. */
export const MAX_EXAMINED_PEOPLE = 5_000;

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
      description: 'Each person counts once; if `complete` is false, once per category.',
    }),
    complete: Type.Boolean({
      description: `Whether all of them were examined: at most ${MAX_EXAMINED_PEOPLE.toLocaleString('en')} are.`,
    }),
    eligible: Type.Integer({ minimum: 0, description: 'People with no known obstacle to contact.' }),
    skipped: Type.Array(Type.Object({ reason: Type.String(), people: Count }, closed), {
      description: 'People who would be skipped, by error code.',
    }),
    lines: Type.Integer({ minimum: 0, description: 'Lines of the business.' }),
    basis: literals(['history', 'assumed'], {
      description: 'Whether the expected length and answer rate come from the agent’s recent calls.',
    }),
    callSeconds: Type.Number({
      minimum: 0,
      description: 'Expected seconds of an attempt, connected or not, including ringing.',
    }),
    attempts: Type.Number({ minimum: 0, description: 'Expected attempts per eligible person.' }),
    startsAt: DateTime,
    endsAt: nullable(DateTime, {
      description: 'Within the window, with all lines free; null for messages, or if unknown.',
    }),
    durationSeconds: nullable(Count, { description: 'Calling time, excluding time outside the window.' }),
    expectedMicrocredits: Count,
    mostMicrocredits: Type.Integer({
      minimum: 0,
      description: 'The cost if every attempt is connected for the maximum call duration.',
    }),
    availableMicrocredits: Type.Integer(),
    preview: nullable(
      Type.Object(
        {
          contactId: Uuid,
          contactName: Type.String(),
          text: Type.String({ description: 'The greeting of the call, or the message.' }),
        },
        closed,
      ),
      { description: 'For the first eligible person.' },
    ),
  },
  closed,
);
export type CampaignEstimate = Static<typeof CampaignEstimate>;

/** Maximum number of buckets in a series. */
export const MAX_BUCKETS = 120;
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
          begun: Type.Integer({ minimum: 0, description: 'Attempts that started in the bucket.' }),
          active: Type.Integer({ minimum: 0, description: 'Attempts in progress at the end of the bucket.' }),
          ...outcomeCounts,
        },
        closed,
      ),
      {
        maxItems: MAX_BUCKETS,
        description: `Members by the outcome that they reached in the bucket, oldest first, for the last ${SERIES_DAYS} days.`,
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
