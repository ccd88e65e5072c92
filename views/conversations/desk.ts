/** Who of the team deals with a conversation, and whether people are done with it. */
import type { Database } from 'better-sqlite3';
import { rowNumber, type Stored } from '../kernel/stored-event.js';

type Of = Pick<Stored<unknown>, 'businessId' | 'id'>;

/** Writes assignments and the status. */
export const deskWriter = (db: Database) => {
  const at = 'WHERE business_id = :businessId AND id = :id';
  const assign = db.prepare<Of & { readonly assigneeId: string | null }>(
    `UPDATE conversations SET assigned_to = :assigneeId ${at}`,
  );
  const release = db.prepare<[string, string]>(
    'UPDATE conversations SET assigned_to = NULL WHERE business_id = ? AND assigned_to = ?',
  );
  const finish = db.prepare<Of & { readonly at: number; readonly position: number }>(
    `UPDATE conversations SET done_at = :at, waiting_since = NULL, reason = NULL, unread = 0, read_to = :position ${at}`,
  );
  const reopen = db.prepare<Of>(`UPDATE conversations SET done_at = NULL ${at}`);
  return {
    /** `assigneeId`: the member of the team; null: no member. */
    assigned: ({ businessId, id }: Of, assigneeId: string | null): void =>
      void assign.run({ businessId, id, assigneeId }),
    /** All conversations of this user are assigned to no member. */
    released: (businessId: string, userId: string): void => void release.run(businessId, userId),
    /** A done conversation is read, and its customer does not wait. */
    statusSet: (stored: Stored<unknown>, status: 'open' | 'done'): void => {
      const { businessId, id } = stored;
      if (status === 'open') reopen.run({ businessId, id });
      else finish.run({ businessId, id, at: stored.at, position: rowNumber(stored) });
    },
  };
};
