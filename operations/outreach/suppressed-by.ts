/** The author under which a suppression is recorded. */
import type { SuppressedBy } from '../../actors/contact-point/events.js';
import type { Caller } from '../caller.js';

/** The user or the key of the request; null if it has none. */
export const suppressedBy = ({ by = null }: Pick<Caller, 'by'>): SuppressedBy | null => {
  if (by === null) return null;
  return by.type === 'key' ? { type: 'key', id: by.keyId } : { type: 'user', id: by.userId };
};
