/**
 * The commits that nodes know and that the journal has lost, as they announce them to each other.
 *
 * Each node knows only what it wrote or applied itself, so after a crash of all nodes one of them may know a commit that
 * another has never seen. A node that misses a commit announces it, at its start and again while it refuses the journal. The
 * others look for the commit themselves, and refuse the journal too if it lacks it.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import { lostSubject, parseEventSubject } from '../subjects.js';
import type { Missing } from './held-message.js';
import { formatPosition, type KnownPosition, parsePosition } from './position.js';

/** Announced commits of a shard that are remembered: one is enough to refuse the journal. */
const MOST_REMEMBERED = 16;

/** Announces commits that the journal lacks. That another journal is there says nothing to the nodes that wrote this one. */
export const announceLost = (nc: NatsConnection, missing: readonly Missing[]): void => {
  for (const { shard, reason, known } of missing)
    if (reason === 'journal_went_back' && !nc.isClosed() && !nc.isDraining())
      nc.publish(lostSubject(shard), formatPosition(known));
};

/** Announced commits that the journal may lack. */
export interface LostCommits {
  of(shard: number): readonly KnownPosition[];
  /** The journal holds the commit, or its loss is accepted. */
  forget(shard: number, position: KnownPosition): void;
  stop(): void;
}

const namesCommit = ({ seq, subject }: KnownPosition): boolean =>
  Number.isSafeInteger(seq) && seq > 0 && parseEventSubject(subject) !== null;

/** Collects what nodes announce, and calls `onAnnounced` after each announcement. */
export const collectLost = (nc: NatsConnection, shards: number, onAnnounced: () => void): LostCommits => {
  const lost = Array.from({ length: shards }, () => new Map<string, KnownPosition>());
  const subscriptions = lost.map((ofShard, shard) =>
    nc.subscribe(lostSubject(shard), {
      callback: (error, message) => {
        if (error !== null) return;
        const text = message.string();
        const position = parsePosition(text);
        if (position === null || !namesCommit(position)) return;
        if (ofShard.size < MOST_REMEMBERED) ofShard.set(text, position);
        onAnnounced();
      },
    }),
  );
  return {
    of: (shard) => [...(lost[shard]?.values() ?? [])],
    forget: (shard, position) => void lost[shard]?.delete(formatPosition(position)),
    stop: () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    },
  };
};
