/**
 * Notifies open pages of what happens in their businesses: the one reader of the journal that all streams of a node share.
 *
 * It guarantees:
 * LF1. A follower receives every message of its business after its starting position, each once and in the order of the
 *      journal.
 * LF2. Nothing is published before the views show it.
 * LF3. It reads while there are followers, and some seconds longer; a message of a business without followers only costs
 *      it a look at the subject.
 * LF4. Messages that a follower missed are read again from the journal, for its business alone, within {@link MAX_MISSED}
 *      messages and {@link MAX_AGE_MS}: no archive has replaced younger ones yet (actors/runtime/archiving/archiver.ts, AR1).
 * LF5. When the journal went back, or was replaced, every follower is notified, and reading continues from its end.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type JetStreamManager, type JsMsg, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { ActorRef } from '../../actors/runtime/actor.js';
import { backoffMs, pause } from '../../actors/runtime/backoff.js';
import { parseEventSubject } from '../../actors/runtime/subjects.js';
import type { LiveEvent, ResetReason } from '../../schemas/events/live.js';
import type { ViewStore } from '../../views/views.js';
import { currentEvent } from '../public-events/catalogue.js';
import type { Gathered, GatheredViews, PublicViews } from '../public-events/source.js';
import { lastOf, markOf, messageExists, type Reading, readFrom, type StreamPosition } from './journal.js';
import { itemsIn, type LiveMessage, subjectsOf } from './live-message.js';
import { nextOf, type Position } from './position.js';

/** Messages of the journal that are read again for one stream, at most. */
const MAX_MISSED = 5_000;
/** How long ago a stream may have ended to be resumed, ms. */
const MAX_AGE_MS = 5 * 60_000;
/** After the journal changed, views that do not know an actor may still show the previous one: how long to wait, ms. */
const VIEWS_CATCH_UP_MS = 30_000;
const RETRY_MS = 100;
/** Streams for which the journal is read again at a time. */
const MAX_REPLAYS = 4;
/** Time that reading may take in a turn of the event loop, ms, of the 20 between two frames of audio. */
const TURN_MS = 2;
/** How long reading continues without followers, ms, so that reloading a page does not restart it. */
const LINGER_MS = 5_000;

/** Receives the messages of a business; none of its methods may throw. */
export interface Follower {
  notify(message: LiveMessage): void;
  /** What the follower knows is from another journal: it continues at `from`. */
  reset(from: Position): void;
  /** This node cannot continue for now: the follower is removed. */
  lost(): void;
}

/** A registered follower. */
export interface Following {
  /** Everything after this position is delivered. */
  readonly from: Position;
  /** The position delivered so far: the end of what was read. */
  now(): Position;
  /** Idempotent. */
  stop(): void;
}

/** The missed messages, or the reason why they cannot be replayed. */
type Missed =
  | { readonly type: 'reset'; readonly reason: ResetReason }
  | { readonly type: 'messages'; readonly messages: AsyncIterable<LiveMessage> };

export interface LiveFeed {
  /** Starts delivering what happens in a business (LF1). @throws Error when the journal does not answer */
  follow(businessId: string, follower: Follower): Promise<Following>;
  /**
   * What happened in a business after `since`, up to `until`. The iterable ends early when `signal` is aborted.
   * @throws Error when the journal does not answer
   */
  missed(businessId: string, since: Position, until: Position, signal: AbortSignal): Promise<Missed>;
  /** The current state of something whose changes are gathered; null if the views do not know it. */
  progressEvent(businessId: string, gathered: Gathered): LiveEvent | null;
  /** Ends all reading; idempotent. */
  stop(): void;
}

export interface LiveFeedDeps {
  readonly nc: NatsConnection;
  readonly shardOf: (businessId: string) => number;
  readonly views: Pick<ViewStore, 'state' | 'waitFor'> & PublicViews & GatheredViews;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly now: () => number;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
}

/** Reads nothing until there is a follower. */
export const createLiveFeed = async (deps: LiveFeedDeps): Promise<LiveFeed> => {
  const { nc, shardOf, views, now } = deps;
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const shards = new Map<number, ShardFeed>();
  const replays = createSlots(MAX_REPLAYS);

  const shardFeed = (shard: number): ShardFeed => {
    const feed = shards.get(shard) ?? new ShardFeed(deps, jsm, shard);
    shards.set(shard, feed);
    return feed;
  };

  return {
    follow: (businessId, follower) => shardFeed(shardOf(businessId)).follow(businessId, follower),
    missed: async (businessId, since, until, signal) => {
      if (now() - since.at > MAX_AGE_MS) return { type: 'reset', reason: 'too_old' };
      const shard = shardOf(businessId);
      if (!(await messageExists(jsm, shard, since))) return { type: 'reset', reason: 'journal_changed' };
      const release = await replays.take();
      const reading = await readFrom(nc, shard, nextOf(since), subjectsOf(shard, businessId)).catch(
        (error: unknown) => {
          release();
          throw error;
        },
      );
      if (reading.waiting > MAX_MISSED) {
        reading.stop();
        release();
        return { type: 'reset', reason: 'too_much' };
      }
      return { type: 'messages', messages: readUpTo(deps, reading, until.seq, signal, release) };
    },
    progressEvent: (businessId, gathered) => currentEvent(views, businessId, gathered, now()),
    stop: () => {
      for (const feed of shards.values()) feed.stop();
    },
  };
};

/**
 * What a message publishes; unreadable messages publish nothing, as the views omit them, too. `wait`: whether to look again
 * if the views do not know the actor.
 */
const readMessage = async (
  { views, logger }: Pick<LiveFeedDeps, 'views' | 'logger'>,
  ref: ActorRef,
  message: JsMsg,
  wait: () => Promise<boolean>,
): Promise<LiveMessage> => {
  const base = { seq: message.seq, mark: markOf(message) };
  try {
    let items = itemsIn(views, ref, message.string());
    while (items === null && (await wait())) items = itemsIn(views, ref, message.string());
    return { ...base, items: items ?? [] };
  } catch (error) {
    logger.warn({ event: 'live.message_unreadable', ...ref, seq: base.seq, err: error });
    return { ...base, items: [] };
  }
};

async function* readUpTo(
  deps: LiveFeedDeps,
  reading: Reading,
  until: number,
  signal: AbortSignal,
  release: () => void,
): AsyncIterable<LiveMessage> {
  signal.addEventListener('abort', reading.stop, { once: true });
  try {
    if (reading.waiting === 0 || signal.aborted) return;
    const yieldIfDue = createYielder();
    for await (const message of reading.messages) {
      await yieldIfDue();
      if (message.seq > until) return;
      const ref = parseEventSubject(message.subject);
      if (ref !== null) yield await readMessage(deps, ref, message, async () => false);
      if (message.info.pending === 0 || message.seq === until) return;
    }
    // The reading ended before it was complete.
    if (!signal.aborted) throw new Error('missed events could not be read to the end');
  } finally {
    signal.removeEventListener('abort', reading.stop);
    reading.stop();
    release();
  }
}

/** Resolves at once, or in another turn of the event loop when this one's time is used up. */
const createYielder = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
};

/** Grants `limit` turns at a time; further requests wait. */
const createSlots = (limit: number) => {
  let free = limit;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    /** Resolves with a function that releases the turn. */
    take: async (): Promise<() => void> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let isReleased = false;
      return () => {
        if (isReleased) return;
        isReleased = true;
        release();
      };
    },
  };
};

/** How far a shard has been read. */
interface ReadPosition extends StreamPosition {
  /** Until when this was the end of the journal, ms since the epoch; null: it still is. */
  readonly endUntil: number | null;
}

/** Reads one shard while any business of it has followers. */
class ShardFeed {
  readonly #deps: LiveFeedDeps;
  readonly #jsm: JetStreamManager;
  readonly #shard: number;
  readonly #followers = new Map<string, Set<Follower>>();
  #running: { readonly ended: AbortController; readonly begun: Promise<void> } | null = null;
  #reached: ReadPosition = { seq: 0, mark: 0, endUntil: null };
  #lingering: NodeJS.Timeout | null = null;
  /** When the journal was last found to be a different one, ms since the epoch; null: never. */
  #changedAt: number | null = null;

  constructor(deps: LiveFeedDeps, jsm: JetStreamManager, shard: number) {
    this.#deps = deps;
    this.#jsm = jsm;
    this.#shard = shard;
  }

  async follow(businessId: string, follower: Follower): Promise<Following> {
    if (this.#lingering !== null) clearTimeout(this.#lingering);
    this.#lingering = null;
    this.#running ??= this.#run();
    await this.#running.begun;
    const followers = this.#followers.get(businessId) ?? new Set();
    this.#followers.set(businessId, followers.add(follower));
    const from = this.#position();
    // Messages read while the business had no followers did not wait for the views (LF2).
    await this.#visible(from.seq, this.#running?.ended.signal ?? AbortSignal.abort());
    return {
      from,
      now: () => this.#position(),
      stop: () => this.#forget(businessId, follower),
    };
  }

  stop(): void {
    this.#running?.ended.abort();
    this.#running = null;
    if (this.#lingering !== null) clearTimeout(this.#lingering);
    for (const follower of this.#all()) follower.lost();
    this.#followers.clear();
  }

  #all(): readonly Follower[] {
    return [...this.#followers.values()].flatMap((followers) => [...followers]);
  }

  #position(): Position {
    const { seq, mark, endUntil } = this.#reached;
    return { seq, mark, place: null, at: endUntil ?? this.#deps.now(), gatheredFrom: null };
  }

  /** More messages have arrived, or may have. */
  #behind(): void {
    this.#reached = { ...this.#reached, endUntil: this.#position().at };
  }

  #forget(businessId: string, follower: Follower): void {
    const followers = this.#followers.get(businessId);
    if (followers?.delete(follower) !== true || followers.size > 0) return;
    this.#followers.delete(businessId);
    if (this.#followers.size > 0) return;
    this.#lingering = setTimeout(() => this.stop(), LINGER_MS); // LF3
    this.#lingering.unref();
  }

  #run() {
    const ended = new AbortController();
    const begun = lastOf(this.#jsm, this.#shard).then((last) => {
      this.#reached = { ...last, endUntil: null };
    });
    begun.then(
      () => void this.#readOn(ended.signal),
      () => {
        // The next follower tries again.
        if (this.#running?.ended === ended) this.#running = null;
      },
    );
    return { ended, begun };
  }

  /** Reads for as long as there are followers. */
  async #readOn(signal: AbortSignal): Promise<void> {
    const { logger, random } = this.#deps;
    const shard = this.#shard;
    for (let tries = 1; !signal.aborted; tries += 1) {
      try {
        await this.#checkJournal();
        await this.#read(signal, () => {
          tries = 0;
        });
      } catch (error) {
        // Warns only once, because it retries until reading works.
        const level = tries === 1 ? 'warn' : 'debug';
        logger[level]({ event: 'live.read_failed', shard, tries, err: error });
      }
      await pause(backoffMs(tries, random()), signal);
    }
  }

  /** LF5 */
  async #checkJournal(): Promise<void> {
    const shard = this.#shard;
    if (await messageExists(this.#jsm, shard, this.#reached)) return;
    this.#reached = { ...(await lastOf(this.#jsm, shard)), endUntil: null };
    this.#changedAt = this.#deps.now();
    this.#deps.logger.warn({ event: 'live.journal_changed', shard, seq: this.#reached.seq });
    for (const follower of this.#all()) follower.reset(this.#position());
  }

  async #read(signal: AbortSignal, onRead: () => void): Promise<void> {
    const reading = await readFrom(
      this.#deps.nc,
      this.#shard,
      this.#reached.seq + 1,
      subjectsOf(this.#shard),
    );
    if (reading.waiting === 0) this.#reached = { ...this.#reached, endUntil: null };
    else this.#behind();
    signal.addEventListener('abort', reading.stop, { once: true });
    try {
      if (signal.aborted) return;
      const yieldIfDue = createYielder();
      for await (const message of reading.messages) {
        await yieldIfDue();
        if (signal.aborted) return;
        if (message.seq <= this.#reached.seq) continue;
        await this.#pass(message, signal);
        onRead();
      }
    } finally {
      this.#behind();
      signal.removeEventListener('abort', reading.stop);
      reading.stop();
    }
  }

  async #pass(message: JsMsg, signal: AbortSignal): Promise<void> {
    const ref = parseEventSubject(message.subject);
    let liveMessage: LiveMessage | null = null;
    if (ref !== null && this.#followers.has(ref.business)) {
      this.#behind();
      await this.#visible(message.seq, signal); // LF2
      if (signal.aborted) return;
      liveMessage = await readMessage(this.#deps, ref, message, () => this.#isYoung(signal));
      if (signal.aborted) return;
    }
    const mark = markOf(message);
    const { pending } = message.info;
    this.#reached = { seq: message.seq, mark, endUntil: pending === 0 ? null : mark };
    if (ref === null || liveMessage === null) return;
    // Followers that joined meanwhile started before this message (LF1).
    for (const follower of [...(this.#followers.get(ref.business) ?? [])]) follower.notify(liveMessage);
  }

  /** Whether the views may still show the previous journal; resolves after a moment. */
  async #isYoung(signal: AbortSignal): Promise<boolean> {
    if (this.#changedAt === null || this.#deps.now() - this.#changedAt > VIEWS_CATCH_UP_MS) return false;
    await pause(RETRY_MS, signal);
    return !signal.aborted;
  }

  /** Resolves when the views show the message, or nothing is delivered any more. */
  async #visible(seq: number, signal: AbortSignal): Promise<void> {
    const { views, random } = this.#deps;
    for (let tries = 1; !signal.aborted; tries += 1) {
      if (views.state().type === 'stopped') {
        // A node with a newer build shows it.
        this.stop();
        return;
      }
      try {
        await views.waitFor(this.#shard, seq);
        return;
      } catch {
        await pause(backoffMs(tries, random()), signal);
      }
    }
  }
}
