/** Splits of an agent's recipients between two versions on the wire, and their outcomes. */
import { type Static, Type } from 'typebox';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

/** The confidence of the intervals. */
export const CONFIDENCE = 0.95;

const Version = Type.Integer({ minimum: 1 });

export const SplitStart = Type.Object(
  {
    businessId: Uuid,
    version: Type.Integer({
      minimum: 1,
      description: 'The earlier version that is compared with the published one.',
    }),
    percent: Type.Integer({
      minimum: 1,
      maximum: 99,
      description: 'The share of the recipients that get it; the others get the published version.',
    }),
    campaignId: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'A voice campaign of the agent, whose calls are divided. Default: all that the agent does.',
      }),
    ),
  },
  closed,
);
export type SplitStart = Static<typeof SplitStart>;

export const SplitEndRequest = Type.Object(
  {
    businessId: Uuid,
    winner: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          'One of the two versions; it is published again if it is not the published one. Default: none, and the published version stays.',
      }),
    ),
  },
  closed,
);
export type SplitEndRequest = Static<typeof SplitEndRequest>;

export const SplitResource = Type.Object(
  {
    splitId: Uuid,
    agentId: Uuid,
    campaignId: nullable(Uuid, { description: 'Null: all that the agent does is divided.' }),
    published: Version,
    version: Version,
    percent: Type.Integer({ description: 'The share of the recipients that get `version`.' }),
    startedAt: DateTime,
    startedBy: nullable(Type.Object({ type: literals(['user', 'key']), id: Type.String() }, closed)),
    endedAt: nullable(DateTime, { description: 'Null: it divides recipients.' }),
    end: nullable(
      Type.Object(
        {
          reason: literals(['chosen', 'dropped', 'published', 'archived'], {
            description: 'published: another version was published; archived: the agent was.',
          }),
          winner: nullable(Version),
        },
        closed,
      ),
    ),
  },
  closed,
);
export type SplitResource = Static<typeof SplitResource>;

const bound = nullable(Type.Number({ minimum: 0, maximum: 1 }));

const Share = Type.Object(
  {
    count: Count,
    of: Count,
    share: nullable(Type.Number({ minimum: 0, maximum: 1 }), { description: 'Null: of none.' }),
    low: bound,
    high: bound,
  },
  { ...closed, description: 'With its interval at the stated confidence.' },
);
export type Share = Static<typeof Share>;

const Difference = nullable(
  Type.Object(
    {
      difference: Type.Number({
        description: 'The share of `version`, minus that of the published version.',
      }),
      low: Type.Number(),
      high: Type.Number(),
      isConclusive: Type.Boolean({ description: 'Whether the interval excludes 0.' }),
    },
    closed,
  ),
  { description: 'Null: one of the two shares is of none.' },
);
export type Difference = Static<typeof Difference>;

const Outcomes = Type.Object(
  {
    version: Version,
    calls: Type.Integer({ minimum: 0, description: 'Also those that have not ended.' }),
    conversations: Type.Integer({ minimum: 0, description: 'In which the agent has written.' }),
    answered: Share,
    success: Share,
    criteria: Type.Array(Type.Object({ key: Type.String(), met: Share }, closed)),
    durationSeconds: Count,
    chargedMicrocredits: Count,
  },
  closed,
);
export type Outcomes = Static<typeof Outcomes>;

export const SplitResults = Type.Object(
  {
    confidence: Type.Number({ description: 'Of each interval on its own.' }),
    published: Outcomes,
    version: Outcomes,
    differences: Type.Object(
      {
        answered: Difference,
        success: Difference,
        criteria: Type.Array(Type.Object({ key: Type.String(), met: Difference }, closed)),
      },
      closed,
    ),
  },
  closed,
);
export type SplitResults = Static<typeof SplitResults>;
