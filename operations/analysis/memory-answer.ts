/**
 * The part of a model's answer about a call or a conversation that is remembered: facts that the customer stated, promises, and earlier promises that
 * were kept.
 *
 * It guarantees:
 * P1. A fact cites a turn of the customer, and a promise a turn of its promiser; an entry that does not is left out.
 * P2. Only promises that the model was shown can be kept, and only if a turn shows it.
 */
import { Type } from 'typebox';
import {
  type EntryEvidence,
  MAX_ENTRIES_OF_CALL,
  MAX_ENTRY_CHARACTERS,
  type MemoryEntry,
  type NewEntry,
  type Promiser,
  type Remembered,
} from '../../schemas/contacts/memory.js';
import { valueAs } from '../../schemas/parse.js';
import { literals } from '../../schemas/shapes.js';
import { hasOwnWords, oneLine } from '../../schemas/text.js';

const Turns = Type.Array(Type.Integer({ minimum: 1 }));

const MemoryAnswer = Type.Object({
  facts: Type.Array(Type.Object({ fact: Type.String(), turns: Turns })),
  promises: Type.Array(
    Type.Object({ promise: Type.String(), by: literals(['business', 'customer']), turns: Turns }),
  ),
  kept: Type.Array(Type.Object({ promise: Type.Integer(), turns: Turns })),
});

/** The properties of the answer that are remembered. `turns`: the JSON Schema of cited turns. */
export const memoryProperties = (
  exactly: (properties: Readonly<Record<string, object>>) => object,
  turns: object,
  openPromises: number,
): Readonly<Record<string, object>> => {
  const text = { type: 'string', minLength: 1, maxLength: MAX_ENTRY_CHARACTERS };
  return {
    facts: {
      type: 'array',
      maxItems: MAX_ENTRIES_OF_CALL,
      description:
        'Lasting facts that the customer stated about themselves and that a later conversation needs, each in one sentence. Nothing about health, religion, politics, payment cards or passwords. Usually few.',
      items: exactly({ fact: text, turns }),
    },
    promises: {
      type: 'array',
      maxItems: MAX_ENTRIES_OF_CALL,
      description:
        'What the agent or a colleague (business) or the customer promised to do afterwards, each in one sentence, with dates instead of words like tomorrow.',
      items: exactly({ promise: text, by: { enum: ['business', 'customer'] }, turns }),
    },
    kept: {
      type: 'array',
      maxItems: Math.max(1, openPromises),
      description:
        'The numbers of earlier promises of which a turn shows that they were kept or no longer matter.',
      items: exactly({ promise: { type: 'integer', minimum: 1 }, turns }),
    },
  };
};

/** A turn that an entry may cite. */
export interface Said {
  readonly side: Promiser;
  /** ms since the epoch. */
  readonly at: number;
}

interface Conversed {
  /** In the order in which the model read them. */
  readonly turns: readonly Said[];
  /** What each turn is shown by. */
  readonly proofs: readonly EntryEvidence[];
  /** The earlier promises, in the order in which the model was shown them. */
  readonly openPromises: readonly MemoryEntry[];
  readonly summary: string;
}

/** What the answer leaves; nothing if it has no such part. */
export const rememberedIn = (
  answer: unknown,
  { turns, proofs, openPromises, summary }: Conversed,
): Omit<Remembered, 'contactId'> => {
  const read = valueAs(MemoryAnswer, answer);
  if (read === null) return { entries: [], kept: [] };
  const entryOf = (
    kind: 'fact' | 'promise',
    {
      text,
      by,
      cited,
    }: { readonly text: string; readonly by: Promiser | null; readonly cited: readonly number[] },
  ): readonly NewEntry[] => {
    const line = oneLine(text, MAX_ENTRY_CHARACTERS);
    const proof = proofOf(cited, turns, by ?? 'customer');
    const [first] = proof;
    if (first === undefined || !hasOwnWords(line)) return []; // P1
    const evidence = proof.flatMap(({ number }) => proofs[number - 1] ?? []);
    return [{ kind, text: line, by, at: first.said.at, evidence }];
  };
  const [began] = turns;
  const entries: readonly NewEntry[] = [
    ...(began === undefined
      ? []
      : [{ kind: 'summary', text: summary, by: null, at: began.at, evidence: [] } as const]),
    ...read.facts.flatMap(({ fact, turns: cited }) => entryOf('fact', { text: fact, by: null, cited })),
    ...read.promises.flatMap(({ promise, by, turns: cited }) =>
      entryOf('promise', { text: promise, by, cited }),
    ),
  ];
  const kept = read.kept.flatMap(({ promise, turns: cited }) => {
    const shown = openPromises[promise - 1];
    return shown !== undefined && cited.some((number) => turns[number - 1] !== undefined) ? [shown.id] : []; // P2
  });
  return { entries, kept: [...new Set(kept)] };
};

/** The cited turns that exist, in order, if one of them was spoken by this side. */
const proofOf = (
  cited: readonly number[],
  turns: readonly Said[],
  side: Promiser,
): readonly { readonly number: number; readonly said: Said }[] => {
  const proof = [...new Set(cited)]
    .sort((a, b) => a - b)
    .flatMap((number) => {
      const said = turns[number - 1];
      return said === undefined ? [] : [{ number, said }];
    });
  return proof.some(({ said }) => said.side === side) ? proof : [];
};
