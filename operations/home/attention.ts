/** What waits for a human, and what does not work. */
import {
  ATTENTION_DAYS,
  HOME_ITEMS,
  type HomeAttention,
  type HomeBroken,
  MAX_HOME_COUNT,
} from '../../schemas/accounts/home.js';
import { DAY_MS } from '../../schemas/time-zone.js';
import { isoOrNull } from '../../views/kernel/dates.js';
import type { ViewStore } from '../../views/views.js';

/** No user: what others have taken does not wait. */
const ANY_USER = '';

/** `at`: now, ms since the epoch. */
export const attentionOf = (
  views: Pick<ViewStore, 'inbox' | 'inboxCounts' | 'callsAskingForHuman'>,
  businessId: string,
  at: number,
): HomeAttention => {
  const viewer = { businessId, userId: ANY_USER, at };
  const waiting = views.inbox(viewer, 'waiting', { limit: HOME_ITEMS, cursor: null }).items;
  const asking = views.callsAskingForHuman(businessId, at - ATTENTION_DAYS * DAY_MS, MAX_HOME_COUNT);
  return {
    waitingConversations: views.inboxCounts(viewer).waiting,
    conversations: waiting.map(({ id, channel, name, waitingSince }) => ({
      conversationId: id,
      channel,
      name,
      waitingSince: isoOrNull(waitingSince),
    })),
    callsAskingForHuman: asking.length,
    calls: asking.slice(0, HOME_ITEMS).map(({ createdAt, ...call }) => ({
      ...call,
      createdAt: new Date(createdAt).toISOString(),
    })),
  };
};

/** Without trouble of the service (trouble.ts). `at`: now, ms since the epoch. */
export const brokenOf = (
  views: Pick<ViewStore, 'faultsOfCalls' | 'subscriptionsPausedByService' | 'waitingDeadLetters'>,
  businessId: string,
  at: number,
): Omit<HomeBroken, 'stuckWork' | 'limitsReached'> => ({
  failedCalls: views.faultsOfCalls(businessId, at - DAY_MS).map(({ latestAt, ...fault }) => ({
    ...fault,
    latestAt: new Date(latestAt).toISOString(),
  })),
  pausedWebhooks: views.subscriptionsPausedByService(businessId),
  deadLetters: views.waitingDeadLetters(businessId, MAX_HOME_COUNT),
});
