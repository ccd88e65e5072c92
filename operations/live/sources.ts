/** Which actors publish to open pages, and what. */
import { CALL_KIND } from '../../actors/call/events.js';
import { CONTACT_IMPORT_KIND } from '../../actors/contact-import/events.js';
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { DATA_SOURCE_KIND } from '../../actors/data-source/events.js';
import { ITERATION_KIND } from '../../actors/iteration/events.js';
import { placeOfBlock } from '../../actors/recipients/block.js';
import { RECIPIENTS_KIND } from '../../actors/recipients/events.js';
import type { EventVersions, JournalEvent } from '../../actors/runtime/event-versions.js';
import type { LiveEvent, LiveTopic } from '../../schemas/events/live.js';
import type { ViewStore } from '../../views/views.js';
import { callLiveEvent } from './call-events.js';
import { iterationLiveEvent, movesIteration, movesRecipients } from './campaign-events.js';
import { conversationLiveEvent } from './conversation-events.js';
import type { Gathered } from './gathered.js';

export type SourceViews = Pick<ViewStore, 'conversation' | 'callFacts' | 'iterationFacts'>;

/** What an event publishes: a live event, or that a gathered state has changed, which is published once a second. */
export type LiveUpdate =
  | { readonly type: 'event'; readonly topic: LiveTopic; readonly event: LiveEvent }
  | { readonly type: 'gathered'; readonly topic: LiveTopic; readonly gathered: Gathered };

/** Maps one event of an actor. `at`: time of its commit, ms since the epoch. */
type EventMapper = (event: JournalEvent, at: number) => readonly LiveUpdate[];

/** One kind of actor. */
export interface LiveSource {
  readonly kind: string;
  readonly versions: EventVersions;
  readonly topic: LiveTopic;
  /** Null: the views do not know the actor, so nothing is published. */
  readonly mapperFor: (views: SourceViews, businessId: string, id: string) => EventMapper | null;
}

const eventUpdates = (topic: LiveTopic, event: LiveEvent | null): readonly LiveUpdate[] =>
  event === null ? [] : [{ type: 'event', topic, event }];

const gatheredUpdate = (topic: LiveTopic, kind: Gathered['kind'], id: string): LiveUpdate => ({
  type: 'gathered',
  topic,
  gathered: { kind, id },
});

const calls: LiveSource = {
  kind: CALL_KIND.name,
  versions: CALL_KIND.versions,
  topic: 'calls',
  mapperFor: (views, businessId, callId) => {
    const call = views.callFacts(businessId, callId);
    if (call === null) return null;
    return (event, at) => (CALL_KIND.is(event) ? eventUpdates('calls', callLiveEvent(call, event, at)) : []);
  },
};

const conversations: LiveSource = {
  kind: CONVERSATION_KIND.name,
  versions: CONVERSATION_KIND.versions,
  topic: 'conversations',
  mapperFor: (views, businessId, id) => {
    const conversation = views.conversation(businessId, id);
    if (conversation === null) return null;
    return (event, at) =>
      CONVERSATION_KIND.is(event)
        ? eventUpdates('conversations', conversationLiveEvent(id, conversation, event, at))
        : [];
  },
};

const iterations: LiveSource = {
  kind: ITERATION_KIND.name,
  versions: ITERATION_KIND.versions,
  topic: 'campaigns',
  mapperFor: (views, businessId, iterationId) => {
    const iteration = views.iterationFacts(businessId, iterationId);
    if (iteration === null) return null;
    return (event, at) => {
      if (!ITERATION_KIND.is(event)) return [];
      return [
        ...eventUpdates('campaigns', iterationLiveEvent(iteration, event, at)),
        ...(movesIteration(event) ? [gatheredUpdate('campaigns', 'iteration', iterationId)] : []),
      ];
    };
  },
};

const recipients: LiveSource = {
  kind: RECIPIENTS_KIND.name,
  versions: RECIPIENTS_KIND.versions,
  topic: 'campaigns',
  mapperFor: (_views, _businessId, id) => {
    const { iterationId } = placeOfBlock(id);
    return (event) =>
      RECIPIENTS_KIND.is(event) && movesRecipients(event)
        ? [gatheredUpdate('campaigns', 'iteration', iterationId)]
        : [];
  },
};

const imports: LiveSource = {
  kind: CONTACT_IMPORT_KIND.name,
  versions: CONTACT_IMPORT_KIND.versions,
  topic: 'imports',
  mapperFor: (_views, _businessId, jobId) => () => [gatheredUpdate('imports', 'import', jobId)],
};

const ingestions: LiveSource = {
  kind: DATA_SOURCE_KIND.name,
  versions: DATA_SOURCE_KIND.versions,
  topic: 'ingestions',
  mapperFor: () => (event) =>
    DATA_SOURCE_KIND.is(event) && 'versionId' in event
      ? [gatheredUpdate('ingestions', 'ingestion', event.versionId)]
      : [],
};

/** All live sources. */
export const LIVE_SOURCES: readonly LiveSource[] = [
  ...[calls, conversations, iterations, recipients, imports, ingestions],
];
