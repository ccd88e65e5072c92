/** An audit log in memory, and one entry to read. */
import type { AuditEntry } from '../../../actors/audit/events.js';
import type { AuditTrail } from '../../../operations/audit/audit-trail.js';
import type { AuditEntryResource } from '../../../schemas/accounts/audit.js';
import { DomainError } from '../../../schemas/errors.js';
import type { Views } from '../../../views/views.js';
import { AGENT, AT, BUSINESS } from './ids.js';
import { pageOf } from './pages.js';

const entry: AuditEntryResource = {
  id: '1-0',
  at: AT,
  actor: { type: 'user', id: AGENT, name: 'Ann' },
  action: 'key.created',
  target: 'key0',
  outcome: 'done',
  code: null,
  client: '192.0.2.1',
  userAgent: 'Firefox 131 on Linux',
  requestId: AGENT,
  omitted: 0,
};

/** Users are known once a test adds them to {@link KNOWN_USERS}. */
export const auditViews = (): Pick<Views, 'auditEntries' | 'membershipsOfAddress'> => ({
  auditEntries: (_business, _filter, page) => pageOf(entry, page),
  membershipsOfAddress: (addressId) =>
    KNOWN_USERS.has(addressId) ? [{ businessId: BUSINESS, userId: addressId }] : [],
});

/** Ids of known users. */
export const KNOWN_USERS = new Set<string>();

export interface FakeTrail extends Pick<AuditTrail, 'write' | 'refuse'> {
  /** Entries so far, of changes and of refusals, with their business; null: only in the log. */
  readonly entries: (AuditEntry & { readonly businessId: string | null })[];
  /** From now on writes fail. */
  breakDown(): void;
}

export const createFakeTrail = (): FakeTrail => {
  const entries: FakeTrail['entries'] = [];
  let isBroken = false;
  return {
    entries,
    breakDown: () => {
      isBroken = true;
    },
    write: async (businessId, written) => {
      if (isBroken) throw new DomainError('journal_unavailable');
      entries.push({ ...written, businessId });
    },
    refuse: (businessId, _caller, refused) => void entries.push({ ...refused, businessId }),
  };
};
