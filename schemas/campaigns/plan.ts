/** The estimate and the course of a campaign, for the console's builder and charts (docs/reference/api.md "Campaigns"). */
import { type Static, Type } from 'typebox';
import { AgentId, BusinessId, ContactId, IterationId } from '../fields.js';
import { Count, closed, DateTime, described, literals, nullable } from '../shapes.js';
import { IterationSettings } from './iteration-settings.js';
import { CampaignAudience } from './requests.js';
import { CampaignChannel, OUTCOMES } from './states.js';

/** People for whom an estimate checks whether they can be contacted; of a larger audience, the first ones. */
export const MAX_EXAMINED_PEOPLE = 5_000;

/** A campaign under consideration: nothing of it is stored. */
export const CampaignEstimateRequest = Type.Object(
  {
    businessId: BusinessId,
    channel: described(CampaignChannel, 'The channel of the campaign.'),
    agentId: described(AgentId, 'The active agent that would contact the people.'),
    audience: CampaignAudience,
    settings: Type.Optional(IterationSettings),
    startAt: Type.Optional(described(DateTime, 'When it would start. Default: now.')),
  },
  closed,
);
export type CampaignEstimateRequest = Static<typeof CampaignEstimateRequest>;

export const CampaignEstimate = Type.Object(
  {
    people: Type.Integer({
      minimum: 0,
      description: 'Each person counts once; if `complete` is false, once per category.',
      examples: [1200],
    }),
    complete: Type.Boolean({
      description: `Whether all of them were examined: at most ${MAX_EXAMINED_PEOPLE.toLocaleString('en')} are.`,
    }),
    eligible: Type.Integer({
      minimum: 0,
      description: 'People with no known obstacle to contact.',
      examples: [1193],
    }),
    skipped: Type.Array(
      Type.Object(
        {
          reason: described(
            Type.String(),
            'The error code for which they would be skipped.',
            'contact_blocked',
          ),
          people: described(Count, 'How many.', 7),
        },
        closed,
      ),
      {
        description: 'People who would be skipped, by error code.',
      },
    ),
    lines: Type.Integer({
      minimum: 0,
      description: 'Lines of the business: the most calls at a time.',
      examples: [10],
    }),
    basis: literals(['history', 'assumed'], {
      description: 'Whether the expected length and answer rate come from the agent’s recent calls.',
    }),
    callSeconds: Type.Number({
      minimum: 0,
      description: 'Expected seconds of an attempt, connected or not, including ringing.',
      examples: [74.5],
    }),
    attempts: Type.Number({
      minimum: 0,
      description: 'Expected attempts per eligible person.',
      examples: [1.6],
    }),
    startsAt: described(DateTime, 'When the first person would be contacted.'),
    endsAt: nullable(DateTime, {
      description: 'Within the window, with all lines free; null for messages, or if unknown.',
      examples: ['2026-03-02T15:02:11.000Z'],
    }),
    durationSeconds: nullable(Count, {
      description:
        'Calling time, excluding time outside the window, seconds; null for messages, or if unknown.',
      examples: [14230],
    }),
    expectedMicrocredits: described(Count, 'The expected cost, microcredits.', 96000000),
    mostMicrocredits: Type.Integer({
      minimum: 0,
      description: 'The cost if every attempt is connected for the maximum call duration.',
      examples: [720000000],
    }),
    availableMicrocredits: described(
      Type.Integer(),
      'The credit that the business has now, microcredits.',
      250000000,
    ),
    preview: nullable(
      Type.Object(
        {
          contactId: described(ContactId, 'The first eligible person.'),
          contactName: described(Type.String(), 'The name of that person.', 'Sam Rivera'),
          text: Type.String({
            description: 'The greeting of the call, or the message.',
            examples: ['Good morning, this is Ann from Acme.'],
          }),
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

const outcomeCounts = Object.fromEntries(
  OUTCOMES.map((outcome) => [outcome, described(Count, `Members whose outcome became ${outcome}.`, 2)]),
);

export const CampaignSeries = Type.Object(
  {
    iterationId: IterationId,
    bucketSeconds: Type.Integer({
      minimum: 60,
      description: 'The length of a bucket, seconds.',
      examples: [300],
    }),
    buckets: Type.Array(
      Type.Object(
        {
          at: described(DateTime, 'When the bucket begins.'),
          begun: Type.Integer({
            minimum: 0,
            description: 'Attempts that started in the bucket.',
            examples: [24],
          }),
          active: Type.Integer({
            minimum: 0,
            description: 'Attempts in progress at the end of the bucket.',
            examples: [10],
          }),
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
