/**
 * A node among the others: its own lease, which nodes live, and which actors no node answers for any more.
 *
 * It guarantees:
 * N1. One lease for each node, however many actors it has: a beat of some 60 bytes every {@link BEAT_MS}.
 * N2. A node whose lease has ended knows it before it does anything else that checks the lease: it reads the clock and
 *     does not wait for a timer. A stopped process, a blocked event loop and a cut connection are the same case.
 * N3. An actor is abandoned only when every living node has said that it does not have it.
 * N4. A node gives no other up before it has heard its own beats for as long as giving up takes: by then the lease of
 *     any node that it never heard has ended, too.
 * N5. Nor does it vouch for other nodes: before that nothing may rely on what all nodes can do, nor on being alone.
 *
 * It does not know what an actor is; see directory.ts. Its arithmetic is in lease.ts.
 */
import { randomUUID } from 'node:crypto';
import { errors, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { isRecord } from '../../../schemas/json.js';
import { pause } from '../backoff.js';
import type { RuntimeEvent } from '../metrics.js';
import { BEATS, nodeSubject } from '../subjects.js';
import { createBell } from './bell.js';
import { BEAT_MS, GIVE_UP_MS, leaseHolds, NO_NODES, onBeat, onEcho, onFarewell } from './lease.js';

/** How long a request to another node waits for its answer before the others are asked whether they have the actor, ms. */
const PATIENCE_MS = 1_500;
/** The same while a node that was given up may still seem to listen, ms: longer than most answers take. */
const PATIENCE_AFTER_LOSS_MS = 50;
/** A living node says within this whether it has an actor, ms, or is asked again. */
const ANSWER_MS = 250;
/** The first beat comes back within this, ms, or the node starts without a lease and waits for it. */
const FIRST_ECHO_MS = 5_000;
const FAREWELL_MS = 500;
/** How old a node's knowledge of others may be when it relies on being alone, ms: a beat that is on its way, and one more. */
const MAX_BEAT_AGE_MS = 2 * BEAT_MS;
/** What a beat says about the forms that a node's build reads; the oldest builds say nothing. */
const FORMS = { shared: 2, archived: 3 } as const;
const NEWEST_FORM = FORMS.archived;

/** A node's lease, as seen by code that acts under it. */
export interface Lease {
  /** N2 */
  holds(): boolean;
  /** Resolves when it holds (at once if it does already), or when `signal` is aborted. Never rejects. */
  held(signal?: AbortSignal): Promise<void>;
  /** Returns a check: whether it holds, and has held without a break since this call. */
  tenure(): () => boolean;
}

/** The node's actors, as the lease sees them. */
interface Tenant {
  /** Whether the actor with this subject is activated here. */
  owns(subject: string): boolean;
  /** Called within the call that notices the end of a lease, more than once perhaps; and when it holds again. */
  onLease(change: 'ended' | 'renewed'): void;
  /** Called when another node is heard that was not known to live. */
  onNodeJoined(): void;
}

export interface NodeLease extends Lease {
  /** Unique to this process. */
  readonly node: string;
  /** Resolves once the node has a lease, or has waited for one for some seconds. */
  start(tenant: Tenant): Promise<void>;
  /** A lost connection ends the lease; a restored one renews it with the next beat. */
  onConnection(change: 'lost' | 'back'): void;
  /** Whether the node was heard once and is given up. */
  isDead(node: string): boolean;
  /**
   * N5. Whether every living node reads messages of several commits (`shared`), or archives. A node that is only
   *     starting, or is given up and comes back, is not among them: it waits before such a message (commit.ts, C2).
   */
  allRead(form: keyof typeof FORMS): boolean;
  /**
   * N5. Whether no other node lives, so that no node need be asked for an actor. A node that starts is heard at once,
   *     and {@link Tenant.onNodeJoined} is called.
   */
  isAlone(): boolean;
  /**
   * Resolves with true when no living node has the actor (N3); with false when `signal` is aborted first. `waitedMs`:
   * how long the actor has not answered so far.
   */
  abandoned(subject: string, waitedMs: number, signal: AbortSignal): Promise<boolean>;
  /** From now on the other nodes do not count on this one ({@link NodeLease.hasSuccessor}). Its actors stay. */
  leave(): void;
  /** Whether another living node is not about to leave. */
  hasSuccessor(): boolean;
  /** Says farewell, so that no node waits for this one; idempotent. */
  stop(): Promise<void>;
}

export interface NodeLeaseDeps {
  readonly nc: NatsConnection;
  /** ms; see lease-clock.ts. */
  readonly clock: () => number;
  readonly logger: Logger;
  readonly count: (what: RuntimeEvent) => void;
}

interface Beat {
  readonly node: string;
  /** On the node's clock. */
  readonly at: number;
  readonly form: number;
  /** Absent: it stays. */
  readonly leaving?: true;
}

export const createNodeLease = (deps: NodeLeaseDeps): NodeLease => new BeatingNodeLease(deps);

class BeatingNodeLease implements NodeLease {
  readonly node = randomUUID();
  readonly #deps: NodeLeaseDeps;
  readonly #subscriptions: Subscription[] = [];
  /** Rung when the lease is renewed, and when a node is given up. */
  readonly #renewals = createBell();
  readonly #losses = createBell();
  /** Node → the form that it announced ({@link FORMS}). */
  readonly #forms = new Map<string, number>();
  #tenant: Tenant = { owns: () => false, onLease: () => undefined, onNodeJoined: () => undefined };
  /** Nodes that announced that they are about to leave. */
  readonly #leaving = new Set<string>();
  #isLeaving = false;
  #nodes = NO_NODES;
  #confirmedAt: number | null = null;
  #renewed = false;
  #ends = 0;
  #watchingSince = 0;
  #beating: NodeJS.Timeout | null = null;

  constructor(deps: NodeLeaseDeps) {
    this.#deps = deps;
  }

  holds(): boolean {
    if (leaseHolds(this.#confirmedAt, this.#deps.clock())) return this.#renewed;
    if (this.#renewed) {
      this.#end();
      this.#beat();
    }
    return false;
  }

  async held(signal?: AbortSignal): Promise<void> {
    while (!this.holds() && signal?.aborted !== true) await this.#renewals.waitForRing(null, signal);
  }

  tenure(): () => boolean {
    const since = this.holds() ? this.#ends : null;
    return () => this.holds() && this.#ends === since;
  }

  async start(tenant: Tenant): Promise<void> {
    this.#tenant = tenant;
    this.#subscribe(BEATS, (message) => this.#onMessage(message));
    this.#subscribe(nodeSubject(this.node), (message) => {
      // Without a lease this node does not answer: the asking node waits until the question is settled.
      if (this.holds()) message.respond(tenant.owns(message.string()) ? 'mine' : 'not_mine');
    });
    const first = this.#renewals.waitForRing(FIRST_ECHO_MS);
    this.#beat();
    this.#beating = setInterval(() => {
      this.holds();
      this.#beat();
    }, BEAT_MS);
    this.#beating.unref();
    await first;
  }

  onConnection(change: 'lost' | 'back'): void {
    if (change === 'back') return this.#beat();
    this.#confirmedAt = null;
    this.#end();
  }

  isDead(node: string): boolean {
    return this.#nodes.dead.has(node);
  }

  allRead(form: keyof typeof FORMS): boolean {
    const { living } = this.#nodes;
    if (!this.holds() || !this.#hasWatched()) return false;
    for (const node of living.keys()) if ((this.#forms.get(node) ?? 0) < FORMS[form]) return false;
    return true;
  }

  isAlone(): boolean {
    const { living, dead } = this.#nodes;
    if (!this.holds() || !this.#hasWatched() || living.size > 1 || dead.size > 0) return false;
    // A node that beat before a beat of ours that came back was heard before it.
    return this.#deps.clock() - (this.#confirmedAt ?? 0) <= MAX_BEAT_AGE_MS;
  }

  async abandoned(subject: string, waitedMs: number, signal: AbortSignal): Promise<boolean> {
    const patience = this.#nodes.dead.size > 0 ? PATIENCE_AFTER_LOSS_MS : PATIENCE_MS;
    for (let waitMs = Math.max(0, patience - waitedMs); ; waitMs = ANSWER_MS) {
      await this.#losses.waitForRing(waitMs, signal);
      if (signal.aborted) return false;
      if (await this.#isAbandoned(subject)) return !signal.aborted;
    }
  }

  leave(): void {
    this.#isLeaving = true;
    this.#beat();
  }

  hasSuccessor(): boolean {
    return [...this.#nodes.living.keys()].some((node) => node !== this.node && !this.#leaving.has(node));
  }

  async stop(): Promise<void> {
    if (this.#beating === null) return;
    clearInterval(this.#beating);
    this.#beating = null;
    this.#publish({ farewell: this.node });
    const ended = new AbortController();
    const left = Promise.allSettled(this.#subscriptions.map((subscription) => subscription.drain()));
    await Promise.race([left, pause(FAREWELL_MS, ended.signal)]);
    ended.abort();
  }

  /** N4 */
  #hasWatched(): boolean {
    return this.#deps.clock() - this.#watchingSince > GIVE_UP_MS;
  }

  #publish(message: Beat | { readonly farewell: string }): void {
    const { nc } = this.#deps;
    // A connection that is closed or about to be sends nothing more.
    if (!nc.isClosed() && !nc.isDraining()) nc.publish(BEATS, JSON.stringify(message));
  }

  #beat(): void {
    const leaving = this.#isLeaving ? ({ leaving: true } as const) : {};
    this.#publish({ node: this.node, at: this.#deps.clock(), form: NEWEST_FORM, ...leaving });
  }

  #end(): void {
    const { clock, count, logger } = this.#deps;
    if (this.#renewed) {
      this.#renewed = false;
      this.#ends += 1;
      count('lease_ended');
      const silentMs = Math.round(clock() - (this.#confirmedAt ?? 0));
      logger.warn({ event: 'node.lease_ended', node: this.node, silentMs });
    }
    this.#tenant.onLease('ended');
  }

  #onMessage(message: Msg): void {
    const value = parse(message);
    if (typeof value?.farewell === 'string') this.#nodes = onFarewell(this.#nodes, value.farewell);
    if (typeof value?.node !== 'string' || typeof value.at !== 'number') return;
    const isNew = value.node !== this.node && !this.#nodes.living.has(value.node);
    this.#nodes = onBeat(this.#nodes, value.node, this.#deps.clock());
    if (isNew) this.#tenant.onNodeJoined();
    if (typeof value.form === 'number') this.#forms.set(value.node, value.form);
    if (value.leaving === true) this.#leaving.add(value.node);
    if (value.node === this.node) this.#onOwnBeat(value.at);
  }

  #onOwnBeat(sentAt: number): void {
    const { clock, logger } = this.#deps;
    this.holds(); // A break counts even if it went unnoticed.
    this.#confirmedAt = Math.max(this.#confirmedAt ?? sentAt, sentAt);
    if (!leaseHolds(this.#confirmedAt, clock())) return;
    if (!this.#renewed) {
      this.#renewed = true;
      this.#watchingSince = clock();
      this.#tenant.onLease('renewed');
      this.#renewals.ring();
    }
    const before = this.#nodes.dead;
    this.#nodes = onEcho(this.#nodes, sentAt, this.#watchingSince); // N4
    const lost = [...this.#nodes.dead.keys()].filter((node) => !before.has(node));
    for (const node of this.#forms.keys()) if (!this.#nodes.living.has(node)) this.#forms.delete(node);
    for (const node of this.#leaving) if (!this.#nodes.living.has(node)) this.#leaving.delete(node);
    if (lost.length === 0) return;
    for (const node of lost) logger.warn({ event: 'node.given_up', node });
    this.#losses.ring();
  }

  #subscribe(subject: string, handler: (message: Msg) => void): void {
    this.#subscriptions.push(
      this.#deps.nc.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) handler(message);
        },
      }),
    );
  }

  /** N3 */
  async #isAbandoned(subject: string): Promise<boolean> {
    const peers = [...this.#nodes.living.keys()].filter((node) => node !== this.node);
    const answers = await Promise.all(peers.map((peer) => this.#hasActor(peer, subject)));
    if (!this.holds() || !this.#hasWatched()) return false;
    return peers.every((peer, index) => answers[index] === false || this.isDead(peer));
  }

  /** Null if it did not answer. */
  async #hasActor(peer: string, subject: string): Promise<boolean | null> {
    const { nc } = this.#deps;
    try {
      return (await nc.request(nodeSubject(peer), subject, { timeout: ANSWER_MS })).string() === 'mine';
    } catch (error) {
      const isGone =
        error instanceof errors.NoRespondersError ||
        (error instanceof errors.RequestError && error.isNoResponders());
      return isGone ? false : null;
    }
  }
}

/** Null for a message that no node of ours sends. */
const parse = (message: Msg): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = message.json();
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};
