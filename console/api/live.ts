/**
 * Keeps pages up to date through the page's one stream, which announces changes to what they have read. While the
 * stream is down, they are read again from time to time as a fallback; nothing else is requested twice.
 */
import {
  keepPreviousData,
  type QueryClient,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { type ApiProblem, type Asked, ask, type Data, type OperationId } from './client.js';
import { createNews, isTold } from './news.js';
import type { LiveEvent } from './operations.js';
import { type OpenStream, openStream, type StreamState } from './stream.js';

/** ms between two reads while the stream is down. */
const NET_MS = 10_000;
/** A stream that is back within this time does not count as interrupted, ms. */
const STALE_MS = 2_000;

type Listener = (events: readonly LiveEvent[]) => void;

const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let stream: OpenStream | null = null;
/** Whether pages may be out of date. */
let stale = false;
/** Number of pages that show the current speaker. */
let voices = 0;

const setStale = (value: boolean): void => {
  if (stale === value) return;
  stale = value;
  for (const tell of watchers) tell();
};

const open = (queries: QueryClient, businessId: string): (() => void) => {
  const news = createNews(queries);
  let timer = 0;
  const changed = (state: StreamState): void => {
    window.clearTimeout(timer);
    if (state === 'down') timer = window.setTimeout(() => setStale(true), STALE_MS);
    else setStale(false);
  };
  changed('down');
  const opened = openStream(businessId, {
    changed,
    told: (events) => {
      news.apply(events);
      for (const listen of listeners) listen(events);
    },
  });
  opened.withVoices(voices > 0);
  stream = opened;
  return () => {
    window.clearTimeout(timer);
    opened.close();
    news.close();
    if (stream === opened) stream = null;
    setStale(false);
  };
};

/** Keeps the page's stream open while a user is signed in. */
export const useLiveStream = (businessId: string, signedIn: boolean): void => {
  const queries = useQueryClient();
  useEffect(() => (signedIn ? open(queries, businessId) : undefined), [queries, businessId, signedIn]);
};

const watch = (tell: () => void): (() => void) => {
  watchers.add(tell);
  return () => watchers.delete(tell);
};

/** Whether pages may be out of date, because the stream has been down for a while. */
export const useStale = (): boolean => useSyncExternalStore(watch, () => stale);

/** Passes live events to `onEvents`, one batch per frame. `onEvents` may be a different function each time. */
export const useLiveEvents = (onEvents: Listener): void => {
  const latest = useRef(onEvents);
  useEffect(() => {
    latest.current = onEvents;
  });
  useEffect(() => {
    const listen: Listener = (events) => latest.current(events);
    listeners.add(listen);
    return () => {
      listeners.delete(listen);
    };
  }, []);
};

/** Subscribes to `call.voices` while the page is shown. */
export const useVoiceEvents = (): void =>
  useEffect(() => {
    voices += 1;
    stream?.withVoices(true);
    return () => {
      voices -= 1;
      stream?.withVoices(voices > 0);
    };
  }, []);

/** How often to poll an operation, ms: only while the stream is down, and only if live events would announce its changes. */
export const useNet = (operation: OperationId): number | false =>
  useStale() && isTold(operation) ? NET_MS : false;

/** Reads an operation, and stays up to date if live events announce its changes (news.ts). */
export const useRead = <O extends OperationId>(
  operation: O,
  asked: Asked<O>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): UseQueryResult<Data<O>, ApiProblem> =>
  useQuery<Data<O>, ApiProblem>({
    queryKey: [operation, asked.path ?? null, asked.query ?? null],
    queryFn: ({ signal }) => ask(operation, { ...asked, signal }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: useNet(operation),
  });
