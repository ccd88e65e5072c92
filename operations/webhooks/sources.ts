/** Which actors have webhook events, and which ones. */
import { CALL_KIND } from '../../actors/call/events.js';
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { ITERATION_KIND } from '../../actors/iteration/events.js';
import { placeOfBlock } from '../../actors/recipients/block.js';
import { RECIPIENTS_KIND } from '../../actors/recipients/events.js';
import type { EventVersions, JournalEvent } from '../../actors/runtime/event-versions.js';
import type { WebhookEvent } from '../../actors/subscription/events.js';
import type { SubscriptionChannel } from '../../schemas/events/subscription.js';
import type { ViewStore } from '../../views/views.js';
import { callWebhookEvent } from './call-events.js';
import { type Committed, iterationWebhookEvent, recipientWebhookEvents } from './campaign-events.js';
import { conversationWebhookEvent } from './conversation-events.js';

export type SourceViews = Pick<
  ViewStore,
  'conversation' | 'ownMessage' | 'callFacts' | 'iterationFacts' | 'contactAt'
>;

/** One actor, as subscribers see it. */
interface Subject {
  /** The subscribers to notify: those of one account, or, if `accountId` is null, all on the channel. */
  readonly channel: SubscriptionChannel;
  readonly accountId: string | null;
  webhookEventsOn(event: JournalEvent, committed: Committed): readonly WebhookEvent[];
}

/** One kind of actor. */
export interface WebhookSource {
  /** Name of the reaction, for ever (actors/runtime/consumers/reactor.ts), and of its trouble. */
  readonly name: string;
  readonly kind: string;
  readonly events: EventVersions;
  /** Null: the views do not know the actor, so subscribers are not notified. */
  subjectOf(views: SourceViews, businessId: string, id: string): Subject | null;
}

const listed = (webhookEvent: WebhookEvent | null): readonly WebhookEvent[] =>
  webhookEvent === null ? [] : [webhookEvent];

const conversations: WebhookSource = {
  name: 'webhooks',
  kind: CONVERSATION_KIND.name,
  events: CONVERSATION_KIND.versions,
  subjectOf: (views, businessId, conversationId) => {
    const conversation = views.conversation(businessId, conversationId);
    if (conversation === null) return null;
    const { channel, accountId } = conversation;
    const facts = { businessId, conversationId, channel, accountId };
    return {
      channel,
      accountId,
      webhookEventsOn: (event, { at }) =>
        CONVERSATION_KIND.is(event)
          ? listed(conversationWebhookEvent(facts, event, at, (id) => views.ownMessage(businessId, id)))
          : [],
    };
  },
};

const calls: WebhookSource = {
  name: 'webhooks-calls',
  kind: CALL_KIND.name,
  events: CALL_KIND.versions,
  subjectOf: (views, businessId, callId) => {
    const call = views.callFacts(businessId, callId);
    if (call === null) return null;
    return {
      channel: 'voice',
      accountId: null,
      webhookEventsOn: (event, { at }) =>
        CALL_KIND.is(event) ? listed(callWebhookEvent(businessId, call, event, at)) : [],
    };
  },
};

const iterations: WebhookSource = {
  name: 'webhooks-iterations',
  kind: ITERATION_KIND.name,
  events: ITERATION_KIND.versions,
  subjectOf: (views, businessId, iterationId) => {
    const iteration = views.iterationFacts(businessId, iterationId);
    if (iteration === null) return null;
    return {
      channel: 'campaign',
      accountId: null,
      webhookEventsOn: (event, committed) =>
        ITERATION_KIND.is(event)
          ? listed(iterationWebhookEvent(businessId, iteration, event, committed))
          : [],
    };
  },
};

const recipients: WebhookSource = {
  name: 'webhooks-recipients',
  kind: RECIPIENTS_KIND.name,
  events: RECIPIENTS_KIND.versions,
  subjectOf: (views, businessId, id) => {
    const { iterationId, block } = placeOfBlock(id);
    const iteration = views.iterationFacts(businessId, iterationId);
    if (iteration === null) return null;
    const contactAt = (index: number): string | null => views.contactAt(iterationId, block, index);
    return {
      channel: 'campaign',
      accountId: null,
      webhookEventsOn: (event, { at }) =>
        RECIPIENTS_KIND.is(event) ? recipientWebhookEvents(businessId, iteration, event, contactAt, at) : [],
    };
  },
};

export const SOURCES: readonly WebhookSource[] = [conversations, calls, iterations, recipients];
