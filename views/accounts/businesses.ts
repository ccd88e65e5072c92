/** Businesses: lines and the credit ledger, folded as the business actor folds them (actors/business/state.ts). */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../../actors/business/events.js';
import type { Stored } from '../kernel/stored-event.js';

export const BUSINESS_TABLES = `
CREATE TABLE businesses (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  lines INTEGER NOT NULL,
  leased INTEGER NOT NULL DEFAULT 0,
  available INTEGER NOT NULL DEFAULT 0,
  reserved INTEGER NOT NULL DEFAULT 0,
  charged INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE admissions (
  business_id TEXT NOT NULL,
  call_id TEXT NOT NULL,
  leased INTEGER NOT NULL DEFAULT 0,
  microcredits INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (business_id, call_id)
) WITHOUT ROWID;
`;

export const projectBusinesses = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const create = db.prepare<[string, string, number]>(
    'INSERT INTO businesses (id, name, lines) VALUES (?, ?, ?)',
  );
  const setLines = db.prepare<[number, string]>('UPDATE businesses SET lines = ? WHERE id = ?');
  const grant = db.prepare<[number, string]>('UPDATE businesses SET available = available + ? WHERE id = ?');
  const reserve = db.prepare<[number, number, string]>(
    'UPDATE businesses SET available = available - ?, reserved = reserved + ? WHERE id = ?',
  );
  const admit = db.prepare<[string, string, number]>(
    `INSERT INTO admissions (business_id, call_id, microcredits) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET microcredits = microcredits + excluded.microcredits`,
  );
  const admission = db.prepare<[string, string], { leased: number; microcredits: number }>(
    'SELECT leased, microcredits FROM admissions WHERE business_id = ? AND call_id = ?',
  );
  const settle = db.prepare<[number, number, number, string]>(
    'UPDATE businesses SET available = available + ?, reserved = reserved - ?, charged = charged + ? WHERE id = ?',
  );
  const lease = db.prepare<[string, string]>(
    'UPDATE admissions SET leased = 1 WHERE business_id = ? AND call_id = ?',
  );
  const countLeased = db.prepare<[number, string]>('UPDATE businesses SET leased = leased + ? WHERE id = ?');
  const dismiss = db.prepare<[string, string]>(
    'DELETE FROM admissions WHERE business_id = ? AND call_id = ?',
  );

  return ({ businessId, event }) => {
    switch (event.type) {
      case 'business.created':
        create.run(businessId, event.name, event.lines);
        return;
      case 'lines.changed':
        setLines.run(event.lines, businessId);
        return;
      case 'credit.granted':
        grant.run(event.microcredits, businessId);
        return;
      case 'credit.reserved':
        admit.run(businessId, event.callId, event.microcredits);
        reserve.run(event.microcredits, event.microcredits, businessId);
        return;
      case 'credit.settled': {
        const reserved = admission.get(businessId, event.callId)?.microcredits ?? 0;
        const charged = event.chargedMicrocredits;
        settle.run(reserved - charged, reserved, charged, businessId);
        return;
      }
      case 'line.leased':
        lease.run(businessId, event.callId);
        countLeased.run(1, businessId);
        return;
      case 'line.released': {
        const released = admission.get(businessId, event.callId);
        dismiss.run(businessId, event.callId);
        if (released?.leased === 1) countLeased.run(-1, businessId);
        return;
      }
      default:
        return;
    }
  };
};

export interface BusinessRecord {
  readonly businessId: string;
  readonly name: string;
  readonly lines: number;
  readonly leasedLines: number;
  /** Free to spend: granted, less reserved, less charged. */
  readonly availableMicrocredits: number;
  readonly reservedMicrocredits: number;
  readonly chargedMicrocredits: number;
}

export const businessQueries = (db: Database) => {
  const byId = db.prepare<[string], BusinessRecord>(
    `SELECT id AS businessId, name, lines, leased AS leasedLines, available AS availableMicrocredits,
            reserved AS reservedMicrocredits, charged AS chargedMicrocredits
     FROM businesses WHERE id = ?`,
  );
  return { business: (businessId: string): BusinessRecord | null => byId.get(businessId) ?? null };
};
