/** Data Sources, the versions of their tables and what came of their ingestion. */
import type { Database } from 'better-sqlite3';
import type { Column, DataSourceEvent, VersionCounts } from '../../actors/data-source/events.js';
import { fileNameOf, needsReview } from '../../actors/data-source/state.js';
import { assertNever } from '../../schemas/assert.js';
import type { Stored } from '../kernel/stored-event.js';
import { passagesOf, replaceText } from './text.js';

/** `columns` as JSON, as they are meant; `database` as JSON, the table that versions are read from. Texts of documents wait here until their version is activated. */
export const DATA_SOURCE_TABLES = `
CREATE TABLE data_sources (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  class TEXT NOT NULL,
  name TEXT NOT NULL,
  description TEXT,
  status TEXT NOT NULL DEFAULT 'active',
  active_version TEXT,
  database TEXT,
  passages INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX data_sources_by_id ON data_sources (id);
CREATE INDEX data_sources_by_age ON data_sources (business_id, created_at DESC, id DESC);
CREATE TABLE source_versions (
  business_id TEXT NOT NULL,
  source_id TEXT NOT NULL,
  id TEXT NOT NULL,
  stage TEXT NOT NULL DEFAULT 'received',
  status TEXT NOT NULL DEFAULT 'draft',
  file_name TEXT NOT NULL,
  columns TEXT NOT NULL DEFAULT '[]',
  counts TEXT NOT NULL,
  issues TEXT NOT NULL DEFAULT '[]',
  rows_id TEXT,
  rows INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX source_versions_by_age ON source_versions (business_id, created_at DESC, id DESC);
CREATE TABLE document_texts (version_id TEXT NOT NULL UNIQUE, text TEXT NOT NULL);
`;

const NO_COUNTS: VersionCounts = { rows: 0, failed: 0 };

export const projectDataSources = (db: Database): ((stored: Stored<DataSourceEvent>) => void) => {
  const putText = replaceText(db);
  const create = db.prepare<[string, string, string, string, string | null, number, number]>(
    `INSERT INTO data_sources (business_id, id, class, name, description, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const change = db.prepare<[string, string | null, number, string, string]>(
    'UPDATE data_sources SET name = ?, description = ?, updated_at = ? WHERE business_id = ? AND id = ?',
  );
  const setStatus = db.prepare<[string, number, string, string]>(
    'UPDATE data_sources SET status = ?, updated_at = ? WHERE business_id = ? AND id = ?',
  );
  const bind = db.prepare<[string, number, string, string]>(
    'UPDATE data_sources SET database = ?, updated_at = ? WHERE business_id = ? AND id = ?',
  );
  const setPassages = db.prepare<[number, number, string, string]>(
    'UPDATE data_sources SET passages = ?, updated_at = ? WHERE business_id = ? AND id = ?',
  );
  const activate = db.prepare<[string, number, string, string]>(
    'UPDATE data_sources SET active_version = ?, updated_at = ? WHERE business_id = ? AND id = ?',
  );
  const receive = db.prepare<[string, string, string, string, string, number, number]>(
    `INSERT INTO source_versions (business_id, source_id, id, file_name, counts, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const profile = db.prepare<[string, string, string, number, string, string]>(
    `UPDATE source_versions SET stage = 'profiling', columns = ?, counts = ?, issues = ?, updated_at = ?
     WHERE business_id = ? AND id = ?`,
  );
  const columnsOf = db.prepare<[string, string], { columns: string; rows_id: string | null }>(
    'SELECT columns, rows_id FROM source_versions WHERE business_id = ? AND id = ?',
  );
  const load = db.prepare<[string, string, string, number, number, string, string]>(
    `UPDATE source_versions SET stage = ?, status = ?, rows_id = ?, rows = ?, updated_at = ?
     WHERE business_id = ? AND id = ?`,
  );
  const reload = db.prepare<[number, string, string]>(
    `UPDATE source_versions SET stage = 'parsing', status = 'draft', rows_id = NULL, updated_at = ?
     WHERE business_id = ? AND id = ?`,
  );
  const review = db.prepare<[string, number, string, string]>(
    `UPDATE source_versions SET columns = ?, updated_at = ?,
       stage = CASE WHEN rows_id IS NULL THEN stage ELSE 'validated' END,
       status = CASE WHEN rows_id IS NULL THEN status ELSE 'validated' END
     WHERE business_id = ? AND id = ?`,
  );
  const supersede = db.prepare<[number, string, string]>(
    `UPDATE source_versions SET status = 'superseded', updated_at = ?
     WHERE business_id = ? AND source_id = ? AND status = 'active'`,
  );
  const activateVersion = db.prepare<[number, string, string]>(
    `UPDATE source_versions SET stage = 'active', status = 'active', updated_at = ? WHERE business_id = ? AND id = ?`,
  );
  const fail = db.prepare<[string, number, string, string]>(
    `UPDATE source_versions SET stage = 'failed', issues = ?, updated_at = ? WHERE business_id = ? AND id = ?`,
  );

  const readDocument = db.prepare<[string, string, number, string, string]>(
    `UPDATE source_versions SET stage = 'validated', status = 'validated', counts = ?, issues = ?, updated_at = ?
     WHERE business_id = ? AND id = ?`,
  );
  const keepText = db.prepare<[string, string]>(
    'INSERT INTO document_texts (version_id, text) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const takeText = db.prepare<[string], { text: string }>(
    'DELETE FROM document_texts WHERE version_id = ? RETURNING text',
  );
  const noVersion = db.prepare<[string, string]>(
    'UPDATE data_sources SET active_version = NULL WHERE business_id = ? AND id = ?',
  );

  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'source.created':
        create.run(businessId, id, event.class, event.name, event.description, at, at);
        return;
      case 'source.changed':
        change.run(event.name, event.description, at, businessId, id);
        return;
      case 'source.bound':
        bind.run(JSON.stringify(event.database), at, businessId, id);
        return;
      case 'source.archived':
        setStatus.run('archived', at, businessId, id);
        return;
      case 'source.restored':
        setStatus.run('active', at, businessId, id);
        return;
      case 'text.replaced':
        setPassages.run(putText(id, event.text), at, businessId, id);
        supersede.run(at, businessId, id);
        noVersion.run(businessId, id);
        return;
      case 'document.read': {
        const { versionId, text, issues } = event;
        const counts: VersionCounts = { rows: passagesOf(text).length, failed: 0 };
        readDocument.run(JSON.stringify(counts), JSON.stringify(issues), at, businessId, versionId);
        keepText.run(versionId, text);
        return;
      }
      case 'document.received':
      case 'version.received':
        receive.run(businessId, id, event.versionId, event.fileName, JSON.stringify(NO_COUNTS), at, at);
        return;
      case 'version.requested': {
        const { versionId, database } = event;
        const counts = JSON.stringify(NO_COUNTS);
        receive.run(businessId, id, versionId, fileNameOf(database), counts, at, at);
        return;
      }
      case 'version.fetched':
        return;
      case 'version.profiled': {
        const { columns, counts, issues, versionId } = event;
        profile.run(...json(columns, counts, issues), at, businessId, versionId);
        return;
      }
      case 'version.loaded': {
        const { versionId, rowsId, rows } = event;
        const columns: Column[] = JSON.parse(columnsOf.get(businessId, versionId)?.columns ?? '[]');
        const doubtful = needsReview(columns);
        const [stage, status] = doubtful ? ['needs_review', 'draft'] : ['validated', 'validated'];
        load.run(stage ?? '', status ?? '', rowsId, rows, at, businessId, versionId);
        return;
      }
      case 'version.reload_begun':
        reload.run(at, businessId, event.versionId);
        return;
      case 'version.reviewed':
        review.run(JSON.stringify(event.columns), at, businessId, event.versionId);
        return;
      case 'version.activated': {
        supersede.run(at, businessId, id);
        activateVersion.run(at, businessId, event.versionId);
        activate.run(event.versionId, at, businessId, id);
        const [document] = takeText.all(event.versionId);
        if (document !== undefined) setPassages.run(putText(id, document.text), at, businessId, id);
        return;
      }
      case 'version.failed':
        fail.run(JSON.stringify(event.issues), at, businessId, event.versionId);
        return;
      default:
        assertNever(event);
    }
  };
};

const json = (...values: readonly [unknown, unknown, unknown]): [string, string, string] => [
  JSON.stringify(values[0]),
  JSON.stringify(values[1]),
  JSON.stringify(values[2]),
];
