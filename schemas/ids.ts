/**
 * Ids are derived, so that running the same request twice reaches the same actor (architecture.md,
 * "Idempotency without luck").
 */
import { v5 as uuidv5 } from 'uuid';

const PARLEY_NAMESPACE = '6f1c1d0a-5a3e-5a6e-9c1b-6b8f3f0f7c11';

/**
 * A UUID v5 (RFC 9562) of the given parts: the same parts give the same id on every node, for ever.
 * Parts are length-prefixed, so ('ab','c') and ('a','bc') differ.
 */
export const deriveId = (...parts: readonly string[]): string =>
  uuidv5(parts.map((part) => `${part.length}:${part}`).join('|'), PARLEY_NAMESPACE);

/** Matches any RFC 9562 UUID in lower or upper case. */
export const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/** The id of a business's built-in structured Data Source: its contacts (spec section 1). */
export const contactsSourceId = (businessId: string): string =>
  deriveId(businessId, 'data-source', 'contacts');
