/** Commands, queries and effects of a partition of contacts. */
import type { Conditional } from '../../schemas/tag.js';
import type { SuppressedBy } from '../contact-point/events.js';
import type {
  ContactChanges,
  ContactFacts,
  ErasedEntry,
  HeldNumber,
  ImportCounts,
  ImportedRow,
  MergeRefusal,
} from './events.js';

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
  | ({
      readonly type: 'change';
      readonly contactId: string;
      readonly changes: ContactChanges;
      readonly reservation?: string;
      /** A customer gave the new number to an agent. */
      readonly unconfirmed?: true;
    } & Conditional)
  /** Harmless if the contact has another number by now, or a confirmed one. */
  | { readonly type: 'confirm_mobile'; readonly contactId: string; readonly mobile: string }
  /** Missing contacts are skipped. */
  | { readonly type: 'delete'; readonly contactIds: readonly string[] }
  /** Erases entries of the contact's memory, or all (null). Refused with `contact_not_found`. */
  | {
      readonly type: 'erase_memory';
      readonly contactId: string;
      readonly entries: readonly ErasedEntry[] | null;
    }
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
  /** Whether a contact was found to have the number, and which one under which reservation. */
  | {
      readonly type: 'mobile_checked';
      readonly mobile: string;
      readonly held: boolean;
      /** Absent: its own partition keeps the number. `from`: the contact that was asked for. */
      readonly holder?: { readonly contactId: string; readonly reservation: string; readonly from: string };
    }
  /** The partition of a contact's former number has released it. */
  | { readonly type: 'mobile_returned'; readonly mobile: string; readonly reservation: string }
  | MergeCommand;

/** The steps of a merge (merging.ts). Each may be repeated: it takes place once. */
export type MergeCommand =
  /** Refused with `contact_not_found`, or `contact_changing` while another merge of the contact runs. */
  | {
      readonly type: 'merge';
      readonly contactId: string;
      readonly otherContactId: string;
      readonly mergeId: string;
      readonly by: SuppressedBy | null;
    }
  /** Gives the contact up to the contact `to`; its reply says whether it did. */
  | {
      readonly type: 'give_up';
      readonly contactId: string;
      readonly to: string;
      readonly mergeId: string;
    }
  | { readonly type: 'given_up'; readonly mergeId: string; readonly given: GivenContact }
  | { readonly type: 'not_given_up'; readonly mergeId: string; readonly code: MergeRefusal }
  /** The contact that was given up has arrived. */
  | { readonly type: 'forget'; readonly contactId: string }
  | { readonly type: 'merge_settled'; readonly mergeId: string }
  /** Harmless if the number belongs to another contact than `from` by now. */
  | {
      readonly type: 'hand_over_mobile';
      readonly mobile: string;
      readonly from: string;
      readonly contactId: string;
      readonly reservation: string;
    }
  | { readonly type: 'mobile_handed_over'; readonly mobile: string; readonly reservation: string };

/** A contact that was given up, as the one that takes it over needs it. */
export interface GivenContact extends Omit<ContactFacts, 'mobile'> {
  readonly timeZone: string | null;
  readonly communicationBlocked: boolean;
  /** Its numbers, its mobile first. */
  readonly numbers: readonly HeldNumber[];
}

export type ContactPartitionEffect =
  /** Ask the contact's own partition whether the contact has this number; answers `mobile_checked`. */
  | { readonly kind: 'check_mobile'; readonly mobile: string; readonly contactId: string }
  /** Notify the number's partition that the contact no longer has it; answers `mobile_returned`. */
  | { readonly kind: 'return_mobile'; readonly mobile: string; readonly reservation: string }
  /** Ask the other contact's partition to give it up; answers `given_up` or `not_given_up`. */
  | {
      readonly kind: 'take_over';
      readonly contactId: string;
      readonly otherContactId: string;
      readonly mergeId: string;
    }
  /** Block the numbers if the contact is blocked, and have the other contact's data discarded; answers `merge_settled`. */
  | {
      readonly kind: 'settle_merge';
      readonly contactId: string;
      readonly otherContactId: string;
      readonly mergeId: string;
      readonly by: SuppressedBy | null;
    }
  /** Notify the number's partition that it belongs to this contact; answers `mobile_handed_over`. */
  | {
      readonly kind: 'hand_over_mobile';
      readonly mobile: string;
      readonly from: string;
      readonly contactId: string;
      readonly reservation: string;
    };

export interface ContactRecord extends ContactFacts {
  readonly timeZone: string | null;
  readonly communicationBlocked: boolean;
  /** A customer gave the number to an agent, and it is not confirmed yet. Absent: it is confirmed. */
  readonly mobileUnconfirmed?: true;
  /** The reservation under which another partition keeps the number; null: it is kept here. */
  readonly reservation: string | null;
  /** Further numbers of the contact, which came with merged contacts. Absent: none. */
  readonly otherMobiles?: readonly HeldNumber[];
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
  readonly give_up: GivingUp;
}

/** The result of asking for a contact. */
export type GivingUp =
  | { readonly outcome: 'given_up'; readonly given: GivenContact }
  | { readonly outcome: 'kept'; readonly code: MergeRefusal };

/** The progress of a merge. */
export type MergeProgress =
  | { readonly status: 'running' | 'merged' }
  | { readonly status: 'failed'; readonly code: MergeRefusal };

export interface ContactPartitionQueries {
  /** Null if there is no such contact here. */
  get(contactId: string): ContactDetails | null;
  /** The id of the contact that has the mobile, a number of this partition; null if none has. */
  holder_of(mobile: string): string | null;
  /** What the job has done here so far. */
  edited(editId: string): EditCounts;
  /** The contact that took over this one, which may itself have been taken over; null: none did. */
  survivor_of(contactId: string): string | null;
  /** Whether steps of a merge into this contact are outstanding. */
  is_merging(contactId: string): boolean;
  /** Null: no such merge, or one that ended long ago. */
  merge(mergeId: string): MergeProgress | null;
}

export interface ContactDetails extends ContactRecord {
  readonly contactId: string;
}
