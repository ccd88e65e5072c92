/** Events of an import of contacts. */
import type { ContactImportCounts, ContactMapping, JobIssue } from '../../schemas/contacts/job.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export interface ImportRequest {
  readonly fileName: string;
  /** In the asset store (providers/assets). */
  readonly assetId: string;
  /** Size of the file; absent in older journals. */
  readonly bytes?: number;
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

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CONTACT_IMPORT_EVENTS = {
  // 2: `mapping.dates` must be heeded.
  'import.accepted': 2,
  'import.progressed': 1,
  'import.finished': 1,
} as const satisfies VersionsOf<ContactImportEvent>;

/** The kind, for readers of its events. */
export const CONTACT_IMPORT_KIND = eventKind<ContactImportEvent>('contact-import', CONTACT_IMPORT_EVENTS);
