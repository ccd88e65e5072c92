/** What an actor system is made of (system.ts). */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { JournalGuard } from './journal-guard.js';
import type { RuntimeEvent } from './metrics.js';
import type { Patience } from './trouble.js';
import type { TroubleBook } from './trouble-book.js';

/** What it is given; what has a default may be left out. */
export interface ActorSystemOptions {
  /** Must reconnect for ever (`maxReconnectAttempts: -1`): the system outlives outages of the server. */
  readonly nc: NatsConnection;
  /** Fixed when the journal is made. */
  readonly shards: number;
  /** Of streams that are made; those that exist keep theirs. Undefined: one. */
  readonly replicas?: number;
  /** ms since the epoch, the same on all nodes; see journal-clock.ts. */
  readonly now: () => number;
  /** By how much the clock of the journal's server is ahead of `now`, ms; negative: behind. Default: 0. */
  readonly serverAheadMs?: () => number;
  readonly logger: Logger;
  /** Command ids for askers that bring none. Default: random UUIDs. */
  readonly newId?: () => string;
  /** In [0, 1); spreads retries. Default: `Math.random`. */
  readonly random?: () => number;
  /**
   * What actors in memory take together, about, bytes; beyond it those leave that are idle, the longest unused first. Default
   * 128 MiB.
   */
  readonly residentBytes?: number;
  /** How often that is looked at, ms. Default 250. */
  readonly sweepEveryMs?: number;
  /** How soon another process resumes what a dead one owed, ms. Default 10,000. */
  readonly watchdogMs?: number;
  readonly count?: (what: RuntimeEvent) => void;
  /** Where trouble is written down. Default: the book that all nodes share. */
  readonly trouble?: TroubleBook;
  /** Default: {@link PATIENCE}. */
  readonly patience?: Patience;
  /** What keeps a journal that lacks acknowledged commits from being served. Undefined: the journal is taken as it is. */
  readonly guard?: JournalGuard;
  /**
   * Has what must be in time done first. It is called before each actor acts: many of them may in one turn of the event loop.
   */
  readonly catchUp?: () => void;
}
