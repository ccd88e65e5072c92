/** What is remembered of a contact: what the customer stated, and what was promised, each with the turns that show it. */
import { type Static, Type } from 'typebox';
import { type Evidence, Evidence as EvidenceSchema } from '../analysis/call-analysis.js';
import { closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

/** Entries of each kind that one call leaves at most. */
export const MAX_ENTRIES_OF_CALL = 10;
/** Characters of a fact or a promise. */
export const MAX_ENTRY_CHARACTERS = 300;
/** Entries that one request erases at most. */
const MAX_ERASED = 100;

const ENTRY_KINDS = ['summary', 'fact', 'promise'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

const PROMISERS = ['business', 'customer'] as const;
export type Promiser = (typeof PROMISERS)[number];

/** An entry as its source leaves it. */
export interface NewEntry {
  readonly kind: EntryKind;
  readonly text: string;
  /** Of a promise. */
  readonly by: Promiser | null;
  /** When it was said, ms since the epoch; of a summary, when the conversation began. */
  readonly at: number;
  /** Empty for a summary. */
  readonly evidence: readonly Evidence[];
}

/** What one analysis leaves of a contact. */
export interface Remembered {
  readonly contactId: string;
  readonly entries: readonly NewEntry[];
  /** The ids of entries whose promise was kept. */
  readonly kept: readonly string[];
}

export const MemoryEntry = Type.Object(
  {
    id: Uuid,
    kind: literals([...ENTRY_KINDS], {
      description: 'fact: the customer stated it; promise: open until a later call shows that it was kept.',
    }),
    text: Type.String(),
    promisedBy: nullable(literals([...PROMISERS]), { description: 'Of a promise.' }),
    saidAt: DateTime,
    source: Type.Object(
      {
        type: literals(['call']),
        id: Uuid,
        evidence: Type.Array(EvidenceSchema, { description: 'The turns that show it; of a summary none.' }),
      },
      closed,
    ),
  },
  closed,
);
export type MemoryEntry = Static<typeof MemoryEntry>;

export const MemoryErasure = Type.Object(
  {
    businessId: Uuid,
    entryIds: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: MAX_ERASED,
        uniqueItems: true,
        description: 'Absent: everything that was said until now.',
      }),
    ),
  },
  closed,
);
export type MemoryErasure = Static<typeof MemoryErasure>;

/** Whether an agent remembers: what its calls leave is kept, and it is given what is remembered of a contact. */
export const MemorySettings = Type.Object({ enabled: Type.Boolean() }, closed);
export type MemorySettings = Static<typeof MemorySettings>;
