/**
 * Applies live events to what pages have read. Data in an event is written to the cache; queries that an event only
 * invalidates are read again, each at most once a second.
 */
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { Data, OperationId } from './client.js';
import type { LiveEvent } from './operations.js';
import { targetOf } from './query-keys.js';

/** ms between two reads of the same query. */
const REFETCH_MS = 1_000;
/** How often a first read is looked after that an event concerns, ms. */
const FIRST_READ_MS = 100;

/** The events that announce changes to each read, as prefixes of event types. Other reads are never announced. */
const INVALIDATED_BY: { readonly [O in OperationId]?: readonly string[] } = {
  readOverview: ['call.accepted', 'call.ended', 'call.charged', 'iteration.status'],
  readHome: ['call.accepted', 'call.ended', 'call.charged', 'iteration.status', 'conversation.'],
  listVoiceCalls: [
    ...['call.accepted', 'call.placed', 'call.ringing', 'call.answered', 'call.cancelling', 'call.ended'],
    ...['call.recorded', 'call.charged', 'call.analyzed', 'call.reviewed'],
  ],
  readVoiceCall: ['call.'],
  listAgents: ['agent.changed'],
  listAgentVersions: ['agent.changed'],
  listSplits: ['agent.changed'],
  // Calls of a split that has ended still end, are charged and are analysed.
  readSplit: [
    ...['call.accepted', 'call.ended', 'call.charged', 'call.analyzed'],
    ...['message.added', 'conversation.analyzed'],
  ],
  readVoicemail: ['agent.changed'],
  readAnalysisSettings: ['agent.changed'],
  readMemorySettings: ['agent.changed'],
  listCampaigns: ['iteration.'],
  readCampaign: ['iteration.'],
  listIterations: ['iteration.'],
  readCampaignSeries: ['iteration.'],
  listMemberships: ['iteration.progress', 'call.analyzed'],
  readCampaignFindings: ['iteration.progress', 'call.analyzed'],
  listActivities: ['iteration.progress'],
  readContactMemory: ['call.analyzed', 'conversation.analyzed'],
  readContactTimeline: ['call.accepted', 'call.ended', 'message.', 'conversation.'],
  readMessage: ['message.'],
  listConversations: ['message.', 'conversation.'],
  readConversation: ['message.added', 'conversation.'],
  listConversationMessages: ['message.', 'conversation.'],
  listContacts: ['import.progress', 'contact_job.progress'],
  listContactJobs: ['contact_job.progress'],
  listContactImports: ['import.progress'],
  listDataSources: ['ingestion.progress'],
  listIngestions: ['ingestion.progress'],
};

const eventPrefixesOf = (operation: string): readonly string[] =>
  Object.entries(INVALIDATED_BY).find(([name]) => name === operation)?.[1] ?? [];

/** Whether live events announce changes to an operation at all; if so, it is polled while the stream is down. */
export const hasLiveUpdates = (operation: OperationId): boolean => INVALIDATED_BY[operation] !== undefined;

/** Whether the event may be about the same resource: no id of the path differs from the event's. */
const concerns = (event: LiveEvent, path: readonly (readonly [string, unknown])[]): boolean => {
  const fields = new Map<string, unknown>(Object.entries(event));
  return path.every(([name, id]) => !fields.has(name) || fields.get(name) === id);
};

type CallDetail = Data<'readVoiceCall'>;
type CallEvent = Extract<LiveEvent, { readonly callId: string }>;

const isCallEvent = (event: LiveEvent): event is CallEvent => 'callId' in event;

/** The call after an event; null if it must be read again. Applying an event twice does no harm. */
const callAfter = (detail: CallDetail, event: CallEvent): CallDetail | null => {
  const { diagnostics, transcript } = detail;
  switch (event.type) {
    case 'call.turn': {
      const { turn } = event;
      const {
        speaker,
        text,
        createdAt,
        audioOffsetMs,
        audioEndOffsetMs,
        interrupted,
        heard,
        latencies,
        keys,
        sources,
      } = turn;
      const known = transcript.some(
        (entry) =>
          entry.createdAt === createdAt && entry.speaker === speaker && entry.audioOffsetMs === audioOffsetMs,
      );
      if (known) return detail;
      // Earlier words may arrive later; only the service knows their order.
      if ((transcript.at(-1)?.audioOffsetMs ?? 0) > (audioOffsetMs ?? Number.POSITIVE_INFINITY)) return null;
      return {
        ...detail,
        transcript: [
          ...transcript,
          {
            speaker,
            text,
            createdAt,
            audioOffsetMs,
            audioEndOffsetMs,
            ...(keys === undefined ? {} : { keys }),
            ...(sources === undefined ? {} : { sources }),
          },
        ],
        diagnostics: {
          ...diagnostics,
          turns: [
            ...diagnostics.turns,
            { speaker, audioOffsetMs, audioEndOffsetMs, interrupted, heard, latencies },
          ],
        },
      };
    }
    case 'call.ringing':
    case 'call.cancelling':
      return { ...detail, call: { ...detail.call, status: event.status } };
    default:
      return null;
  }
};

type CallPage = Data<'listVoiceCalls'>;

const withStatus = (page: CallPage, event: CallEvent): CallPage => {
  if (!('status' in event)) return page;
  const { status } = event;
  if (!page.calls.some((call) => call.id === event.callId && call.status !== status)) return page;
  return {
    ...page,
    calls: page.calls.map((call) => (call.id === event.callId ? { ...call, status } : call)),
  };
};

export interface LiveCache {
  /** Applies the events to the cache. */
  apply(events: readonly LiveEvent[]): void;
  close(): void;
}

export const createLiveCache = (queries: QueryClient): LiveCache => {
  const readAt = new Map<string, number>();
  const waiting = new Map<string, number>();

  const refetch = (hash: string): void => {
    waiting.delete(hash);
    // A first read that is under way may have begun before the change, and is not replaced by another one: it is read again once
    // it has been answered.
    const state = queries.getQueryCache().get(hash)?.state;
    if (state?.fetchStatus === 'fetching' && state.data === undefined) {
      waiting.set(
        hash,
        window.setTimeout(() => refetch(hash), FIRST_READ_MS),
      );
      return;
    }
    readAt.set(hash, Date.now());
    void queries.invalidateQueries({ predicate: (query) => query.queryHash === hash, type: 'active' });
  };

  /** Reads the query again: at once, or a moment later if it has just been read. */
  const scheduleRefetch = (query: Query): void => {
    const { queryHash } = query;
    if (query.getObserversCount() === 0) return void query.invalidate();
    if (waiting.has(queryHash)) return;
    const delayMs = REFETCH_MS - (Date.now() - (readAt.get(queryHash) ?? 0));
    if (delayMs <= 0) refetch(queryHash);
    else
      waiting.set(
        queryHash,
        window.setTimeout(() => refetch(queryHash), delayMs),
      );
  };

  /** Do not refetch once further pages are loaded. */
  const hasFurtherPages = ({ queryKey, state: { data } }: Query): boolean => {
    if (queryKey[0] !== 'pages') return false;
    const pages: InfiniteData<unknown> | undefined = queries.getQueryData(queryKey) ?? undefined;
    return data !== undefined && (pages?.pages.length ?? 0) > 1;
  };

  const refetchAll = (): void => {
    for (const query of queries.getQueryCache().getAll())
      if (eventPrefixesOf(targetOf(query).operation).length > 0) scheduleRefetch(query);
  };

  /** Applies the event to the call's detail. False if the detail must be read again. */
  const updateCallDetail = (event: CallEvent, { queryKey }: Query): boolean => {
    const detail = queries.getQueryData<CallDetail>(queryKey);
    const after = detail === undefined ? null : callAfter(detail, event);
    if (after === null) return false;
    if (after !== detail) queries.setQueryData(queryKey, after);
    return true;
  };

  const applyEvent = (event: LiveEvent): void => {
    if (event.type === 'stream.reset') return refetchAll();
    // Data read before the stream opened may lack later changes. A resumed stream replays what was missed.
    if (event.type === 'stream.opened') return event.resumed ? undefined : refetchAll();
    if (event.type === 'call.voices' || event.type === 'stream.ended') return;
    if (isCallEvent(event) && 'status' in event)
      queries.setQueriesData<CallPage>({ queryKey: ['listVoiceCalls'] }, (page) =>
        page === undefined ? page : withStatus(page, event),
      );
    if (isCallEvent(event) && 'status' in event)
      queries.setQueriesData<InfiniteData<CallPage>>({ queryKey: ['pages', 'listVoiceCalls'] }, (list) =>
        list === undefined ? list : { ...list, pages: list.pages.map((page) => withStatus(page, event)) },
      );
    for (const query of queries.getQueryCache().getAll()) {
      const { operation, path } = targetOf(query);
      if (
        !eventPrefixesOf(operation).some((prefix) => event.type.startsWith(prefix)) ||
        !concerns(event, path)
      )
        continue;
      if (operation === 'readVoiceCall' && isCallEvent(event) && updateCallDetail(event, query)) continue;
      if (!hasFurtherPages(query)) scheduleRefetch(query);
    }
  };

  return {
    apply: (events) => {
      for (const event of events) applyEvent(event);
    },
    close: () => {
      for (const timer of waiting.values()) window.clearTimeout(timer);
      waiting.clear();
    },
  };
};
