/**
 * The calls that the live page shows: read once, then told. Calls that begin, and those that are over, change the list when the
 * operator says so, or follows: nothing jumps under a hand.
 */
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { ApiProblem, ask, type Data } from '../../api/client.js';
import { useLiveEvents } from '../../api/live.js';
import type { LiveEvent } from '../../api/operations.js';
import { after, type CallEvent, type CallUp, ofEvent, ofSummary, withDetail } from './call-up.js';

const PAGE = 100;
/** Pages of a state that are read: who has more up than that narrows them down among all calls. */
const MOST_PAGES = 5;
const STATES = ['answered', 'ringing', 'queued', 'cancelling'] as const;
/** Details that are asked for at a time. */
const AT_A_TIME = 4;
/** A call that is over stays in sight for a moment, ms. */
const LINGER_MS = 3_000;

export interface CallsUp {
  /** By their ids; those that are over stay as long as they are shown. Null: not read yet. */
  readonly byId: ReadonlyMap<string, CallUp> | null;
  /** Ids, in the order of the list. */
  readonly shown: readonly string[];
  readonly problem: ApiProblem | null;
}

export interface CallsUpStore {
  get(): CallsUp;
  subscribe(changed: () => void): () => void;
  told(events: readonly LiveEvent[]): void;
  /** Reads all of them. */
  load(): void;
  /** Brings the list up to date with the calls. */
  show(): void;
  follow(wanted: boolean): void;
  /** Has names and what was said before read, of a call that is in sight. */
  fill(id: string): void;
}

const RANKS: ReadonlyMap<CallUp['status'], number> = new Map([
  ['answered', 0],
  ['cancelling', 0],
  ['ringing', 1],
  ['queued', 2],
]);
const rankOf = ({ status }: CallUp): number => RANKS.get(status) ?? 3;

/** Ids of those that are up: by state, then the oldest first. */
const inOrder = (calls: Iterable<CallUp>): readonly string[] =>
  [...calls]
    .filter(({ endedAt }) => endedAt === null)
    .sort((one, other) => rankOf(one) - rankOf(other) || one.createdAt - other.createdAt)
    .map(({ id }) => id);

const isOfCall = (event: LiveEvent): event is CallEvent => 'callId' in event;

/** All that are up. @throws ApiProblem */
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

/** What was told of them, put in. */
const apply = (byId: ReadonlyMap<string, CallUp>, events: readonly CallEvent[]): Map<string, CallUp> => {
  const next = new Map(byId);
  for (const event of events) {
    const known = next.get(event.callId);
    // Of one that is not shown any more something may still be told, as its bill.
    const isUp = 'status' in event && event.type !== 'call.ended';
    if (known !== undefined) next.set(event.callId, after(known, event));
    else if (isUp) next.set(event.callId, after(ofEvent(event), event));
  }
  return next;
};

/** Reads what is behind calls, some at a time, each once. */
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
        // It is shown without; the next look at it asks again.
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
  /** What was told while they were read; null: they are not being read. */
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

  /** Those that have just ended stay in their places for now. */
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

  /** A list with nothing in it has nothing that could jump. */
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
      // What was missed is told where a stream is gone on with.
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

/** Of the page that is shown: read as it opens. */
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
