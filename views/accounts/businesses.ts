/** Businesses: lines and the credit ledger, applied as by the business actor (actors/business/state.ts). */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../../actors/business/events.js';
import type { CarrierChoice } from '../../schemas/accounts/settings.js';
import { assertNever } from '../../schemas/assert.js';
import { ANY_CALLING_HOURS, type CallingHours } from '../../schemas/campaigns/calling-hours.js';
import type { Stored } from '../kernel/stored-event.js';

/**
 * Amounts in microcredits; `time_zone` and `carriers` (JSON): null for the installation's. `quiet_hours` (JSON) and
 * `attempts_per_day`: null without a limit. An admission is an admitted call, until its line is released.
 */
export const BUSINESS_TABLES = `
CREATE TABLE businesses (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  lines INTEGER NOT NULL,
  time_zone TEXT,
  carriers TEXT,
  quiet_hours TEXT,
  attempts_per_day INTEGER,
  silence_minutes INTEGER,
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

const prepare = (db: Database) => ({
  create: db.prepare<{ businessId: string; name: string; lines: number }>(
    'INSERT INTO businesses (id, name, lines) VALUES (:businessId, :name, :lines)',
  ),
  setLines: db.prepare<[number, string]>('UPDATE businesses SET lines = ? WHERE id = ?'),
  setTimeZone: db.prepare<[string | null, string]>('UPDATE businesses SET time_zone = ? WHERE id = ?'),
  chooseCarriers: db.prepare<[string | null, string]>('UPDATE businesses SET carriers = ? WHERE id = ?'),
  setQuietHours: db.prepare<[string | null, string]>('UPDATE businesses SET quiet_hours = ? WHERE id = ?'),
  setAttemptsPerDay: db.prepare<[number | null, string]>(
    'UPDATE businesses SET attempts_per_day = ? WHERE id = ?',
  ),
  setSilence: db.prepare<[number | null, string]>('UPDATE businesses SET silence_minutes = ? WHERE id = ?'),
  grant: db.prepare<[number, string]>('UPDATE businesses SET available = available + ? WHERE id = ?'),
  reserve: db.prepare<{ businessId: string; microcredits: number }>(
    `UPDATE businesses SET available = available - :microcredits, reserved = reserved + :microcredits
     WHERE id = :businessId`,
  ),
  settle: db.prepare<{ businessId: string; freed: number; reserved: number; charged: number }>(
    `UPDATE businesses SET available = available + :freed, reserved = reserved - :reserved,
       charged = charged + :charged WHERE id = :businessId`,
  ),
  countLeased: db.prepare<[number, string]>('UPDATE businesses SET leased = leased + ? WHERE id = ?'),
  admit: db.prepare<{ businessId: string; callId: string; microcredits: number }>(
    `INSERT INTO admissions (business_id, call_id, microcredits) VALUES (:businessId, :callId, :microcredits)
     ON CONFLICT DO UPDATE SET microcredits = microcredits + excluded.microcredits`,
  ),
  rename: db.prepare<[string, string]>('UPDATE businesses SET name = ? WHERE id = ?'),
  admission: db.prepare<[string, string], { leased: number; microcredits: number }>(
    'SELECT leased, microcredits FROM admissions WHERE business_id = ? AND call_id = ?',
  ),
  lease: db.prepare<[string, string]>(
    'UPDATE admissions SET leased = 1 WHERE business_id = ? AND call_id = ?',
  ),
  dismiss: db.prepare<[string, string]>('DELETE FROM admissions WHERE business_id = ? AND call_id = ?'),
});

const jsonOf = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));

/** Projects a business's settings, lines and credit. */
export const projectBusinesses = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const statements = prepare(db);
  return ({ businessId, event }) => {
    switch (event.type) {
      case 'business.created':
        statements.create.run({ businessId, name: event.name, lines: event.lines });
        return;
      case 'business.renamed':
        statements.rename.run(event.name, businessId);
        return;
      case 'lines.changed':
        statements.setLines.run(event.lines, businessId);
        return;
      case 'time_zone.changed':
        statements.setTimeZone.run(event.timeZone, businessId);
        return;
      case 'carriers.chosen':
        statements.chooseCarriers.run(jsonOf(event.choice), businessId);
        return;
      case 'quiet_hours.changed':
        statements.setQuietHours.run(jsonOf(event.quietHours), businessId);
        return;
      case 'attempts_per_day.changed':
        statements.setAttemptsPerDay.run(event.attemptsPerDay, businessId);
        return;
      case 'conversation_analysis.set':
        statements.setSilence.run(event.silenceMinutes, businessId);
        return;
      case 'credit.granted':
        statements.grant.run(event.microcredits, businessId);
        return;
      case 'credit.reserved': {
        const { callId, microcredits } = event;
        statements.admit.run({ businessId, callId, microcredits });
        statements.reserve.run({ businessId, microcredits });
        return;
      }
      case 'credit.settled': {
        const reserved = statements.admission.get(businessId, event.callId)?.microcredits ?? 0;
        const charged = event.chargedMicrocredits;
        statements.settle.run({ businessId, freed: reserved - charged, reserved, charged });
        return;
      }
      case 'credit.reservation_made':
        statements.reserve.run({ businessId, microcredits: event.microcredits });
        return;
      case 'credit.reservation_captured': {
        const { chargedMicrocredits: charged, releasedMicrocredits: freed } = event;
        statements.settle.run({ businessId, freed, reserved: charged + freed, charged });
        return;
      }
      case 'line.leased':
        statements.lease.run(businessId, event.callId);
        statements.countLeased.run(1, businessId);
        return;
      case 'line.released': {
        const released = statements.admission.get(businessId, event.callId);
        statements.dismiss.run(businessId, event.callId);
        if (released?.leased === 1) statements.countLeased.run(-1, businessId);
        return;
      }
      case 'concurrency.limited':
      case 'price.changed':
      case 'call_analysis.switched':
      case 'quota.set':
      case 'destinations.changed':
      case 'destinations.seeded':
      case 'call_limits.changed':
      case 'call_prices.changed':
      case 'call.priced':
      case 'spend_day.started':
      case 'line.queued':
      case 'line.notified':
      case 'line.check_due':
      case 'line.renewed':
      case 'key.created':
      case 'key.revoked':
      case 'key.used':
      case 'category.created':
      case 'category.deleted':
        return;
      default:
        assertNever(event);
    }
  };
};

/** A business, its lines and its credit. */
export interface BusinessRecord {
  readonly businessId: string;
  readonly name: string;
  readonly lines: number;
  readonly leasedLines: number;
  /** Available to spend: granted, minus reserved, minus charged. */
  readonly availableMicrocredits: number;
  readonly reservedMicrocredits: number;
  readonly chargedMicrocredits: number;
}

/** Queries on businesses. */
export const businessQueries = (db: Database) => {
  const byId = db.prepare<[string], BusinessRecord>(
    `SELECT id AS businessId, name, lines, leased AS leasedLines, available AS availableMicrocredits,
            reserved AS reservedMicrocredits, charged AS chargedMicrocredits
     FROM businesses WHERE id = ?`,
  );
  const silence = db
    .prepare<[string], number | null>('SELECT silence_minutes FROM businesses WHERE id = ?')
    .pluck();
  const timeZone = db.prepare<[string], { readonly time_zone: string | null }>(
    'SELECT time_zone FROM businesses WHERE id = ?',
  );
  const carriers = db.prepare<[string], { readonly carriers: string | null }>(
    'SELECT carriers FROM businesses WHERE id = ?',
  );
  const hours = db.prepare<
    [string],
    { readonly quiet_hours: string | null; readonly attempts_per_day: number | null }
  >('SELECT quiet_hours, attempts_per_day FROM businesses WHERE id = ?');
  return {
    /** When and how often its recipients may be called. */
    callingHoursOf: (businessId: string): CallingHours => {
      const row = hours.get(businessId);
      if (row === undefined) return ANY_CALLING_HOURS;
      return {
        quietHours: row.quiet_hours === null ? null : JSON.parse(row.quiet_hours),
        attemptsPerDay: row.attempts_per_day,
      };
    },
    /** The carriers of its calls; null: the installation's. */
    carriersOf: (businessId: string): CarrierChoice | null => {
      const text = carriers.get(businessId)?.carriers ?? null;
      if (text === null) return null;
      const choice: CarrierChoice = JSON.parse(text);
      return choice;
    },
    /** The time zone in which its agents know the time; null: the installation's. */
    timeZoneOf: (businessId: string): string | null => timeZone.get(businessId)?.time_zone ?? null,
    /** How long its conversations are silent before they are analysed, minutes; null: none is. */
    silenceMinutesOf: (businessId: string): number | null => silence.get(businessId) ?? null,
    business: (businessId: string): BusinessRecord | null => byId.get(businessId) ?? null,
  };
};
