/** A book of trouble in memory, for tests without a server. */
import { type Failing, troubleId } from '../../actors/runtime/trouble.js';
import type { Noted, TroubleBook } from '../../actors/runtime/trouble-book.js';

/** A book that can be looked into. */
export interface MemoryBook extends Pick<TroubleBook, 'note' | 'has' | 'clear'> {
  /** By id: how many attempts it was noted with. */
  readonly entries: Map<string, { readonly failing: Failing; readonly attempts: number }>;
}

/** `answer`: what noting says. */
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
