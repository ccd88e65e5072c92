/** Commands, queries and effects of a partition of contacts. */
import type { ContactChanges, ContactFacts, ImportCounts, ImportedRow } from './events.js';

export interface ImportedPart extends ImportCounts {
  /** Rows of contacts that live in another partition, with their ids, to be imported there. */
  readonly elsewhere: readonly ImportedRow[];
}

/** The same change for many contacts. Contacts that would be left without a category are skipped. */
export type ContactEdit =
  | { readonly type: 'delete' }
  | {
      readonly type: 'change';
      readonly addCategoryIds: readonly string[];
      readonly removeCategoryIds: readonly string[];
      /** Null: it stays as it is. */
      readonly communicationBlocked: boolean | null;
    };

/** What a job has done to the contacts of a partition so far. */
export interface EditCounts {
  readonly changed: number;
  readonly skipped: number;
}

export type ContactPartitionCommand =
  /** Refused with `contact_exists` if another contact has the mobile. A repetition changes nothing. */
  | {
      readonly type: 'create';
      readonly contactId: string;
      readonly facts: ContactFacts;
      /** A customer gave the number to an agent. */
      readonly unconfirmed?: true;
    }
  /** A number of another partition must have been reserved there. Refused with `contact_not_found`. */
  | {
      readonly type: 'change';
      readonly contactId: string;
      readonly changes: ContactChanges;
      readonly reservation?: string;
      /** A customer gave the new number to an agent. */
      readonly unconfirmed?: true;
    }
  /** Harmless if the contact has another number by now, or a confirmed one. */
  | { readonly type: 'confirm_mobile'; readonly contactId: string; readonly mobile: string }
  /** Missing contacts are skipped. */
  | { readonly type: 'delete'; readonly contactIds: readonly string[] }
  | { readonly type: 'delete_category'; readonly categoryId: string }
  /** A row's id is for a new contact. If a contact has the number or the id already, that one is updated instead. */
  | {
      readonly type: 'import';
      readonly importId: string;
      /** Identifies the part. Each part is applied once, however often it is requested. */
      readonly part: string;
      readonly categoryIds: readonly string[];
      readonly columns: readonly string[];
      /** The one of the columns whose values are time zones; absent: none. */
      readonly timeZoneColumn?: string;
      readonly rows: readonly ImportedRow[];
    }
  /** Changes or deletes contacts as a part of a job. Missing contacts are skipped. */
  | {
      readonly type: 'edit';
      readonly editId: string;
      /** Identifies the part. Each part is applied once, however often it is requested. */
      readonly part: string;
      readonly contactIds: readonly string[];
      readonly edit: ContactEdit;
    }
  | {
      readonly type: 'reserve_mobile';
      readonly mobile: string;
      readonly contactId: string;
      readonly reservation: string;
    }
  /** Harmless if the number is kept under another reservation by now. */
  | { readonly type: 'release_mobile'; readonly mobile: string; readonly reservation: string }
  /** Whether the contact with a reservation was found to have the number. */
  | { readonly type: 'mobile_checked'; readonly mobile: string; readonly held: boolean }
  /** The partition of a contact's former number has released it. */
  | { readonly type: 'mobile_returned'; readonly mobile: string; readonly reservation: string };

export type ContactPartitionEffect =
  /** Ask the contact's own partition whether the contact has this number; answers `mobile_checked`. */
  | { readonly kind: 'check_mobile'; readonly mobile: string; readonly contactId: string }
  /** Notify the number's partition that the contact no longer has it; answers `mobile_returned`. */
  | { readonly kind: 'return_mobile'; readonly mobile: string; readonly reservation: string };

export interface ContactRecord extends ContactFacts {
  readonly timeZone: string | null;
  readonly communicationBlocked: boolean;
  /** A customer gave the number to an agent, and it is not confirmed yet. Absent: it is confirmed. */
  readonly mobileUnconfirmed?: true;
  /** The reservation under which another partition keeps the number; null: it is kept here. */
  readonly reservation: string | null;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ContactPartitionReplies {
  /** The contact in its current state; absent from older builds. */
  readonly create: ContactDetails | undefined;
  readonly import: {
    /** The result of the part. */
    readonly imported: ImportedPart;
  };
  /** All parts of the job so far. */
  readonly edit: EditCounts;
}

export interface ContactPartitionQueries {
  /** Null if there is no such contact here. */
  get(contactId: string): ContactDetails | null;
  /** The id of the contact that has the mobile, a number of this partition; null if none has. */
  holder_of(mobile: string): string | null;
  /** What the job has done here so far. */
  edited(editId: string): EditCounts;
}

export interface ContactDetails extends ContactRecord {
  readonly contactId: string;
}
