/**
 * The calls on the live page: read once, then updated by events. New and ended calls change the list only when the user
 * asks for it or follows, so that nothing jumps under the pointer.
 */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { ApiProblem, callApi, type Data } from '../../api/client.js';
import { useLiveEvents } from '../../api/live.js';
import type { LiveEvent } from '../../api/operations.js';
import {
  type ActiveCall,
  applyEvent,
  type CallEvent,
  fromEvent,
  fromSummary,
  withDetail,
} from './active-call.js';

const PAGE = 100;
/** Pages read per state; a business with more live calls can filter them on the page of all calls. */
const MOST_PAGES = 5;
const STATES = ['answered', 'ringing', 'queued', 'cancelling'] as const;
/** Details requested at a time. */
const AT_A_TIME = 4;
/** An ended call stays visible for this long, ms. */
const LINGER_MS = 3_000;

export interface ActiveCalls {
  /** By id; ended calls stay while they are shown. Null until read. */
  readonly byId: ReadonlyMap<string, ActiveCall> | null;
  /** Ids, in the order of the list. */
  readonly shown: readonly string[];
  readonly problem: ApiProblem | null;
}

export interface ActiveCallsStore {
  get(): ActiveCalls;
  subscribe(listener: () => void): () => void;
  handleEvents(events: readonly LiveEvent[]): void;
  /** Reads all live calls. */
  load(): void;
  /** Updates the list to the current calls. */
  show(): void;
  follow(wanted: boolean): void;
  /** Reads names and earlier words of a visible call. */
  loadDetails(id: string): void;
}

const RANKS: ReadonlyMap<ActiveCall['status'], number> = new Map([
  ['answered', 0],
  ['cancelling', 0],
  ['ringing', 1],
  ['queued', 2],
]);
const rankOf = ({ status }: ActiveCall): number => RANKS.get(status) ?? 3;

/** Ids of live calls: by state, then the oldest first. */
const inOrder = (calls: Iterable<ActiveCall>): readonly string[] =>
  [...calls]
    .filter(({ endedAt }) => endedAt === null)
    .sort((first, second) => rankOf(first) - rankOf(second) || first.createdAt - second.createdAt)
    .map(({ id }) => id);

const isCallEvent = (event: LiveEvent): event is CallEvent => 'callId' in event;

/** All live calls. @throws ApiProblem */
const readAll = async (businessId: string): Promise<ReadonlyMap<string, ActiveCall>> => {
  const byState = await Promise.all(
    STATES.map(async (status) => {
      const calls: ActiveCall[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const query = { businessId, status, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
        const result = await callApi('listVoiceCalls', { query });
        calls.push(...result.calls.map(fromSummary));
        if (result.nextCursor === null) break;
        cursor = result.nextCursor;
      }
      return calls;
    }),
  );
  return new Map(byState.flat().map((call) => [call.id, call]));
};

/** Applies events to the calls. */
const applyEvents = (
  byId: ReadonlyMap<string, ActiveCall>,
  events: readonly CallEvent[],
): Map<string, ActiveCall> => {
  const next = new Map(byId);
  for (const event of events) {
    const known = next.get(event.callId);
    // A call that is no longer shown may still have events, such as its bill.
    const isLive = 'status' in event && event.type !== 'call.ended';
    if (known !== undefined) next.set(event.callId, applyEvent(known, event));
    else if (isLive) next.set(event.callId, applyEvent(fromEvent(event), event));
  }
  return next;
};

/** The status that the last of a call's events names; null if none does. */
const statusIn = (events: readonly CallEvent[], id: string): ActiveCall['status'] | null => {
  const last = events.findLast((event) => event.callId === id && 'status' in event);
  return last !== undefined && 'status' in last ? last.status : null;
};

/**
 * The calls that were read, after the events that arrived meanwhile. `known`: the calls so far, null if there are none;
 * the events have been applied to them already.
 */
const reconcile = (
  known: ReadonlyMap<string, ActiveCall> | null,
  loaded: ReadonlyMap<string, ActiveCall>,
  events: readonly CallEvent[],
): ReadonlyMap<string, ActiveCall> => {
  const next = new Map(loaded);
  for (const [id, call] of loaded) {
    const before = known?.get(id);
    if (before === undefined) continue;
    const status = statusIn(events, id) ?? call.status;
    next.set(id, { ...before, status, answeredAt: before.answeredAt ?? call.answeredAt });
  }
  // A call that began while the others were read.
  for (const { callId } of events) {
    const before = known?.get(callId);
    if (before !== undefined && !next.has(callId)) next.set(callId, before);
  }
  return applyEvents(
    next,
    events.filter(({ callId }) => known?.has(callId) !== true),
  );
};

/** Reads details of calls, several at a time, each call once. */
const createDetailLoader = (businessId: string, onDetail: (detail: Data<'readVoiceCall'>) => void) => {
  const requested = new Set<string>();
  const waiting: string[] = [];
  let running = 0;
  const next = (): void => {
    const id = running < AT_A_TIME ? waiting.shift() : undefined;
    if (id === undefined) return;
    running += 1;
    callApi('readVoiceCall', { path: { callId: id }, query: { businessId } })
      .then(onDetail)
      .catch((error: unknown) => {
        // The call is shown without details; the next time it becomes visible, they are requested again.
        requested.delete(id);
        if (!(error instanceof ApiProblem)) throw error;
      })
      .finally(() => {
        running -= 1;
        next();
      });
  };
  return {
    read: (id: string): void => {
      if (requested.has(id)) return;
      requested.add(id);
      waiting.push(id);
      next();
    },
  };
};

const createActiveCallsStore = (businessId: string): ActiveCallsStore => {
  let state: ActiveCalls = { byId: null, shown: [], problem: null };
  let following = false;
  let timer = 0;
  /** Events received while the calls are being read; null if they are not being read. */
  let buffered: CallEvent[] | null = null;
  /** Whether events were missed since the calls began to be read. */
  let isOutdated = false;
  const listeners = new Set<() => void>();

  const update = (next: Partial<ActiveCalls>): void => {
    state = { ...state, ...next };
    for (const notify of listeners) notify();
  };

  const show = (): void => {
    if (state.byId === null) return;
    const live = new Map([...state.byId].filter(([, { endedAt }]) => endedAt === null));
    update({ byId: live, shown: inOrder(live.values()) });
  };

  /** Calls that have just ended keep their places for now. */
  const showFollowing = (): void => {
    const { byId, shown } = state;
    if (byId === null) return;
    const leaving = shown.filter((id) => Date.now() - (byId.get(id)?.endedAt ?? 0) < LINGER_MS);
    const kept = new Map([...byId].filter(([id, { endedAt }]) => endedAt === null || leaving.includes(id)));
    const known = new Set(shown);
    const fresh = inOrder(kept.values()).filter((id) => !known.has(id));
    update({ byId: kept, shown: [...shown.filter((id) => kept.has(id)), ...fresh] });
    window.clearTimeout(timer);
    if (leaving.length > 0) timer = window.setTimeout(() => following && showFollowing(), LINGER_MS);
  };

  /** If no listed call is live any more, the list can change without anything jumping. */
  const settle = (): void => {
    const { byId, shown } = state;
    if (following) showFollowing();
    else if (shown.every((id) => byId?.get(id)?.endedAt !== null)) show();
  };

  const load = async (): Promise<void> => {
    if (buffered !== null) {
      isOutdated = true;
      return;
    }
    buffered = [];
    isOutdated = false;
    try {
      const loaded = await readAll(businessId);
      const known = state.byId;
      const events = buffered;
      buffered = null;
      update({ byId: reconcile(known, loaded, events), problem: null });
      if (known === null) show();
      else update({ shown: state.shown.filter((id) => state.byId?.has(id)) });
      settle();
      if (isOutdated) await load();
    } catch (error) {
      buffered = null;
      if (!(error instanceof ApiProblem)) throw error;
      update({ problem: error });
    }
  };

  const details = createDetailLoader(businessId, (detail) => {
    const call = state.byId?.get(detail.call.id);
    if (call !== undefined) update({ byId: new Map(state.byId).set(call.id, withDetail(call, detail)) });
  });

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    handleEvents: (events) => {
      // A resumed stream replays what was missed.
      const isReset = events.some(
        (event) => event.type === 'stream.reset' || (event.type === 'stream.opened' && !event.resumed),
      );
      if (isReset) void load();
      const callEvents = events.filter(isCallEvent);
      if (callEvents.length === 0) return;
      if (buffered !== null) buffered.push(...callEvents);
      if (state.byId === null) return;
      update({ byId: applyEvents(state.byId, callEvents) });
      settle();
    },
    load: () => void load(),
    show,
    follow: (wanted) => {
      following = wanted;
      if (wanted) showFollowing();
    },
    loadDetails: details.read,
  };
};

/** The calls of the page, read when it opens. */
export const useActiveCalls = (businessId: string, following: boolean): ActiveCallsStore => {
  const store = useMemo(() => createActiveCallsStore(businessId), [businessId]);
  useLiveEvents(store.handleEvents);
  useEffect(() => {
    store.load();
  }, [store]);
  useEffect(() => store.follow(following), [store, following]);
  return store;
};

export const useCalls = (store: ActiveCallsStore): ActiveCalls =>
  useSyncExternalStore(store.subscribe, store.get);
