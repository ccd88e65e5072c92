/** Events of a job that changes or deletes many contacts. */
import type {
  ContactFilter,
  ContactJobAction,
  ContactJobCounts,
  ContactJobStatus,
} from '../../schemas/contacts/selection.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The contacts that a job applies to. */
export type ContactSelection =
  | { readonly type: 'named'; readonly contactIds: readonly string[] }
  | { readonly type: 'filter'; readonly filter: ContactFilter }
  | { readonly type: 'all' };

export interface ContactJobRequest {
  readonly action: ContactJobAction;
  /** The categories to add or to remove; otherwise empty. */
  readonly categoryIds: readonly string[];
  readonly selection: ContactSelection;
  /** Contacts are counted, and not changed. */
  readonly dryRun: boolean;
  /** The user or the key that started the job. Null: neither is known. */
  readonly by: { readonly type: 'user' | 'key'; readonly id: string } | null;
}

/** How far a job has come. */
export interface ContactJobProgress {
  /** The number of partitions that are finished; they are processed in their order. */
  readonly partitions: number;
  readonly counts: ContactJobCounts;
}

export type ContactJobEvent =
  | ({ readonly type: 'job.accepted' } & ContactJobRequest)
  | ({ readonly type: 'job.progressed' } & ContactJobProgress)
  /** The job ends at the next partition. */
  | { readonly type: 'job.cancellation_requested' }
  | ({
      readonly type: 'job.finished';
      readonly status: Extract<ContactJobStatus, 'completed' | 'cancelled' | 'failed'>;
    } & ContactJobProgress);

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CONTACT_JOB_EVENTS = {
  'job.accepted': 1,
  'job.progressed': 1,
  'job.cancellation_requested': 1,
  'job.finished': 1,
} as const satisfies VersionsOf<ContactJobEvent>;

/** The kind, for readers of its events. */
export const CONTACT_JOB_KIND = eventKind<ContactJobEvent>('contact-job', CONTACT_JOB_EVENTS);
