/**
 * Ids are derived, so that running the same request twice reaches the same actor (docs/explanation/architecture/journal.md "Derived ids").
 */
import { hash } from 'node:crypto';
import { parse, v5 as uuidv5 } from 'uuid';

// As bytes, for speed: a file of contacts derives an id for every row.
const PARLEY_NAMESPACE = parse('6f1c1d0a-5a3e-5a6e-9c1b-6b8f3f0f7c11');

/**
 * A UUID v5 (RFC 9562) of the parts: the same parts yield the same id on every node, for ever.
 * Parts are length-prefixed, so ('ab','c') and ('a','bc') differ.
 */
export const deriveId = (...parts: readonly string[]): string =>
  uuidv5(Buffer.from(parts.map((part) => `${part.length}:${part}`).join('|')), PARLEY_NAMESPACE);

/** Matches any RFC 9562 UUID in lower or upper case. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

const UUID = new RegExp(UUID_PATTERN);

export const isUuid = (text: string): boolean => UUID.test(text);

/** The id of a business's built-in structured Data Source: its contacts (spec section 1). */
export const contactsSourceId = (businessId: string): string =>
  deriveId(businessId, 'data-source', 'contacts');

/** The name of that source. */
export const CONTACTS_SOURCE_NAME = 'Contacts';

/** The participant of a conversation: the person on one account of ours. A participant has the id of their conversation. */
export const participantOf = (conversationId: string): string => conversationId;

/** Hexadecimal digits of a business's 4,096 contact partitions. Fixed for ever: the digits begin every contact id. */
const PARTITION_DIGITS = 3;

export const CONTACT_PARTITIONS = 16 ** PARTITION_DIGITS;

/** The name of a partition, `000` to `fff`, by its number. */
export const partitionName = (index: number): string => index.toString(16).padStart(PARTITION_DIGITS, '0');

/** The partition that keeps a mobile number unique: a number always falls into the same one. */
export const partitionOfMobile = (mobile: string): string => hash('sha1', mobile).slice(0, PARTITION_DIGITS);

/** The partition that holds a contact: it is part of the contact's id. */
export const partitionOfContact = (contactId: string): string =>
  contactId.slice(0, PARTITION_DIGITS).toLowerCase();

/**
 * A contact's id: a UUID v8 (RFC 9562 section 5.8) that begins with its partition, the rest derived from the parts,
 * so that the id identifies the actor, and the same request yields the same id.
 */
export const contactIdIn = (partition: string, ...parts: readonly string[]): string => {
  const derived = deriveId('contact', ...parts);
  return `${partition}${derived.slice(PARTITION_DIGITS, 14)}8${derived.slice(15)}`;
};
