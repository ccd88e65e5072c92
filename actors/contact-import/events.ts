/** What happened to an import of contacts. */
import type { ContactImportCounts, ContactMapping, JobIssue } from '../../schemas/job.js';

export interface ImportRequest {
  readonly fileName: string;
  /** In the asset store (providers/assets). */
  readonly assetId: string;
  readonly categoryIds: readonly string[];
  readonly mapping: ContactMapping;
}

export type ContactImportEvent =
  | ({ readonly type: 'import.accepted' } & ImportRequest)
  | { readonly type: 'import.progressed'; readonly counts: ContactImportCounts }
  | {
      readonly type: 'import.finished';
      readonly status: 'completed' | 'failed';
      readonly counts: ContactImportCounts;
      readonly issues: readonly JobIssue[];
    };
