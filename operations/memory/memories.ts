/** What an agent is given of earlier conversations with a contact: a bounded account, read within a deadline. */
import type { Logger } from 'pino';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { unlessAborted } from '../../actors/runtime/unless-aborted.js';
import type { Memory } from '../../providers/llm/language-model.js';
import type { EntryKind, MemoryEntry } from '../../schemas/contacts/memory.js';
import type { ErrorCode } from '../../schemas/error-table.js';
import { DomainError } from '../../schemas/errors.js';
import type { ViewStore } from '../../views/views.js';

/** A greeting waits no longer than this for the account, ms; a late greeting is worse than none of it. */
export const GREETING_MEMORY_MS = 150;
/** The same for an answer in writing. */
export const REPLY_MEMORY_MS = 1_000;

/** The newest entries of each kind. */
const GIVEN: Readonly<Record<EntryKind, number>> = { summary: 1, promise: 8, fact: 12 };

export interface MemoriesDeps {
  readonly views: Pick<
    ViewStore,
    'agentRemembers' | 'catchUp' | 'currentContact' | 'newestEntries' | 'timeZoneOf'
  >;
  readonly logger: Logger;
  /** Counts accounts that could not be read; absent: they are only logged. */
  readonly countUnread?: ((cause: UnreadCause) => void) | undefined;
}

/** Why an account could not be read: not in time, or an error of the journal. */
export type UnreadCause = 'late' | ErrorCode;

interface Recall {
  readonly businessId: string;
  readonly agentId: string;
  /** Null: the customer is no known contact. */
  readonly contactId: string | null;
  /** IANA name; null: that of the business. */
  readonly timeZone: string | null;
}

/**
 * The newest first; empty if the agent's memory is off, if there is no such contact or it is blocked, and if the views cannot be
 * read, or do not hold everything that is committed, within the time: what has been erased on another node must not be used.
 */
export const memoriesFor = async (
  { views, logger, countUnread }: MemoriesDeps,
  { businessId, agentId, contactId, timeZone }: Recall,
  withinMs: number,
): Promise<readonly Memory[]> => {
  if (contactId === null) return [];
  try {
    if (!views.agentRemembers(businessId, agentId)) return [];
    await unlessAborted(views.catchUp(businessId), timeoutSignal(withinMs));
    const contact = views.currentContact(businessId, contactId);
    if (contact === null || contact.communicationBlocked) return [];
    const before = Number.MAX_SAFE_INTEGER;
    const zone = timeZone ?? views.timeZoneOf(businessId) ?? 'UTC';
    return (['summary', 'promise', 'fact'] as const)
      .flatMap((kind) => views.newestEntries(businessId, contact.id, { kind, before, count: GIVEN[kind] }))
      .toSorted((a, b) => b.saidAt.localeCompare(a.saidAt))
      .filter(
        (entry, index, entries) =>
          // Customers state the same in several calls.
          entries.findIndex(({ kind, text }) => kind === entry.kind && text === entry.text) === index,
      )
      .map((entry) => memoryOf(entry, zone));
  } catch (error) {
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (!isLate && !(error instanceof DomainError)) throw error;
    const reason = error instanceof DomainError ? error.code : 'late';
    countUnread?.(reason);
    logger.warn({ event: 'memory.not_read', businessId, agentId, reason });
    return [];
  }
};

const memoryOf = ({ kind, text, promisedBy, saidAt }: MemoryEntry, timeZone: string): Memory => ({
  day: new Date(saidAt).toLocaleDateString('sv-SE', { timeZone }),
  kind,
  text,
  by: promisedBy,
});
