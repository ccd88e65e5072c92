/**
 * Finds what must be handled before a message, so that the messages of a subject stay in order when their reader
 * changes: the earlier ones of its subject that were delivered to another reader and are not settled.
 *
 * A consumer counts its deliveries. A reader that has seen every count since the last gap has missed nothing; at a gap,
 * deliveries went to another reader or were lost on the way to this one. From there on every message is compared with
 * the stream itself, until the consumer's floor shows that everything delivered up to the gap is settled.
 *
 * It guarantees:
 * P1. `before` yields every message of the subject that precedes the given one, was delivered to another reader, and is
 *     unsettled; oldest first. It may yield one that was settled above the floor, if the stream still holds it.
 * P2. Without a gap nothing is looked up. After one, a subject costs one look-up and one more for each message yielded.
 * P3. Its memory is bounded; a subject that it has forgotten is looked up again.
 */

/** Subjects remembered after a gap. */
const MAX_SUBJECTS = 10_000;
/** How often the floor is checked, ms. */
const LOOK_MS = 1_000;

/** A consumer's progress, as sequences of the stream. */
interface Position {
  /** Everything up to it is settled. */
  readonly settled: number;
  readonly delivered: number;
}

export interface PredecessorDeps<Message extends { readonly seq: number }> {
  /** The consumer's current progress. */
  readonly position: () => Promise<Position>;
  /** The first message of the subject after `seq`; null: there is none. From the stream's leader: a replica may lag. */
  readonly firstAfter: (subject: string, seq: number) => Promise<Message | null>;
  /** ms, monotonic. */
  readonly now: () => number;
}

export interface Predecessors<Message extends { readonly seq: number }> {
  /** Notes a delivery; call it in the order of arrival. `delivery`: the consumer's count. */
  onDelivery(delivery: number, seq: number): void;
  /** A message was given up here unsettled; it comes again, perhaps after later ones. */
  onLoss(): void;
  /** The consumer was recreated: its deliveries count from 1, and it starts before everything unsettled. */
  restart(): void;
  /** P1. @throws Error when the server does not answer; call it again then */
  before(subject: string, seq: number): AsyncGenerator<Message, void>;
}

/** The state after a gap. */
interface Gap {
  /** A sequence at the gap or after it: everything after it was delivered to this reader. */
  delivered: number;
  /** Null: not read yet. */
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
    // Only the first look shows how far messages were delivered to other readers.
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
      // After the gap everything comes to this reader first.
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
      if (here.seen.size > MAX_SUBJECTS && oldest !== undefined) here.seen.delete(oldest);
    },
  };
};
