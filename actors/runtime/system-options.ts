/** The options of an actor system (system.ts). */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { JournalGuard } from './integrity/journal-guard.js';
import type { RuntimeEvent } from './metrics.js';
import type { TroubleBook } from './trouble/book.js';
import type { RetryPolicy } from './trouble/trouble.js';

/** The options; those with a default may be left out. */
export interface ActorSystemOptions {
  /** Must reconnect for ever (`maxReconnectAttempts: -1`): the system outlives outages of the server. */
  readonly nc: NatsConnection;
  /** Fixed when the journal is made. */
  readonly shards: number;
  /** For streams that are created; existing ones keep theirs. Undefined: one. */
  readonly replicas?: number;
  /** ms since the epoch, the same on all nodes; see journal-clock.ts. */
  readonly now: () => number;
  /** How far the clock of the journal's server is ahead of `now`, ms; negative: behind. Default: 0. */
  readonly serverAheadMs?: () => number;
  readonly logger: Logger;
  /** Command ids for callers that supply none. Default: random UUIDs. */
  readonly newId?: () => string;
  /** In [0, 1); spreads retries. Default: `Math.random`. */
  readonly random?: () => number;
  /** Approximate memory for actors, bytes; beyond it idle actors leave memory, the least recently used first. Default 128 MiB. */
  readonly residentBytes?: number;
  /** How often that is checked, ms. Default 100. */
  readonly sweepEveryMs?: number;
  /** How soon another process resumes what a dead one owed, ms. Default 10,000. */
  readonly watchdogMs?: number;
  readonly count?: (what: RuntimeEvent) => void;
  /** Where trouble is noted. Default: the book that all nodes share. */
  readonly trouble?: TroubleBook;
  /** Default: {@link RETRY_POLICY}. */
  readonly retryPolicy?: RetryPolicy;
  /** Keeps a journal that lacks acknowledged commits from being served. Undefined: the journal is used as it is. */
  readonly guard?: JournalGuard;
  /** Runs time-critical work first. It is called before each actor acts: many of them may act in one turn of the event loop. */
  readonly catchUp?: () => void;
}
