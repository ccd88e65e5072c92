/** Commands, queries and effects of a Data Source. */
import type { ColumnReview, SourceDatabase } from '../../schemas/contacts/data-source.js';
import type { JobIssue } from '../../schemas/contacts/job.js';
import type { Conditional } from '../../schemas/tag.js';
import type { Column, SourceClass, VersionCounts } from './events.js';

export type DataSourceCommand =
  | {
      readonly type: 'create';
      readonly class: SourceClass;
      readonly name: string;
      readonly description: string | null;
      readonly text: string | null;
      /** The database that its versions are read from; absent: files. */
      readonly database?: SourceDatabase;
    }
  | ({
      readonly type: 'update';
      readonly name?: string;
      readonly description?: string;
      readonly status?: 'active' | 'archived';
      readonly text?: string;
    } & Conditional)
  | { readonly type: 'archive' }
  | {
      readonly type: 'receive';
      readonly versionId: string;
      readonly fileName: string;
      readonly assetId: string;
      /** Size of the file; absent from older builds. */
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
  /** Settles the meaning of columns. With `activate`, activates the version as soon as possible. */
  | {
      readonly type: 'review';
      readonly versionId: string;
      readonly columns: readonly ColumnReview[];
      readonly activate: boolean;
    };

export type DataSourceEffect = IngestEffect | ReadDocumentEffect | QueryDatabaseEffect;

/** Read the table and store its rows as the asset; answers `fetched` or `failed`. */
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

/** Read the file, report its profile, load its rows; answers `loaded` or `failed`. Idempotent. */
interface IngestEffect {
  readonly kind: 'ingest';
  readonly versionId: string;
  readonly assetId: string;
  readonly fileName: string;
  /** Identifies the rows; differs for each run. */
  readonly rowsId: string;
  /** The columns from the profile; null: profile first. */
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
  /** Keys of the fields that can be granted; none until a version with a key is active. */
  readonly fieldKeys: readonly string[];
}
