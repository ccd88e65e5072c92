/** The tag of a subscription, by which its clients notice that it was changed. */
import type { EventType, SubscriptionStatus } from '../../schemas/events/subscription.js';
import { contentTag } from '../../schemas/tag.js';

/** What clients edit of a subscription. */
interface EditedSubscription {
  readonly callbackUrl: string;
  readonly events: readonly EventType[];
  readonly status: SubscriptionStatus;
}

export const subscriptionTag = ({ callbackUrl, events, status }: EditedSubscription): string =>
  contentTag({ callbackUrl, events, status });
