/** What agents remember of a contact. */
import type { Operations } from '../../../operations/operations.js';
import type { MemoryEntry } from '../../../schemas/contacts/memory.js';
import { deriveId } from '../../../schemas/ids.js';
import type { Views } from '../../../views/views.js';
import { AT, CALL } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

export const MEMORY_ENTRY = deriveId('memory-entry');

const entry: MemoryEntry = {
  id: MEMORY_ENTRY,
  kind: 'promise',
  text: 'Sends the offer on 4 May.',
  promisedBy: 'business',
  saidAt: AT,
  source: { type: 'call', id: CALL, evidence: [{ turn: 2, atMs: 900 }] },
};

export const memoryViews = (): Pick<
  Views,
  'agentRemembers' | 'countEntries' | 'entryOfContact' | 'memory' | 'newestEntries'
> => ({
  agentRemembers: () => true,
  countEntries: () => 1,
  entryOfContact: () => ({ entryId: MEMORY_ENTRY, sourceId: CALL }),
  memory: (_, _contactId, page) => pageOf(entry, page),
  newestEntries: () => [entry],
});

export const memoryOperations = ({ record }: OperationLog): Operations['contactMemory'] => ({
  readSettings: async () => ({ enabled: true }),
  setSettings: (caller, _agentId, settings) => record(caller, settings),
  erase: (caller) => record(caller, { erased: 1 }),
});
