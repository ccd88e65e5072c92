/** The public events of campaigns: of an iteration, and of its recipients. */
import { ITERATION_KIND, type IterationEvent } from '../../actors/iteration/events.js';
import { placeOfBlock } from '../../actors/recipients/block.js';
import { RECIPIENTS_KIND, type RecipientsEvent } from '../../actors/recipients/events.js';
import type { EventVersions } from '../../actors/runtime/event-versions.js';
import { assertNever } from '../../schemas/assert.js';
import type { IterationStatus, Outcome } from '../../schemas/campaigns/states.js';
import type { EventType } from '../../schemas/events/subscription.js';
import type { IterationFacts, MemberContact } from '../../views/campaigns/index.js';
import { iso } from '../../views/kernel/dates.js';
import { publicEventsOf, type Subject } from './public-event.js';
import { type GatheredState, type PublicViews, publicSource } from './source.js';

type IterationSubject = Subject<IterationFacts>;

const iterationOf = (views: PublicViews, businessId: string, id: string): IterationSubject | null => {
  const facts = views.iterationFacts(businessId, id);
  if (facts === null) return null;
  const { campaignId, campaignName, iterationId } = facts;
  const webhookFacts = { campaignName, iterationId };
  return { channel: 'campaign', accountId: null, about: { campaignId }, webhookFacts, facts };
};

const ofIteration = publicEventsOf<IterationEvent, IterationSubject>();

type StatusEvent = Extract<
  IterationEvent,
  { type: 'iteration.started' | 'iteration.paused' | 'iteration.cancelling' | 'iteration.ended' }
>;

const STATUSES = {
  'iteration.started': 'running',
  'iteration.paused': 'paused',
  'iteration.cancelling': 'cancelling',
} as const;

const statusOf = (event: StatusEvent): IterationStatus =>
  event.type === 'iteration.ended' ? event.status : STATUSES[event.type];

const statusChange = (from: StatusEvent['type'], when: string, webhook: EventType) =>
  ofIteration(from, when, {
    webhook,
    live: 'iteration.status',
    toWebhook: ({ facts: { iterationId, ordinal, channel, agentId } }, event, { seq, place = 0 }) => {
      const status = statusOf(event);
      return {
        id: `${iterationId}:${status}:${place === 0 ? seq : `${seq}.${place}`}`,
        fields: { iteration: { ordinal, channel, agentId, status } },
      };
    },
    toLive: (facts, event) => ({ ...facts, status: statusOf(event) }),
  });

/** Events that move neither the iteration nor any of its recipients, so its displayed progress stays. */
const WITHOUT_PROGRESS: readonly (IterationEvent | RecipientsEvent)['type'][] = [
  'iteration.permitted',
  'iteration.block_directed',
  'iteration.block_reported',
  'iteration.sized',
  'iteration.size_due',
  'recipients.permitted',
  'recipients.gated',
  'recipients.reported',
  'recipients.report_taken',
  'recipient.handed_over',
  'recipient.withdrawn',
];

/** The progress of an iteration, which events of a kind of actor change. */
const progressOf = (
  { versions }: { readonly versions: EventVersions },
  ownerOf: GatheredState['ownerOf'],
): GatheredState => ({
  from: Object.keys(versions).filter((type) => !WITHOUT_PROGRESS.some((other) => other === type)),
  when: 'The progress of the iteration has changed; at most once a second.',
  live: 'iteration.progress',
  ownerOf,
  current: (views, businessId, id, at) => {
    const facts = views.iterationFacts(businessId, id);
    const iteration = facts && views.iteration(facts.campaignId, id, at);
    if (facts === null || iteration === null) return null;
    const { status, audienceReady, counts, progress } = iteration;
    const occurredAt = iso(at);
    return { type: 'iteration.progress', occurredAt, ...facts, status, audienceReady, counts, progress };
  },
});

export const ITERATIONS = publicSource<IterationSubject>({
  kind: ITERATION_KIND,
  reaction: 'webhooks-iterations',
  topic: 'campaigns',
  subjectOf: iterationOf,
  events: [
    ofIteration('iteration.created', 'A run of a campaign is created.', {
      live: 'iteration.created',
      toLive: (facts) => facts,
    }),
    statusChange('iteration.started', 'The iteration starts or resumes.', 'campaign.iteration.started'),
    statusChange('iteration.paused', 'The iteration is paused.', 'campaign.iteration.paused'),
    statusChange(
      'iteration.cancelling',
      'The iteration is being cancelled.',
      'campaign.iteration.cancelling',
    ),
    statusChange('iteration.ended', 'The iteration has ended.', 'campaign.iteration.ended'),
  ],
  gathered: progressOf(ITERATION_KIND, (iterationId) => iterationId),
});

interface RecipientsSubject extends IterationSubject {
  /** The contact at a place in the block; recipients that it does not know are skipped. */
  readonly contactAt: (index: number) => MemberContact | null;
}

const ofRecipients = publicEventsOf<RecipientsEvent, RecipientsSubject>();

/** The end of a recipient; `index`: its place in the block. */
interface EndedRecipient {
  readonly index: number;
  readonly outcome: Outcome;
  readonly skipReason: string | null;
}

type EndingEvent = Extract<
  RecipientsEvent,
  {
    type:
      | 'recipients.created'
      | 'recipient.ended'
      | 'recipient.skipped'
      | 'recipient.findings_noted'
      | 'recipient.call_back_dropped'
      | 'recipients.cancelled';
  }
>;

const endedRecipients = (event: EndingEvent): readonly EndedRecipient[] => {
  switch (event.type) {
    case 'recipients.created':
      return event.members.flatMap(({ skip }, index) =>
        skip === null ? [] : [{ index, outcome: 'skipped', skipReason: skip }],
      );
    case 'recipient.ended':
      // Another attempt follows, or may follow.
      if (event.retryAt !== null || event.findingsUntil !== undefined) return [];
      return [{ index: event.index, outcome: event.outcome, skipReason: null }];
    case 'recipient.skipped':
      return [{ index: event.index, outcome: 'skipped', skipReason: event.reason }];
    case 'recipient.findings_noted':
    case 'recipient.call_back_dropped':
      return [{ index: event.index, outcome: 'completed', skipReason: null }];
    case 'recipients.cancelled':
      return event.indexes.map((index) => ({ index, outcome: 'cancelled', skipReason: null }));
    default:
      return assertNever(event);
  }
};

const RECIPIENT_ENDED = 'campaign.recipient.ended';

export const RECIPIENTS = publicSource<RecipientsSubject>({
  kind: RECIPIENTS_KIND,
  reaction: 'webhooks-recipients',
  topic: 'campaigns',
  subjectOf: (views, businessId, id) => {
    const { iterationId, block } = placeOfBlock(id);
    const iteration = iterationOf(views, businessId, iterationId);
    return iteration && { ...iteration, contactAt: (index) => views.contactAt(iterationId, block, index) };
  },
  events: [
    ofRecipients(
      [
        ...(['recipients.created', 'recipient.ended', 'recipient.skipped', 'recipients.cancelled'] as const),
        ...(['recipient.findings_noted', 'recipient.call_back_dropped'] as const),
      ],
      'No further attempt is made for a recipient, or none was made at all.',
      {
        webhooks: [RECIPIENT_ENDED],
        toWebhooks: ({ facts: { iterationId }, contactAt }, event) =>
          endedRecipients(event).flatMap(({ index, outcome, skipReason }) => {
            const member = contactAt(index);
            if (member === null) return [];
            const { contactId, joinedAs } = member;
            return {
              name: RECIPIENT_ENDED,
              // A merge changes neither the event's id nor its order.
              id: `${iterationId}:${joinedAs}`,
              fields: { recipient: { contactId, outcome, skipReason } },
              // A subscriber that is slow over one recipient does not delay the events of the campaign's other recipients.
              thread: joinedAs,
            };
          }),
      },
    ),
  ],
  gathered: progressOf(RECIPIENTS_KIND, (id) => placeOfBlock(id).iterationId),
});
