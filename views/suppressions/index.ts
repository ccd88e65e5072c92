/** Suppressed numbers and identities of a business: one row for each purpose and source. */
import type { Database } from 'better-sqlite3';
import {
  CONTACT_POINT_KIND,
  type ContactPointEvent,
  type SuppressedBy,
  type SuppressionPurpose,
  type SuppressionSource,
} from '../../actors/contact-point/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { SuppressionResource } from '../../schemas/campaigns/suppression.js';
import { numberOf, pageByNumber } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { defineView, following } from '../kernel/view.js';

/** `id`: that of the point, with purpose and source. `complete`: no more calls can be placed. Times in ms since the epoch. */
const SUPPRESSION_TABLES = `
CREATE TABLE suppressions (
  row INTEGER PRIMARY KEY,
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  channel TEXT NOT NULL,
  address TEXT NOT NULL,
  purpose TEXT NOT NULL,
  source TEXT NOT NULL,
  reason TEXT NOT NULL,
  by TEXT,
  complete INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (business_id, id)
);
CREATE INDEX suppressions_by_age ON suppressions (business_id, row);
CREATE INDEX suppressions_by_address ON suppressions (business_id, address);
`;

interface SuppressionRow {
  readonly row: number;
  readonly id: string;
  readonly channel: 'phone' | 'instagram';
  readonly address: string;
  readonly purpose: SuppressionPurpose;
  readonly source: SuppressionSource;
  readonly reason: string;
  readonly by: string | null;
  readonly complete: number;
  readonly created_at: number;
}

/** The id of one suppression of a point. */
const idOf = (pointId: string, { purpose, source }: Pick<SuppressionRow, 'purpose' | 'source'>): string =>
  `${pointId}-${purpose}-${source}`;

/** Projects the suppressions of contact points; cleared ones are not shown. */
const projectSuppressions = (db: Database): ((stored: Stored<ContactPointEvent>) => void) => {
  const remove = db.prepare<[string, string]>('DELETE FROM suppressions WHERE business_id = ? AND id = ?');
  const insert = db.prepare<Omit<SuppressionRow, 'created_at'> & { businessId: string; at: number }>(
    `INSERT INTO suppressions
       (row, business_id, id, channel, address, purpose, source, reason, by, complete, created_at)
     VALUES (:row, :businessId, :id, :channel, :address, :purpose, :source, :reason, :by, :complete, :at)`,
  );
  const complete = db.prepare<[string, string]>(
    'UPDATE suppressions SET complete = 1 WHERE business_id = ? AND id = ?',
  );
  return (stored) => {
    const { businessId, id: pointId, at, event } = stored;
    switch (event.type) {
      case 'point.suppressing': {
        const { point, purpose, source, reason, by } = event;
        const id = idOf(pointId, event);
        remove.run(businessId, id);
        insert.run({
          row: rowNumber(stored),
          businessId,
          id,
          ...point,
          purpose,
          source,
          reason,
          by: by === null ? null : JSON.stringify(by),
          complete: 0,
          at,
        });
        return;
      }
      case 'point.suppressed':
        complete.run(businessId, idOf(pointId, event));
        return;
      case 'point.lifted':
        remove.run(businessId, idOf(pointId, event));
        return;
      case 'point.call_ordered':
      case 'point.cleared':
      case 'point.clearance_returned':
        return;
      default:
        assertNever(event);
    }
  };
};

const byOf = (text: string | null): SuppressedBy | null => (text === null ? null : JSON.parse(text));

const toResource = (row: SuppressionRow): SuppressionResource => ({
  id: row.id,
  channel: row.channel,
  address: row.address,
  purpose: row.purpose,
  source: row.source,
  reason: row.reason,
  by: byOf(row.by),
  status: row.complete === 1 ? 'suppressed' : 'suppressing',
  createdAt: iso(row.created_at),
});

/** The filter of a list; null: any. */
interface SuppressionFilter {
  readonly purpose: SuppressionPurpose | null;
  readonly source: SuppressionSource | null;
  /** The beginning of a number or an identity. */
  readonly search: string | null;
}

/** Queries on suppressions. */
const suppressionQueries = (db: Database) => {
  const page = db.prepare<
    Omit<SuppressionFilter, 'search'> & {
      businessId: string;
      before: number;
      from: string;
      to: string;
      count: number;
    },
    SuppressionRow
  >(
    `SELECT * FROM suppressions
     WHERE business_id = :businessId AND row < :before AND address >= :from AND address < :to
       AND (:purpose IS NULL OR purpose = :purpose) AND (:source IS NULL OR source = :source)
     ORDER BY row DESC LIMIT :count`,
  );
  const byId = db.prepare<[string, string], SuppressionRow>(
    'SELECT * FROM suppressions WHERE business_id = ? AND id = ?',
  );
  return {
    /** Newest first. @throws DomainError cursor_invalid */
    suppressions: (
      businessId: string,
      { purpose, source, search }: SuppressionFilter,
      { limit, cursor }: PageRequest,
    ): Page<SuppressionResource> => {
      const scope = ['suppressions', businessId, purpose, source, search];
      const before = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const from = search ?? '';
      const rows = page.all({
        businessId,
        purpose,
        source,
        before,
        from,
        to: `${from}\u{10ffff}`,
        count: limit + 1,
      });
      return pageByNumber(scope, rows, limit, ({ row }) => row, toResource);
    },
    /** Null where there is none. */
    suppression: (businessId: string, id: string): SuppressionResource | null => {
      const row = byId.get(businessId, id);
      return row === undefined ? null : toResource(row);
    },
  };
};

export const suppressions = defineView({
  name: 'suppressions',
  tables: [SUPPRESSION_TABLES],
  projections: [following(CONTACT_POINT_KIND, projectSuppressions)],
  queries: suppressionQueries,
});
