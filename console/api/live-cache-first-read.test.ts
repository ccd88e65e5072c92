/** What changes while a page reads for the first time is not lost. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLiveCache } from './live-cache.js';
import type { LiveEvent } from './operations.js';

const AT = '2026-03-02T10:30:00.000Z';
const KEY = ['listConversationMessages', { conversationId: 'conversation-1' }, null];
const added: LiveEvent = {
  type: 'message.added',
  occurredAt: AT,
  conversationId: 'conversation-1',
  participantId: 'participant-1',
  channel: 'whatsapp',
  accountId: 'account-1',
  contactId: 'contact-1',
  message: {
    messageId: 'message-1',
    at: AT,
    direction: 'inbound',
    author: 'customer',
    messageType: 'text',
    text: 'Hello',
    campaignId: null,
    status: null,
  },
};

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(AT) });
  vi.stubGlobal('window', globalThis);
});
afterEach(() => {
  vi.useRealTimers();
});

test('what changes during the first read is read again after it, once', async () => {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const cache = createLiveCache(queries);
  const answers: ((data: string) => void)[] = [];
  const read = vi.fn(() => new Promise<string>((resolve) => answers.push(resolve)));
  new QueryObserver(queries, { queryKey: KEY, queryFn: read }).subscribe(() => undefined);
  cache.apply([added]);
  await vi.advanceTimersByTimeAsync(0);
  expect(read).toHaveBeenCalledTimes(1);
  answers[0]?.('as it was before the message');
  await vi.advanceTimersByTimeAsync(200);
  expect(read).toHaveBeenCalledTimes(2);
  answers[1]?.('with the message');
  await vi.advanceTimersByTimeAsync(0);
  expect(queries.getQueryData(KEY)).toBe('with the message');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(read).toHaveBeenCalledTimes(2);
});
