/**
 * The lists of businesses that are opened here, each once for all its users. If a list cannot be read within
 * {@link LISTS_TIMEOUT_MS}, cannot be opened, or finds no room (shared.ts, S3), this is logged and counted.
 */
import type { OwnList } from '../../operations/providers/own-lists.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { ProviderRole } from '../../schemas/accounts/provider-list.js';
import { ConfigError } from '../config/error.js';
import { keyOfList, type OpenedList, type OwnListDeps, openOwnList } from './own-list.js';
import { createShared, Full, type Share } from './shared.js';

/** The longest that a call waits for the lists of its business, ms. */
const LISTS_TIMEOUT_MS = 1_500;
/** Enough for all 64 lists of a business, and for a change to one while calls use it. */
const LIMITS = { maxPerOwner: 80, maxTotal: 256, warmMs: 5 * 60_000 } as const;

/** The outcome of using a list; `unknown`: the lists of the business could not be read. */
export type ListOutcome = 'taken' | 'failed' | 'full' | 'unknown';

export type CountLists = (role: ProviderRole | 'all', outcome: ListOutcome) => void;

export interface OwnSharesDeps extends OwnListDeps {
  readonly countLists: CountLists;
}

export interface OwnShares {
  /** The lists that `read` returns; empty if it fails or takes too long. Never rejects. */
  knownLists(businessId: string, read: () => Promise<readonly OwnList[]>): Promise<readonly OwnList[]>;
  /** Null if the list cannot be opened. Never rejects. */
  take(businessId: string, list: OwnList): Promise<Share<OpenedList> | null>;
  close(): Promise<void>;
}

/** `onCloseFailed` receives the error if a provider could not be closed; it is dropped all the same. */
export const createOwnShares = (deps: OwnSharesDeps, onCloseFailed: (error: unknown) => void): OwnShares => {
  const { countLists, logger } = deps;
  const shared = createShared<OpenedList>(({ close }) => close(), onCloseFailed, LIMITS);
  return {
    knownLists: async (businessId, read) => {
      let timer: NodeJS.Timeout | undefined;
      const deadline = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(
          () => reject(new Error(`no answer within ${LISTS_TIMEOUT_MS} ms`)),
          LISTS_TIMEOUT_MS,
        ).unref();
      });
      try {
        return await Promise.race([read(), deadline]);
      } catch (error) {
        countLists('all', 'unknown');
        logger.warn({ event: 'provider.lists_unknown', businessId, err: error });
        return [];
      } finally {
        clearTimeout(timer);
      }
    },
    take: async (businessId, list) => {
      const { role, agentId } = list;
      try {
        const share = await shared.take(businessId, keyOfList(list), () =>
          openOwnList(businessId, list, deps),
        );
        countLists(role, 'taken');
        return share;
      } catch (error) {
        countLists(role, error instanceof Full ? 'full' : 'failed');
        // Messages of our own, which say what to write instead.
        const why = error instanceof ConfigError || error instanceof Full;
        logger.warn({
          event: 'provider.list_failed',
          businessId,
          agentId,
          role,
          ...(why ? { reason: error.message } : { err: providerFailure(error) }),
        });
        return null;
      }
    },
    close: shared.close,
  };
};
