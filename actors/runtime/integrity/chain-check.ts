/**
 * Finds missing messages of a shard, when all of its messages are read in order.
 *
 * It guarantees:
 * CC1. A predecessor that a message names is missing unless it was read, an archive of the actor holds it, or a later
 *      message of the actor declares it skipped. Archives and skips come after what they concern, so this is decided at
 *      the end.
 * CC2. The last message of an actor, which nothing names, is missing if the server counts more messages of the actor
 *      than were read and the skips do not explain the difference.
 * CC3. Messages that name nothing are accepted as found (chain.ts, CH3).
 *
 * Pure.
 */
import { type Links, predecessorIn } from '../journal/chain.js';
import { commitsIn } from '../journal/commit.js';

/** A message as it was read. */
export interface CheckedMessage {
  readonly seq: number;
  readonly subject: string;
  readonly links: Links | null;
  /** Sequences that it declares skipped. */
  readonly skips: readonly number[];
  readonly text: string;
}

/** The damage to one actor. */
export interface ActorDamage {
  readonly subject: string;
  /** Sequences that other messages name and that are not there. */
  readonly missing: readonly number[];
  /** Number of further messages that the server counts and that cannot be read. Their sequences are unknown. */
  readonly unnamed: number;
  /** The last readable message; 0: none. */
  readonly last: number;
  /** Sequences of messages that are not commits, without those that were skipped. */
  readonly unreadable: readonly number[];
}

export interface ChainCheck {
  /** Call it in the order of the sequences. */
  add(message: CheckedMessage): void;
  /** `counted`: how many messages of each subject the server counts. Only damaged actors are listed. */
  damage(counted: ReadonlyMap<string, number>): readonly ActorDamage[];
  /** Number of messages added. */
  messages(): number;
  /** Number of those that name their predecessor. */
  chained(): number;
}

/** What was read of one actor. */
interface ActorCheck {
  read: number;
  last: number;
  missing: number[];
  unreadable: number[];
  skipped: number[];
}

/** A check that has read nothing yet. */
export const createChainCheck = (): ChainCheck => {
  const seen = createSeen();
  const actors = new Map<string, ActorCheck>();
  let messages = 0;
  let chained = 0;

  const actorOf = (subject: string): ActorCheck => {
    const known = actors.get(subject);
    if (known !== undefined) return known;
    const fresh: ActorCheck = { read: 0, last: 0, missing: [], unreadable: [], skipped: [] };
    actors.set(subject, fresh);
    return fresh;
  };

  return {
    add: ({ seq, subject, links, skips, text }) => {
      const actor = actorOf(subject);
      messages += 1;
      if (links !== null) chained += 1;
      actor.read += 1;
      actor.last = seq;
      seen.add(seq);
      actor.skipped.push(...skips);
      const archived = archivedIn(text);
      if (archived === null) actor.unreadable.push(seq);
      for (const held of archived ?? []) seen.add(held);
      const named = predecessorIn(links);
      if (named !== null && named > 0 && !seen.has(named)) actor.missing.push(named);
    },
    damage: (counted) => {
      const subjects = new Set([...actors.keys(), ...counted.keys()]);
      return [...subjects].flatMap((subject) => {
        const { read, last, missing, unreadable, skipped } = actorOf(subject);
        // CC1
        const lost = missing.filter((seq) => !seen.has(seq) && !skipped.includes(seq));
        // A skip names messages that are gone, and messages that are there and cannot be read.
        const givenUp = skipped.filter((seq) => !seen.has(seq)).length;
        const unnamed = Math.max(0, (counted.get(subject) ?? 0) - read - lost.length - givenUp);
        const remaining = unreadable.filter((seq) => !skipped.includes(seq));
        if (lost.length === 0 && unnamed === 0 && remaining.length === 0) return [];
        return [{ subject, missing: lost, unnamed, last, unreadable: remaining }];
      });
    },
    messages: () => messages,
    chained: () => chained,
  };
};

/** The sequences in an archive; empty for a commit; null for anything else. */
const archivedIn = (text: string): readonly number[] | null => {
  try {
    const commits = commitsIn(JSON.parse(text));
    return commits?.flatMap(({ archived }) => archived ?? []) ?? null;
  } catch {
    return null;
  }
};

/** A set of sequences, one bit each. */
interface SeenSequences {
  has(seq: number): boolean;
  add(seq: number): void;
}

/** An empty set. */
export const createSeen = (): SeenSequences => {
  let bits = new Uint8Array(1_024);
  return {
    has: (seq) => ((bits[Math.floor(seq / 8)] ?? 0) & (1 << (seq % 8))) !== 0,
    add: (seq) => {
      const byte = Math.floor(seq / 8);
      if (byte >= bits.length) {
        const larger = new Uint8Array(Math.max(byte + 1, bits.length * 2));
        larger.set(bits);
        bits = larger;
      }
      bits[byte] = (bits[byte] ?? 0) | (1 << (seq % 8));
    },
  };
};
