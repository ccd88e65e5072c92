/** What is remembered of a contact: what the customer stated, and what was promised, each with the turns or messages that show it. */
import { type Static, Type } from 'typebox';
import { type Evidence, Evidence as EvidenceSchema } from '../analysis/call-analysis.js';
import { MessageEvidence } from '../analysis/conversation-analysis.js';
import { closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

/** Entries of each kind that one call or one episode of a conversation leaves at most. */
export const MAX_ENTRIES_OF_CALL = 10;
/** Characters of a fact or a promise. */
export const MAX_ENTRY_CHARACTERS = 300;
/** Entries that one request erases at most. */
const MAX_ERASED = 100;

const ENTRY_KINDS = ['summary', 'fact', 'promise'] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

const PROMISERS = ['business', 'customer'] as const;
export type Promiser = (typeof PROMISERS)[number];

/** What shows an entry: a turn of a call, or a message of a conversation. */
export type EntryEvidence = Evidence | MessageEvidence;

/** An entry as its source leaves it. */
export interface NewEntry {
  readonly kind: EntryKind;
  readonly text: string;
  /** Of a promise. */
  readonly by: Promiser | null;
  /** When it was said, ms since the epoch; of a summary, when the conversation began. */
  readonly at: number;
  /** Empty for a summary. */
  readonly evidence: readonly EntryEvidence[];
}

/** The episode of a conversation that was analysed. Times in ms since the epoch. */
export interface RememberedEpisode {
  readonly conversationId: string;
  /** When its last message was sent. */
  readonly lastAt: number;
  /** When its messages were read: what a customer took back after that may be in what is remembered. */
  readonly readAt: number;
}

/** What one analysis leaves of a contact. */
export interface Remembered {
  readonly contactId: string;
  /** Absent: it was a call. */
  readonly conversation?: RememberedEpisode;
  readonly entries: readonly NewEntry[];
  /** The ids of entries whose promise was kept. */
  readonly kept: readonly string[];
}

export const MemoryEntry = Type.Object(
  {
    id: Uuid,
    kind: literals([...ENTRY_KINDS], {
      description:
        'fact: the customer stated it; promise: open until a later call or conversation shows that it was kept.',
    }),
    text: Type.String(),
    promisedBy: nullable(literals([...PROMISERS]), { description: 'Of a promise.' }),
    saidAt: DateTime,
    source: Type.Union([
      Type.Object(
        {
          type: Type.Literal('call'),
          id: Uuid,
          evidence: Type.Array(EvidenceSchema, { description: 'The turns that show it; of a summary none.' }),
        },
        closed,
      ),
      Type.Object(
        {
          type: Type.Literal('conversation'),
          id: Uuid,
          evidence: Type.Array(MessageEvidence, {
            description: 'The messages that show it; of a summary none.',
          }),
        },
        closed,
      ),
    ]),
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

/** Whether an agent remembers: what its calls and conversations leave is kept, and it is given what is remembered of a contact. */
export const MemorySettings = Type.Object({ enabled: Type.Boolean() }, closed);
export type MemorySettings = Static<typeof MemorySettings>;
