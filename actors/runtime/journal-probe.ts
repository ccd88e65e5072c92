/**
 * Finds out whether the journal can be written, by writing to it.
 *
 * It guarantees:
 * P1. What cannot be written any more is known within {@link EVERY_MS} + {@link DEADLINE_MS} + {@link ANSWER_MS}, 1.5 s;
 *     what can be written again, as long after the server answers.
 * P2. It writes where commits are written: a write that fails puts one stream in error, and its neighbours go on.
 * P3. One attempt at a time, one small message a stream and attempt; each replaces the one before, of whichever node.
 * P4. Time in which this process itself stood still does not count against the journal.
 *
 * It decides nothing; see journal-health.ts for what its word means.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { pause } from './backoff.js';
import { watchConnection } from './connection.js';
import { refusalOf } from './journal-errors.js';
import { type Attempt, afterAttempt, type JournalHealth, type JournalTrouble } from './journal-health.js';
import { probeSubject } from './subjects.js';

/** Between the end of an attempt and the next one. */
const EVERY_MS = 400;
/** A hundred times what a commit takes on a busy machine (docs/performance.md). */
const DEADLINE_MS = 900;
/** Whether the server answers at all, once it has not stored in time. */
const ANSWER_MS = 200;
/** An attempt that is late is waited for this long in all: the server may go on where it stood. */
const GIVE_UP_MS = 3_000;

export interface JournalProbeOptions {
  readonly nc: NatsConnection;
  readonly shards: number;
  /** Streams that take a message in place of the one before, without which no request can be answered. */
  readonly besides: readonly string[];
  /** Monotonic, ms. */
  readonly now: () => number;
  readonly logger: Logger;
}

export interface JournalProbe {
  /** Writable until an attempt has failed: who starts it has just used the journal. */
  health(): JournalHealth;
  stop(): void;
}

/** Starts to probe; `journal.unwritable` and `journal.writable` in the log tell of changes. */
export const startJournalProbe = (options: JournalProbeOptions): JournalProbe => {
  const { nc, logger, now } = options;
  const connection = watchConnection(nc);
  const js = jetstream(nc, { timeout: GIVE_UP_MS });
  const halt = new AbortController();
  let health: JournalHealth = { type: 'writable' };

  const report = (attempt: Attempt): void => {
    if (halt.signal.aborted) return;
    const before = health;
    health = afterAttempt(before, attempt, now());
    if (health === before) return;
    if (health.type === 'unwritable') logger.error({ event: 'journal.unwritable', because: health.because });
    else if (before.type === 'unwritable')
      logger.warn({ event: 'journal.writable', afterMs: Math.round(now() - before.since) });
  };

  const write = async (): Promise<Attempt> => {
    try {
      await connection.ask(() => writeAll(js, options), DEADLINE_MS);
      return 'written';
    } catch (error) {
      return refusalOf(error) ?? (await silence(nc));
    }
  };

  const run = async (): Promise<void> => {
    while (!halt.signal.aborted) {
      const attempt = write();
      const first = await Promise.race([attempt, late()]);
      if (first === 'late') report(await Promise.race([attempt, silence(nc)]));
      // P3
      report(first === 'late' ? await attempt : first);
      await pause(EVERY_MS, halt.signal);
    }
  };
  void run();

  return {
    health: () => health,
    stop: () => {
      halt.abort();
      connection.release();
    },
  };
};

const writeAll = async (
  js: JetStreamClient,
  { shards, besides }: Pick<JournalProbeOptions, 'shards' | 'besides'>,
): Promise<void> => {
  const rollup = headers();
  rollup.set('Nats-Rollup', 'sub');
  await Promise.all([
    ...Array.from({ length: shards }, (_, shard) => js.publish(probeSubject(shard), '', { headers: rollup })),
    ...besides.map((subject) => js.publish(subject)),
  ]);
};

/** What it means that nothing was stored and nothing was said. */
const silence = async (nc: NatsConnection): Promise<JournalTrouble> => {
  const answer = nc.rtt().then(
    () => 'failing' as const,
    () => 'unreachable' as const,
  );
  return Promise.race([answer, after(ANSWER_MS).then(() => 'unreachable' as const)]);
};

const late = (): Promise<'late'> => after(DEADLINE_MS).then(() => 'late' as const);

/** P4: timers come before what the network has brought meanwhile, which has its turn here. */
const after = async (ms: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  await nextTurn();
};
