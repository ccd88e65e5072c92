/** Events of the contacts of one partition, and of the mobile numbers that it keeps unique. */
import type { SuppressedBy } from '../contact-point/events.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** A contact as its owner sees it. */
export interface ContactFacts {
  readonly name: string;
  /** E.164. */
  readonly mobile: string;
  /** At least one. */
  readonly categoryIds: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  /** The contact's own time zone, an IANA name; absent or null: that of the number's area. */
  readonly timeZone?: string | null;
}

/** The changes of an update; omitted fields stay unchanged. */
export interface ContactChanges {
  readonly name?: string;
  readonly mobile?: string;
  readonly categoryIds?: readonly string[];
  /** All fields after the update. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly communicationBlocked?: boolean;
  /** Null: no time zone of its own. */
  readonly timeZone?: string | null;
  /** All further numbers after the update, each of which the contact has already, E.164. */
  readonly otherMobiles?: readonly string[];
}

/** A number of a contact, and the reservation under which another partition keeps it; null: the contact's own keeps it. */
export interface HeldNumber {
  /** E.164. */
  readonly mobile: string;
  readonly reservation: string | null;
}

/** An entry of a contact's memory, and the call that left it. */
export interface ErasedEntry {
  readonly entryId: string;
  readonly sourceId: string;
}

/** The error code of a merge whose other contact was not given up. */
export type MergeRefusal = 'contact_changing' | 'contact_not_found';

/** Two contacts and the merge that makes them one. */
interface MergedPair {
  /** The contact that stays. */
  readonly contactId: string;
  /** The contact that it takes over. */
  readonly otherContactId: string;
  readonly mergeId: string;
}

/** A row of an import. The values are in the order of the event's `columns`; an empty one changes nothing. */
export type ImportedRow = readonly [
  contactId: string,
  mobile: string,
  name: string,
  ...values: readonly string[],
];

export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  /** Rows without effect, such as those that match their contact already. */
  readonly skipped: number;
}

export type ContactEvent =
  | ({ readonly type: 'contact.created'; readonly contactId: string } & ContactFacts)
  | ({
      readonly type: 'contact.changed';
      readonly contactId: string;
      /** The reservation under which another partition keeps the new number. */
      readonly reservation?: string;
    } & Omit<ContactChanges, 'otherMobiles'>)
  /** Two numbers of the contact changed places, or some were removed. All numbers after the change. */
  | ({
      readonly type: 'contact.numbers_changed';
      readonly contactId: string;
      readonly otherMobiles: readonly HeldNumber[];
    } & HeldNumber)
  /** The partition of the other contact is to be asked to give it up. `by`: the author of the request. */
  | ({ readonly type: 'contact.merge_started'; readonly by: SuppressedBy | null } & MergedPair)
  /** The other contact was not given up. */
  | { readonly type: 'contact.merge_failed'; readonly mergeId: string; readonly code: MergeRefusal }
  /** The contact has taken over the other one. All of its data after the merge, except for its mobile, which stays. */
  | ({
      readonly type: 'contact.merged';
      readonly name: string;
      readonly categoryIds: readonly string[];
      readonly fields: Readonly<Record<string, string>>;
      readonly communicationBlocked: boolean;
      readonly timeZone: string | null;
      /** The numbers that it took over. */
      readonly taken: readonly HeldNumber[];
      /** All further numbers, E.164. */
      readonly otherMobiles: readonly string[];
    } & MergedPair)
  /** The contact was deleted during the merge, so what it took over is deleted, too. */
  | ({ readonly type: 'contact.merge_dropped'; readonly taken: readonly HeldNumber[] } & MergedPair)
  /** The numbers are blocked if the contact is, and the other contact's partition has discarded its data. */
  | { readonly type: 'contact.merge_settled'; readonly mergeId: string }
  /** The contact belongs to the contact `to` from now on, which may be of another partition, and so do its numbers. */
  | {
      readonly type: 'contact.given_up';
      readonly contactId: string;
      readonly to: string;
      readonly mergeId: string;
    }
  /** The contact is not given up for this merge, now or later. */
  | { readonly type: 'contact.kept'; readonly contactId: string; readonly mergeId: string }
  /** The data of the contact that was given up has arrived at the one that took it over. */
  | { readonly type: 'contact.forgotten'; readonly contactId: string }
  /** A customer gave the contact's number to an agent; campaigns do not use it. Any other change of the number ends that. */
  | { readonly type: 'contact.mobile_unconfirmed'; readonly contactId: string }
  /** A user of the business linked a participant to the contact by this number. */
  | { readonly type: 'contact.mobile_confirmed'; readonly contactId: string }
  | { readonly type: 'contact.deleted'; readonly contactId: string }
  /** What is remembered of the contact is erased: these entries, or null: everything that was said until now. */
  | {
      readonly type: 'contact.memory_erased';
      readonly contactId: string;
      readonly entries: readonly ErasedEntry[] | null;
    }
  /**
   * One part of an import. One event covers many rows: a million contacts are a few thousand commits.
   * `categoryIds` are added to every contact of the part.
   */
  | {
      readonly type: 'contacts.imported';
      readonly importId: string;
      readonly part: string;
      readonly categoryIds: readonly string[];
      /** Field keys of the rows' values. */
      readonly columns: readonly string[];
      /** The one of the columns whose values are time zones; absent: none. */
      readonly timeZoneColumn?: string;
      readonly created: readonly ImportedRow[];
      readonly updated: readonly ImportedRow[];
      /** Rows of contacts that live in another partition, where they are yet to be updated. */
      readonly elsewhere: readonly ImportedRow[];
      readonly skipped: number;
    }
  /** One part of a job that changes or deletes many contacts was applied, by the other events of this commit. */
  | {
      readonly type: 'contacts.edited';
      /** The job. */
      readonly editId: string;
      readonly part: string;
      readonly changed: number;
      /** Contacts that were already as requested, or could not be changed. */
      readonly skipped: number;
    }
  /** A contact of another partition is about to have this number. */
  | {
      readonly type: 'mobile.reserved';
      readonly mobile: string;
      readonly contactId: string;
      /** Identifies this reservation: returning the number names it. */
      readonly reservation: string;
      readonly checkAt: number;
    }
  /** The contact was found to have the number. */
  | { readonly type: 'mobile.confirmed'; readonly mobile: string }
  | { readonly type: 'mobile.check_due'; readonly mobile: string }
  | { readonly type: 'mobile.released'; readonly mobile: string }
  /** The partition of a contact's former number has been notified to release it. */
  | { readonly type: 'mobile.returned'; readonly mobile: string }
  /** A number that is kept for a contact of another partition belongs to this contact, which has it under this reservation. */
  | {
      readonly type: 'mobile.handed_over';
      readonly mobile: string;
      readonly contactId: string;
      readonly reservation: string;
    }
  /** The partition of a number that came with a merge knows its new contact. */
  | { readonly type: 'mobile.hand_over_ended'; readonly mobile: string };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const CONTACT_EVENTS = {
  // Version 2: carries a time zone, which readers must not ignore.
  'contact.created': 2,
  'contact.changed': 2,
  'contact.mobile_unconfirmed': 2,
  'contact.mobile_confirmed': 2,
  'contact.deleted': 1,
  'contacts.imported': 2,
  // Version 3.
  'contacts.edited': 3,
  'mobile.reserved': 1,
  'mobile.confirmed': 1,
  'mobile.check_due': 1,
  'mobile.released': 1,
  'mobile.returned': 1,
  // Version 3: merged contacts, and contacts with several numbers.
  'contact.numbers_changed': 3,
  'contact.merge_started': 3,
  'contact.merge_failed': 3,
  'contact.merged': 3,
  'contact.merge_dropped': 3,
  'contact.merge_settled': 3,
  'contact.given_up': 3,
  'contact.kept': 3,
  'contact.forgotten': 3,
  'mobile.handed_over': 3,
  'mobile.hand_over_ended': 3,
  // Version 4: a build that ignores it would show what was erased.
  'contact.memory_erased': 4,
} as const satisfies VersionsOf<ContactEvent>;

/** The kind, for readers of its events. */
export const CONTACT_KIND = eventKind<ContactEvent>('contacts', CONTACT_EVENTS);
