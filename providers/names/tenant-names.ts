/**
 * Looks up the names that businesses configure: hosts of webhooks, tools and providers. The installation's own names do
 * not go through this module.
 *
 * It guarantees:
 * N1. No look-up uses a thread of libuv's pool, so none delays files, hashes or the installation's own names.
 * N2. A look-up ends within {@link NameLimits.deadlineMs}, including its wait for a slot, whatever its name server does.
 * N3. Running and waiting look-ups of a business are limited for each use; any beyond that fail at once, as `limited`.
 *     Slots go to the use with the fewest first, so that no business delays another, and its webhooks do not delay its calls.
 * N4. The answer cache is bounded, and no business can evict another's answers.
 */
import type { LookupFunction } from 'node:net';
import { type LocalNames, localAddresses, plainName } from './local-names.js';
import { type NameAddress, type NameAnswer, type NameFailure, NameNotResolved } from './name-answer.js';
import { createNameCache } from './name-cache.js';
import { createNameSlots } from './name-slots.js';

/** The purpose of a look-up; each has slots of its own. */
export type NameUse = 'check' | 'webhook' | 'tool' | 'provider' | 'media';

/** How a look-up ended. `kept`: from the cache; `local`: without a name server. */
export type NameOutcome = 'found' | 'kept' | 'local' | NameFailure;

export interface NameLimits {
  /** Wait before a name server is queried again, ms. */
  readonly firstWaitMs: number;
  /** Deadline of a look-up, including its wait for a slot, ms. */
  readonly deadlineMs: number;
  /** Longest wait for a slot, ms: less than the deadline, to leave time for an answer. */
  readonly waitMs: number;
  readonly slotsOfUse: number;
  readonly slotsInAll: number;
  readonly waitingOfUse: number;
  /** Bounds of how long an address is cached, ms, whatever its name server's TTL. */
  readonly minKeptMs: number;
  readonly maxKeptMs: number;
  /** How long a failure is cached, ms. */
  readonly failureKeptMs: number;
  readonly namesOfBusiness: number;
  readonly businesses: number;
}

/** docs/reference/security.md "Limits". */
export const NAME_LIMITS: NameLimits = {
  firstWaitMs: 2_000,
  deadlineMs: 4_000,
  waitMs: 2_000,
  slotsOfUse: 4,
  slotsInAll: 256,
  waitingOfUse: 16,
  minKeptMs: 5_000,
  maxKeptMs: 60_000,
  failureKeptMs: 5_000,
  namesOfBusiness: 64,
  businesses: 4_096,
};

/** The business that looks a name up, and the purpose. */
interface NameOwner {
  readonly businessId: string;
  readonly use: NameUse;
}

export interface TenantNames {
  /** IPv4 addresses first; at least one. @throws NameNotResolved */
  resolve(owner: NameOwner, name: string, signal?: AbortSignal): Promise<readonly NameAddress[]>;
  /** The same as a look-up function for sockets. */
  lookupOf(owner: NameOwner): LookupFunction;
  /** Number of running look-ups. */
  inUse(): number;
  /** Number of look-ups that wait for a slot. */
  waiting(): number;
  /** Cancels all running look-ups. */
  close(): void;
}

export interface TenantNamesOptions {
  /** As `address` or `address:port`; null: the system's. */
  readonly servers: readonly string[] | null;
  /** Names that need no name server; the installation reads them only in development. */
  readonly hosts?: LocalNames;
  /** Called with the outcome of each look-up. */
  readonly observe?: (owner: NameOwner, outcome: NameOutcome, ms: number) => void;
  readonly limits?: Partial<NameLimits>;
  /** ms of a monotonic clock. */
  readonly now?: () => number;
}

interface PendingLookup {
  readonly id: string;
  readonly answer: Promise<NameAnswer>;
  readonly stop: AbortController;
  users: number;
}

export const createTenantNames = (options: TenantNamesOptions): TenantNames => {
  const { servers, hosts = new Map(), observe = () => undefined, now = () => performance.now() } = options;
  const limits = { ...NAME_LIMITS, ...options.limits };
  const slots = createNameSlots(servers, limits, now);
  const cache = createNameCache({ namesOfOwner: limits.namesOfBusiness, owners: limits.businesses });
  const pending = new Map<string, PendingLookup>();

  const keep = (businessId: string, name: string, answer: NameAnswer): void => {
    if ('failure' in answer && (answer.failure === 'limited' || answer.failure === 'cancelled')) return;
    const keepMs =
      'failure' in answer
        ? limits.failureKeptMs
        : Math.min(limits.maxKeptMs, Math.max(limits.minKeptMs, answer.ttlMs));
    cache.put(businessId, name, answer, keepMs, now());
  };

  const forget = (work: PendingLookup): void => {
    if (pending.get(work.id) === work) pending.delete(work.id);
  };

  /** Shares one look-up between all requests for the same name and use. */
  const begin = ({ businessId, use }: NameOwner, name: string): PendingLookup => {
    const key = `${businessId} ${use}`;
    const id = `${key} ${name}`;
    const existing = pending.get(id);
    if (existing !== undefined) return existing;
    const stop = new AbortController();
    const answer = slots.ask(key, name, stop.signal).then((found) => {
      forget(lookup);
      keep(businessId, name, found);
      return found;
    });
    const lookup: PendingLookup = { id, answer, stop, users: 0 };
    pending.set(id, lookup);
    return lookup;
  };

  const shared = async (owner: NameOwner, name: string, signal?: AbortSignal): Promise<NameAnswer> => {
    if (signal?.aborted === true) return { failure: 'cancelled' };
    const work = begin(owner, name);
    work.users += 1;
    let cancel = (): void => undefined;
    const cancelled = new Promise<NameAnswer>((resolve) => {
      cancel = () => resolve({ failure: 'cancelled' });
    });
    signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await Promise.race([work.answer, cancelled]);
    } finally {
      signal?.removeEventListener('abort', cancel);
      work.users -= 1;
      if (work.users === 0) {
        work.stop.abort();
        forget(work);
      }
    }
  };

  const answered = async (
    owner: NameOwner,
    name: string,
    signal?: AbortSignal,
  ): Promise<{ readonly answer: NameAnswer; readonly from: 'found' | 'kept' | 'local' }> => {
    const local = localAddresses(name, hosts);
    if (local !== null) return { answer: { addresses: local, ttlMs: 0 }, from: 'local' };
    const cached = cache.get(owner.businessId, name, now());
    if (cached !== null) return { answer: cached, from: 'kept' };
    return { answer: await shared(owner, name, signal), from: 'found' };
  };

  const resolve: TenantNames['resolve'] = async (owner, text, signal) => {
    const began = now();
    const { answer, from } = await answered(owner, plainName(text), signal);
    observe(owner, 'failure' in answer && from !== 'kept' ? answer.failure : from, now() - began);
    if ('failure' in answer) throw new NameNotResolved(answer.failure);
    return answer.addresses;
  };

  return {
    resolve,
    lookupOf: (owner) => asLookup((name) => resolve(owner, name)),
    inUse: slots.inUse,
    waiting: slots.waiting,
    close: () => {
      for (const { stop } of pending.values()) stop.abort();
    },
  };
};

/** Adapts a look-up to the signature that sockets use. */
const asLookup =
  (find: (name: string) => Promise<readonly NameAddress[]>): LookupFunction =>
  (name, { all, family }, callback) => {
    find(name).then(
      (found) => {
        const addresses = found.filter(
          (address) => familyWanted(family) === 0 || address.family === familyWanted(family),
        );
        const [first] = addresses;
        if (first === undefined) callback(new NameNotResolved('not_found'), []);
        else if (all === true) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new NameNotResolved('failed'), []),
    );
  };

const familyWanted = (family: number | 'IPv4' | 'IPv6' | undefined): number => {
  if (family === 'IPv4') return 4;
  return family === 'IPv6' ? 6 : (family ?? 0);
};
