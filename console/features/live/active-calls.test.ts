/** The calls on the live page: read from a stubbed service, and changed by events. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveEvent } from '../../api/operations.js';
import { callFacts, detailOf, heardAfter, summaryOf, turnEvent } from '../../testing/calls.js';
import { deferred } from '../../testing/deferred.js';
import { type ServiceAnswer, type ServiceRequest, stubService } from '../../testing/service.js';
import { type ActiveCallsStore, useActiveCalls } from './active-calls.js';

type Summary = ReturnType<typeof summaryOf>;

const LIST = '/api/v1/voice/calls';

/** The calls of the service when it answers. */
let calls: readonly Summary[] = [];
/** The code with which the service refuses requests; null if it does not. */
let refusal: string | null = null;
/** Requests are answered after this. */
let gate: Promise<unknown> = Promise.resolve();
let requests: readonly ServiceRequest[] = [];

const answer = async ({ path, query }: ServiceRequest): Promise<ServiceAnswer> => {
  await gate;
  if (refusal !== null) return { code: refusal };
  const id = path.slice(LIST.length + 1);
  if (id !== '') return { data: detailOf({ call: { id, contactName: 'Ada' } }) };
  return { data: { calls: calls.filter(({ status }) => status === query.get('status')), nextCursor: null } };
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 2, 10, 30) });
  vi.stubGlobal('window', globalThis);
  calls = [];
  refusal = null;
  gate = Promise.resolve();
  requests = stubService(answer);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets the service answer. */
const settle = async (): Promise<void> => {
  await vi.advanceTimersByTimeAsync(0);
};

/** The store of a page whose effects have not run: tests load and follow. */
const createStore = (): ActiveCallsStore => {
  const stores: ActiveCallsStore[] = [];
  const Page = (): null => {
    stores.push(useActiveCalls('business-1', false));
    return null;
  };
  renderToStaticMarkup(createElement(Page));
  const [store] = stores;
  if (store === undefined) throw new Error('the page was not rendered');
  return store;
};

const open = async (live: readonly Summary[]): Promise<ActiveCallsStore> => {
  calls = live;
  const store = createStore();
  store.load();
  await settle();
  return store;
};

const callOf = (store: ActiveCallsStore, id: string) => store.get().byId?.get(id);
const idsOf = (store: ActiveCallsStore): readonly string[] => [...(store.get().byId?.keys() ?? [])];
const detailRequests = (): readonly string[] =>
  requests.filter(({ path }) => path !== LIST).map(({ path }) => path.slice(LIST.length + 1));

const occurredNow = (id: string) => callFacts(id, new Date().toISOString());
const accepted = (id: string): LiveEvent => ({ type: 'call.accepted', ...occurredNow(id), status: 'queued' });
const ringing = (id: string): LiveEvent => ({ type: 'call.ringing', ...occurredNow(id), status: 'ringing' });
const answered = (id: string): LiveEvent => ({
  type: 'call.answered',
  ...occurredNow(id),
  status: 'answered',
});
const ended = (id: string): LiveEvent => ({
  type: 'call.ended',
  ...occurredNow(id),
  status: 'completed',
  endedBy: 'customer',
  endReason: 'hung_up',
  durationSeconds: 60,
});
const RESET: LiveEvent = { type: 'stream.reset', occurredAt: '2026-03-02T10:30:00.000Z', reason: 'too_old' };
const opened = (resumed: boolean): LiveEvent => ({
  type: 'stream.opened',
  occurredAt: '2026-03-02T10:30:00.000Z',
  topics: ['calls'],
  resumed,
});
const CREATED = ['2026-03-02T10:00:00.000Z', '2026-03-02T10:01:00.000Z', '2026-03-02T10:02:00.000Z'] as const;

describe('reading the live calls', () => {
  test('requests each state of a live call, and lists talking calls first, then the oldest', async () => {
    const store = await open([
      summaryOf({ id: 'talking-new', createdAt: CREATED[1] }),
      summaryOf({ id: 'talking-old', createdAt: CREATED[0] }),
      summaryOf({ id: 'queued', status: 'queued', createdAt: CREATED[0] }),
      summaryOf({ id: 'ringing', status: 'ringing', createdAt: CREATED[0] }),
      summaryOf({ id: 'cancelling', status: 'cancelling', createdAt: CREATED[2] }),
      summaryOf({ id: 'finished', status: 'completed', createdAt: CREATED[0] }),
    ]);
    const order = ['talking-old', 'talking-new', 'cancelling', 'ringing', 'queued'];
    expect(store.get().shown).toEqual(order);
    expect(idsOf(store).toSorted()).toEqual(order.toSorted());
    const states = requests.map(({ query }) => `${query.get('businessId')} ${query.get('status')}`);
    expect(states.toSorted()).toEqual([
      'business-1 answered',
      'business-1 cancelling',
      'business-1 queued',
      'business-1 ringing',
    ]);
  });

  test('follows the pages of a state, five at most', async () => {
    requests = stubService(({ query }) => {
      const cursor = query.get('cursor');
      const page = cursor === null ? 0 : Number(cursor);
      const isRinging = query.get('status') === 'ringing';
      const found = isRinging ? [summaryOf({ id: `ringing-${page}`, status: 'ringing' })] : [];
      return { data: { calls: found, nextCursor: isRinging ? String(page + 1) : null } };
    });
    const store = createStore();
    store.load();
    await settle();
    const cursors = requests.flatMap(({ query }) =>
      query.get('status') === 'ringing' ? [query.get('cursor')] : [],
    );
    expect(cursors).toEqual([null, '1', '2', '3', '4']);
    expect(requests).toHaveLength(8);
    expect(store.get().shown).toHaveLength(5);
  });

  test('is in progress until the service has answered, and is not started twice', async () => {
    const answering = deferred<void>();
    gate = answering.promise;
    const store = createStore();
    store.load();
    store.load();
    await settle();
    expect(store.get()).toEqual({ byId: null, shown: [], problem: null });
    expect(requests).toHaveLength(4);
    answering.resolve();
    await settle();
    expect(store.get()).toEqual({ byId: new Map(), shown: [], problem: null });
  });

  test('includes the events that arrive meanwhile', async () => {
    const answering = deferred<void>();
    gate = answering.promise;
    calls = [summaryOf({ id: 'a', status: 'ringing' }), summaryOf({ id: 'b' })];
    const store = createStore();
    store.load();
    store.handleEvents([answered('a'), ended('b'), accepted('c')]);
    answering.resolve();
    await settle();
    expect(callOf(store, 'a')?.status).toBe('answered');
    expect(store.get().shown).toEqual(['a', 'c']);
  });

  test('reports a refusal, and succeeds when it is repeated', async () => {
    refusal = 'access_denied';
    const store = await open([summaryOf({ id: 'a' })]);
    expect(store.get()).toMatchObject({ byId: null, shown: [], problem: { code: 'access_denied' } });
    refusal = null;
    store.load();
    await settle();
    expect(store.get().problem).toBeNull();
    expect(store.get().shown).toEqual(['a']);
  });
});

describe('reading again', () => {
  test('follows a reset, and a stream that opens without resuming, but no resumed stream', async () => {
    const store = await open([]);
    store.handleEvents([opened(true)]);
    await settle();
    expect(requests).toHaveLength(4);
    store.handleEvents([opened(false)]);
    await settle();
    expect(requests).toHaveLength(8);
    store.handleEvents([RESET]);
    await settle();
    expect(requests).toHaveLength(12);
  });

  test('updates statuses, keeps the words, drops calls that have ended, and lists no new call', async () => {
    const store = await open([summaryOf({ id: 'a', status: 'ringing' }), summaryOf({ id: 'b' })]);
    store.handleEvents([turnEvent('a', { text: 'A table for two.' })]);
    calls = [summaryOf({ id: 'a' }), summaryOf({ id: 'c' })];
    store.handleEvents([RESET]);
    await settle();
    expect(callOf(store, 'a')).toMatchObject({
      status: 'answered',
      lastTurn: { speaker: 'customer', text: 'A table for two.' },
    });
    expect(idsOf(store)).toEqual(['a', 'c']);
    expect(store.get().shown).toEqual(['a']);
  });

  test('that is refused leaves the list as it is', async () => {
    const store = await open([summaryOf({ id: 'a' })]);
    refusal = 'access_denied';
    store.handleEvents([RESET]);
    await settle();
    expect(store.get().shown).toEqual(['a']);
    expect(store.get().problem?.code).toBe('access_denied');
    expect(idsOf(store)).toEqual(['a']);
  });

  test('adds the time of an answer whose event was missed', async () => {
    const store = await open([summaryOf({ id: 'a', status: 'ringing' })]);
    calls = [summaryOf({ id: 'a', startedAt: CREATED[1] })];
    store.handleEvents([RESET]);
    await settle();
    expect(callOf(store, 'a')?.answeredAt).toBe(Date.parse(CREATED[1]));
  });

  test('applies an event that arrives meanwhile only once', async () => {
    const store = await open([summaryOf({ id: 'a' })]);
    const answering = deferred<void>();
    gate = answering.promise;
    store.handleEvents([RESET]);
    store.handleEvents([turnEvent('a', { latencies: heardAfter(900) })]);
    answering.resolve();
    await settle();
    expect(callOf(store, 'a')?.answers).toEqual([900]);
  });

  test('follows a reset that arrives while the calls are being read', async () => {
    const answering = deferred<void>();
    gate = answering.promise;
    const store = createStore();
    store.load();
    await settle();
    store.handleEvents([opened(false)]);
    answering.resolve();
    await settle();
    expect(requests).toHaveLength(8);
  });
});

describe('events', () => {
  test('before the first read change nothing', () => {
    const store = createStore();
    store.handleEvents([accepted('a')]);
    expect(store.get()).toEqual({ byId: null, shown: [], problem: null });
  });

  test('of an unknown call add it only if it is live, and do not list it', async () => {
    const store = await open([summaryOf({ id: 'a' })]);
    store.handleEvents([turnEvent('x'), ended('x')]);
    expect(idsOf(store)).toEqual(['a']);
    store.handleEvents([ringing('b')]);
    expect(callOf(store, 'b')).toMatchObject({ status: 'ringing', number: '+14155550123' });
    expect(store.get().shown).toEqual(['a']);
  });

  test('apply in their order to the call that they name', async () => {
    const store = await open([summaryOf({ id: 'a', status: 'queued' }), summaryOf({ id: 'b' })]);
    const turns = ['One', 'Two'].map((text) => turnEvent('a', { text }));
    store.handleEvents([ringing('a'), answered('a'), ...turns]);
    expect(callOf(store, 'a')).toMatchObject({ status: 'answered', lastTurn: { text: 'Two' } });
    expect(callOf(store, 'b')?.lastTurn).toBeNull();
  });

  test('about calls notify listeners, as long as they listen', async () => {
    const store = await open([summaryOf({ id: 'a' })]);
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    store.handleEvents([opened(true)]);
    expect(listener).not.toHaveBeenCalled();
    store.handleEvents([turnEvent('a')]);
    expect(listener).toHaveBeenCalled();
    const notified = listener.mock.calls.length;
    stop();
    store.handleEvents([turnEvent('a')]);
    expect(listener.mock.calls).toHaveLength(notified);
  });
});

describe('the list', () => {
  test('keeps the place of an ended call, and adds new calls, when the user asks', async () => {
    const store = await open([summaryOf({ id: 'a' }), summaryOf({ id: 'b' })]);
    store.handleEvents([ended('a'), accepted('c')]);
    expect(store.get().shown).toEqual(['a', 'b']);
    expect(callOf(store, 'a')?.endedAt).toBe(Date.now());
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.get().shown).toEqual(['a', 'b']);
    store.show();
    expect(store.get().shown).toEqual(['b', 'c']);
    expect(idsOf(store)).toEqual(['b', 'c']);
  });

  test('changes at once while it has no live call', async () => {
    const store = await open([]);
    store.handleEvents([accepted('a')]);
    expect(store.get().shown).toEqual(['a']);
    store.handleEvents([ended('a')]);
    expect(store.get().shown).toEqual([]);
    expect(idsOf(store)).toEqual([]);
  });

  test('that is followed gets new calls at its end, talking calls first', async () => {
    const store = await open([summaryOf({ id: 'a', status: 'queued' })]);
    store.handleEvents([accepted('b')]);
    store.follow(true);
    expect(store.get().shown).toEqual(['a', 'b']);
    store.handleEvents([accepted('c'), accepted('d'), answered('d')]);
    expect(store.get().shown).toEqual(['a', 'b', 'd', 'c']);
  });

  test('that is followed shows an ended call for three more seconds', async () => {
    const store = await open([summaryOf({ id: 'a' }), summaryOf({ id: 'b' })]);
    store.follow(true);
    store.handleEvents([ended('a')]);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(store.get().shown).toEqual(['a', 'b']);
    expect(callOf(store, 'a')?.status).toBe('completed');
    await vi.advanceTimersByTimeAsync(1);
    expect(store.get().shown).toEqual(['b']);
    expect(idsOf(store)).toEqual(['b']);
  });

  test('that is no longer followed keeps the ended call', async () => {
    const store = await open([summaryOf({ id: 'a' }), summaryOf({ id: 'b' })]);
    store.follow(true);
    store.handleEvents([ended('a')]);
    store.follow(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.get().shown).toEqual(['a', 'b']);
  });

  test('cannot be shown or followed before it has been read', () => {
    const store = createStore();
    store.show();
    store.follow(true);
    expect(store.get()).toEqual({ byId: null, shown: [], problem: null });
  });
});

describe('details', () => {
  test('are requested once for each call, and added to it', async () => {
    const store = await open([summaryOf({ id: 'a' })]);
    store.loadDetails('a');
    store.loadDetails('a');
    await settle();
    store.loadDetails('a');
    await settle();
    expect(detailRequests()).toEqual(['a']);
    expect(callOf(store, 'a')).toMatchObject({ contactName: 'Ada', isRead: true });
  });

  test('are requested for four calls at a time', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const store = await open(ids.map((id) => summaryOf({ id })));
    const answering = deferred<void>();
    gate = answering.promise;
    for (const id of ids) store.loadDetails(id);
    await settle();
    expect(detailRequests()).toEqual(['a', 'b', 'c', 'd']);
    answering.resolve();
    await settle();
    expect(detailRequests()).toEqual(ids);
    expect(ids.map((id) => callOf(store, id)?.isRead)).toEqual(ids.map(() => true));
  });

  test('that were refused are requested again when the call is shown again', async () => {
    const store = await open([summaryOf({ id: 'a' })]);
    refusal = 'call_not_found';
    store.loadDetails('a');
    await settle();
    expect(callOf(store, 'a')?.isRead).toBe(false);
    refusal = null;
    store.loadDetails('a');
    await settle();
    expect(detailRequests()).toEqual(['a', 'a']);
    expect(callOf(store, 'a')?.isRead).toBe(true);
  });

  test('of a call that is not known any more are dropped', async () => {
    const store = await open([summaryOf({ id: 'a' })]);
    store.loadDetails('x');
    await settle();
    expect(idsOf(store)).toEqual(['a']);
  });
});
