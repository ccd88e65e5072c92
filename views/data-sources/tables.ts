/** The tables of Data Sources and their versions, and their rows. */
import type { IngestionStage, VersionStatus } from '../../schemas/contacts/data-source.js';

/**
 * `columns` as JSON, after review; `database` as JSON, the table that versions are read from. Texts of documents are stored in
 * `document_texts` until their version is activated. Times in ms since the epoch.
 */
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
  revision INTEGER NOT NULL,
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

/** A stored Data Source. */
export interface SourceRow {
  readonly id: string;
  readonly class: 'structured' | 'unstructured';
  readonly name: string;
  readonly description: string | null;
  readonly status: 'active' | 'archived';
  readonly active_version: string | null;
  /** JSON. */
  readonly database: string | null;
  readonly passages: number;
  readonly revision: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A stored version; `columns`, `counts` and `issues` are JSON. */
export interface VersionRow {
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
