/**
 * What must be handled before a message, so that the messages of a subject stay in order when their reader changes: the
 * earlier ones of its subject that another reader was given and has not settled.
 *
 * A consumer counts its deliveries. A reader that has seen every count since the last gap has missed nothing; at a gap,
 * deliveries went to another reader or were lost on the way to this one. From there on every message is compared with the
 * stream itself, until the consumer's floor shows that all that was delivered up to the gap is settled.
 *
 * It guarantees:
 * P1. `before` yields every message of the subject that lies before the given one, was delivered to another reader, and
 *     is unsettled; oldest first. It may yield one that was settled above the floor, where the stream still holds it.
 * P2. Without a gap nothing is looked up. After one, a subject costs one look-up and one more for each message yielded.
 * P3. What it remembers is bounded; a subject that it has forgotten is looked up again.
 */

/** Subjects remembered after a gap. */
const MOST_SUBJECTS = 10_000;
/** How often the floor is looked at, ms. */
const LOOK_MS = 1_000;

/** Where a consumer stands, as sequences of the stream. */
interface Position {
  /** Everything up to it is settled. */
  readonly settled: number;
  readonly delivered: number;
}

export interface PredecessorDeps<Message extends { readonly seq: number }> {
  /** Where the consumer stands now. */
  readonly position: () => Promise<Position>;
  /** The first message of the subject behind `seq`; null: there is none. From the stream's leader: a replica may lag. */
  readonly firstAfter: (subject: string, seq: number) => Promise<Message | null>;
  /** ms, monotonic. */
  readonly now: () => number;
}

export interface Predecessors<Message extends { readonly seq: number }> {
  /** Takes note of a delivery; to be called in the order in which they arrive. `delivery`: the consumer's count. */
  onDelivery(delivery: number, seq: number): void;
  /** A message was given up here unsettled; it comes again, perhaps behind later ones. */
  onLoss(): void;
  /** The consumer was made again: its deliveries count from 1, and it begins before everything unsettled. */
  restart(): void;
  /** P1. @throws Error when the server does not answer; to be called again then */
  before(subject: string, seq: number): AsyncGenerator<Message, void>;
}

/** After a gap. */
interface Gap {
  /** Seen at the gap, or behind it: what lies behind was delivered to this reader. */
  delivered: number;
  /** Null: not asked yet. */
  settled: number | null;
  lookedAt: number;
  looking: Promise<void> | null;
  /** Subject → sequence up to which this reader has seen all of its messages. */
  readonly seen: Map<string, number>;
}

export const createPredecessors = <Message extends { readonly seq: number }>(
  deps: PredecessorDeps<Message>,
): Predecessors<Message> => {
  let expected = 1;
  let gap: Gap | null = null;

  const gapAt = (delivered: number): Gap => ({
    delivered,
    settled: null,
    lookedAt: 0,
    looking: null,
    seen: new Map(),
  });

  const look = async (at: Gap): Promise<void> => {
    const { settled, delivered } = await deps.position();
    // Only the first look says how far other readers were given messages.
    if (at.settled === null) at.delivered = Math.max(at.delivered, delivered);
    at.settled = settled;
    at.lookedAt = deps.now();
    if (settled >= at.delivered && gap === at) gap = null;
  };

  const isDue = ({ settled, lookedAt }: Gap): boolean => settled === null || deps.now() - lookedAt >= LOOK_MS;

  return {
    onDelivery: (delivery, seq) => {
      if (delivery !== expected) gap = gapAt(seq);
      expected = delivery + 1;
    },
    onLoss: () => {
      gap = gapAt(0);
    },
    restart: () => {
      expected = 1;
      gap = null;
    },
    before: async function* (subject, seq) {
      const here = gap;
      if (here === null) return;
      if (isDue(here)) {
        here.looking ??= look(here).finally(() => {
          here.looking = null;
        });
        await here.looking;
      }
      let from = Math.max(here.settled ?? 0, here.seen.get(subject) ?? 0);
      // Behind the gap everything comes to this reader first.
      if (from < here.delivered) {
        while (from < seq - 1) {
          const found = await deps.firstAfter(subject, from);
          if (found === null || found.seq >= seq) break;
          from = found.seq;
          yield found;
        }
      }
      here.seen.delete(subject);
      here.seen.set(subject, Math.max(from, seq));
      const [oldest] = here.seen.keys();
      if (here.seen.size > MOST_SUBJECTS && oldest !== undefined) here.seen.delete(oldest);
    },
  };
};
