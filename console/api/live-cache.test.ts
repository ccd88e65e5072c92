/** Live events in the query cache: data is written to it, and reads are repeated. */
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { callFacts, detailOf, measuredTurn, spokenTurn, summaryOf, turnEvent } from '../testing/calls.js';
import { createLiveCache, hasLiveUpdates, type LiveCache } from './live-cache.js';
import type { LiveEvent } from './operations.js';

const AT = '2026-03-02T10:30:00.000Z';

let queries = new QueryClient();
let cache: LiveCache = createLiveCache(queries);

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(AT) });
  vi.stubGlobal('window', globalThis);
  queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  cache = createLiveCache(queries);
});
afterEach(() => {
  vi.useRealTimers();
});

/** A part of a page that shows `data`; returns the function that reads it again. */
const show = (queryKey: readonly unknown[], data: unknown = {}) => {
  queries.setQueryData(queryKey, data);
  const read = vi.fn(() => Promise.resolve(data));
  const hide = new QueryObserver(queries, { queryKey, queryFn: read }).subscribe(() => undefined);
  return { read, hide };
};

/** A list that shows `pages`; returns the function that reads one page. */
const showPages = (queryKey: readonly unknown[], pages: readonly unknown[]) => {
  queries.setQueryData(queryKey, { pages, pageParams: pages.map(() => null) });
  const read = vi.fn(() => Promise.resolve(pages[0]));
  const next = { initialPageParam: null, getNextPageParam: () => null };
  new InfiniteQueryObserver(queries, { queryKey, queryFn: read, ...next }).subscribe(() => undefined);
  return read;
};

/** Applies the events, and lets the reads that they cause begin. */
const apply = async (...events: readonly LiveEvent[]): Promise<void> => {
  cache.apply(events);
  await vi.advanceTimersByTimeAsync(0);
};

const call = callFacts('call-1', AT);
const ended: LiveEvent = {
  type: 'call.ended',
  ...call,
  status: 'completed',
  endedBy: 'customer',
  endReason: 'hung_up',
  durationSeconds: 60,
};
const noted: LiveEvent = { type: 'call.noted', ...call, note: { code: 'voicemail_detected', atMs: null } };
const ringing: LiveEvent = { type: 'call.ringing', ...call, status: 'ringing' };
const answered: LiveEvent = { type: 'call.answered', ...call, status: 'answered' };

const conversation = {
  occurredAt: AT,
  conversationId: 'conversation-1',
  participantId: 'participant-1',
  channel: 'whatsapp',
  accountId: 'account-1',
  contactId: 'contact-1',
} as const;
const message = {
  messageId: 'message-1',
  at: AT,
  direction: 'inbound',
  author: 'customer',
  messageType: 'text',
  text: 'Hello',
  campaignId: null,
  status: null,
} as const;
const added: LiveEvent = { type: 'message.added', ...conversation, message };
const changed: LiveEvent = {
  type: 'message.changed',
  ...conversation,
  messageId: 'message-1',
  status: 'read',
  taskStatus: 'done',
  failure: null,
};
const taken: LiveEvent = { type: 'conversation.taken', ...conversation, userId: 'user-1' };

const iteration = {
  occurredAt: AT,
  campaignId: 'campaign-1',
  campaignName: 'Spring',
  iterationId: 'iteration-1',
  ordinal: 1,
  channel: 'voice',
  agentId: 'agent-1',
} as const;
const none = { total: 0, pending: 0, claimed: 0, active: 0, retry_wait: 0, completed: 0 } as const;
const created: LiveEvent = { type: 'iteration.created', ...iteration };
const started: LiveEvent = { type: 'iteration.status', ...iteration, status: 'running' };
const progressed: LiveEvent = {
  type: 'iteration.progress',
  ...iteration,
  status: 'running',
  audienceReady: true,
  counts: { ...none, voicemail: 0, no_answer: 0, busy: 0, failed: 0, cancelled: 0, skipped: 0 },
  progress: { finished: 0, percent: 0, perMinute: 0, estimatedEndAt: null, waitingFor: null },
};
const imported: LiveEvent = {
  type: 'import.progress',
  occurredAt: AT,
  jobId: 'job-1',
  status: 'running',
  fileName: 'people.csv',
  counts: { rows: 1, created: 1, updated: 0, skipped: 0, failed: 0 },
  finishedAt: null,
};
const ingested: LiveEvent = {
  type: 'ingestion.progress',
  occurredAt: AT,
  ingestionId: 'ingestion-1',
  sourceId: 'source-1',
  versionId: 'version-1',
  stage: 'parsing',
  versionStatus: 'draft',
  fileName: 'menu.csv',
  counts: { rows: 1, failed: 0 },
};
const RESET: LiveEvent = { type: 'stream.reset', occurredAt: AT, reason: 'unknown_id' };
const opened = (resumed: boolean): LiveEvent => ({
  type: 'stream.opened',
  occurredAt: AT,
  topics: ['calls'],
  resumed,
});

const ANNOUNCED = [
  ...['readOverview', 'listVoiceCalls', 'readVoiceCall', 'listCampaigns', 'readCampaign', 'listIterations'],
  ...['readCampaignSeries', 'listMemberships', 'listActivities', 'readContactTimeline', 'readMessage'],
  ...['listConversations', 'readConversation', 'listConversationMessages', 'listContacts'],
  ...['listContactImports', 'listDataSources', 'listIngestions', 'listAgents', 'listAgentVersions'],
  ...['listSplits', 'readSplit', 'readVoicemail', 'readAnalysisSettings', 'readMemorySettings'],
] as const;

/** Shows every announced read, and two other ones; returns a function that lists the repeated reads. */
const showEverything = (): (() => readonly string[]) => {
  const shown = [...ANNOUNCED, 'listKeys', 'readSettings'].map((operation) => {
    const data = operation === 'listVoiceCalls' ? { calls: [], nextCursor: null } : {};
    return { operation, ...show([operation, null, null], data) };
  });
  return () =>
    shown.flatMap(({ operation, read }) => (read.mock.calls.length > 0 ? [operation] : [])).toSorted();
};

describe('an event repeats the reads that it changes, and no others', () => {
  const campaigns = ['listCampaigns', 'readCampaign', 'listIterations', 'readCampaignSeries'];
  const messages = ['readContactTimeline', 'listConversations', 'listConversationMessages'];
  const cases: readonly { readonly event: LiveEvent; readonly reads: readonly string[] }[] = [
    {
      event: { type: 'call.accepted', ...call, status: 'queued' },
      reads: ['readOverview', 'listVoiceCalls', 'readVoiceCall', 'readContactTimeline', 'readSplit'],
    },
    { event: { type: 'call.placed', ...call, status: 'queued' }, reads: ['listVoiceCalls', 'readVoiceCall'] },
    // The detail of the call is updated from the event.
    { event: ringing, reads: ['listVoiceCalls'] },
    { event: answered, reads: ['listVoiceCalls', 'readVoiceCall'] },
    { event: { type: 'call.cancelling', ...call, status: 'cancelling' }, reads: ['listVoiceCalls'] },
    { event: noted, reads: ['readVoiceCall'] },
    {
      event: ended,
      reads: ['readOverview', 'listVoiceCalls', 'readVoiceCall', 'readContactTimeline', 'readSplit'],
    },
    {
      event: { type: 'call.recorded', ...call, recordingAvailable: true },
      reads: ['listVoiceCalls', 'readVoiceCall'],
    },
    {
      event: { type: 'call.charged', ...call, blocks: 1, chargedMicrocredits: 100 },
      reads: ['readOverview', 'listVoiceCalls', 'readVoiceCall', 'readSplit'],
    },
    { event: created, reads: campaigns },
    { event: started, reads: [...campaigns, 'readOverview'] },
    { event: progressed, reads: [...campaigns, 'listMemberships', 'listActivities'] },
    { event: added, reads: [...messages, 'readMessage', 'readConversation', 'readSplit'] },
    { event: changed, reads: [...messages, 'readMessage'] },
    { event: taken, reads: [...messages, 'readConversation'] },
    { event: imported, reads: ['listContacts', 'listContactImports'] },
    { event: ingested, reads: ['listDataSources', 'listIngestions'] },
    {
      event: { type: 'agent.changed', occurredAt: AT, agentId: 'agent-1', name: 'Bea', status: 'active' },
      reads: [
        ...['listAgents', 'listAgentVersions', 'listSplits'],
        ...['readVoicemail', 'readAnalysisSettings', 'readMemorySettings'],
      ],
    },
    { event: { type: 'call.voices', occurredAt: AT, calls: [] }, reads: [] },
    { event: { type: 'stream.ended', occurredAt: AT, reason: 'access_ended' }, reads: [] },
    { event: opened(true), reads: [] },
    { event: opened(false), reads: ANNOUNCED },
    { event: RESET, reads: ANNOUNCED },
  ];

  test.each(cases)('$event.type', async ({ event, reads }) => {
    const repeated = showEverything();
    await apply(event);
    expect(repeated()).toEqual(reads.toSorted());
  });

  test('operations with live updates are the announced reads', () => {
    expect(ANNOUNCED.filter((operation) => !hasLiveUpdates(operation))).toEqual([]);
    expect(hasLiveUpdates('listKeys')).toBe(false);
    expect(hasLiveUpdates('startVoiceCall')).toBe(false);
  });
});

describe('an event concerns', () => {
  const repeats = async (queryKey: readonly unknown[], event: LiveEvent): Promise<boolean> => {
    const { read } = show(queryKey);
    await apply(event);
    return read.mock.calls.length > 0;
  };
  const timeline = (contactId: string) => ['readContactTimeline', { contactId }, null];

  test('the resource whose id it has', async () => {
    expect(await repeats(['readCampaign', { campaignId: 'campaign-1' }, null], created)).toBe(true);
    expect(await repeats(['readCampaign', { campaignId: 'campaign-2' }, null], created)).toBe(false);
  });

  test('the resource in the path of a list', async () => {
    const path = (campaignId: string) => ['pages', 'listMemberships', { campaignId }, {}];
    const mine = showPages(path('campaign-1'), [{}]);
    const another = showPages(path('campaign-2'), [{}]);
    await apply(progressed);
    expect(mine).toHaveBeenCalledTimes(1);
    expect(another).not.toHaveBeenCalled();
  });

  test('any resource whose kind of id it does not have', async () => {
    expect(await repeats(['readMessage', { messageId: 'message-9' }, null], added)).toBe(true);
    expect(await repeats(['readMessage', { messageId: 'message-8' }, null], changed)).toBe(false);
  });

  test('no contact if it has none', async () => {
    expect(await repeats(timeline('contact-1'), ended)).toBe(false);
    expect(await repeats(timeline('contact-2'), { ...ended, contactId: 'contact-2' })).toBe(true);
  });
});

describe('a read', () => {
  test('is repeated at once, then at most once a second', async () => {
    const { read } = show(['listCampaigns', null, null]);
    await apply(created, started);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(300);
    await apply(started);
    await apply(progressed);
    await vi.advanceTimersByTimeAsync(699);
    expect(read).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(read).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(read).toHaveBeenCalledTimes(2);
    await apply(started);
    expect(read).toHaveBeenCalledTimes(3);
  });

  test('that waits for its turn does not delay another one', async () => {
    const first = show(['listCampaigns', null, null]);
    const second = show(['listIterations', { campaignId: 'campaign-2' }, null]);
    await apply(created);
    await apply(created, { ...created, campaignId: 'campaign-2' });
    expect(first.read).toHaveBeenCalledTimes(1);
    expect(second.read).toHaveBeenCalledTimes(1);
  });

  test('that no page shows is not repeated, but out of date', async () => {
    const { read, hide } = show(['listCampaigns', null, null]);
    hide();
    await apply(created);
    expect(read).not.toHaveBeenCalled();
    expect(queries.getQueryState(['listCampaigns', null, null])?.isInvalidated).toBe(true);
  });

  test('is not repeated after the cache is closed', async () => {
    const { read } = show(['listCampaigns', null, null]);
    await apply(created);
    await apply(created);
    cache.close();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(read).toHaveBeenCalledTimes(1);
  });

  test('of a list is repeated only while one page is loaded', async () => {
    const one = showPages(['pages', 'listConversations', null, { view: 'all' }], [{ conversations: [] }]);
    const pages = [{ conversations: [] }, { conversations: [] }];
    const two = showPages(['pages', 'listConversations', null, { view: 'mine' }], pages);
    await apply(added);
    expect(one).toHaveBeenCalledTimes(1);
    expect(two).not.toHaveBeenCalled();
  });
});

describe('the status in an event', () => {
  const page = {
    calls: [summaryOf({ status: 'queued' }), summaryOf({ id: 'call-2', status: 'queued' })],
    nextCursor: null,
  };
  const after = { calls: [summaryOf({ status: 'ringing' }), page.calls[1]], nextCursor: null };
  const list = ['listVoiceCalls', null, { businessId: 'business-1' }];

  test('is written to lists of calls', () => {
    queries.setQueryData(list, page);
    queries.setQueryData(['pages', ...list], { pages: [page, page], pageParams: [null, 'cursor-1'] });
    cache.apply([ringing]);
    expect(queries.getQueryData(list)).toEqual(after);
    expect(queries.getQueryData(['pages', ...list])).toEqual({
      pages: [after, after],
      pageParams: [null, 'cursor-1'],
    });
  });

  test('of a call that is not listed changes no list', () => {
    queries.setQueryData(list, page);
    cache.apply([{ ...ringing, callId: 'call-9' }]);
    expect(queries.getQueryData(list)).toEqual(page);
  });

  test('is written to the detail of the call', async () => {
    const key = ['readVoiceCall', { callId: 'call-1' }, null];
    const detail = detailOf({ call: { status: 'queued' }, transcript: [spokenTurn()] });
    const { read } = show(key, detail);
    await apply(ringing);
    expect(queries.getQueryData(key)).toEqual({ ...detail, call: summaryOf({ status: 'ringing' }) });
    expect(read).not.toHaveBeenCalled();
  });
});

describe('a turn in an event', () => {
  const key = ['readVoiceCall', { callId: 'call-1' }, null];
  const first = { speaker: 'assistant', audioOffsetMs: 1_000, audioEndOffsetMs: 2_000 } as const;
  const createdAt = '2026-03-02T10:00:03.000Z';
  const detail = detailOf({ transcript: [spokenTurn(first)], diagnostics: { turns: [measuredTurn(first)] } });
  const next = { createdAt, audioOffsetMs: 3_000, audioEndOffsetMs: 3_900 };
  const interrupted = turnEvent('call-1', { ...next, text: 'A table for two.', interrupted: true });
  const withNext = detailOf({
    transcript: [spokenTurn(first), spokenTurn({ ...next, text: 'A table for two.' })],
    diagnostics: {
      turns: [
        measuredTurn(first),
        measuredTurn({ audioOffsetMs: 3_000, audioEndOffsetMs: 3_900, interrupted: true }),
      ],
    },
  });

  test('is added to the transcript and the diagnostics, without a read', async () => {
    const { read } = show(key, detail);
    await apply(interrupted);
    expect(queries.getQueryData(key)).toEqual(withNext);
    expect(read).not.toHaveBeenCalled();
  });

  test('is added once, however often it is delivered', async () => {
    const { read } = show(key, detail);
    await apply(interrupted, interrupted);
    await apply(interrupted);
    expect(queries.getQueryData(key)).toEqual(withNext);
    expect(read).not.toHaveBeenCalled();
  });

  test('is another turn if only its speaker or its offset differs', async () => {
    show(key, withNext);
    await apply(turnEvent('call-1', { ...next, speaker: 'assistant' }));
    await apply(turnEvent('call-1', { ...next, audioOffsetMs: 3_500 }));
    expect(queries.getQueryData(key)).toMatchObject({
      transcript: [{}, {}, { speaker: 'assistant' }, { audioOffsetMs: 3_500 }],
    });
  });

  test('is added if its place in the recording is not known', async () => {
    show(key, detail);
    await apply(turnEvent('call-1', { createdAt, audioOffsetMs: null, speaker: 'human' }));
    expect(queries.getQueryData(key)).toMatchObject({ transcript: [{}, { speaker: 'human' }] });
  });

  test('that began before the last one makes the page read the call again', async () => {
    const { read } = show(key, detail);
    await apply(turnEvent('call-1', { createdAt, audioOffsetMs: 500 }));
    expect(read).toHaveBeenCalledTimes(1);
    expect(queries.getQueryData(key)).toEqual(detail);
  });

  test('of another call changes nothing', async () => {
    const { read } = show(key, detail);
    await apply(turnEvent('call-2', next));
    expect(queries.getQueryData(key)).toEqual(detail);
    expect(read).not.toHaveBeenCalled();
  });
});
