/**
 * Finds out whether the journal can be written, by writing to it.
 *
 * It guarantees:
 * P1. A journal that can no longer be written is noticed within {@link EVERY_MS} + {@link DEADLINE_MS} +
 *     {@link ANSWER_MS}, 1.5 s; one that can be written again, within the same time after the server answers.
 * P2. It writes where commits are written: a failed write puts one stream in error, and its neighbours continue.
 * P3. One attempt at a time, with one small message for each stream; each replaces the previous one of any node.
 * P4. Time in which this process itself was frozen does not count against the journal.
 *
 * It decides nothing; see health.ts for the meaning of its result.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type JetStreamClient, jetstream } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { pause } from '../backoff.js';
import { refusalOf } from '../journal-errors.js';
import { watchConnection } from '../nats/connection.js';
import { probeSubject } from '../subjects.js';
import { type Attempt, afterAttempt, type JournalHealth, type JournalTrouble } from './health.js';

/** Between the end of an attempt and the next one. */
const EVERY_MS = 400;
/** A hundred times what a commit takes on a busy machine (docs/explanation/performance.md). */
const DEADLINE_MS = 900;
/** How long the server may take to answer at all, once it has not stored in time. */
const ANSWER_MS = 200;
/** How long a late attempt is awaited in all: the server may continue where it stopped. */
const GIVE_UP_MS = 3_000;

export interface JournalProbeOptions {
  readonly nc: NatsConnection;
  readonly shards: number;
  /** Subjects of streams that replace the previous message, and without which no request can be answered. */
  readonly extraSubjects: readonly string[];
  /** Monotonic, ms. */
  readonly now: () => number;
  readonly logger: Logger;
}

export interface JournalProbe {
  /** Writable until an attempt has failed: the caller has just used the journal. */
  health(): JournalHealth;
  stop(): void;
}

/** Starts to probe; changes are logged as `journal.unwritable` and `journal.writable`. */
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
  { shards, extraSubjects }: Pick<JournalProbeOptions, 'shards' | 'extraSubjects'>,
): Promise<void> => {
  const rollup = headers();
  rollup.set('Nats-Rollup', 'sub');
  await Promise.all([
    ...Array.from({ length: shards }, (_, shard) => js.publish(probeSubject(shard), '', { headers: rollup })),
    ...extraSubjects.map((subject) => js.publish(subject)),
  ]);
};

/** What it means that nothing was stored or answered. */
const silence = async (nc: NatsConnection): Promise<JournalTrouble> => {
  const answer = nc.rtt().then(
    () => 'failing' as const,
    () => 'unreachable' as const,
  );
  return Promise.race([answer, after(ANSWER_MS).then(() => 'unreachable' as const)]);
};

const late = (): Promise<'late'> => after(DEADLINE_MS).then(() => 'late' as const);

/** P4: timers run before data that has arrived meanwhile, which is handled in the extra turn here. */
const after = async (ms: number): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  await nextTurn();
};
