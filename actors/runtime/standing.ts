/**
 * Where a node stands among the others: its own lease, who lives, and whose actors nobody answers for any more.
 *
 * It guarantees:
 * N1. One lease a node, however many actors it has: a beat of some 60 bytes every {@link BEAT_MS}.
 * N2. A node whose lease has ended knows it before it does anything else that asks: the clock is looked at, not a timer
 *     waited for. A stopped process, a blocked event loop and a cut connection are one and the same.
 * N3. An actor is abandoned only when every living node has said that it does not have it.
 * N4. A node judges nobody before it has heard its own beats for as long as it takes to give somebody up: by then the
 *     lease of whoever it never heard has ended, too.
 *
 * It does not know what an actor is; see directory.ts. Its arithmetic is in lease.ts.
 */
import { randomUUID } from 'node:crypto';
import { errors, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { isRecord } from '../../schemas/json.js';
import { pause } from './backoff.js';
import { BEAT_MS, GIVE_UP_MS, leaseHolds, NOBODY, onBeat, onEcho, onFarewell } from './lease.js';
import type { RuntimeEvent } from './metrics.js';
import { BEATS, nodeSubject } from './subjects.js';

/** A question to another node waits for its answer so long before the others are asked whether anybody has the actor, ms. */
const PATIENCE_MS = 1_500;
/** The same while some node is given up and may still seem to listen, ms: longer than most answers take. */
const PATIENCE_AFTER_LOSS_MS = 50;
/** A node that lives says within this whether it has an actor, ms, or is asked again. */
const ANSWER_MS = 250;
/** The first beat comes back within this, ms, or the node starts without a lease and waits for it. */
const FIRST_ECHO_MS = 5_000;
const FAREWELL_MS = 500;

/** A node's lease, as those see it who act under it. */
export interface Lease {
  /** N2 */
  holds(): boolean;
  /** Resolves when it holds; at once where it does; when `signal` is aborted. Never rejects. */
  held(signal?: AbortSignal): Promise<void>;
  /** Whether it holds, and has held without a break since this was asked for. */
  tenure(): () => boolean;
}

/** What the node's actors are to it. */
export interface Tenant {
  /** Whether the actor with this subject is activated here. */
  owns(subject: string): boolean;
  /** Told within the call that notices the end of a lease, more than once perhaps; and when it holds again. */
  onLease(change: 'ended' | 'renewed'): void;
}

export interface Standing extends Lease {
  /** Unique to this process. */
  readonly node: string;
  /** Resolves once the node has a lease, or the server has let it wait for some seconds. */
  start(tenant: Tenant): Promise<void>;
  /** A lost connection ends the lease; one that is back renews it with the next beat. */
  onConnection(change: 'lost' | 'back'): void;
  /** Whether the node was heard once and is given up. */
  isGivenUp(node: string): boolean;
  /**
   * Resolves with true when no living node has the actor (N3); with false when `signal` is aborted first. `waitedMs`: for
   * how long the actor has not answered yet.
   */
  abandoned(subject: string, waitedMs: number, signal: AbortSignal): Promise<boolean>;
  /** Says farewell, so that nobody waits for it; idempotent. */
  stop(): Promise<void>;
}

export interface StandingDeps {
  readonly nc: NatsConnection;
  /** ms; see lease-clock.ts. */
  readonly clock: () => number;
  readonly logger: Logger;
  readonly count: (what: RuntimeEvent) => void;
}

export const createStanding = ({ nc, clock, logger, count }: StandingDeps): Standing => {
  const node = randomUUID();
  const subscriptions: Subscription[] = [];
  /** Told when the lease is renewed, and when somebody is given up. */
  const renewals = new Set<() => void>();
  const losses = new Set<() => void>();
  let tenant: Tenant = { owns: () => false, onLease: () => undefined };
  let nodes = NOBODY;
  let confirmedAt: number | null = null;
  let renewed = false;
  let ends = 0;
  let watchingSince = 0;
  let beating: NodeJS.Timeout | null = null;

  const say = (
    message: { readonly node: string; readonly at: number } | { readonly farewell: string },
  ): void => {
    // A connection that is closed or about to be has nothing more to say.
    if (!nc.isClosed() && !nc.isDraining()) nc.publish(BEATS, JSON.stringify(message));
  };
  const beat = (): void => say({ node, at: clock() });

  const end = (): void => {
    if (renewed) {
      renewed = false;
      ends += 1;
      count('lease_ended');
      logger.warn({ event: 'node.lease_ended', node, silentMs: Math.round(clock() - (confirmedAt ?? 0)) });
    }
    tenant.onLease('ended');
  };

  const holds = (): boolean => {
    if (leaseHolds(confirmedAt, clock())) return renewed;
    if (renewed) {
      end();
      beat();
    }
    return false;
  };

  const onOwnBeat = (sentAt: number): void => {
    holds(); // A break that nobody has noticed is a break.
    confirmedAt = Math.max(confirmedAt ?? sentAt, sentAt);
    if (!leaseHolds(confirmedAt, clock())) return;
    if (!renewed) {
      renewed = true;
      watchingSince = clock();
      tenant.onLease('renewed');
      for (const tell of [...renewals]) tell();
    }
    const before = nodes.givenUp;
    nodes = onEcho(nodes, sentAt, watchingSince); // N4
    const lost = [...nodes.givenUp.keys()].filter((each) => !before.has(each));
    if (lost.length === 0) return;
    for (const each of lost) logger.warn({ event: 'node.given_up', node: each });
    for (const tell of [...losses]) tell();
  };

  const onMessage = (message: Msg): void => {
    const value = parse(message);
    if (typeof value?.farewell === 'string') nodes = onFarewell(nodes, value.farewell);
    if (typeof value?.node !== 'string' || typeof value.at !== 'number') return;
    nodes = onBeat(nodes, value.node, clock());
    if (value.node === node) onOwnBeat(value.at);
  };

  const subscribe = (subject: string, hear: (message: Msg) => void): void => {
    subscriptions.push(
      nc.subscribe(subject, {
        callback: (error, message) => {
          if (error === null) hear(message);
        },
      }),
    );
  };

  /** Resolves when told, after `ms`, or when `signal` is aborted. */
  const told = (by: Set<() => void>, ms: number | null, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const done = (): void => {
        if (timer !== null) clearTimeout(timer);
        by.delete(done);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = ms === null ? null : setTimeout(done, ms);
      by.add(done);
      signal?.addEventListener('abort', done);
    });

  /** Null where it did not say. */
  const hasIt = async (other: string, subject: string): Promise<boolean | null> => {
    try {
      return (await nc.request(nodeSubject(other), subject, { timeout: ANSWER_MS })).string() === 'mine';
    } catch (error) {
      const isGone =
        error instanceof errors.NoRespondersError ||
        (error instanceof errors.RequestError && error.isNoResponders());
      return isGone ? false : null;
    }
  };

  /** N3 */
  const isAbandoned = async (subject: string): Promise<boolean> => {
    const others = [...nodes.living.keys()].filter((each) => each !== node);
    const answers = await Promise.all(others.map((other) => hasIt(other, subject)));
    if (!holds() || clock() - watchingSince <= GIVE_UP_MS) return false; // N4
    return others.every((other, index) => answers[index] === false || nodes.givenUp.has(other));
  };

  return {
    node,
    holds,
    held: async (signal) => {
      while (!holds() && signal?.aborted !== true) await told(renewals, null, signal);
    },
    tenure: () => {
      const since = holds() ? ends : null;
      return () => holds() && ends === since;
    },
    start: async (its) => {
      tenant = its;
      subscribe(BEATS, onMessage);
      subscribe(nodeSubject(node), (message) => {
        // Who is not sure says nothing: whoever asks waits until the question is settled.
        if (holds()) message.respond(tenant.owns(message.string()) ? 'mine' : 'not_mine');
      });
      const first = told(renewals, FIRST_ECHO_MS);
      beat();
      beating = setInterval(() => {
        holds();
        beat();
      }, BEAT_MS);
      beating.unref();
      await first;
    },
    onConnection: (change) => {
      if (change === 'back') return beat();
      confirmedAt = null;
      end();
    },
    isGivenUp: (other) => nodes.givenUp.has(other),
    abandoned: async (subject, waitedMs, signal) => {
      let patienceMs = Math.max(
        0,
        (nodes.givenUp.size > 0 ? PATIENCE_AFTER_LOSS_MS : PATIENCE_MS) - waitedMs,
      );
      for (;;) {
        await told(losses, patienceMs, signal);
        if (signal.aborted) return false;
        if (await isAbandoned(subject)) return !signal.aborted;
        patienceMs = ANSWER_MS;
      }
    },
    stop: async () => {
      if (beating === null) return;
      clearInterval(beating);
      beating = null;
      say({ farewell: node });
      const ended = new AbortController();
      const left = Promise.allSettled(subscriptions.map((subscription) => subscription.drain()));
      await Promise.race([left, pause(FAREWELL_MS, ended.signal)]);
      ended.abort();
    },
  };
};

/** Null for what no node of ours says. */
const parse = (message: Msg): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = message.json();
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
};
