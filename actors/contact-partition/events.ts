/** Events of the contacts of one partition, and of the mobile numbers that it keeps unique. */
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
    } & ContactChanges)
  /** A customer gave the contact's number to an agent; campaigns do not use it. Any other change of the number ends that. */
  | { readonly type: 'contact.mobile_unconfirmed'; readonly contactId: string }
  /** A user of the business linked a participant to the contact by this number. */
  | { readonly type: 'contact.mobile_confirmed'; readonly contactId: string }
  | { readonly type: 'contact.deleted'; readonly contactId: string }
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
  | { readonly type: 'mobile.returned'; readonly mobile: string };

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
} as const satisfies VersionsOf<ContactEvent>;

/** The kind, for readers of its events. */
export const CONTACT_KIND = eventKind<ContactEvent>('contacts', CONTACT_EVENTS);
