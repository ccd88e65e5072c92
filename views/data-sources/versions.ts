/** Projects the versions of Data Sources from their actors' events: the results of their ingestion. */
import type { Database } from 'better-sqlite3';
import type { Column, DataSourceEvent, VersionCounts } from '../../actors/data-source/events.js';
import { fileNameOf, needsReview } from '../../actors/data-source/state.js';
import type { Stored } from '../kernel/stored-event.js';
import { passagesOf } from './passages.js';

/** A changed version. */
interface VersionKey {
  readonly businessId: string;
  readonly versionId: string;
  /** ms since the epoch. */
  readonly at: number;
}

const OF_VERSION = 'updated_at = :at WHERE business_id = :businessId AND id = :versionId';

const prepare = (db: Database) => ({
  receive: db.prepare<
    VersionKey & { readonly sourceId: string; readonly fileName: string; readonly counts: string }
  >(
    `INSERT INTO source_versions (business_id, source_id, id, file_name, counts, created_at, updated_at)
     VALUES (:businessId, :sourceId, :versionId, :fileName, :counts, :at, :at)`,
  ),
  profile: db.prepare<
    VersionKey & { readonly columns: string; readonly counts: string; readonly issues: string }
  >(
    `UPDATE source_versions SET stage = 'profiling', columns = :columns, counts = :counts, issues = :issues,
       ${OF_VERSION}`,
  ),
  columnsOf: db.prepare<[string, string], { columns: string }>(
    'SELECT columns FROM source_versions WHERE business_id = ? AND id = ?',
  ),
  load: db.prepare<
    VersionKey & {
      readonly stage: string;
      readonly status: string;
      readonly rowsId: string;
      readonly rows: number;
    }
  >(
    `UPDATE source_versions SET stage = :stage, status = :status, rows_id = :rowsId, rows = :rows, ${OF_VERSION}`,
  ),
  reload: db.prepare<VersionKey>(
    `UPDATE source_versions SET stage = 'parsing', status = 'draft', rows_id = NULL, ${OF_VERSION}`,
  ),
  review: db.prepare<VersionKey & { readonly columns: string }>(
    `UPDATE source_versions SET columns = :columns,
       stage = CASE WHEN rows_id IS NULL THEN stage ELSE 'validated' END,
       status = CASE WHEN rows_id IS NULL THEN status ELSE 'validated' END, ${OF_VERSION}`,
  ),
  supersede: db.prepare<{ businessId: string; sourceId: string; at: number }>(
    `UPDATE source_versions SET status = 'superseded', updated_at = :at
     WHERE business_id = :businessId AND source_id = :sourceId AND status = 'active'`,
  ),
  activate: db.prepare<VersionKey>(
    `UPDATE source_versions SET stage = 'active', status = 'active', ${OF_VERSION}`,
  ),
  fail: db.prepare<VersionKey & { readonly issues: string }>(
    `UPDATE source_versions SET stage = 'failed', issues = :issues, ${OF_VERSION}`,
  ),
  readDocument: db.prepare<VersionKey & { readonly counts: string; readonly issues: string }>(
    `UPDATE source_versions SET stage = 'validated', status = 'validated', counts = :counts, issues = :issues,
       ${OF_VERSION}`,
  ),
  keepText: db.prepare<[string, string]>(
    'INSERT INTO document_texts (version_id, text) VALUES (?, ?) ON CONFLICT DO NOTHING',
  ),
  dropText: db.prepare<[string]>('DELETE FROM document_texts WHERE version_id = ?'),
});

type Statements = ReturnType<typeof prepare>;

const NO_COUNTS: VersionCounts = { rows: 0, failed: 0 };

/** The loaded columns decide whether the version needs review. */
const load = (
  statements: Statements,
  version: VersionKey,
  { rowsId, rows }: Extract<DataSourceEvent, { readonly type: 'version.loaded' }>,
): void => {
  const stored = statements.columnsOf.get(version.businessId, version.versionId);
  const columns: Column[] = JSON.parse(stored?.columns ?? '[]');
  const isDoubtful = needsReview(columns);
  const stage = isDoubtful ? 'needs_review' : 'validated';
  statements.load.run({ ...version, stage, status: isDoubtful ? 'draft' : 'validated', rowsId, rows });
};

/** Projects versions. */
export const projectVersions = (db: Database): ((stored: Stored<DataSourceEvent>) => void) => {
  const statements = prepare(db);
  return ({ businessId, id: sourceId, at, event }) => {
    switch (event.type) {
      case 'document.received':
      case 'version.received':
      case 'version.requested': {
        const { versionId } = event;
        const fileName = event.type === 'version.requested' ? fileNameOf(event.database) : event.fileName;
        const counts = JSON.stringify(NO_COUNTS);
        statements.receive.run({ businessId, sourceId, versionId, fileName, counts, at });
        return;
      }
      case 'document.read': {
        const { versionId, text } = event;
        const read: VersionCounts = { rows: passagesOf(text).length, failed: 0 };
        const [counts, issues] = [JSON.stringify(read), JSON.stringify(event.issues)];
        statements.readDocument.run({ businessId, versionId, counts, issues, at });
        statements.keepText.run(versionId, text);
        return;
      }
      case 'version.profiled': {
        const { versionId } = event;
        const columns = JSON.stringify(event.columns);
        const [counts, issues] = [JSON.stringify(event.counts), JSON.stringify(event.issues)];
        statements.profile.run({ businessId, versionId, columns, counts, issues, at });
        return;
      }
      case 'version.loaded':
        load(statements, { businessId, versionId: event.versionId, at }, event);
        return;
      case 'version.reload_begun':
        statements.reload.run({ businessId, versionId: event.versionId, at });
        return;
      case 'version.reviewed': {
        const columns = JSON.stringify(event.columns);
        statements.review.run({ businessId, versionId: event.versionId, columns, at });
        return;
      }
      case 'version.activated':
        statements.supersede.run({ businessId, sourceId, at });
        statements.activate.run({ businessId, versionId: event.versionId, at });
        statements.dropText.run(event.versionId);
        return;
      case 'text.replaced':
        statements.supersede.run({ businessId, sourceId, at });
        return;
      case 'version.failed': {
        const issues = JSON.stringify(event.issues);
        statements.fail.run({ businessId, versionId: event.versionId, issues, at });
        return;
      }
      // The other events concern the source itself.
      default:
        return;
    }
  };
};
