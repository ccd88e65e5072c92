/** Commands and effects of an import. */
import type { ContactImportCounts, JobIssue, JobStatus } from '../../schemas/contacts/job.js';
import type { ImportRequest } from './events.js';

export type ContactImportCommand =
  | { readonly type: 'start'; readonly request: ImportRequest }
  | { readonly type: 'progress'; readonly counts: ContactImportCounts }
  | {
      readonly type: 'finish';
      readonly status: 'completed' | 'failed';
      readonly counts: ContactImportCounts;
      readonly issues: readonly JobIssue[];
    };

/** Read the file and send its rows to the partitions; answers `finish`. Idempotent. */
export type ContactImportEffect = { readonly kind: 'import_contacts' } & ImportRequest;

export interface ContactImportReplies {
  readonly start: StartedImport;
}

export interface StartedImport {
  readonly jobId: string;
  readonly status: JobStatus;
  readonly fileName: string;
  readonly counts: ContactImportCounts;
  /** ms since the epoch. */
  readonly createdAt: number;
}
