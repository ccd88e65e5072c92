/** Queries on Data Sources. The contacts of a business are one of them, without a row in the table. */
import type { Database } from 'better-sqlite3';
import type { Column } from '../../actors/data-source/events.js';
import { sourceTag } from '../../actors/data-source/state.js';
import type { DataSourceResource, SourceDatabase, SourceField } from '../../schemas/contacts/data-source.js';
import { CONTACTS_SOURCE_NAME, contactsSourceId } from '../../schemas/ids.js';
import { type PageParameters, pageWithin, positionOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { SourceRow } from './tables.js';
import { columnsOf, findSource, findVersion } from './version-queries.js';

/** A source with the size of its columns in characters; the contacts come last. */
type ListedRow =
  | (SourceRow & { readonly characters: number })
  | { readonly id: string; readonly created_at: number; readonly characters: number; readonly builtIn: true };

const databaseOf = (json: string): SourceDatabase => {
  const database: SourceDatabase = JSON.parse(json);
  return database;
};

const fieldsOf = (columns: readonly Column[]): SourceField[] =>
  columns
    .filter(({ include }) => include)
    .map(({ fieldKey, column, type }) => ({ key: fieldKey, label: column, type }));

/** Builds sources from their rows. */
const sourceResources = (db: Database): ((businessId: string, row: SourceRow) => DataSourceResource) => {
  const version = findVersion(db);
  return (businessId, row) => {
    const current = row.active_version === null ? undefined : version.get(businessId, row.active_version);
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
      tag: sourceTag(row),
    };
  };
};

/** The contacts of a business as a source. */
const contactsSource = (db: Database): ((businessId: string) => DataSourceResource) => {
  const fields = db.prepare<[string], { key: string }>(
    `SELECT f.key FROM tenants t JOIN contact_fields f ON f.tenant = t.row WHERE t.id = ? ORDER BY f.key`,
  );
  const count = db.prepare<[string], { contacts: number }>('SELECT contacts FROM tenants WHERE id = ?');
  return (businessId) => ({
    id: contactsSourceId(businessId),
    name: CONTACTS_SOURCE_NAME,
    description: null,
    class: 'structured',
    status: 'active',
    builtIn: true,
    fields: [
      { key: 'name', label: 'Name', type: 'text' },
      { key: 'mobile', label: 'Mobile', type: 'mobile' },
      ...fields.all(businessId).map(({ key }) => ({ key, label: key, type: 'text' as const })),
    ],
    keyField: 'mobile',
    database: null,
    itemCount: count.get(businessId)?.contacts ?? 0,
    activeVersionId: null,
    createdAt: null,
    updatedAt: null,
  });
};

/** Queries on sources. */
export const dataSourceQueries = (db: Database) => {
  const byId = findSource(db);
  const toResource = sourceResources(db);
  const contacts = contactsSource(db);
  const page = db.prepare<PageParameters<'businessId'>, SourceRow & { readonly characters: number }>(
    `SELECT s.*, coalesce(length(v.columns), 0) AS characters FROM data_sources s
     LEFT JOIN source_versions v ON v.business_id = s.business_id AND v.id = s.active_version
     WHERE s.business_id = :businessId AND (s.created_at, s.id) < (:createdAt, :id)
     ORDER BY s.created_at DESC, s.id DESC LIMIT :count`,
  );
  const listed = function* (parameters: PageParameters<'businessId'>): Iterable<ListedRow> {
    yield* page.iterate(parameters);
    yield { id: contactsSourceId(parameters.businessId), created_at: 0, characters: 0, builtIn: true };
  };
  return {
    /** Newest first, including archived ones, the contacts last; a page of large sources holds fewer than requested. */
    dataSources: (businessId: string, { limit, cursor }: PageRequest): Page<DataSourceResource> => {
      const scope = ['data-sources', businessId];
      return pageWithin(
        scope,
        listed({ businessId, ...positionOf(scope, cursor), count: limit + 1 }),
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
  };
};
