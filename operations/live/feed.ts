/**
 * Tells open pages what happens in their businesses: the one reader of the journal that all streams of a node share.
 *
 * It guarantees:
 * LF1. A follower is told every message of its business behind the place where it began, each once and in the order of the
 *      journal.
 * LF2. Nothing is told before the views show it.
 * LF3. It reads while there are followers, and some seconds longer; a business that nobody follows costs it the look at a
 *      subject.
 * LF4. What a follower missed is read again from the journal, of its business alone, within {@link MAX_MISSED} messages and
 *      {@link MAX_AGE_MS}: what is younger than that, no archive has replaced yet (actors/runtime/archiver.ts, AR1).
 * LF5. A journal that went back, or is another one, is told to every follower, and read on from its end.
 */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { type JetStreamManager, type JsMsg, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { ActorRef } from '../../actors/runtime/actor.js';
import { backoffMs, pause } from '../../actors/runtime/backoff.js';
import { parseEventSubject } from '../../actors/runtime/subjects.js';
import type { LiveEvent, ResetReason } from '../../schemas/live.js';
import type { ViewStore } from '../../views/views.js';
import { type Gathered, type GatheredViews, gatheredEvent } from './gathered.js';
import { isThere, lastOf, markOf, type Named, type Reading, readFrom } from './journal.js';
import { nextOf, type Position } from './position.js';
import type { SourceViews } from './sources.js';
import { itemsIn, subjectsOf, type Told } from './told.js';

/** Messages of the journal that are read again for one stream. */
const MAX_MISSED = 5_000;
/** How long ago a stream may have ended that is gone on with, ms. */
const MAX_AGE_MS = 5 * 60_000;
/** Views that do not know an actor may still be of the journal before: they are waited for so long after it changed, ms. */
const VIEWS_FOLLOW_MS = 30_000;
const LOOK_AGAIN_MS = 100;
/** Streams at a time for which the journal is read again. */
const AT_A_TIME = 4;
/** Reading takes so much of a turn of the loop, ms, of the 20 between two frames of audio. */
const TURN_MS = 2;
/** A page that is loaded again does not have the reading begin anew, ms. */
const LINGER_MS = 5_000;

/** Somebody who is told; nothing of it may throw. */
export interface Follower {
  told(message: Told): void;
  /** What it knows is of another journal: it goes on at `from`. */
  reset(from: Position): void;
  /** This node cannot go on for now: the follower is forgotten. */
  lost(): void;
}

/** A follower that is told. */
export interface Following {
  /** All that comes behind it is told. */
  readonly from: Position;
  /** How far it is told by now: the end of what was read. */
  now(): Position;
  /** Idempotent. */
  stop(): void;
}

/** What was missed, or why it cannot be told. */
type Missed =
  | { readonly type: 'reset'; readonly reason: ResetReason }
  | { readonly type: 'messages'; readonly messages: AsyncIterable<Told> };

export interface LiveFeed {
  /** Begins to tell what happens in a business (LF1). @throws Error when the journal does not answer */
  follow(businessId: string, follower: Follower): Promise<Following>;
  /**
   * What happened in a business behind `since`, up to `until`. Its iterable ends early when `signal` is aborted.
   * @throws Error when the journal does not answer
   */
  missed(businessId: string, since: Position, until: Position, signal: AbortSignal): Promise<Missed>;
  /** How something stands whose moves are gathered; null when nobody knows it. */
  standing(businessId: string, gathered: Gathered): LiveEvent | null;
  /** Ends all reading; idempotent. */
  stop(): void;
}

export interface LiveFeedDeps {
  readonly nc: NatsConnection;
  readonly shardOf: (businessId: string) => number;
  readonly views: Pick<ViewStore, 'state' | 'waitFor'> & SourceViews & GatheredViews;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly now: () => number;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
}

/** Reads nothing until somebody follows. */
export const createLiveFeed = async (deps: LiveFeedDeps): Promise<LiveFeed> => {
  const { nc, shardOf, views, now } = deps;
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const shards = new Map<number, ShardFeed>();
  const replays = createTurns(AT_A_TIME);

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
      if (!(await isThere(jsm, shard, since))) return { type: 'reset', reason: 'journal_changed' };
      const leave = await replays.take();
      const reading = await readFrom(nc, shard, nextOf(since), subjectsOf(shard, businessId)).catch(
        (error: unknown) => {
          leave();
          throw error;
        },
      );
      if (reading.waiting > MAX_MISSED) {
        reading.stop();
        leave();
        return { type: 'reset', reason: 'too_much' };
      }
      return { type: 'messages', messages: readUpTo(deps, reading, until.seq, signal, leave) };
    },
    standing: (businessId, gathered) => gatheredEvent(views, businessId, gathered, now()),
    stop: () => {
      for (const feed of shards.values()) feed.stop();
    },
  };
};

/**
 * What of a message is told; what cannot be read is left out, as the views leave it out. `wait`: whether to look again where
 * the views do not know the actor.
 */
const toldOf = async (
  { views, logger }: Pick<LiveFeedDeps, 'views' | 'logger'>,
  ref: ActorRef,
  message: JsMsg,
  wait: () => Promise<boolean>,
): Promise<Told> => {
  const told = { seq: message.seq, mark: markOf(message) };
  try {
    let items = itemsIn(views, ref, message.string());
    while (items === null && (await wait())) items = itemsIn(views, ref, message.string());
    return { ...told, items: items ?? [] };
  } catch (error) {
    logger.warn({ event: 'live.message_unreadable', ...ref, seq: told.seq, err: error });
    return { ...told, items: [] };
  }
};

async function* readUpTo(
  deps: LiveFeedDeps,
  reading: Reading,
  until: number,
  signal: AbortSignal,
  leave: () => void,
): AsyncIterable<Told> {
  signal.addEventListener('abort', reading.stop, { once: true });
  try {
    if (reading.waiting === 0 || signal.aborted) return;
    const breathe = createBreath();
    for await (const message of reading.messages) {
      await breathe();
      if (message.seq > until) return;
      const ref = parseEventSubject(message.subject);
      if (ref !== null) yield await toldOf(deps, ref, message, async () => false);
      if (message.info.pending === 0 || message.seq === until) return;
    }
    // It ended before it was through.
    if (!signal.aborted) throw new Error('what was missed could not be read to its end');
  } finally {
    signal.removeEventListener('abort', reading.stop);
    reading.stop();
    leave();
  }
}

/** Resolves at once, or in another turn of the loop when this one was used up. */
const createBreath = (): (() => Promise<void>) => {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return;
    await nextTurn();
    since = performance.now();
  };
};

/** So many at a time; the others wait. */
const createTurns = (most: number) => {
  let free = most;
  const waiting: (() => void)[] = [];
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    /** Resolves with what gives the turn back. */
    take: async (): Promise<() => void> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      let left = false;
      return () => {
        if (left) return;
        left = true;
        leave();
      };
    },
  };
};

/** How far a shard is read. */
interface Reached extends Named {
  /** Until when nothing came behind it; null: it is the end of the journal. ms since the epoch. */
  readonly endUntil: number | null;
}

/** The reading of one shard, while somebody follows a business of it. */
class ShardFeed {
  readonly #deps: LiveFeedDeps;
  readonly #jsm: JetStreamManager;
  readonly #shard: number;
  readonly #followers = new Map<string, Set<Follower>>();
  #running: { readonly ended: AbortController; readonly begun: Promise<void> } | null = null;
  #reached: Reached = { seq: 0, mark: 0, endUntil: null };
  #lingering: NodeJS.Timeout | null = null;
  /** When the journal was found to be another one, ms since the epoch; null: never. */
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
    // What came while nobody followed the business was not waited for (LF2).
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

  /** More has come, or may have. */
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
        // Whoever comes next tries again.
        if (this.#running?.ended === ended) this.#running = null;
      },
    );
    return { ended, begun };
  }

  /** For as long as somebody follows. */
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
        // Once: it is tried until it works.
        const level = tries === 1 ? 'warn' : 'debug';
        logger[level]({ event: 'live.read_failed', shard, tries, err: error });
      }
      await pause(backoffMs(tries, random()), signal);
    }
  }

  /** LF5 */
  async #checkJournal(): Promise<void> {
    const shard = this.#shard;
    if (await isThere(this.#jsm, shard, this.#reached)) return;
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
      const breathe = createBreath();
      for await (const message of reading.messages) {
        await breathe();
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
    let told: Told | null = null;
    if (ref !== null && this.#followers.has(ref.business)) {
      this.#behind();
      await this.#visible(message.seq, signal); // LF2
      if (signal.aborted) return;
      told = await toldOf(this.#deps, ref, message, () => this.#isYoung(signal));
      if (signal.aborted) return;
    }
    const mark = markOf(message);
    const { pending } = message.info;
    this.#reached = { seq: message.seq, mark, endUntil: pending === 0 ? null : mark };
    if (ref === null || told === null) return;
    // Who came meanwhile began before this message (LF1).
    for (const follower of [...(this.#followers.get(ref.business) ?? [])]) follower.told(told);
  }

  /** Whether the views may still be of the journal before; resolves after a moment. */
  async #isYoung(signal: AbortSignal): Promise<boolean> {
    if (this.#changedAt === null || this.#deps.now() - this.#changedAt > VIEWS_FOLLOW_MS) return false;
    await pause(LOOK_AGAIN_MS, signal);
    return !signal.aborted;
  }

  /** Resolves when the views show it, or nobody is told any more. */
  async #visible(seq: number, signal: AbortSignal): Promise<void> {
    const { views, random } = this.#deps;
    for (let tries = 1; !signal.aborted; tries += 1) {
      if (views.state().type === 'stopped') {
        // A node of a newer build shows it.
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
