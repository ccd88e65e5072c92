/** What the ingestion thread is given and what it gives (worker.ts, thread.ts). */
import type { ImportedRow } from '../../actors/contact-partition/events.js';
import type { Column } from '../../actors/data-source/events.js';
import type { SourceRow } from '../../actors/source-rows/events.js';
import type { DatabaseConnection } from '../../providers/databases/database.js';
import type { SpoolAccount } from '../../providers/spool/account.js';
import type { ContactMapping, JobIssue } from '../../schemas/job.js';

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
      /** Field keys that the business's contacts have already. */
      readonly knownKeys: readonly string[];
      readonly businessId: string;
      readonly importId: string;
      /** For the staged rows; removed by whoever gave it. */
      readonly directory: string;
      /** What they may take there. */
      readonly account: SpoolAccount;
    }
  | { readonly type: 'profile'; readonly file: TableFile }
  | { readonly type: 'document'; readonly file: TableFile }
  /** Write a database's table to `path`. */
  | {
      readonly type: 'query';
      readonly connection: DatabaseConnection;
      readonly table: string;
      readonly path: string;
      /** What it may take there. */
      readonly account: SpoolAccount;
    }
  /** `keyIndex`: the column that says whose row it is; null: none. */
  | {
      readonly type: 'rows';
      readonly file: TableFile;
      readonly keyIndex: number | null;
      readonly keyType: 'mobile' | 'uuid';
    };

/** Kept issues, and how many there were in all. */
export interface Issues {
  readonly kept: readonly JobIssue[];
  readonly failedRows: number;
}

export type IngestionMessage =
  /** The file cannot be used at all. */
  | {
      readonly type: 'refused';
      readonly issues: readonly JobIssue[];
      /** What whatever was asked, or a library over the file, says of it; for the log. */
      readonly detail?: string;
    }
  /** Rows of contacts of one partition: `columns` are the field keys of the values. */
  | {
      readonly type: 'contact_part';
      readonly partition: string;
      readonly part: string;
      readonly columns: readonly string[];
      /** The column whose values are time zones instead; absent: none is. */
      readonly timeZoneColumn?: string;
      readonly rows: readonly ImportedRow[];
    }
  | { readonly type: 'source_part'; readonly part: number; readonly rows: readonly SourceRow[] }
  | {
      readonly type: 'profile';
      readonly columns: readonly Column[];
      readonly rows: number;
      readonly issues: Issues;
    }
  /** A table's rows are in the file. */
  | { readonly type: 'fetched'; readonly rows: number }
  /** What a document says. */
  | { readonly type: 'document'; readonly text: string; readonly issues: readonly JobIssue[] }
  /** Comes last. `rows`: of the file, good and bad; `duplicates`: rows whose number an earlier row had. */
  | { readonly type: 'done'; readonly rows: number; readonly issues: Issues };

/** The thread's own: the spool took no more (see SpoolFull). */
export interface NoRoom {
  readonly type: 'no_room';
  readonly forGood: boolean;
}
