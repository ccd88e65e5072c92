/** Splits of an agent's recipients between two versions on the wire, and their outcomes. */
import { type Static, Type } from 'typebox';
import { Author } from '../authors.js';
import { AgentId, AgentVersionNumber, BusinessId, CampaignId, Charged, SplitId } from '../fields.js';
import { Count, closed, DateTime, described, literals, nullable } from '../shapes.js';

/** The confidence of the intervals. */
export const CONFIDENCE = 0.95;

export const SplitStart = Type.Object(
  {
    businessId: BusinessId,
    version: described(AgentVersionNumber, 'The earlier version that is compared with the published one.', 2),
    percent: Type.Integer({
      minimum: 1,
      maximum: 99,
      description: 'The share of the recipients that get it; the others get the published version.',
      examples: [20],
    }),
    campaignId: Type.Optional(
      described(
        CampaignId,
        'A voice campaign of the agent, whose calls are divided. Default: all that the agent does.',
      ),
    ),
  },
  closed,
);
export type SplitStart = Static<typeof SplitStart>;

export const SplitEndRequest = Type.Object(
  {
    businessId: BusinessId,
    winner: Type.Optional(
      described(
        AgentVersionNumber,
        'One of the two versions; it is published again if it is not the published one. Default: none, and the published version stays.',
        2,
      ),
    ),
  },
  closed,
);
export type SplitEndRequest = Static<typeof SplitEndRequest>;

export const SplitResource = Type.Object(
  {
    splitId: SplitId,
    agentId: AgentId,
    campaignId: nullable(CampaignId, { description: 'Null: all that the agent does is divided.' }),
    published: described(AgentVersionNumber, 'The published version.'),
    version: described(AgentVersionNumber, 'The version that is compared with it.', 2),
    percent: Type.Integer({ description: 'The share of the recipients that get `version`.', examples: [20] }),
    startedAt: described(DateTime, 'When it began to divide recipients.'),
    startedBy: nullable(Author, { description: 'The user or key that started it; null: unknown.' }),
    endedAt: nullable(DateTime, { description: 'When it ended; null: it divides recipients.' }),
    end: nullable(
      Type.Object(
        {
          reason: literals(['chosen', 'dropped', 'published', 'archived'], {
            description:
              'chosen: with a winner; dropped: without; published: another version was published; archived: the agent was.',
          }),
          winner: nullable(AgentVersionNumber, {
            description: 'The version that was chosen; otherwise null.',
          }),
        },
        closed,
      ),
      { description: 'How it ended; null: it has not.' },
    ),
  },
  { ...closed, description: 'A split of the recipients between two versions.' },
);
export type SplitResource = Static<typeof SplitResource>;

const bound = (which: string, example: number) =>
  nullable(Type.Number({ minimum: 0, maximum: 1 }), {
    description: `The ${which} end of its interval; null: of none.`,
    examples: [example],
  });

const Share = Type.Object(
  {
    count: described(Count, 'How many it holds for.', 42),
    of: described(Count, 'Among how many.', 60),
    share: nullable(Type.Number({ minimum: 0, maximum: 1 }), {
      description: '`count` divided by `of`; null: of none.',
      examples: [0.7],
    }),
    low: bound('lower', 0.575),
    high: bound('upper', 0.801),
  },
  closed,
);
export type Share = Static<typeof Share>;

const Mean = Type.Object(
  {
    count: described(Count, 'Of how many calls it is the mean.', 42),
    mean: nullable(Type.Number({ minimum: 0 }), {
      description: 'The mean of the calls; null: there are none.',
      examples: [812.5],
    }),
    low: nullable(Type.Number(), {
      description: 'The lower end of its interval; null: all calls are equal, or fewer than two.',
      examples: [760.1],
    }),
    high: nullable(Type.Number(), {
      description: 'The upper end of its interval; null: all calls are equal, or fewer than two.',
      examples: [864.9],
    }),
  },
  closed,
);
export type Mean = Static<typeof Mean>;

const Difference = Type.Object(
  {
    difference: Type.Number({
      description: 'The value of `version`, minus that of the published version.',
      examples: [0.08],
    }),
    low: described(Type.Number(), 'The lower end of its interval.', -0.05),
    high: described(Type.Number(), 'The upper end of its interval.', 0.21),
    isConclusive: Type.Boolean({ description: 'Whether the interval excludes 0.' }),
  },
  closed,
);
export type Difference = Static<typeof Difference> | null;

const difference = (of: string) =>
  nullable(Difference, { description: `The difference of ${of}; null: one of the two shares is of none.` });

const meanDifference = (of: string) =>
  nullable(Difference, {
    description: `The difference of ${of}; null: a version has fewer than two calls, or all calls of both are equal.`,
  });

const Key = Type.String({ description: 'The key of the criterion.', examples: ['booked'] });

const Outcomes = Type.Object(
  {
    version: AgentVersionNumber,
    calls: Type.Integer({
      minimum: 0,
      description: 'Calls, also those that have not ended.',
      examples: [64],
    }),
    conversations: Type.Integer({
      minimum: 0,
      description: 'Conversations in which the agent has written.',
      examples: [12],
    }),
    answered: described(Share, 'Of the calls that have ended: those that a person answered.'),
    success: described(
      Share,
      'Of the analysed calls and conversations that met all criteria or missed one: those that met all.',
    ),
    criteria: Type.Array(
      Type.Object({ key: Key, met: described(Share, 'Of those with a verdict: those that met it.') }, closed),
      {
        description: 'The same for each criterion.',
      },
    ),
    durationSeconds: described(Count, 'Connected time of all calls, seconds.', 5_760),
    chargedMicrocredits: described(Charged, 'What the calls cost, in microcredits.'),
    answerMs: described(
      Mean,
      'How long customers waited until they heard an answer, ms. Each call counts once, with the mean of its answers.',
    ),
    microcreditsPerCall: described(Mean, 'What a call cost, in microcredits, of the calls that have ended.'),
  },
  closed,
);
export type Outcomes = Static<typeof Outcomes>;

export const SplitResults = Type.Object(
  {
    confidence: Type.Number({ description: 'Of each interval on its own.', examples: [0.95] }),
    published: described(Outcomes, 'What came of the published version.'),
    version: described(Outcomes, 'What came of the version that is compared with it.'),
    differences: Type.Object(
      {
        answered: difference('the answered calls'),
        success: difference('the successes'),
        criteria: Type.Array(Type.Object({ key: Key, met: difference('the verdicts') }, closed), {
          description: 'The difference for each criterion.',
        }),
        answerMs: meanDifference('the waits for an answer, ms'),
        microcreditsPerCall: meanDifference('the cost of a call, microcredits'),
      },
      { ...closed, description: 'Values of `version` minus those of the published version.' },
    ),
  },
  { ...closed, description: 'The outcomes of both versions side by side.' },
);
export type SplitResults = Static<typeof SplitResults>;
