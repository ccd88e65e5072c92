/** Contacts that were merged: whatever still names one of them belongs to the contact that it was merged into. */
import type { Database } from 'better-sqlite3';

/** Follows an id to the contact that it stands for now; the same id if that contact was not merged. */
export const survivorOf = (db: Database): ((contactId: string) => string) => {
  const find = db.prepare<[string], string>('SELECT survivor FROM merged_contacts WHERE id = ?').pluck();
  return (contactId) => find.get(contactId) ?? contactId;
};

/** Records merges. Chains are resolved: a contact that others were merged into passes them on. */
export const mergeWriter = (db: Database): ((contactId: string, survivor: string) => void) => {
  const pass = db.prepare<[string, string]>('UPDATE merged_contacts SET survivor = ? WHERE survivor = ?');
  const put = db.prepare<[string, string]>(
    'INSERT OR REPLACE INTO merged_contacts (id, survivor) VALUES (?, ?)',
  );
  return (contactId, survivor) => {
    pass.run(survivor, contactId);
    put.run(contactId, survivor);
  };
};
