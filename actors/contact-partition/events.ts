/** What happened to the contacts of one partition, and to the mobile numbers that it keeps unique. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** What a contact is, as its owner sees it. */
export interface ContactFacts {
  readonly name: string;
  /** E.164. */
  readonly mobile: string;
  /** At least one. */
  readonly categoryIds: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  /** Its own, by the name in the IANA database; absent or null: that of the number's area. */
  readonly timeZone?: string | null;
}

/** What an update sets; what is left out stays. */
export interface ContactChanges {
  readonly name?: string;
  readonly mobile?: string;
  readonly categoryIds?: readonly string[];
  /** All fields as they are afterwards. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly communicationBlocked?: boolean;
  /** Null: none of its own. */
  readonly timeZone?: string | null;
}

/** A row of an import: the values stand in the order of the event's `columns`, and an empty one leaves what is there. */
export type ImportedRow = readonly [
  contactId: string,
  mobile: string,
  name: string,
  ...values: readonly string[],
];

export interface ImportCounts {
  readonly created: number;
  readonly updated: number;
  /** Already as the file has them. */
  readonly skipped: number;
}

export type ContactEvent =
  | ({ readonly type: 'contact.created'; readonly contactId: string } & ContactFacts)
  | ({
      readonly type: 'contact.changed';
      readonly contactId: string;
      /** Under which another partition keeps the new number. */
      readonly reservation?: string;
    } & ContactChanges)
  /** A customer gave the contact's number to an agent: campaigns do not use it. Any other change of the number ends that. */
  | { readonly type: 'contact.mobile_unconfirmed'; readonly contactId: string }
  /** A user of the business linked a participant to the contact by this number. */
  | { readonly type: 'contact.mobile_confirmed'; readonly contactId: string }
  | { readonly type: 'contact.deleted'; readonly contactId: string }
  /**
   * One part of an import. One event for many rows: a million contacts are a few thousand commits.
   * `categoryIds` are given to every contact of the part.
   */
  | {
      readonly type: 'contacts.imported';
      readonly importId: string;
      readonly part: string;
      readonly categoryIds: readonly string[];
      /** Field keys of the rows' values. */
      readonly columns: readonly string[];
      /** One of the columns whose values are time zones instead; absent: none is. */
      readonly timeZoneColumn?: string;
      readonly created: readonly ImportedRow[];
      readonly updated: readonly ImportedRow[];
      /** Of contacts that live in another partition, where they are yet to be updated. */
      readonly elsewhere: readonly ImportedRow[];
      readonly skipped: number;
    }
  /** A contact of another partition is about to have this number. */
  | {
      readonly type: 'mobile.reserved';
      readonly mobile: string;
      readonly contactId: string;
      /** Names this reservation: who gives the number back says which one. */
      readonly reservation: string;
      readonly checkAt: number;
    }
  /** The contact was found to have the number. */
  | { readonly type: 'mobile.confirmed'; readonly mobile: string }
  | { readonly type: 'mobile.check_due'; readonly mobile: string }
  | { readonly type: 'mobile.released'; readonly mobile: string }
  /** The partition that kept a contact's former number was told to let it go. */
  | { readonly type: 'mobile.returned'; readonly mobile: string };

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const CONTACT_EVENTS = {
  // With a time zone, which must be heeded.
  'contact.created': 2,
  'contact.changed': 2,
  'contact.mobile_unconfirmed': 2,
  'contact.mobile_confirmed': 2,
  'contact.deleted': 1,
  'contacts.imported': 2,
  'mobile.reserved': 1,
  'mobile.confirmed': 1,
  'mobile.check_due': 1,
  'mobile.released': 1,
  'mobile.returned': 1,
} as const satisfies VersionsOf<ContactEvent>;

/** The kind, for those who read its events. */
export const CONTACT_KIND = eventKind<ContactEvent>('contacts', CONTACT_EVENTS);
