/**
 * Writes the audit log (docs/explanation/decisions/017-the-audit-log-is-an-actor.md).
 *
 * It guarantees:
 * T1. An awaited entry is in the journal when the wait ends.
 * T2. A noted entry is written within a second, unless the process dies, or the journal is unavailable and more than
 *     {@link MAX_WAITING} entries wait; lost entries are counted and logged.
 * T3. Refusals of one caller or one business cannot flood the log: beyond a limit per minute they are counted, and one
 *     entry states how many there were.
 */
import type { Logger } from 'pino';
import type { AuditEntry } from '../../actors/audit/events.js';
import { auditLog, MAX_ENTRIES } from '../../actors/audit/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { createRefusalWindows } from './refusal-windows.js';

/** Refusal entries per minute: of one caller, and of one business across all its callers. */
export const REFUSALS_OF_CALLER = 20;
export const REFUSALS_OF_BUSINESS = 60;

/** Noted entries that wait at a time, about 400 bytes each. */
const MAX_WAITING = 5_000;
const FLUSH_MS = 500;

/** Outcomes of entries, for metrics. */
export type AuditCount = 'written' | 'omitted' | 'failed' | 'dropped';

export interface AuditTrail {
  /** @throws DomainError journal_unavailable: the entry may or may not be written */
  write(businessId: string, entry: AuditEntry): Promise<void>;
  /**
   * Writes a refusal soon, within the bounds (T3); never throws. `businessId`: null if no business is known; the refusal
   * is then only logged. `caller`: the best available identifier.
   */
  refuse(businessId: string | null, caller: string, entry: AuditEntry): void;
  /** Writes the noted entries and the counts of windows that have ended. Never throws. */
  flush(): Promise<void>;
  /** Flushes for the last time. */
  close(): Promise<void>;
}

export interface AuditTrailDeps {
  readonly actors: Pick<ActorClient, 'ask'>;
  readonly logger: Logger;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly count: (kind: AuditCount, entries: number) => void;
}

interface QueuedEntry {
  readonly businessId: string | null;
  readonly entry: AuditEntry;
}

/** The stable log event name of an entry. */
const eventOf = ({ action, outcome }: AuditEntry): string => {
  if (action === 'sign_in') return outcome === 'done' ? 'sign_in.succeeded' : 'sign_in.failed';
  return outcome === 'done' ? action : 'access.refused';
};

export const createAuditTrail = ({ actors, logger, now, count }: AuditTrailDeps): AuditTrail => {
  const callerWindows = createRefusalWindows<QueuedEntry>(REFUSALS_OF_CALLER);
  const businessWindows = createRefusalWindows<QueuedEntry>(REFUSALS_OF_BUSINESS);
  let waiting: QueuedEntry[] = [];
  let dropped = 0;
  let flushing: Promise<void> = Promise.resolve();

  const record = async (businessId: string, entries: readonly AuditEntry[]): Promise<void> => {
    await actors.ask(auditLog, { business: businessId, id: businessId }, { type: 'record', entries });
    count('written', entries.length);
  };

  const log = (businessId: string | null, entry: AuditEntry): void => {
    const { at: _at, outcome: _outcome, ...facts } = entry;
    logger.info({ event: eventOf(entry), businessId, ...facts });
  };

  const enqueue = (queued: QueuedEntry): void => {
    log(queued.businessId, queued.entry);
    if (queued.businessId === null) return;
    if (waiting.length < MAX_WAITING) waiting.push(queued);
    else dropped += 1;
  };

  const settle = (): void => {
    const at = now();
    for (const { latest, omitted } of [...callerWindows.settled(at), ...businessWindows.settled(at)]) {
      count('omitted', omitted);
      enqueue({ businessId: latest.businessId, entry: { ...latest.entry, target: null, omitted } });
    }
  };

  /** Writes business by business, one command at a time. Failed entries wait again, ahead of newer ones. */
  const writeWaiting = async (): Promise<void> => {
    settle();
    const batch = waiting;
    waiting = [];
    if (dropped > 0) {
      count('dropped', dropped);
      logger.error({ event: 'audit.dropped', entries: dropped });
      dropped = 0;
    }
    const failed: QueuedEntry[] = [];
    for (const [businessId, entries] of grouped(batch)) {
      for (let first = 0; first < entries.length; first += MAX_ENTRIES) {
        const chunk = entries.slice(first, first + MAX_ENTRIES);
        try {
          await record(businessId, chunk);
        } catch (error) {
          count('failed', chunk.length);
          logger.warn({ event: 'audit.write_failed', businessId, entries: chunk.length, err: error });
          failed.push(...chunk.map((entry) => ({ businessId, entry })));
        }
      }
    }
    const remaining = [...failed, ...waiting];
    waiting = remaining.slice(0, MAX_WAITING);
    dropped += remaining.length - waiting.length;
  };

  const flush = (): Promise<void> => {
    flushing = flushing.then(writeWaiting);
    return flushing;
  };

  let isIdle = true;
  const timer = setInterval(() => {
    // While the journal is unavailable, one flush waits instead of one more each interval.
    if (!isIdle) return;
    isIdle = false;
    void flush().finally(() => {
      isIdle = true;
    });
  }, FLUSH_MS);
  timer.unref();

  return {
    write: async (businessId, entry) => {
      log(businessId, entry);
      try {
        await record(businessId, [entry]);
      } catch (error) {
        count('failed', 1);
        logger.error({ event: 'audit.write_failed', businessId, entries: 1, err: error });
        throw error;
      }
    },
    refuse: (businessId, caller, entry) => {
      const queued: QueuedEntry = { businessId, entry };
      const at = now();
      if (!callerWindows.admit(`${businessId ?? ''} ${caller}`, at, queued)) return;
      if (!businessWindows.admit(businessId ?? '', at, queued)) return;
      enqueue(queued);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
};

const grouped = (batch: readonly QueuedEntry[]): ReadonlyMap<string, readonly AuditEntry[]> => {
  const groups = new Map<string, AuditEntry[]>();
  for (const { businessId, entry } of batch) {
    if (businessId === null) continue;
    const entries = groups.get(businessId);
    if (entries === undefined) groups.set(businessId, [entry]);
    else entries.push(entry);
  }
  return groups;
};
