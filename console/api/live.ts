/**
 * How pages stay up to date: what they have read is told of by the one stream of the page. While it is down they are read again
 * now and then, as a safety net; nothing else is asked twice.
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
/** A stream that is gone on with sooner than this was not missed by anybody, ms. */
const STALE_MS = 2_000;

type Listener = (events: readonly LiveEvent[]) => void;

const listeners = new Set<Listener>();
const watchers = new Set<() => void>();
let stream: OpenStream | null = null;
/** Whether pages may be old. */
let stale = false;
/** Pages that show who speaks. */
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

/** Keeps the page's stream open while somebody is signed in. */
export const useLiveStream = (businessId: string, signedIn: boolean): void => {
  const queries = useQueryClient();
  useEffect(() => (signedIn ? open(queries, businessId) : undefined), [queries, businessId, signedIn]);
};

const watch = (tell: () => void): (() => void) => {
  watchers.add(tell);
  return () => watchers.delete(tell);
};

/** Whether what pages show may be old, because nothing was told for a while. */
export const useStale = (): boolean => useSyncExternalStore(watch, () => stale);

/** Tells what happens, a bundle of events a frame. `told` may be another function each time. */
export const useLiveEvents = (told: Listener): void => {
  const latest = useRef(told);
  useEffect(() => {
    latest.current = told;
  });
  useEffect(() => {
    const listen: Listener = (events) => latest.current(events);
    listeners.add(listen);
    return () => {
      listeners.delete(listen);
    };
  }, []);
};

/** Has `call.voices` told while the page is shown. */
export const useVoiceEvents = (): void =>
  useEffect(() => {
    voices += 1;
    stream?.withVoices(true);
    return () => {
      voices -= 1;
      stream?.withVoices(voices > 0);
    };
  }, []);

/** How often something is read without being told of: not at all, or while nothing is told. */
export const useNet = (operation: OperationId): number | false =>
  useStale() && isTold(operation) ? NET_MS : false;

/** Reads, and stays up to date where the stream tells of it (news.ts). */
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
