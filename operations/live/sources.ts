/** Which actors publish to open pages, and what. */
import { CALL_KIND } from '../../actors/call/events.js';
import { CONTACT_IMPORT_KIND } from '../../actors/contact-import/events.js';
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { DATA_SOURCE_KIND } from '../../actors/data-source/events.js';
import { ITERATION_KIND } from '../../actors/iteration/events.js';
import { placeOfBlock } from '../../actors/recipients/block.js';
import { RECIPIENTS_KIND } from '../../actors/recipients/events.js';
import type { EventVersions, JournalEvent } from '../../actors/runtime/event-versions.js';
import type { LiveEvent, LiveTopic } from '../../schemas/live.js';
import type { ViewStore } from '../../views/views.js';
import { callLiveEvent } from './call-events.js';
import { iterationLiveEvent, movesIteration, movesRecipients } from './campaign-events.js';
import { conversationLiveEvent } from './conversation-events.js';
import type { Gathered } from './gathered.js';

export type SourceViews = Pick<ViewStore, 'conversation' | 'callFacts' | 'iterationFacts'>;

/** What an event publishes: a live event, or that a gathered state has changed, which is published once a second. */
export type Telling =
  | { readonly type: 'event'; readonly topic: LiveTopic; readonly event: LiveEvent }
  | { readonly type: 'gathered'; readonly topic: LiveTopic; readonly gathered: Gathered };

/** Maps one event of an actor. `at`: time of its commit, ms since the epoch. */
type Tell = (event: JournalEvent, at: number) => readonly Telling[];

/** One kind of actor. */
export interface LiveSource {
  readonly kind: string;
  readonly versions: EventVersions;
  readonly topic: LiveTopic;
  /** Null: the views do not know the actor, so nothing is published. */
  readonly of: (views: SourceViews, businessId: string, id: string) => Tell | null;
}

const told = (topic: LiveTopic, event: LiveEvent | null): readonly Telling[] =>
  event === null ? [] : [{ type: 'event', topic, event }];

const moved = (topic: LiveTopic, what: Gathered['what'], id: string): Telling => ({
  type: 'gathered',
  topic,
  gathered: { what, id },
});

const calls: LiveSource = {
  kind: CALL_KIND.name,
  versions: CALL_KIND.versions,
  topic: 'calls',
  of: (views, businessId, callId) => {
    const call = views.callFacts(businessId, callId);
    if (call === null) return null;
    return (event, at) => (CALL_KIND.is(event) ? told('calls', callLiveEvent(call, event, at)) : []);
  },
};

const conversations: LiveSource = {
  kind: CONVERSATION_KIND.name,
  versions: CONVERSATION_KIND.versions,
  topic: 'conversations',
  of: (views, businessId, id) => {
    const conversation = views.conversation(businessId, id);
    if (conversation === null) return null;
    return (event, at) =>
      CONVERSATION_KIND.is(event)
        ? told('conversations', conversationLiveEvent(id, conversation, event, at))
        : [];
  },
};

const iterations: LiveSource = {
  kind: ITERATION_KIND.name,
  versions: ITERATION_KIND.versions,
  topic: 'campaigns',
  of: (views, businessId, iterationId) => {
    const iteration = views.iterationFacts(businessId, iterationId);
    if (iteration === null) return null;
    return (event, at) => {
      if (!ITERATION_KIND.is(event)) return [];
      return [
        ...told('campaigns', iterationLiveEvent(iteration, event, at)),
        ...(movesIteration(event) ? [moved('campaigns', 'iteration', iterationId)] : []),
      ];
    };
  },
};

const recipients: LiveSource = {
  kind: RECIPIENTS_KIND.name,
  versions: RECIPIENTS_KIND.versions,
  topic: 'campaigns',
  of: (_views, _businessId, id) => {
    const { iterationId } = placeOfBlock(id);
    return (event) =>
      RECIPIENTS_KIND.is(event) && movesRecipients(event)
        ? [moved('campaigns', 'iteration', iterationId)]
        : [];
  },
};

const imports: LiveSource = {
  kind: CONTACT_IMPORT_KIND.name,
  versions: CONTACT_IMPORT_KIND.versions,
  topic: 'imports',
  of: (_views, _businessId, jobId) => () => [moved('imports', 'import', jobId)],
};

const ingestions: LiveSource = {
  kind: DATA_SOURCE_KIND.name,
  versions: DATA_SOURCE_KIND.versions,
  topic: 'ingestions',
  of: () => (event) =>
    DATA_SOURCE_KIND.is(event) && 'versionId' in event
      ? [moved('ingestions', 'ingestion', event.versionId)]
      : [],
};

/** All live sources. */
export const LIVE_SOURCES: readonly LiveSource[] = [
  ...[calls, conversations, iterations, recipients, imports, ingestions],
];
