/** Events of a Data Source and of its versions. */
import type { ColumnType, SourceDatabase } from '../../schemas/contacts/data-source.js';
import type { DateOrder, JobIssue } from '../../schemas/contacts/job.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export type SourceClass = 'structured' | 'unstructured';

/** A column as found in the file, and as it is meant. */
export interface Column {
  readonly column: string;
  /** Its place in the rows. */
  readonly index: number;
  readonly fieldKey: string;
  readonly type: ColumnType;
  readonly include: boolean;
  readonly key: boolean;
  readonly filled: number;
  readonly empty: number;
  /** How many filled values are of each type. */
  readonly fits: Readonly<Record<ColumnType, number>>;
  /** Why the column needs a review; null: it needs none. */
  readonly review: string | null;
  /** The order of its dates, which are stored as ISO 8601; absent: they are kept as written. */
  readonly dateOrder?: DateOrder;
}

export interface VersionCounts {
  readonly rows: number;
  readonly failed: number;
}

export type DataSourceEvent =
  | {
      readonly type: 'source.created';
      readonly class: SourceClass;
      readonly name: string;
      readonly description: string | null;
    }
  | { readonly type: 'source.changed'; readonly name: string; readonly description: string | null }
  /** The source's versions are read from a database table. */
  | { readonly type: 'source.bound'; readonly database: SourceDatabase }
  | { readonly type: 'source.archived' }
  | { readonly type: 'source.restored' }
  /** The whole text of an unstructured source. */
  | { readonly type: 'text.replaced'; readonly text: string }
  /** A version of an unstructured source, to be read from its file. */
  | {
      readonly type: 'document.received';
      readonly versionId: string;
      readonly fileName: string;
      /** In the asset store (providers/assets). */
      readonly assetId: string;
      /** Of the file; absent in older journals. */
      readonly bytes?: number;
    }
  /** The text of the file, which becomes the text of the source once the version is activated. */
  | {
      readonly type: 'document.read';
      readonly versionId: string;
      readonly text: string;
      readonly issues: readonly JobIssue[];
    }
  | {
      readonly type: 'version.received';
      readonly versionId: string;
      readonly fileName: string;
      /** In the asset store (providers/assets). */
      readonly assetId: string;
      /** Of the file; absent in older journals. */
      readonly bytes?: number;
    }
  /** A new version, to be read from the source's table first. */
  | { readonly type: 'version.requested'; readonly versionId: string; readonly database: SourceDatabase }
  /** The table's rows are stored as a file, in the version's asset. */
  | { readonly type: 'version.fetched'; readonly versionId: string; readonly rows: number }
  | {
      readonly type: 'version.profiled';
      readonly versionId: string;
      readonly columns: readonly Column[];
      readonly counts: VersionCounts;
      readonly issues: readonly JobIssue[];
    }
  /** All rows are in the journal, as `rowsId` (actors/source-rows). */
  | {
      readonly type: 'version.loaded';
      readonly versionId: string;
      readonly rowsId: string;
      readonly rows: number;
    }
  /** The rows must be reloaded, because another column is the key, or dates have another order. */
  | { readonly type: 'version.reload_begun'; readonly versionId: string; readonly run: number }
  | {
      readonly type: 'version.reviewed';
      readonly versionId: string;
      readonly columns: readonly Column[];
      readonly activate: boolean;
    }
  | { readonly type: 'version.activated'; readonly versionId: string }
  | { readonly type: 'version.failed'; readonly versionId: string; readonly issues: readonly JobIssue[] };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const DATA_SOURCE_EVENTS = {
  'source.created': 1,
  'source.changed': 1,
  'source.archived': 1,
  'source.restored': 1,
  'text.replaced': 1,
  'document.received': 2,
  'document.read': 2,
  'source.bound': 3,
  'version.requested': 3,
  'version.fetched': 3,
  'version.received': 1,
  'version.profiled': 1,
  'version.loaded': 1,
  'version.reload_begun': 1,
  // Version 4: may carry an order of dates, which readers must not ignore.
  'version.reviewed': 4,
  'version.activated': 1,
  'version.failed': 1,
} as const satisfies VersionsOf<DataSourceEvent>;

/** The kind, for readers of its events. */
export const DATA_SOURCE_KIND = eventKind<DataSourceEvent>('data-source', DATA_SOURCE_EVENTS);
