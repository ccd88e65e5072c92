/**
 * Applies live events to what pages have read. Data in an event is written to the cache; queries that an event only
 * invalidates are read again, each at most once a second.
 */
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { Data, OperationId } from './client.js';
import type { LiveEvent } from './operations.js';

/** ms between two reads of the same query. */
const READ_AGAIN_MS = 1_000;

/** The events that announce changes to each read, as prefixes of event types. Other reads are never announced. */
const TOLD_BY: { readonly [O in OperationId]?: readonly string[] } = {
  readOverview: ['call.accepted', 'call.ended', 'call.charged', 'iteration.status'],
  listVoiceCalls: [
    ...['call.accepted', 'call.placed', 'call.ringing', 'call.answered', 'call.cancelling', 'call.ended'],
    ...['call.recorded', 'call.charged'],
  ],
  readVoiceCall: ['call.'],
  listCampaigns: ['iteration.'],
  readCampaign: ['iteration.'],
  listIterations: ['iteration.'],
  readCampaignSeries: ['iteration.'],
  listMemberships: ['iteration.progress'],
  listActivities: ['iteration.progress'],
  readContactTimeline: ['call.accepted', 'call.ended', 'message.', 'conversation.'],
  readMessage: ['message.'],
  listConversations: ['message.', 'conversation.'],
  readConversation: ['message.added', 'conversation.'],
  listConversationMessages: ['message.', 'conversation.'],
  listContacts: ['import.progress'],
  listContactImports: ['import.progress'],
  listDataSources: ['ingestion.progress'],
  listIngestions: ['ingestion.progress'],
};

const namesOf = (operation: string): readonly string[] =>
  Object.entries(TOLD_BY).find(([name]) => name === operation)?.[1] ?? [];

/** Whether live events announce changes to an operation at all; if so, it is polled while the stream is down. */
export const isTold = (operation: OperationId): boolean => TOLD_BY[operation] !== undefined;

/** The operation of a query and the ids in its path, from its key (live.ts, pages.ts). */
const askedBy = ({ queryKey }: Query) => {
  const [operation, path] = queryKey[0] === 'pages' ? queryKey.slice(1) : queryKey;
  return {
    operation: typeof operation === 'string' ? operation : '',
    path: typeof path === 'object' && path !== null ? Object.entries(path) : [],
  };
};

/** Whether the event may be about the same resource: no id of the path differs from the event's. */
const concerns = (event: LiveEvent, path: readonly (readonly [string, unknown])[]): boolean => {
  const facts = new Map<string, unknown>(Object.entries(event));
  return path.every(([name, id]) => !facts.has(name) || facts.get(name) === id);
};

type CallDetail = Data<'readVoiceCall'>;
type CallEvent = Extract<LiveEvent, { readonly callId: string }>;

const isOfCall = (event: LiveEvent): event is CallEvent => 'callId' in event;

/** The call after an event; null if it must be read again. Applying an event twice does no harm. */
const callAfter = (detail: CallDetail, event: CallEvent): CallDetail | null => {
  const { diagnostics, transcript } = detail;
  switch (event.type) {
    case 'call.turn': {
      const { turn } = event;
      const { speaker, text, createdAt, audioOffsetMs, audioEndOffsetMs, interrupted, heard, latencies } =
        turn;
      const known = transcript.some(
        (one) =>
          one.createdAt === createdAt && one.speaker === speaker && one.audioOffsetMs === audioOffsetMs,
      );
      if (known) return detail;
      // Earlier words may arrive later; only the service knows their order.
      if ((transcript.at(-1)?.audioOffsetMs ?? 0) > (audioOffsetMs ?? Number.POSITIVE_INFINITY)) return null;
      return {
        ...detail,
        transcript: [...transcript, { speaker, text, createdAt, audioOffsetMs, audioEndOffsetMs }],
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

export interface News {
  /** Applies the events to the cache. */
  apply(events: readonly LiveEvent[]): void;
  close(): void;
}

export const createNews = (queries: QueryClient): News => {
  const readAt = new Map<string, number>();
  const waiting = new Map<string, number>();

  const read = (hash: string): void => {
    waiting.delete(hash);
    readAt.set(hash, Date.now());
    void queries.invalidateQueries({ predicate: (query) => query.queryHash === hash, type: 'active' });
  };

  /** Reads the query again: at once, or a moment later if it has just been read. */
  const readAgain = (query: Query): void => {
    const { queryHash } = query;
    if (query.getObserversCount() === 0) return void query.invalidate();
    if (waiting.has(queryHash)) return;
    const inMs = READ_AGAIN_MS - (Date.now() - (readAt.get(queryHash) ?? 0));
    if (inMs <= 0) read(queryHash);
    else
      waiting.set(
        queryHash,
        window.setTimeout(() => read(queryHash), inMs),
      );
  };

  /** Do not refetch once further pages are loaded. */
  const isReadOn = ({ queryKey, state: { data } }: Query): boolean => {
    if (queryKey[0] !== 'pages') return false;
    const pages: InfiniteData<unknown> | undefined = queries.getQueryData(queryKey) ?? undefined;
    return data !== undefined && (pages?.pages.length ?? 0) > 1;
  };

  const readAnew = (): void => {
    for (const query of queries.getQueryCache().getAll())
      if (namesOf(askedBy(query).operation).length > 0) readAgain(query);
  };

  /** Applies the event to the call's detail. False if the detail must be read again. */
  const appliedToCall = (event: CallEvent, { queryKey }: Query): boolean => {
    const detail = queries.getQueryData<CallDetail>(queryKey);
    const after = detail === undefined ? null : callAfter(detail, event);
    if (after === null) return false;
    if (after !== detail) queries.setQueryData(queryKey, after);
    return true;
  };

  const applyOne = (event: LiveEvent): void => {
    if (event.type === 'stream.reset') return readAnew();
    // Data read before the stream opened may lack later changes. A resumed stream replays what was missed.
    if (event.type === 'stream.opened') return event.resumed ? undefined : readAnew();
    if (event.type === 'call.voices' || event.type === 'stream.ended') return;
    if (isOfCall(event) && 'status' in event)
      queries.setQueriesData<CallPage>({ queryKey: ['listVoiceCalls'] }, (page) =>
        page === undefined ? page : withStatus(page, event),
      );
    if (isOfCall(event) && 'status' in event)
      queries.setQueriesData<InfiniteData<CallPage>>({ queryKey: ['pages', 'listVoiceCalls'] }, (read) =>
        read === undefined ? read : { ...read, pages: read.pages.map((page) => withStatus(page, event)) },
      );
    for (const query of queries.getQueryCache().getAll()) {
      const { operation, path } = askedBy(query);
      if (!namesOf(operation).some((name) => event.type.startsWith(name)) || !concerns(event, path)) continue;
      if (operation === 'readVoiceCall' && isOfCall(event) && appliedToCall(event, query)) continue;
      if (!isReadOn(query)) readAgain(query);
    }
  };

  return {
    apply: (events) => {
      for (const event of events) applyOne(event);
    },
    close: () => {
      for (const timer of waiting.values()) window.clearTimeout(timer);
      waiting.clear();
    },
  };
};
