/** The outcomes of two versions of an agent are read again as its calls end and are analysed, also after the comparison. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callFacts } from '../testing/calls.js';
import { createLiveCache } from './live-cache.js';
import type { LiveEvent } from './operations.js';

const AT = '2026-03-02T10:30:00.000Z';
const call = callFacts('call-1', AT);
const EVENTS: readonly LiveEvent[] = [
  {
    type: 'call.analyzed',
    ...call,
    outcome: { status: 'completed', success: true, sentiment: 'neutral', requests: [] },
  },
  { type: 'call.charged', ...call, blocks: 1, chargedMicrocredits: 100 },
];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(AT) });
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
});

test.each(EVENTS)('$type repeats the read of its agent, and of no other one', async (event) => {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const show = (agentId: string) => {
    const queryKey = ['readSplit', { agentId, splitId: 'split-1' }, null];
    queries.setQueryData(queryKey, {});
    const read = vi.fn(() => Promise.resolve({}));
    new QueryObserver(queries, { queryKey, queryFn: read }).subscribe(() => undefined);
    return read;
  };
  const concerned = show('agent-1');
  const unconcerned = show('agent-2');
  createLiveCache(queries).apply([event]);
  await vi.advanceTimersByTimeAsync(0);
  expect(concerned).toHaveBeenCalledTimes(1);
  expect(unconcerned).not.toHaveBeenCalled();
});
