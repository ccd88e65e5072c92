/**
 * Hands every commit of one kind of actor to a function: the outbox of reactions across actors.
 *
 * It guarantees:
 * R1. Every commit is handed over at least once: it is acknowledged after its reaction, and a reaction that fails is
 *     retried (R5).
 * R2. An actor's commits come one at a time and in order (in-order.ts); the actor's later ones wait for one that fails.
 *     When a node dies, what it had not acknowledged comes again, before later commits of the actor; some of what it
 *     had acknowledged may come again, too, so a reaction uses deterministic command ids. The same holds for commits
 *     that were settled in the seconds before the consumer was deleted (in-order.ts, O5). Commits that share a message
 *     (commit.ts) are settled together: if the reaction to one of them fails, those before it come again, too.
 * R3. One node at a time reacts under a name; when it goes, another one takes over.
 * R4. A commit that this build cannot read, or to which `react` answers with {@link NotUnderstood}, is not passed over:
 *     the node stands down, so that one with a newer build takes over, and offers itself again after a while.
 * R5. A commit whose reaction fails for too long is noted as trouble (trouble.ts) and passed over: the actor's later
 *     ones continue without it, because recipients value new events more than a complete sequence. It stays in the
 *     journal, and is reacted to when it is retried. While it cannot be noted, it is not passed over.
 * R7. A commit that no node can read holds up its own actor alone. By then this node has met it twice: it is trouble,
 *     and is put off with all later commits of its actor, until it can be read, or an operator has it skipped
 *     (skipping.ts) or drops it. From then on commits that need the same version are put off at once.
 */
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { NotUnderstood } from '../activation.js';
import type { ActorRef } from '../actor.js';
import { backoffMs, pause } from '../backoff.js';
import { describeGap, type EventVersions, gapIn, renamed } from '../event-versions.js';
import { archiveOf } from '../journal/archive.js';
import { type Commit, parseCommits } from '../journal/commit.js';
import { isSkipped } from '../journal/skipped.js';
import { markSubject, parseEventSubject, streamName } from '../subjects.js';
import type { TroubleBook } from '../trouble/book.js';
import { type Failing, type RetryPolicy, type Trouble, troubleId, verdictOn } from '../trouble/trouble.js';
import { consumeInOrder, type InOrder, type OrderedMessage, type Settlement } from './in-order.js';

const MAX_ON_HAND = 1_000;
/** Longer than the server waits for a node that is gone (in-order.ts, O3): by then another one is served, if there is one. */
const STAND_DOWN_MS = 15_000;
/** R7: delay before a commit that no node can read is tried again, ms. */
const PUT_OFF_MS = 30_000;

export interface ReactorOptions {
  readonly nc: NatsConnection;
  readonly shard: number;
  /** The permanent name of the reaction: under a new name it starts with the first commit. */
  readonly name: string;
  /** Kind of the actors whose commits are handed over. */
  readonly kind: string;
  /** What this build knows of the kind's events. */
  readonly events: EventVersions;
  readonly logger: Logger;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  /** Called each time that the consumer is gone and is about to be recreated. */
  readonly onGone: () => void;
  /** A rejection is retried with backoff; the actor's later commits wait for it. */
  readonly react: (ref: ActorRef, commit: Commit<unknown>) => Promise<void>;
  /** ms since the epoch */
  readonly now: () => number;
  readonly trouble: Pick<TroubleBook, 'note'>;
  readonly retryPolicy: Pick<RetryPolicy, 'refusedMs' | 'failedMs'>;
  /** How long it stands down (R4), ms. Default 15,000. */
  readonly standDownMs?: number;
  /** How long a commit that no node can read is put off (R7), ms. Default 30,000. */
  readonly putOffMs?: number;
}

export interface Reactor {
  /** Reacts to the commit of a trouble that was noted here (R5); false: that is done. @throws NotUnderstood */
  retry(trouble: Trouble): Promise<boolean>;
  /** Finishes reactions in progress, leaves the rest to the next reader; idempotent. */
  stop(): Promise<void>;
}

/** Resolves when commits of the shard are being handed over. */
export const startReactor = async (options: ReactorOptions): Promise<Reactor> => {
  const reactor = new ReactorOfShard(options, await jetstreamManager(options.nc));
  await reactor.begin();
  return reactor;
};

class ReactorOfShard implements Reactor {
  readonly #options: ReactorOptions;
  readonly #jsm: JetStreamManager;
  readonly #ended = new AbortController();
  #serving: InOrder | null = null;
  #standingDown: Promise<void> | null = null;
  /** The latest commits that could not be read: sequence → how often each came. */
  readonly #unread = new Map<number, number>();
  /** Consecutive stand-downs. */
  #standDowns = 0;
  /** R7: subject → sequence of the commit that its actor waits for. */
  readonly #setAsideAt = new Map<string, number>();
  /** R7: the newest version for which standing down brought no other node. */
  #unreadVersion = 0;

  constructor(options: ReactorOptions, jsm: JetStreamManager) {
    this.#options = options;
    this.#jsm = jsm;
  }

  async begin(): Promise<void> {
    const { nc, shard, name, kind, logger, random, onGone } = this.#options;
    this.#serving = await consumeInOrder({
      nc,
      stream: streamName(shard),
      durable: name,
      maxOnHand: MAX_ON_HAND,
      handle: (message, signal) => this.#handle(message, signal),
      filter: `evt.${shard}.${kind}.>`,
      mark: markSubject(shard, name),
      logger,
      random,
      onGone,
    });
    // It was stopped while it was starting.
    if (this.#ended.signal.aborted) await this.#serving.stop();
  }

  async retry(found: Trouble): Promise<boolean> {
    const { shard, trouble } = this.#options;
    const seq = Number(found.key.split(':')[1]);
    const stored = await this.#jsm.direct.getMessage(streamName(shard), { seq });
    // A journal that went back holds another commit there, or none.
    if (stored === null || troubleId(this.#failingOf(stored.subject, seq)) !== found.id) return false;
    try {
      await this.#reactTo(stored.subject, seq, stored.string());
      return false;
    } catch (error) {
      if (error instanceof NotUnderstood) throw error;
      const facts = { attempts: 1, since: found.since };
      await trouble.note(this.#failingOf(stored.subject, seq), error, facts);
      return true;
    }
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#serving?.stop();
    await this.#standingDown;
  }

  async #handle(message: OrderedMessage, signal: AbortSignal): Promise<Settlement> {
    const { name, logger, random, now } = this.#options;
    const about = { ...parseEventSubject(message.subject), seq: message.seq };
    const waitsFor = this.#setAsideAt.get(message.subject) ?? message.seq;
    if (waitsFor < message.seq) return { type: 'put_off', afterMs: this.#options.putOffMs ?? PUT_OFF_MS };
    let since: number | null = null;
    for (let tries = 1; !signal.aborted; tries += 1) {
      try {
        await this.#reactTo(message.subject, message.seq, message.string());
        this.#standDowns = 0;
        this.#setAsideAt.delete(message.subject);
        return { type: 'done' };
      } catch (error) {
        if (error instanceof NotUnderstood) {
          const settled = await this.#setAside(message, error);
          if (settled !== null) return settled;
          this.#standingDown ??= this.#standDown(about, error.message).finally(() => {
            this.#standingDown = null;
          });
          break;
        }
        since ??= now();
        // Warns once: lasting failures are in the trouble book.
        const level = tries === 1 ? 'warn' : 'debug';
        logger[level]({ event: 'reaction.failed', reaction: name, ...about, tries, err: error });
        if (await this.#shouldPassOver(message, error, tries, since)) return { type: 'done' };
        await pause(backoffMs(tries, random()), signal);
      }
    }
    return { type: 'put_off', afterMs: 0 };
  }

  /** @throws NotUnderstood (R4), and what `react` throws */
  async #reactTo(subject: string, seq: number, text: string): Promise<void> {
    const { kind, events, name, react } = this.#options;
    const ref = parseEventSubject(subject);
    if (ref === null) throw new Error('not the subject of an actor');
    if (archiveOf(text)?.settled.includes(name) === true) return; // archive.ts, AF3
    let commits: readonly Commit<unknown>[];
    try {
      commits = parseCommits(text).map((commit) => renamed(events, { ...commit, seq }));
      for (const commit of commits) {
        const gap = gapIn(events, commit);
        if (gap !== null) throw new NotUnderstood(describeGap(kind, gap), gap.version);
      }
    } catch (error) {
      if (await isSkipped(this.#jsm, streamName(this.#options.shard), subject, seq)) return;
      throw error;
    }
    for (const commit of commits) await react(ref, commit);
  }

  /** R4 */
  async #standDown(about: Readonly<Record<string, unknown>>, reason: string): Promise<void> {
    const { name, logger, standDownMs = STAND_DOWN_MS } = this.#options;
    const { signal } = this.#ended;
    this.#standDowns += 1;
    // Warns once: lasting failures are in the trouble book.
    const level = this.#standDowns === 1 ? 'warn' : 'debug';
    logger[level]({ event: 'reaction.stands_down', reaction: name, ...about, reason });
    await this.#serving?.stop();
    for (let tries = 1; !signal.aborted; tries += 1) {
      await pause(standDownMs, signal);
      if (signal.aborted) return;
      try {
        await this.begin();
        return;
      } catch (error) {
        logger.warn({ event: 'reaction.begin_failed', reaction: name, tries, err: error });
      }
    }
  }

  /** R5: whether the commit is to be passed over. */
  async #shouldPassOver(
    message: OrderedMessage,
    error: unknown,
    tries: number,
    since: number,
  ): Promise<boolean> {
    const { now, retryPolicy, trouble } = this.#options;
    if (verdictOn(error, now() - since, retryPolicy) !== 'park') return false;
    const facts = { attempts: tries, since };
    return (await trouble.note(this.#failingOf(message.subject, message.seq), error, facts)) !== 'not_kept';
  }

  /** R7; null: the node stands down first (R4). A commit that another node takes over in time is no trouble. */
  async #setAside({ subject, seq }: OrderedMessage, error: NotUnderstood): Promise<Settlement | null> {
    const { now, trouble } = this.#options;
    // The views of this node have stopped: that is their trouble.
    if (error.version === null) return null;
    const times = (this.#unread.get(seq) ?? 0) + 1;
    this.#unread.set(seq, times);
    const [oldest] = this.#unread.keys();
    if (this.#unread.size > MAX_ON_HAND && oldest !== undefined) this.#unread.delete(oldest);
    if (times < 2 && error.version > this.#unreadVersion) return null;
    this.#unreadVersion = Math.max(this.#unreadVersion, error.version);
    const facts = { attempts: 1, since: now() };
    const noted = await trouble.note(this.#failingOf(subject, seq), error, facts);
    if (noted === 'dropped') {
      this.#setAsideAt.delete(subject);
      return { type: 'done' };
    }
    this.#setAsideAt.set(subject, seq);
    return { type: 'put_off', afterMs: this.#options.putOffMs ?? PUT_OFF_MS };
  }

  #failingOf(subject: string, seq: number): Failing {
    const { name, shard } = this.#options;
    return { kind: 'reaction', what: name, ref: parseEventSubject(subject), key: `${shard}:${seq}` };
  }
}
