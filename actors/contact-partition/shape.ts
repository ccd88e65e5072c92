/** The shape of a partition's state. */
import type { SuppressedBy } from '../contact-point/events.js';
import type { PersistentMap } from '../runtime/persistent-map.js';
import type { ContactRecord, EditCounts, ImportedPart } from './commands.js';
import type { HeldNumber, MergeRefusal } from './events.js';

/** A number that is reserved for a contact of another partition, which may not have taken it yet. */
interface Reservation {
  /** When to check, ms since the epoch. */
  readonly checkAt: number;
  readonly checking: boolean;
}

interface ImportProgress {
  /** The result of each applied part. */
  readonly parts: Readonly<Record<string, ImportedPart>>;
}

interface EditProgress extends EditCounts {
  /** The applied parts. */
  readonly parts: readonly string[];
}

export interface ContactPartitionState extends MergeState {
  readonly partition: string;
  readonly contacts: PersistentMap<ContactRecord>;
  /** Mobile → the contact that has it or has reserved it; the contact may be of another partition. */
  readonly mobiles: PersistentMap<string>;
  readonly reservations: Readonly<Record<string, Reservation>>;
  /** Mobile kept for a contact of another partition → the current reservation. */
  readonly lent: Readonly<Record<string, string>>;
  /** Former mobile of a contact here → the reservation under which another partition still keeps it. */
  readonly returning: Readonly<Record<string, string>>;
  /** The latest imports, so that a rerun after a crash counts nothing twice. */
  readonly imports: Readonly<Record<string, ImportProgress>>;
  /** The latest jobs that changed contacts here, for the same reason. */
  readonly edits: Readonly<Record<string, EditProgress>>;
}

/** A merge in progress. */
interface Merge {
  readonly contactId: string;
  readonly otherContactId: string;
  readonly by: SuppressedBy | null;
}

/** A contact that belongs to another one now. */
interface GivenUp {
  readonly to: string;
  /** Null once the other contact's partition has it. */
  readonly record: ContactRecord | null;
  /** Its numbers as the other contact's partition holds them. */
  readonly passed: readonly HeldNumber[];
}

/** A number to be handed over by its partition. */
interface HandOver {
  /** The new contact, which is here, and the former one. */
  readonly contactId: string;
  readonly from: string;
  readonly reservation: string;
}

/** The merges into contacts of the partition, and its contacts that were given up (merging.ts). */
export interface MergeState {
  /** Merge → the merge, until the other contact is here. */
  readonly merges: Readonly<Record<string, Merge>>;
  /** Merge → the merge, once the other contact is here and until it is settled. */
  readonly settling: Readonly<Record<string, Merge>>;
  /** The latest merges that ended here; `code`: null unless it failed. */
  readonly endedMerges: Readonly<Record<string, { readonly code: MergeRefusal | null }>>;
  /** Former contacts of this partition. */
  readonly givenUp: PersistentMap<GivenUp>;
  /** The latest merges for which a contact of this partition was not given up. */
  readonly kept: readonly string[];
  /** Mobile → the number that another partition is to hand over. */
  readonly handing: Readonly<Record<string, HandOver>>;
}
