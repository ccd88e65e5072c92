/** Projects Data Sources from their actors' events. */
import type { Database } from 'better-sqlite3';
import type { DataSourceEvent } from '../../actors/data-source/events.js';
import { FIRST_REVISION, isRevision } from '../../actors/data-source/state.js';
import { assertNever } from '../../schemas/assert.js';
import type { Stored } from '../kernel/stored-event.js';
import { replaceText } from './text.js';
import { removeVectors } from './vectors.js';

/** A changed source. */
interface SourceKey {
  readonly businessId: string;
  readonly id: string;
  /** ms since the epoch. */
  readonly at: number;
}

const OF_SOURCE = 'updated_at = :at WHERE business_id = :businessId AND id = :id';

const prepare = (db: Database) => ({
  create: db.prepare<
    SourceKey & { readonly class: string; readonly name: string; readonly description: string | null }
  >(
    `INSERT INTO data_sources (business_id, id, class, name, description, revision, created_at, updated_at)
     VALUES (:businessId, :id, :class, :name, :description, ${FIRST_REVISION}, :at, :at)`,
  ),
  change: db.prepare<SourceKey & { readonly name: string; readonly description: string | null }>(
    `UPDATE data_sources SET name = :name, description = :description, ${OF_SOURCE}`,
  ),
  setStatus: db.prepare<SourceKey & { readonly status: string }>(
    `UPDATE data_sources SET status = :status, ${OF_SOURCE}`,
  ),
  bind: db.prepare<SourceKey & { readonly database: string }>(
    `UPDATE data_sources SET database = :database, ${OF_SOURCE}`,
  ),
  setPassages: db.prepare<SourceKey & { readonly passages: number }>(
    `UPDATE data_sources SET passages = :passages, ${OF_SOURCE}`,
  ),
  activate: db.prepare<SourceKey & { readonly versionId: string }>(
    `UPDATE data_sources SET active_version = :versionId, ${OF_SOURCE}`,
  ),
  revise: db.prepare<[string, string]>(
    'UPDATE data_sources SET revision = revision + 1 WHERE business_id = ? AND id = ?',
  ),
  noVersion: db.prepare<[string, string]>(
    'UPDATE data_sources SET active_version = NULL WHERE business_id = ? AND id = ?',
  ),
  textOf: db.prepare<[string], { text: string }>('SELECT text FROM document_texts WHERE version_id = ?'),
});

/** Projects sources. The text of a document is still stored as pending when its version is activated (index.ts). */
export const projectSources = (db: Database): ((stored: Stored<DataSourceEvent>) => void) => {
  const statements = prepare(db);
  const putText = replaceText(db);
  const clearVectors = removeVectors(db);
  return ({ businessId, id, at, event }) => {
    if (isRevision(event)) statements.revise.run(businessId, id);
    switch (event.type) {
      case 'source.created': {
        const { name, description } = event;
        statements.create.run({ businessId, id, class: event.class, name, description, at });
        return;
      }
      case 'source.changed':
        statements.change.run({ businessId, id, name: event.name, description: event.description, at });
        return;
      case 'source.bound':
        statements.bind.run({ businessId, id, database: JSON.stringify(event.database), at });
        return;
      case 'source.archived':
        statements.setStatus.run({ businessId, id, status: 'archived', at });
        clearVectors(id);
        return;
      case 'source.restored':
        statements.setStatus.run({ businessId, id, status: 'active', at });
        return;
      case 'text.replaced':
        statements.setPassages.run({ businessId, id, passages: putText(id, event.text), at });
        statements.noVersion.run(businessId, id);
        return;
      case 'version.activated': {
        const { versionId } = event;
        statements.activate.run({ businessId, id, versionId, at });
        const document = statements.textOf.get(versionId);
        if (document === undefined) return;
        statements.setPassages.run({ businessId, id, passages: putText(id, document.text), at });
        return;
      }
      case 'document.received':
      case 'document.read':
      case 'version.received':
      case 'version.requested':
      case 'version.fetched':
      case 'version.profiled':
      case 'version.loaded':
      case 'version.reload_begun':
      case 'version.reviewed':
      case 'version.failed':
        return;
      default:
        assertNever(event);
    }
  };
};
