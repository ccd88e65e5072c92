/** Messages to and from an ingestion thread (worker.ts, thread.ts). */
import type { ImportedRow } from '../../actors/contact-partition/events.js';
import type { Column } from '../../actors/data-source/events.js';
import type { SourceRow } from '../../actors/source-rows/events.js';
import type { DatabaseConnection } from '../../providers/databases/database.js';
import type { SpoolAccount } from '../../providers/spool/account.js';
import type { ContactMapping, DateOrder, JobIssue } from '../../schemas/contacts/job.js';
import type { ContactImportPreview } from '../../schemas/contacts/preview.js';

export interface TableFile {
  readonly path: string;
  /** As the client named it. */
  readonly fileName: string;
}

export type IngestionJob =
  | {
      readonly type: 'contacts';
      readonly file: TableFile;
      readonly mapping: ContactMapping;
      /** Field keys that the business's contacts already have. */
      readonly knownKeys: readonly string[];
      readonly businessId: string;
      readonly importId: string;
      /** For the staged rows; the sender of the job removes it. */
      readonly directory: string;
      /** Limits the space that they take there. */
      readonly account: SpoolAccount;
    }
  | {
      readonly type: 'contact_preview';
      readonly file: TableFile;
      readonly mapping: ContactMapping;
      readonly knownKeys: readonly string[];
    }
  | { readonly type: 'profile'; readonly file: TableFile }
  | { readonly type: 'document'; readonly file: TableFile }
  /** Write a database's table to `path`. */
  | {
      readonly type: 'query';
      readonly connection: DatabaseConnection;
      readonly table: string;
      readonly path: string;
      /** Limits the space that it takes there. */
      readonly account: SpoolAccount;
    }
  /** `keyIndex`: the column that identifies the contact of a row; null: none. */
  | {
      readonly type: 'rows';
      readonly file: TableFile;
      readonly keyIndex: number | null;
      readonly keyType: 'mobile' | 'uuid';
      /** Columns whose dates are stored as ISO 8601. */
      readonly dates: readonly { readonly index: number; readonly order: DateOrder }[];
    };

/** The kept issues, and the number of all rows that failed. */
export interface Issues {
  readonly kept: readonly JobIssue[];
  readonly failedRows: number;
}

export type IngestionMessage =
  /** The file cannot be used at all. */
  | {
      readonly type: 'refused';
      readonly issues: readonly JobIssue[];
      /** The cause as stated by the database or the library that read the file; for the log. */
      readonly detail?: string;
    }
  /** Rows of contacts of one partition: `columns` are the field keys of the values. */
  | {
      readonly type: 'contact_part';
      readonly partition: string;
      readonly part: string;
      readonly columns: readonly string[];
      /** The column whose values are time zones instead; absent: none. */
      readonly timeZoneColumn?: string;
      readonly rows: readonly ImportedRow[];
    }
  | { readonly type: 'contact_preview'; readonly preview: ContactImportPreview }
  | { readonly type: 'source_part'; readonly part: number; readonly rows: readonly SourceRow[] }
  | {
      readonly type: 'profile';
      readonly columns: readonly Column[];
      readonly rows: number;
      readonly issues: Issues;
    }
  /** The rows of a database's table have been written to the file. */
  | { readonly type: 'fetched'; readonly rows: number }
  /** The text of a document. */
  | { readonly type: 'document'; readonly text: string; readonly issues: readonly JobIssue[] }
  /** The last message. `rows`: all rows of a contact file, good and bad; for a Data Source, the rows that were passed on. */
  | { readonly type: 'done'; readonly rows: number; readonly issues: Issues };

/** Internal to the thread: the spool had no more room (see SpoolFull). */
export interface NoRoom {
  readonly type: 'no_room';
  readonly forGood: boolean;
}
