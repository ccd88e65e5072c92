/** What is remembered of a contact: what the customer stated, and what was promised, each with the turns or messages that show it. */
import { type Static, Type } from 'typebox';
import { type Evidence, Evidence as EvidenceSchema } from '../analysis/call-analysis.js';
import { MessageEvidence } from '../analysis/conversation-analysis.js';
import { about, moment, text, uuid } from '../described.js';
import { BusinessId, CallId, ConversationId } from '../fields.js';
import { closed, literals, nullable, Uuid } from '../shapes.js';

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

const ENTRY = '93b7e4d0-1f6a-5c28-8e95-d2a0c7f41b63';

export const MemoryEntry = Type.Object(
  {
    id: uuid('The entry.', ENTRY),
    kind: literals(
      [...ENTRY_KINDS],
      about(
        '`summary`: of a call or conversation. `fact`: the customer stated it. `promise`: open until a later call or conversation shows that it was kept.',
      ),
    ),
    text: text('What is remembered, at most 300 characters.', 'Prefers appointments in the morning.'),
    promisedBy: nullable(
      literals([...PROMISERS]),
      about('The side that made the promise. Null: not a promise.'),
    ),
    saidAt: moment('When it was said; of a summary, when the conversation began.'),
    source: Type.Union(
      [
        Type.Object(
          {
            type: Type.Literal('call', about('It was said on a call.')),
            id: CallId,
            evidence: Type.Array(EvidenceSchema, about('The turns that show it; of a summary none.')),
          },
          closed,
        ),
        Type.Object(
          {
            type: Type.Literal('conversation', about('It was written in a conversation.')),
            id: ConversationId,
            evidence: Type.Array(MessageEvidence, about('The messages that show it; of a summary none.')),
          },
          closed,
        ),
      ],
      about('Where it was said.'),
    ),
  },
  closed,
);
export type MemoryEntry = Static<typeof MemoryEntry>;

export const MemoryErasure = Type.Object(
  {
    businessId: BusinessId,
    entryIds: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: MAX_ERASED,
        uniqueItems: true,
        ...about('The entries to erase. Omitted: everything that was said until now.', [ENTRY]),
      }),
    ),
  },
  closed,
);
export type MemoryErasure = Static<typeof MemoryErasure>;

/** Whether an agent remembers: what its calls and conversations leave is kept, and it is given what is remembered of a contact. */
export const MemorySettings = Type.Object(
  { enabled: Type.Boolean(about('Whether the agent remembers its contacts.')) },
  closed,
);
export type MemorySettings = Static<typeof MemorySettings>;
