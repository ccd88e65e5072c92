/**
 * Checks whether a business may store or create more (docs/reference/api.md "Quotas").
 *
 * Usage is read from the views, which show a request's writes before its answer leaves. A client that waits for its
 * answers is therefore stopped exactly at the limit; one that does not may exceed it by the requests it has open at once.
 */
import type { Logger } from 'pino';
import { QUOTA_ITEMS, type QuotaItem, type QuotaResource } from '../../schemas/accounts/quotas.js';
import { DomainError } from '../../schemas/errors.js';
import type { ViewStore } from '../../views/views.js';

export interface Quotas {
  /**
   * `fileBytes`: size of a file to be stored; default 0. @throws DomainError quota_exceeded if the business has reached its
   * quota of the item or of stored bytes, or the file would exceed the latter
   */
  require(businessId: string, item: QuotaItem, fileBytes?: number): void;
  /** Usage and limit of every item. */
  usageOf(businessId: string): readonly QuotaResource[];
}

export interface QuotaDeps {
  readonly views: Pick<ViewStore, 'usage' | 'quotasOf'>;
  /** Quotas of businesses that have none of their own. */
  readonly standard: Readonly<Record<QuotaItem, number>>;
  /** Called for each refusal. */
  readonly observe: (item: QuotaItem) => void;
  readonly logger: Pick<Logger, 'warn'>;
  /** ms since the epoch */
  readonly now: () => number;
}

/** Repeated refusals of a business are logged once in this time, ms. */
const LOG_EVERY_MS = 3_600_000;
/** Refusals remembered at a time; a forgotten one is logged again. */
const MAX_LOGGED = 1_000;

export const createQuotas = ({ views, standard, observe, logger, now }: QuotaDeps): Quotas => {
  const logged = new Map<string, number>();

  const note = (businessId: string, item: QuotaItem, used: number, limit: number): void => {
    observe(item);
    const key = `${businessId} ${item}`;
    const last = logged.get(key);
    if (last !== undefined && now() - last < LOG_EVERY_MS) return;
    logged.delete(key);
    logged.set(key, now());
    const oldest = logged.keys().next();
    if (logged.size > MAX_LOGGED && !oldest.done) logged.delete(oldest.value);
    logger.warn({ event: 'quota.exceeded', businessId, item, used, limit });
  };

  return {
    require: (businessId, item, fileBytes = 0) => {
      const own = views.quotasOf(businessId);
      for (const quotaItem of new Set<QuotaItem>(['stored_bytes', item])) {
        const limit = own[quotaItem] ?? standard[quotaItem];
        const used = views.usage(businessId, quotaItem);
        const isFull = used >= limit;
        if (!isFull && (quotaItem !== 'stored_bytes' || used + fileBytes <= limit)) continue;
        note(businessId, quotaItem, used, limit);
        if (isFull) throw exceeded(quotaItem, messageOf(quotaItem, limit), `is ${used} of ${limit}`);
        throw exceeded(
          quotaItem,
          `The file has ${fileBytes} bytes, and the business has room for ${limit - used}. Upload a smaller file, or ask the operator of the service for more.`,
          `is ${used} of ${limit}, without the file of ${fileBytes}`,
        );
      }
    },
    usageOf: (businessId) => {
      const own = views.quotasOf(businessId);
      return QUOTA_ITEMS.map((item) => ({
        item,
        used: views.usage(businessId, item),
        limit: own[item] ?? standard[item],
      }));
    },
  };
};

const exceeded = (path: QuotaItem, message: string, detail: string): DomainError =>
  new DomainError('quota_exceeded', message, [{ path, message: detail }]);

const messageOf = (item: QuotaItem, limit: number): string =>
  item === 'stored_bytes'
    ? `The business has reached its limit of ${limit} stored bytes. Ask the operator of the service for more.`
    : `The business has reached its limit of ${limit} ${item.replaceAll('_', ' ')}. Remove some, or ask the operator of the service for more.`;
