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
import { type ApiProblem, callApi, type Data, type OperationId, type RequestParams } from './client.js';
import { createLiveCache, hasLiveUpdates } from './live-cache.js';
import type { LiveEvent } from './operations.js';
import { type OpenStream, openStream, type StreamState } from './stream.js';

/** ms between two reads while the stream is down. */
const FALLBACK_POLL_MS = 10_000;
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
  for (const notify of watchers) notify();
};

const open = (queries: QueryClient, businessId: string): (() => void) => {
  const cache = createLiveCache(queries);
  let timer = 0;
  const handleState = (state: StreamState): void => {
    window.clearTimeout(timer);
    if (state === 'down') timer = window.setTimeout(() => setStale(true), STALE_MS);
    else setStale(state === 'silent');
  };
  handleState('down');
  const opened = openStream(businessId, {
    onState: handleState,
    onEvents: (events) => {
      cache.apply(events);
      for (const listen of listeners) listen(events);
    },
  });
  opened.withVoices(voices > 0);
  stream = opened;
  return () => {
    window.clearTimeout(timer);
    opened.close();
    cache.close();
    if (stream === opened) stream = null;
    setStale(false);
  };
};

/** Keeps the page's stream open while a user is signed in. */
export const useLiveStream = (businessId: string, signedIn: boolean): void => {
  const queries = useQueryClient();
  useEffect(() => (signedIn ? open(queries, businessId) : undefined), [queries, businessId, signedIn]);
};

const watch = (notify: () => void): (() => void) => {
  watchers.add(notify);
  return () => watchers.delete(notify);
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
export const useFallbackPolling = (operation: OperationId): number | false =>
  useStale() && hasLiveUpdates(operation) ? FALLBACK_POLL_MS : false;

interface ReadOptions {
  readonly enabled?: boolean;
  /** Interval of further reads, ms: for changes that no live event announces. Default: none. */
  readonly pollMs?: number;
}

/** Reads an operation, and stays up to date if live events announce its changes (live-cache.ts). */
export const useRead = <O extends OperationId>(
  operation: O,
  params: RequestParams<O>,
  { enabled = true, pollMs }: ReadOptions = {},
): UseQueryResult<Data<O>, ApiProblem> =>
  useQuery<Data<O>, ApiProblem>({
    queryKey: [operation, params.path ?? null, params.query ?? null],
    queryFn: ({ signal }) => callApi(operation, { ...params, signal }),
    enabled,
    placeholderData: keepPreviousData,
    refetchInterval: useFallbackPolling(operation) || (pollMs ?? false),
  });
