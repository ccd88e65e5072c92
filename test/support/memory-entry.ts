/** An entry of a contact's memory. */
import type { MemoryEntry } from '../../schemas/contacts/memory.js';

export const memoryEntry = (
  kind: MemoryEntry['kind'],
  text: string,
  saidAt = '2026-05-03T20:00:00.000Z',
): MemoryEntry => ({
  id: text,
  kind,
  text,
  promisedBy: kind === 'promise' ? 'business' : null,
  saidAt,
  source: { type: 'call', id: 'c1', evidence: [] },
});
