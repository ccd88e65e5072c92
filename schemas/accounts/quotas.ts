/** Quotas: what a business may store and create, so that none fills the disk or memory of all (docs/reference/api.md "Quotas"). */
import { type Static, Type } from 'typebox';
import { about, count } from '../described.js';
import { closed, literals } from '../shapes.js';

/**
 * What is counted. Every item counts what currently exists, except `stored_bytes`: removed files free their bytes, but
 * messages of the journal never do.
 */
export const QUOTA_ITEMS = [
  'stored_bytes',
  'agents',
  'contacts',
  'contact_categories',
  'data_sources',
  'campaigns',
  'webhook_subscriptions',
  'webhook_hosts',
  'api_keys',
] as const;

export type QuotaItem = (typeof QUOTA_ITEMS)[number];

/** Narrows a string from a command line to an item. */
export const isQuotaItem = (value: string): value is QuotaItem => QUOTA_ITEMS.some((item) => item === value);

/** Quotas by item; null: the installation's. */
export type QuotaChoices = Readonly<Partial<Record<QuotaItem, number>>>;

/** Quota of each item if neither the operator nor the installation sets another one. */
export const STANDARD_QUOTAS: Readonly<Record<QuotaItem, number>> = {
  stored_bytes: 8 * 1024 ** 3,
  agents: 1_000,
  contacts: 5_000_000,
  contact_categories: 1_000,
  data_sources: 1_000,
  campaigns: 10_000,
  webhook_subscriptions: 200,
  webhook_hosts: 50,
  api_keys: 200,
};

/** Usage and limit of an item. */
export const QuotaResource = Type.Object(
  {
    item: literals(
      QUOTA_ITEMS,
      about(
        'What is counted: things that exist now. `stored_bytes`: files and the journal; removed files free their bytes, the journal does not. `webhook_hosts`: host names of callback addresses.',
      ),
    ),
    used: count('The current number; bytes for `stored_bytes`.', 12),
    limit: count('Requests that would exceed it are refused.', 1_000),
  },
  closed,
);
export type QuotaResource = Static<typeof QuotaResource>;
