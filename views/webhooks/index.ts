/** Webhook subscriptions, their delivery attempts, and their dead letters. */
import { SUBSCRIPTION_KIND } from '../../actors/subscription/events.js';
import { defineView, following } from '../kernel/view.js';
import { DELIVERY_TABLES, deliveryQueries, projectDeliveries } from './deliveries.js';
import { projectSubscriptions, SUBSCRIPTION_TABLES, subscriptionQueries } from './subscriptions.js';

export type { SubscriberId } from './subscriptions.js';

/** Subscriptions and deliveries. */
export const webhooks = defineView({
  name: 'webhooks',
  tables: [SUBSCRIPTION_TABLES, DELIVERY_TABLES],
  projections: [
    following(SUBSCRIPTION_KIND, projectSubscriptions),
    following(SUBSCRIPTION_KIND, projectDeliveries),
  ],
  queries: (db) => ({ ...subscriptionQueries(db), ...deliveryQueries(db) }),
});
