/** Queries on versions of Data Sources: the state of their ingestions, and a contact's values. */
import type { Database } from 'better-sqlite3';
import type { Column } from '../../actors/data-source/events.js';
import type { IngestionResource, SourceField } from '../../schemas/contacts/data-source.js';
import type { JobIssue } from '../../schemas/contacts/job.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { sourceRowQueries } from './rows.js';
import type { SourceRow, VersionRow } from './tables.js';

/** The columns of a version, after review. */
export const columnsOf = (row: VersionRow): readonly Column[] => {
  const columns: readonly Column[] = JSON.parse(row.columns);
  return columns;
};

/** The statement that finds a version of a business. */
export const findVersion = (db: Database) =>
  db.prepare<[string, string], VersionRow>('SELECT * FROM source_versions WHERE business_id = ? AND id = ?');

/** The statement that finds a source of a business. */
export const findSource = (db: Database) =>
  db.prepare<[string, string], SourceRow>('SELECT * FROM data_sources WHERE business_id = ? AND id = ?');

const toIngestion = (row: VersionRow): IngestionResource => {
  const counts: { rows: number; failed: number } = JSON.parse(row.counts);
  const issues: JobIssue[] = JSON.parse(row.issues);
  return {
    ingestionId: row.id,
    jobId: row.id,
    sourceId: row.source_id,
    versionId: row.id,
    stage: row.stage,
    versionStatus: row.status,
    fileName: row.file_name,
    counts,
    columns: columnsOf(row).map(
      ({ column, fieldKey, type, include, key, filled, empty, fits, review, dateOrder }) => ({
        column,
        fieldKey,
        type,
        include,
        key,
        filled,
        empty,
        misfits: filled - fits[type],
        needsReview: review !== null,
        reviewReason: review,
        ...(dateOrder === undefined ? {} : { dateOrder }),
      }),
    ),
    issues,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
};

/** Queries on ingestions. */
export const ingestionQueries = (db: Database) => {
  const version = findVersion(db);
  const page = db.prepare<PageParameters<'businessId'>, VersionRow>(
    `SELECT * FROM source_versions WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  const pageOfSource = db.prepare<PageParameters<'businessId' | 'sourceId'>, VersionRow>(
    `SELECT * FROM source_versions
     WHERE business_id = :businessId AND source_id = :sourceId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  return {
    /** Newest first. */
    ingestions: (
      businessId: string,
      { limit, cursor }: PageRequest,
      sourceId: string | null,
    ): Page<IngestionResource> => {
      const scope = ['ingestions', businessId, sourceId];
      const parameters = { businessId, ...positionOf(scope, cursor), count: limit + 1 };
      const rows = sourceId === null ? page.all(parameters) : pageOfSource.all({ ...parameters, sourceId });
      return pageOf(scope, rows, limit, toIngestion);
    },
    ingestion: (businessId: string, ingestionId: string): IngestionResource | null => {
      const row = version.get(businessId, ingestionId);
      return row === undefined ? null : toIngestion(row);
    },
  };
};

/** Queries on values. */
export const valueQueries = (db: Database) => {
  const source = findSource(db);
  const version = findVersion(db);
  const { rowOf } = sourceRowQueries(db);
  const mergedInto = db
    .prepare<[string], string>('SELECT id FROM merged_contacts WHERE survivor = ? ORDER BY id')
    .pluck();
  return {
    /**
     * A contact's values in the active version of a source, by field key. Null: the source is archived, has no version with a
     * key, or has no row for this contact. The contact's own id or mobile goes before those of contacts merged into it.
     */
    sourceValues: (
      businessId: string,
      sourceId: string,
      contact: {
        readonly id: string;
        readonly mobile: string;
        readonly otherMobiles?: readonly string[];
      },
    ): ReadonlyMap<string, { readonly value: string; readonly type: SourceField['type'] }> | null => {
      const row = source.get(businessId, sourceId);
      if (row === undefined || row.status !== 'active' || row.active_version === null) return null;
      const current = version.get(businessId, row.active_version);
      const columns = current === undefined ? [] : columnsOf(current);
      const key = columns.find((column) => column.key);
      if (current === undefined || current.rows_id === null || key === undefined) return null;
      const { id, mobile, otherMobiles = [] } = contact;
      const keys = key.type === 'uuid' ? [id, ...mergedInto.all(id)] : [mobile, ...otherMobiles];
      const { rows_id: rowsId } = current;
      const cells = keys.reduce<readonly string[] | null>(
        (found, each) => found ?? rowOf(rowsId, each),
        null,
      );
      if (cells === null) return null;
      return new Map(
        columns
          .filter(({ include }) => include)
          .map(({ fieldKey, index, type }) => [fieldKey, { value: cells[index] ?? '', type }]),
      );
    },
  };
};
