/** Requests that create campaigns and iterations, and start, pause and cancel them. */
import { type Static, Type } from 'typebox';
import { AgentId, BusinessId, SummaryRunId } from '../fields.js';
import { closed, DateTime, described, literals, Uuid } from '../shapes.js';
import { IterationSettings } from './iteration-settings.js';
import { CampaignChannel, OUTCOMES, Outcome } from './states.js';

const UuidList = (maxItems: number) => Type.Array(Uuid, { minItems: 1, maxItems, uniqueItems: true });

/** Contacts that one request may name one by one; categories have no limit. */
const MAX_NAMED_CONTACTS = 10_000;
const MAX_CATEGORIES = 50;

export const CampaignAudience = Type.Object(
  {
    contactIds: Type.Optional(
      described(UuidList(MAX_NAMED_CONTACTS), 'Contacts by id.', ['06942376-1534-864b-9aa4-d7b7fa8576b6']),
    ),
    categoryIds: Type.Optional(
      described(UuidList(MAX_CATEGORIES), 'Categories, of which every contact is a recipient.', [
        '455dccd8-7768-5669-8515-2d8e01a81a11',
      ]),
    ),
    excludeContactIds: Type.Optional(
      described(UuidList(MAX_NAMED_CONTACTS), 'Contacts that are left out.', [
        '71cc896c-c532-8ac4-ab60-61c493fbde59',
      ]),
    ),
  },
  { ...closed, description: 'Contacts by id and every contact of the categories, each once.' },
);

export const CampaignCreate = Type.Object(
  {
    businessId: BusinessId,
    name: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'What people call the campaign.',
      examples: ['March appointments'],
    }),
    objective: Type.String({
      minLength: 1,
      maxLength: 4_000,
      description: 'What the campaign is for. Summaries judge each recipient by it.',
      examples: ['Confirm all appointments in March.'],
    }),
    channel: described(CampaignChannel, 'The channel of the first iteration; the agent must have the same.'),
    agentId: described(AgentId, 'The active agent that contacts the recipients.'),
    audience: CampaignAudience,
    settings: Type.Optional(IterationSettings),
    startAt: Type.Optional(
      described(
        DateTime,
        'When it starts by itself; it is then `scheduled`. Absent: it waits for `action: start`.',
      ),
    ),
  },
  closed,
);
export type CampaignCreate = Static<typeof CampaignCreate>;

export const CampaignAction = Type.Object(
  {
    businessId: BusinessId,
    action: literals(['start', 'pause', 'cancel'], {
      description:
        'start: a draft or scheduled iteration now, or a paused one again. pause: begin no more contacts; calls in progress continue. cancel: also hang up calls in progress.',
    }),
  },
  closed,
);
export type CampaignAction = Static<typeof CampaignAction>;

export const IterationCreate = Type.Object(
  {
    businessId: BusinessId,
    channel: CampaignChannel,
    agentId: Type.Optional(
      described(AgentId, 'The active agent of the channel. Default: the agent of the current iteration.'),
    ),
    audience: Type.Object(
      {
        fromIterationIds: Type.Optional(
          described(UuidList(100), 'Iterations whose members are selected. Default: all of the campaign.', [
            '66f6e777-3a3f-5c86-831c-e46cc49dc27f',
          ]),
        ),
        outcomes: Type.Optional(
          Type.Array(Outcome, {
            minItems: 1,
            maxItems: OUTCOMES.length,
            uniqueItems: true,
            description: 'The outcomes of the selected members. Default: all.',
            examples: [['no_answer', 'busy']],
          }),
        ),
        contactIds: Type.Optional(
          described(UuidList(MAX_NAMED_CONTACTS), 'Contacts by id, also beside the other fields.', [
            '06942376-1534-864b-9aa4-d7b7fa8576b6',
          ]),
        ),
        recommendedBySummaryRunId: Type.Optional(
          described(
            SummaryRunId,
            'A completed summary run of all iterations, whose recommended contacts are selected; not with fromIterationIds or outcomes.',
          ),
        ),
      },
      {
        ...closed,
        description:
          'Members of earlier iterations by outcome (default: all iterations and outcomes), contacts by id, or the contacts that a completed summary run recommends.',
      },
    ),
    settings: Type.Optional(IterationSettings),
    startAt: Type.Optional(
      described(
        DateTime,
        'When it starts by itself; it is then `scheduled`. Absent: it waits for `action: start`.',
      ),
    ),
  },
  closed,
);
export type IterationCreate = Static<typeof IterationCreate>;
