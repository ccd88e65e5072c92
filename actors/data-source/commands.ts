/** What a Data Source can be told and asked, and what it owes. */
import type { ColumnReview, SourceDatabase } from '../../schemas/data-source.js';
import type { JobIssue } from '../../schemas/job.js';
import type { Column, SourceClass, VersionCounts } from './events.js';

export type DataSourceCommand =
  | {
      readonly type: 'create';
      readonly class: SourceClass;
      readonly name: string;
      readonly description: string | null;
      readonly text: string | null;
      /** Where its versions are read from; none: from files. */
      readonly database?: SourceDatabase;
    }
  | {
      readonly type: 'update';
      readonly name?: string;
      readonly description?: string;
      readonly status?: 'active' | 'archived';
      readonly text?: string;
    }
  | { readonly type: 'archive' }
  | {
      readonly type: 'receive';
      readonly versionId: string;
      readonly fileName: string;
      readonly assetId: string;
      /** Of the file; absent from nodes of older builds. */
      readonly bytes?: number;
    }
  /** Reads the source's table as a new version. */
  | { readonly type: 'refresh'; readonly versionId: string }
  | { readonly type: 'fetched'; readonly versionId: string; readonly rows: number }
  | {
      readonly type: 'profiled';
      readonly versionId: string;
      readonly columns: readonly Column[];
      readonly counts: VersionCounts;
      readonly issues: readonly JobIssue[];
    }
  | {
      readonly type: 'document_read';
      readonly versionId: string;
      readonly text: string;
      readonly issues: readonly JobIssue[];
    }
  | { readonly type: 'loaded'; readonly versionId: string; readonly rowsId: string; readonly rows: number }
  | { readonly type: 'failed'; readonly versionId: string; readonly issues: readonly JobIssue[] }
  /** Says how columns are meant, and activates the version as soon as it can be, when `activate`. */
  | {
      readonly type: 'review';
      readonly versionId: string;
      readonly columns: readonly ColumnReview[];
      readonly activate: boolean;
    };

export type DataSourceEffect = IngestEffect | ReadDocumentEffect | QueryDatabaseEffect;

/** Read the table, keep its rows as the asset; answers `fetched` or `failed`. */
export interface QueryDatabaseEffect {
  readonly kind: 'query_database';
  readonly versionId: string;
  readonly assetId: string;
  readonly database: SourceDatabase;
}

/** Read the file; answers `document_read` or `failed`. */
interface ReadDocumentEffect {
  readonly kind: 'read_document';
  readonly versionId: string;
  readonly assetId: string;
  readonly fileName: string;
}

/** Read the file, tell its profile, load its rows; answers `loaded` or `failed`. Done twice it loads nothing twice. */
interface IngestEffect {
  readonly kind: 'ingest';
  readonly versionId: string;
  readonly assetId: string;
  readonly fileName: string;
  /** Names the rows: another one for each run. */
  readonly rowsId: string;
  /** What the profile said, once there is one; null: profile first. */
  readonly columns: readonly Column[] | null;
}

export interface DataSourceQueries {
  /** @throws DomainError data_source_not_found */
  get(): DataSourceDetails;
}

export interface DataSourceDetails {
  readonly sourceId: string;
  readonly class: SourceClass;
  readonly name: string;
  readonly status: 'active' | 'archived';
  readonly activeVersionId: string | null;
  readonly database: SourceDatabase | null;
  /** Keys of fields that can be granted; none until a version with a key is active. */
  readonly fieldKeys: readonly string[];
}
