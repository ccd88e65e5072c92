/**
 * Looks up the names that businesses write down: hosts of webhooks, tools and providers. Those of the installation do not come here.
 *
 * It guarantees:
 * N1. No look-up takes a thread of libuv's pool, so none holds up files, hashes or the installation's own names.
 * N2. A look-up ends within {@link NameLimits.deadlineMs}, its wait for a slot included, whatever its name server does.
 * N3. A business has so many look-ups under way for each use, and so many that wait; what is more fails at once, as `limited`.
 *     Slots go to the use with the fewest first, so that one business holds up no other, nor its webhooks its calls.
 * N4. The cache of answers is bounded, and no business removes another one's.
 */
import type { LookupFunction } from 'node:net';
import { type LocalNames, localAddresses, plainName } from './local-names.js';
import { type NameAddress, type NameAnswer, type NameFailure, NameNotResolved } from './name-answer.js';
import { createNameCache } from './name-cache.js';
import { createNameSlots } from './name-slots.js';

/** What a name is looked up for; each has slots of its own. */
export type NameUse = 'check' | 'webhook' | 'tool' | 'provider' | 'media';

/** How a look-up ended. `kept`: by an answer of before; `local`: without a name server. */
export type NameOutcome = 'found' | 'kept' | 'local' | NameFailure;

export interface NameLimits {
  /** Before a name server is queried again, ms. */
  readonly firstWaitMs: number;
  /** Of a look-up, its wait for a slot included, ms. */
  readonly deadlineMs: number;
  /** For a slot, ms: less than the deadline, so that there is time left for an answer. */
  readonly waitMs: number;
  readonly slotsOfUse: number;
  readonly slotsInAll: number;
  readonly waitingOfUse: number;
  /** For which an address is kept, ms, whatever its name server says. */
  readonly leastKeptMs: number;
  readonly mostKeptMs: number;
  /** For which it is kept that there is none, ms. */
  readonly failureKeptMs: number;
  readonly namesOfBusiness: number;
  readonly businesses: number;
}

/** docs/security.md "Limits". */
export const NAME_LIMITS: NameLimits = {
  firstWaitMs: 2_000,
  deadlineMs: 4_000,
  waitMs: 2_000,
  slotsOfUse: 4,
  slotsInAll: 256,
  waitingOfUse: 16,
  leastKeptMs: 5_000,
  mostKeptMs: 60_000,
  failureKeptMs: 5_000,
  namesOfBusiness: 64,
  businesses: 4_096,
};

/** Whose name it is, and for what. */
interface NameOwner {
  readonly businessId: string;
  readonly use: NameUse;
}

export interface TenantNames {
  /** IPv4 addresses first; at least one. @throws NameNotResolved */
  resolve(owner: NameOwner, name: string, signal?: AbortSignal): Promise<readonly NameAddress[]>;
  /** The same for sockets. */
  lookupOf(owner: NameOwner): LookupFunction;
  /** Look-ups under way. */
  inUse(): number;
  /** Look-ups that wait for a slot. */
  waiting(): number;
  /** Ends what is under way. */
  close(): void;
}

export interface TenantNamesOptions {
  /** As `address` or `address:port`; null: those of the system. */
  readonly servers: readonly string[] | null;
  /** Names that need no name server; the installation reads them in development alone. */
  readonly hosts?: LocalNames;
  /** Hears how each look-up ended. */
  readonly observe?: (owner: NameOwner, outcome: NameOutcome, ms: number) => void;
  readonly limits?: Partial<NameLimits>;
  /** ms of a clock that only goes forward. */
  readonly now?: () => number;
}

interface UnderWay {
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
  const underWay = new Map<string, UnderWay>();

  const keep = (businessId: string, name: string, answer: NameAnswer): void => {
    if ('failure' in answer && (answer.failure === 'limited' || answer.failure === 'cancelled')) return;
    const keepMs =
      'failure' in answer
        ? limits.failureKeptMs
        : Math.min(limits.mostKeptMs, Math.max(limits.leastKeptMs, answer.ttlMs));
    cache.put(businessId, name, answer, keepMs, now());
  };

  const forget = (work: UnderWay): void => {
    if (underWay.get(work.id) === work) underWay.delete(work.id);
  };

  /** One look-up for all that wait for the same name for the same use. */
  const begin = ({ businessId, use }: NameOwner, name: string): UnderWay => {
    const key = `${businessId} ${use}`;
    const id = `${key} ${name}`;
    const present = underWay.get(id);
    if (present !== undefined) return present;
    const stop = new AbortController();
    const answer = slots.ask(key, name, stop.signal).then((found) => {
      forget(begun);
      keep(businessId, name, found);
      return found;
    });
    const begun: UnderWay = { id, answer, stop, users: 0 };
    underWay.set(id, begun);
    return begun;
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
    const kept = cache.get(owner.businessId, name, now());
    if (kept !== null) return { answer: kept, from: 'kept' };
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
      for (const { stop } of underWay.values()) stop.abort();
    },
  };
};

/** As sockets look names up. */
const asLookup =
  (find: (name: string) => Promise<readonly NameAddress[]>): LookupFunction =>
  (name, { all, family }, callback) => {
    find(name).then(
      (found) => {
        const addresses = found.filter(
          (one) => familyWanted(family) === 0 || one.family === familyWanted(family),
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
