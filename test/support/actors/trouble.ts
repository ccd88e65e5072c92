/** A trouble book in memory, for tests without a server. */

import type { Noted, TroubleBook } from '../../../actors/runtime/trouble/book.js';
import { type Failing, troubleId } from '../../../actors/runtime/trouble/trouble.js';

/** A trouble book with readable entries. */
export interface MemoryBook extends Pick<TroubleBook, 'note' | 'has' | 'clear'> {
  /** By id, with the number of attempts that were noted. */
  readonly entries: Map<string, { readonly failing: Failing; readonly attempts: number }>;
}

/** `answer` is the result of `note`. */
export const memoryBook = (answer: () => Noted = () => 'noted'): MemoryBook => {
  const entries: MemoryBook['entries'] = new Map();
  return {
    entries,
    note: async (failing, _error, { attempts }) => {
      const noted = answer();
      const id = troubleId(failing);
      if (noted === 'noted')
        entries.set(id, { failing, attempts: (entries.get(id)?.attempts ?? 0) + attempts });
      return noted;
    },
    has: async (failing) => entries.has(troubleId(failing)),
    clear: async (failing) => void entries.delete(troubleId(failing)),
  };
};
