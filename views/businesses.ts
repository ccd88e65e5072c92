/** Businesses: lines and the ledger's sums. */
import type { BusinessEvent } from '../actors/business/events.js';
import type { Db } from './database.js';
import type { Position } from './position.js';
import type { BusinessRecord } from './views.js';

export const projectBusiness = (db: Db, { business }: Position, event: BusinessEvent): void => {
  switch (event.type) {
    case 'business.created':
      db.prepare('INSERT OR IGNORE INTO businesses (id, name, lines) VALUES (?, ?, ?)').run(
        business,
        event.name,
        event.lines,
      );
      return;
    case 'lines.changed':
      db.prepare('UPDATE businesses SET lines = ? WHERE id = ?').run(event.lines, business);
      return;
    case 'credit.granted':
      db.prepare('UPDATE businesses SET available = available + ? WHERE id = ?').run(
        event.microcredits,
        business,
      );
      return;
    case 'credit.reserved':
      db.prepare(
        'INSERT INTO admissions (call_id, microcredits) VALUES (?, ?) ON CONFLICT (call_id) DO UPDATE SET microcredits = microcredits + excluded.microcredits',
      ).run(event.callId, event.microcredits);
      db.prepare(
        'UPDATE businesses SET available = available - @m, reserved = reserved + @m WHERE id = @business',
      ).run({
        m: event.microcredits,
        business,
      });
      return;
    case 'credit.settled':
      db.prepare(
        `UPDATE businesses SET available = available + a.microcredits - @charged, reserved = reserved - a.microcredits, charged = charged + @charged
         FROM (SELECT microcredits FROM admissions WHERE call_id = @callId) AS a WHERE id = @business`,
      ).run({ charged: event.chargedMicrocredits, callId: event.callId, business });
      return;
    case 'line.leased':
      db.prepare('UPDATE admissions SET leased = 1 WHERE call_id = ?').run(event.callId);
      db.prepare('UPDATE businesses SET leased = leased + 1 WHERE id = ?').run(business);
      return;
    case 'line.released':
      db.prepare(
        'UPDATE businesses SET leased = leased - COALESCE((SELECT leased FROM admissions WHERE call_id = ?), 0) WHERE id = ?',
      ).run(event.callId, business);
      db.prepare('DELETE FROM admissions WHERE call_id = ?').run(event.callId);
      return;
    default:
      // Nothing that a business shows.
      return;
  }
};

interface Row {
  readonly name: string;
  readonly lines: number;
  readonly leased: number;
  readonly available: number;
  readonly reserved: number;
  readonly charged: number;
}

export const businessQueries = (db: Db) => {
  const one = db.prepare<[string], Row>('SELECT * FROM businesses WHERE id = ?');
  return {
    business: (businessId: string): BusinessRecord | null => {
      const row = one.get(businessId);
      if (row === undefined) return null;
      return {
        businessId,
        name: row.name,
        lines: row.lines,
        leasedLines: row.leased,
        availableMicrocredits: row.available,
        reservedMicrocredits: row.reserved,
        chargedMicrocredits: row.charged,
      };
    },
  };
};
