/** What a partition of contacts can be told and asked, and what it owes. */
import type { ContactChanges, ContactFacts, ImportCounts, ImportedRow } from './events.js';

export interface ImportedPart extends ImportCounts {
  /** Rows of contacts that live in another partition, with their ids: import them there. */
  readonly elsewhere: readonly ImportedRow[];
}

export type ContactPartitionCommand =
  /** Refused with `contact_exists` when another contact has the mobile. Asked again it changes nothing. */
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
  /** Harmless where the contact has another number by now, or a confirmed one. */
  | { readonly type: 'confirm_mobile'; readonly contactId: string; readonly mobile: string }
  /** Those that are not there are passed over. */
  | { readonly type: 'delete'; readonly contactIds: readonly string[] }
  | { readonly type: 'delete_category'; readonly categoryId: string }
  /** A row's id is for the contact to be made; where the number or the id is there, that contact is updated instead. */
  | {
      readonly type: 'import';
      readonly importId: string;
      /** Names the part; each is applied once, however often it is asked for. */
      readonly part: string;
      readonly categoryIds: readonly string[];
      readonly columns: readonly string[];
      /** One of the columns whose values are time zones instead; absent: none is. */
      readonly timeZoneColumn?: string;
      readonly rows: readonly ImportedRow[];
    }
  | {
      readonly type: 'reserve_mobile';
      readonly mobile: string;
      readonly contactId: string;
      readonly reservation: string;
    }
  /** Harmless when the number is kept under another reservation by now. */
  | { readonly type: 'release_mobile'; readonly mobile: string; readonly reservation: string }
  /** The holder of a reservation was asked: it has the number, or not. */
  | { readonly type: 'mobile_checked'; readonly mobile: string; readonly held: boolean }
  /** A former number of a contact here was let go by its partition. */
  | { readonly type: 'mobile_returned'; readonly mobile: string; readonly reservation: string };

export type ContactPartitionEffect =
  /** Ask the contact's own partition whether it has this number; answers `mobile_checked`. */
  | { readonly kind: 'check_mobile'; readonly mobile: string; readonly contactId: string }
  /** Tell the number's partition that the contact has it no longer; answers `mobile_returned`. */
  | { readonly kind: 'return_mobile'; readonly mobile: string; readonly reservation: string };

export interface ContactRecord extends ContactFacts {
  readonly timeZone: string | null;
  readonly communicationBlocked: boolean;
  /** A customer gave the number to an agent, and it was not confirmed. Absent: it is confirmed. */
  readonly mobileUnconfirmed?: true;
  /** Under which another partition keeps the number; null: it is kept here. */
  readonly reservation: string | null;
  /** ms since the epoch. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ContactPartitionReplies {
  /** The contact as it is by now; a node of an older build says nothing. */
  readonly create: ContactDetails | undefined;
  readonly import: {
    /** What came of the part. */
    readonly imported: ImportedPart;
  };
}

export interface ContactPartitionQueries {
  /** Null when there is no such contact here. */
  get(contactId: string): ContactDetails | null;
  /** The id of the contact that has the mobile, which is of this partition; null when nobody has it. */
  holder_of(mobile: string): string | null;
}

export interface ContactDetails extends ContactRecord {
  readonly contactId: string;
}
