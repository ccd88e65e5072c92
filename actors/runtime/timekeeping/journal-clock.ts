/**
 * The clock of a process: the journal's time (journal-time.ts), measured every {@link EVERY_MS}.
 *
 * A sample is one small message, which replaces the previous one of any node, and the stamp that the leader of shard 0
 * put on it. The message holds the difference between its node's time and the server's clock (JT4).
 *
 * It guarantees:
 * JC1. Once it is open there has been a stamp: nothing is decided by the wall clock of this node.
 * JC2. While the server is away, time continues; a lost sample changes nothing.
 * JC3. Its time never goes back (JT1), and continues over SIGSTOP and while the machine sleeps (lease-clock.ts).
 */
import { randomUUID } from 'node:crypto';
import { type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { isRecord } from '../../../schemas/json.js';
import { jsonIn } from '../../../schemas/parse.js';
import { pause } from '../backoff.js';
import { ROLLUP } from '../journal/stored.js';
import { ensureStreams } from '../journal/streams.js';
import { JournalUnavailable } from '../journal-errors.js';
import { retryRequest } from '../nats/retry-request.js';
import { clockSubject, streamName } from '../subjects.js';
import {
  afterSample,
  byWallClock,
  type ClockTrust,
  correctionMs,
  correctionOfOthers,
  firstTime,
  type Sample,
  timeAt,
  trustIn,
  type WrittenTime,
} from './journal-time.js';
import { createMachineClock } from './lease-clock.js';

/** Between two samples, ms: monotonic clocks drift by less than 0.2 ms in that time. */
const EVERY_MS = 2_000;
const TIMEOUT_MS = 2_000;
/** All nodes follow the server that leads this shard. */
const SHARD = 0;

export interface JournalClockOptions {
  readonly nc: NatsConnection;
  readonly shards: number;
  /** For streams that are created; undefined: one. */
  readonly replicas?: number | undefined;
  readonly logger: Logger;
  /** Of this machine, ms since the epoch. Default: `Date.now`. */
  readonly wall?: () => number;
  /** Between two samples, ms. Default 2,000. */
  readonly everyMs?: number;
}

export interface ClockReading {
  readonly trust: ClockTrust;
  /** The machine's wall clock minus the journal's time, ms. */
  readonly wallAheadMs: number;
}

export interface JournalClock {
  /** The journal's time, whole ms since the epoch. */
  now(): number;
  reading(): ClockReading;
  /** How far the server's clock is ahead of `now`, ms; negative: behind. */
  serverAheadMs(): number;
  /** Takes no more samples; `now` continues. Idempotent. */
  stop(): void;
}

/** Opens the clock, creating the journal's streams if missing. @throws JournalUnusable; Error when the server does not answer */
export const openJournalClock = async (options: JournalClockOptions): Promise<JournalClock> => {
  const { nc, shards, replicas, logger, wall = Date.now, everyMs = EVERY_MS } = options;
  const jsm = await jetstreamManager(nc, { timeout: TIMEOUT_MS });
  await ensureStreams(nc, jsm, shards, replicas);
  const monotonic = createMachineClock(wall);
  const stamps = stampsOn(nc, jsm, monotonic, wall);
  const halt = new AbortController();
  let time = byWallClock(wall(), monotonic());

  const begin = async (): Promise<void> => {
    const previous = (await stamps.last())?.written ?? null;
    // The first message repeats what the living nodes say: another node may start just now.
    const { sample, others } = await stamps.take(previous?.correctionMs ?? 0, previous);
    time = firstTime(sample, others);
  };
  const follow = async (): Promise<void> => {
    const previous = (await stamps.last())?.written ?? null;
    const { sample, others } = await stamps.take(correctionMs(time, monotonic()), previous);
    const wasHeld = time.heldMs !== 0;
    time = afterSample(time, sample, others);
    // JT4: a node that starts at this moment must not take the server's clock for the time.
    if (!wasHeld && time.heldMs !== 0) await stamps.take(correctionMs(time, monotonic()), null);
  };
  const run = async (): Promise<void> => {
    for (;;) {
      await pause(everyMs, halt.signal);
      if (halt.signal.aborted) return;
      // JC2
      await follow().catch((error: unknown) => logger.debug({ event: 'clock.sample_lost', err: error }));
    }
  };
  await retryRequest(begin);
  await retryRequest(follow);
  void run();

  return {
    now: () => Math.floor(timeAt(time, monotonic())),
    reading: () => {
      const wallAheadMs = wall() - timeAt(time, monotonic());
      return { trust: trustIn(time, wallAheadMs), wallAheadMs };
    },
    serverAheadMs: () => -correctionMs(time, monotonic()),
    stop: () => halt.abort(),
  };
};

interface Stamps {
  /** The last message, of any node; null if there is none. `written`: null if it cannot be read. */
  last(): Promise<{
    readonly seq: number;
    readonly stampedAt: number;
    readonly written: WrittenTime | null;
  } | null>;
  /** Writes a message, and reads the stamp on it. `others`: see {@link correctionOfOthers}. */
  take(
    correction: number,
    previous: WrittenTime | null,
  ): Promise<{ readonly sample: Sample; readonly others: number | null }>;
}

const stampsOn = (
  nc: NatsConnection,
  jsm: JetStreamManager,
  monotonic: () => number,
  wall: () => number,
): Stamps => {
  const js = jetstream(nc, { timeout: TIMEOUT_MS });
  const node = randomUUID();
  const [stream, subject] = [streamName(SHARD), clockSubject(SHARD)];
  const rollup = headers();
  for (const [name, value] of Object.entries(ROLLUP)) rollup.set(name, value);

  // The leader is asked: a replica may not have the latest message yet.
  const last: Stamps['last'] = async () => {
    const found = await jsm.streams.getMessage(stream, { last_by_subj: subject });
    if (found === null) return null;
    const stampedAt = found.time.getTime();
    return { seq: found.seq, stampedAt, written: writtenIn(found.string(), stampedAt) };
  };
  const take: Stamps['take'] = async (correction, previous) => {
    const text = JSON.stringify({ node, correctionMs: correction });
    const sentAt = monotonic();
    const { seq } = await js.publish(subject, text, { headers: rollup });
    const found = await last();
    const receivedAt = monotonic();
    // A server that has just recovered a damaged store may drop what it acknowledges; it stores the next message.
    if (found === null || found.seq < seq)
      throw new JournalUnavailable(`message ${seq} was acknowledged, but the server does not have it`);
    const { stampedAt } = found;
    return {
      sample: { sentAt, receivedAt, stampedAt, wallOffset: wall() - receivedAt },
      others: correctionOfOthers(previous, node, stampedAt),
    };
  };
  return { last, take };
};

const writtenIn = (text: string, stampedAt: number): WrittenTime | null => {
  const value = jsonIn(text);
  if (!isRecord(value)) return null;
  const { node, correctionMs } = value;
  return typeof node === 'string' && typeof correctionMs === 'number'
    ? { node, correctionMs, stampedAt }
    : null;
};
