/** Reading Data Sources: their list, their ingestions, a contact's values. */
import type { Database } from 'better-sqlite3';
import type { Column } from '../../actors/data-source/events.js';
import type {
  DataSourceResource,
  IngestionResource,
  IngestionStage,
  SourceDatabase,
  SourceField,
  VersionStatus,
} from '../../schemas/data-source.js';
import { CONTACTS_SOURCE_NAME, contactsSourceId } from '../../schemas/ids.js';
import type { JobIssue } from '../../schemas/job.js';
import { findTenant } from '../contacts/tenants.js';
import { pageOf, pageWithin, positionOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { sourceRowQueries } from './rows.js';

interface SourceRow {
  readonly id: string;
  readonly class: 'structured' | 'unstructured';
  readonly name: string;
  readonly description: string | null;
  readonly status: 'active' | 'archived';
  readonly active_version: string | null;
  /** JSON. */
  readonly database: string | null;
  readonly passages: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A source with the length of its columns; the contacts, which stand in no table, come after all others. */
type ListedRow =
  | (SourceRow & { readonly characters: number })
  | { readonly id: string; readonly created_at: number; readonly characters: number; readonly builtIn: true };

interface VersionRow {
  readonly id: string;
  readonly source_id: string;
  readonly stage: IngestionStage;
  readonly status: VersionStatus;
  readonly file_name: string;
  readonly columns: string;
  readonly counts: string;
  readonly issues: string;
  readonly rows_id: string | null;
  readonly rows: number;
  readonly created_at: number;
  readonly updated_at: number;
}

const columnsOf = (row: VersionRow): readonly Column[] => {
  const columns: readonly Column[] = JSON.parse(row.columns);
  return columns;
};

const databaseOf = (json: string): SourceDatabase => {
  const database: SourceDatabase = JSON.parse(json);
  return database;
};

const fieldsOf = (columns: readonly Column[]): SourceField[] =>
  columns
    .filter(({ include }) => include)
    .map(({ fieldKey, column, type }) => ({ key: fieldKey, label: column, type }));

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
    columns: columnsOf(row).map(({ column, fieldKey, type, include, key, filled, empty, fits, review }) => ({
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
    })),
    issues,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
};

export const dataSourceQueries = (db: Database) => {
  const tenantOf = findTenant(db);
  const { rowOf } = sourceRowQueries(db);
  const sourcePage = db.prepare<
    [string, number, string, number],
    SourceRow & { readonly characters: number }
  >(
    `SELECT s.*, coalesce(length(v.columns), 0) AS characters FROM data_sources s
     LEFT JOIN source_versions v ON v.business_id = s.business_id AND v.id = s.active_version
     WHERE s.business_id = ? AND (s.created_at, s.id) < (?, ?)
     ORDER BY s.created_at DESC, s.id DESC LIMIT ?`,
  );
  const byId = db.prepare<[string, string], SourceRow>(
    'SELECT * FROM data_sources WHERE business_id = ? AND id = ?',
  );
  const version = db.prepare<[string, string], VersionRow>(
    'SELECT * FROM source_versions WHERE business_id = ? AND id = ?',
  );
  const page = db.prepare<[string, number, string, number], VersionRow>(
    `SELECT * FROM source_versions WHERE business_id = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  const pageOfSource = db.prepare<[string, string, number, string, number], VersionRow>(
    `SELECT * FROM source_versions WHERE business_id = ? AND source_id = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  const contactFields = db.prepare<[number], { key: string }>(
    'SELECT key FROM contact_fields WHERE tenant = ? ORDER BY key',
  );
  const contactCount = db.prepare<[number], { contacts: number }>(
    'SELECT contacts FROM tenants WHERE row = ?',
  );

  const active = (businessId: string, row: SourceRow): VersionRow | undefined =>
    row.active_version === null ? undefined : version.get(businessId, row.active_version);

  const toResource = (businessId: string, row: SourceRow): DataSourceResource => {
    const current = active(businessId, row);
    const columns = current === undefined ? [] : columnsOf(current);
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      class: row.class,
      status: row.status,
      builtIn: false,
      fields: fieldsOf(columns),
      keyField: columns.find(({ key }) => key)?.fieldKey ?? null,
      database: row.database === null ? null : databaseOf(row.database),
      itemCount: row.class === 'unstructured' ? row.passages : (current?.rows ?? 0),
      activeVersionId: row.active_version,
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    };
  };

  const contacts = (businessId: string): DataSourceResource => {
    const tenant = tenantOf(businessId);
    const own = tenant === null ? [] : contactFields.all(tenant);
    return {
      id: contactsSourceId(businessId),
      name: CONTACTS_SOURCE_NAME,
      description: null,
      class: 'structured',
      status: 'active',
      builtIn: true,
      fields: [
        { key: 'name', label: 'Name', type: 'text' },
        { key: 'mobile', label: 'Mobile', type: 'mobile' },
        ...own.map(({ key }) => ({ key, label: key, type: 'text' as const })),
      ],
      keyField: 'mobile',
      database: null,
      itemCount: tenant === null ? 0 : (contactCount.get(tenant)?.contacts ?? 0),
      activeVersionId: null,
      createdAt: null,
      updatedAt: null,
    };
  };

  const listed = function* (businessId: string, ...from: [number, string, number]): Iterable<ListedRow> {
    yield* sourcePage.iterate(businessId, ...from);
    yield { id: contactsSourceId(businessId), created_at: 0, characters: 0, builtIn: true };
  };

  return {
    /** Newest first, the contacts last; archived ones too. */
    dataSources: (businessId: string, { limit, cursor }: PageRequest): Page<DataSourceResource> => {
      const scope = ['data-sources', businessId];
      const { createdAt, id } = positionOf(scope, cursor);
      return pageWithin(
        scope,
        listed(businessId, createdAt, id, limit + 1),
        limit,
        ({ characters }) => characters,
        (row) => ('builtIn' in row ? contacts(businessId) : toResource(businessId, row)),
      );
    },
    dataSource: (businessId: string, sourceId: string): DataSourceResource | null => {
      if (sourceId === contactsSourceId(businessId)) return contacts(businessId);
      const row = byId.get(businessId, sourceId);
      return row === undefined ? null : toResource(businessId, row);
    },
    /** Newest first. */
    ingestions: (
      businessId: string,
      { limit, cursor }: PageRequest,
      sourceId: string | null,
    ): Page<IngestionResource> => {
      const scope = ['ingestions', businessId, sourceId];
      const { createdAt, id } = positionOf(scope, cursor);
      const rows =
        sourceId === null
          ? page.all(businessId, createdAt, id, limit + 1)
          : pageOfSource.all(businessId, sourceId, createdAt, id, limit + 1);
      return pageOf(scope, rows, limit, toIngestion);
    },
    ingestion: (businessId: string, ingestionId: string): IngestionResource | null => {
      const row = version.get(businessId, ingestionId);
      return row === undefined ? null : toIngestion(row);
    },
    /**
     * A contact's values in the active version of a source, by field key. Null: the source is archived, has no
     * version with a key, or no row of this contact.
     */
    sourceValues: (
      businessId: string,
      sourceId: string,
      contact: { readonly id: string; readonly mobile: string },
    ): ReadonlyMap<string, { readonly value: string; readonly type: SourceField['type'] }> | null => {
      const row = byId.get(businessId, sourceId);
      if (row === undefined || row.status !== 'active') return null;
      const current = active(businessId, row);
      const columns = current === undefined ? [] : columnsOf(current);
      const key = columns.find((column) => column.key);
      if (current === undefined || current.rows_id === null || key === undefined) return null;
      const cells = rowOf(current.rows_id, key.type === 'uuid' ? contact.id : contact.mobile);
      if (cells === null) return null;
      return new Map(
        columns
          .filter(({ include }) => include)
          .map(({ fieldKey, index, type }) => [fieldKey, { value: cells[index] ?? '', type }]),
      );
    },
  };
};
