/**
 * The calls on the live page: read once, then updated by events. New and ended calls change the list only when the user
 * asks for it or follows, so that nothing jumps under the pointer.
 */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { ApiProblem, ask, type Data } from '../../api/client.js';
import { useLiveEvents } from '../../api/live.js';
import type { LiveEvent } from '../../api/operations.js';
import { after, type CallEvent, type CallUp, ofEvent, ofSummary, withDetail } from './call-up.js';

const PAGE = 100;
/** Pages read per state; a business with more live calls can filter them on the page of all calls. */
const MOST_PAGES = 5;
const STATES = ['answered', 'ringing', 'queued', 'cancelling'] as const;
/** Details requested at a time. */
const AT_A_TIME = 4;
/** An ended call stays visible for this long, ms. */
const LINGER_MS = 3_000;

export interface CallsUp {
  /** By id; ended calls stay while they are shown. Null until read. */
  readonly byId: ReadonlyMap<string, CallUp> | null;
  /** Ids, in the order of the list. */
  readonly shown: readonly string[];
  readonly problem: ApiProblem | null;
}

export interface CallsUpStore {
  get(): CallsUp;
  subscribe(changed: () => void): () => void;
  told(events: readonly LiveEvent[]): void;
  /** Reads all live calls. */
  load(): void;
  /** Updates the list to the current calls. */
  show(): void;
  follow(wanted: boolean): void;
  /** Reads names and earlier words of a visible call. */
  fill(id: string): void;
}

const RANKS: ReadonlyMap<CallUp['status'], number> = new Map([
  ['answered', 0],
  ['cancelling', 0],
  ['ringing', 1],
  ['queued', 2],
]);
const rankOf = ({ status }: CallUp): number => RANKS.get(status) ?? 3;

/** Ids of live calls: by state, then the oldest first. */
const inOrder = (calls: Iterable<CallUp>): readonly string[] =>
  [...calls]
    .filter(({ endedAt }) => endedAt === null)
    .sort((one, other) => rankOf(one) - rankOf(other) || one.createdAt - other.createdAt)
    .map(({ id }) => id);

const isOfCall = (event: LiveEvent): event is CallEvent => 'callId' in event;

/** All live calls. @throws ApiProblem */
const readAll = async (businessId: string): Promise<ReadonlyMap<string, CallUp>> => {
  const byState = await Promise.all(
    STATES.map(async (status) => {
      const calls: CallUp[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < MOST_PAGES; page += 1) {
        const query = { businessId, status, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) };
        const read = await ask('listVoiceCalls', { query });
        calls.push(...read.calls.map(ofSummary));
        if (read.nextCursor === null) break;
        cursor = read.nextCursor;
      }
      return calls;
    }),
  );
  return new Map(byState.flat().map((call) => [call.id, call]));
};

/** Applies events to the calls. */
const apply = (byId: ReadonlyMap<string, CallUp>, events: readonly CallEvent[]): Map<string, CallUp> => {
  const next = new Map(byId);
  for (const event of events) {
    const known = next.get(event.callId);
    // A call that is no longer shown may still have events, such as its bill.
    const isUp = 'status' in event && event.type !== 'call.ended';
    if (known !== undefined) next.set(event.callId, after(known, event));
    else if (isUp) next.set(event.callId, after(ofEvent(event), event));
  }
  return next;
};

/** Reads details of calls, several at a time, each call once. */
const createDetails = (businessId: string, told: (detail: Data<'readVoiceCall'>) => void) => {
  const asked = new Set<string>();
  const waiting: string[] = [];
  let asking = 0;
  const next = (): void => {
    const id = asking < AT_A_TIME ? waiting.shift() : undefined;
    if (id === undefined) return;
    asking += 1;
    ask('readVoiceCall', { path: { callId: id }, query: { businessId } })
      .then(told)
      .catch((error: unknown) => {
        // The call is shown without details; the next time it becomes visible, they are requested again.
        asked.delete(id);
        if (!(error instanceof ApiProblem)) throw error;
      })
      .finally(() => {
        asking -= 1;
        next();
      });
  };
  return {
    read: (id: string): void => {
      if (asked.has(id)) return;
      asked.add(id);
      waiting.push(id);
      next();
    },
  };
};

const createCallsUp = (businessId: string): CallsUpStore => {
  let state: CallsUp = { byId: null, shown: [], problem: null };
  let following = false;
  let timer = 0;
  /** Events received while the calls are being read; null if they are not being read. */
  let held: CallEvent[] | null = null;
  const changed = new Set<() => void>();

  const become = (next: Partial<CallsUp>): void => {
    state = { ...state, ...next };
    for (const tell of changed) tell();
  };

  const show = (): void => {
    if (state.byId === null) return;
    const up = new Map([...state.byId].filter(([, { endedAt }]) => endedAt === null));
    become({ byId: up, shown: inOrder(up.values()) });
  };

  /** Calls that have just ended keep their places for now. */
  const showFollowing = (): void => {
    const { byId, shown } = state;
    if (byId === null) return;
    const leaving = shown.filter((id) => Date.now() - (byId.get(id)?.endedAt ?? 0) < LINGER_MS);
    const kept = new Map([...byId].filter(([id, { endedAt }]) => endedAt === null || leaving.includes(id)));
    const known = new Set(shown);
    const fresh = inOrder(kept.values()).filter((id) => !known.has(id));
    become({ byId: kept, shown: [...shown.filter((id) => kept.has(id)), ...fresh] });
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
    if (held !== null) return;
    held = [];
    try {
      const read = await readAll(businessId);
      const known = state.byId;
      const merged = new Map(
        [...read].map(([id, call]) => {
          const before = known?.get(id);
          return [id, before === undefined ? call : { ...before, status: call.status }];
        }),
      );
      const told = held;
      held = null;
      become({ byId: apply(merged, told), problem: null });
      if (known === null) show();
      else become({ shown: state.shown.filter((id) => state.byId?.has(id)) });
      settle();
    } catch (error) {
      held = null;
      if (!(error instanceof ApiProblem)) throw error;
      become({ problem: error });
    }
  };

  const details = createDetails(businessId, (detail) => {
    const call = state.byId?.get(detail.call.id);
    if (call !== undefined) become({ byId: new Map(state.byId).set(call.id, withDetail(call, detail)) });
  });

  return {
    get: () => state,
    subscribe: (tell) => {
      changed.add(tell);
      return () => changed.delete(tell);
    },
    told: (events) => {
      // A resumed stream replays what was missed.
      const isAnew = events.some(
        (event) => event.type === 'stream.reset' || (event.type === 'stream.opened' && !event.resumed),
      );
      if (isAnew) void load();
      const ofCalls = events.filter(isOfCall);
      if (ofCalls.length === 0) return;
      if (held !== null) held.push(...ofCalls);
      if (state.byId === null) return;
      become({ byId: apply(state.byId, ofCalls) });
      settle();
    },
    load: () => void load(),
    show,
    follow: (wanted) => {
      following = wanted;
      if (wanted) showFollowing();
    },
    fill: details.read,
  };
};

/** The calls of the page, read when it opens. */
export const useCallsUp = (businessId: string, following: boolean): CallsUpStore => {
  const store = useMemo(() => createCallsUp(businessId), [businessId]);
  useLiveEvents(store.told);
  useEffect(() => {
    store.load();
  }, [store]);
  useEffect(() => store.follow(following), [store, following]);
  return store;
};

export const useCalls = (store: CallsUpStore): CallsUp => useSyncExternalStore(store.subscribe, store.get);
