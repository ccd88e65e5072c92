/** Compares the journal with what this node knows of it, and with what others announce. */
import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { Logger } from 'pino';
import { compareShard, type Missing, type ShardComparison } from './held-message.js';
import type { LostCommits } from './lost-commits.js';
import type { KnownPosition, Position } from './position.js';
import type { PositionFile } from './position-file.js';

/** The course that a shard follows. */
type Course = Pick<KnownPosition, 'journal' | 'lineage'>;

export interface JournalComparison {
  /**
   * What the journal lacks; empty if nothing, or if the loss was accepted, which the position file then follows.
   * @throws Error when the server does not answer
   */
  missing(): Promise<readonly Missing[]>;
  /** As of the last comparison that found nothing missing; undefined before. */
  course(shard: number): Course | undefined;
}

export interface ComparisonOptions {
  readonly jsm: JetStreamManager;
  readonly shards: number;
  readonly file: PositionFile;
  readonly lost: LostCommits;
  readonly logger: Logger;
  readonly isStopped: () => boolean;
}

/** Compares whenever it is called. */
export const journalComparison = ({
  jsm,
  shards,
  file,
  lost,
  logger,
  isStopped,
}: ComparisonOptions): JournalComparison => {
  const courses: Course[] = [];

  const missingElsewhere = async (): Promise<readonly Missing[]> => {
    const missing: Missing[] = [];
    for (let shard = 0; shard < shards; shard += 1)
      for (const position of lost.of(shard)) {
        const isOwn = isSame(position, file.at(shard));
        const compare = () => compareShard(jsm, shard, position);
        const found = isOwn ? null : missingIn(await checkWithRetries(compare, isRefused, isStopped));
        // That a node knows another journal says nothing about this one.
        if (found?.reason === 'journal_went_back') missing.push({ ...found, isAnnounced: true });
        else lost.forget(shard, position);
      }
    return missing;
  };

  const follow = async (shard: number, { journal, lineage, missing: accepted }: ShardComparison) => {
    courses[shard] = { journal, lineage };
    const known = file.at(shard);
    if (accepted !== null)
      logger.warn({ event: 'journal.loss_accepted', shard, seq: accepted.known.seq, last: accepted.last });
    if (accepted !== null || known === null || known.seq === 0)
      await file.note(shard, { journal, lineage, ...NOWHERE });
    else await file.note(shard, { ...known, lineage });
  };

  return {
    missing: async () => {
      const found = await checkWithRetries(
        () => compareAll(jsm, shards, file),
        (comparisons) => comparisons.some(isRefused),
        isStopped,
      );
      const own = found.flatMap((comparison) => missingIn(comparison) ?? []);
      const missing = [...own, ...(await missingElsewhere())];
      if (missing.length === 0)
        for (const [shard, comparison] of found.entries()) await follow(shard, comparison);
      return missing;
    },
    course: (shard) => courses[shard],
  };
};

/** The beginning of a course. */
const NOWHERE: Position = { seq: 0, subject: '', commitKey: '' };

const isSame = (announced: KnownPosition, own: KnownPosition | null): boolean =>
  own !== null &&
  announced.journal === own.journal &&
  announced.seq === own.seq &&
  announced.commitKey === own.commitKey;

const isRefused = ({ missing, isAccepted }: ShardComparison): boolean => missing !== null && !isAccepted;
const missingIn = (comparison: ShardComparison): Missing | null =>
  isRefused(comparison) ? comparison.missing : null;

const compareAll = (
  jsm: JetStreamManager,
  shards: number,
  file: Pick<PositionFile, 'at'>,
): Promise<ShardComparison[]> =>
  Promise.all(Array.from({ length: shards }, (_, shard) => compareShard(jsm, shard, file.at(shard))));

const MAX_CHECKS = 4;
const CHECK_INTERVAL_MS = 250;

/**
 * Looks again before a journal is refused: a newly elected leader may have to apply its last messages first. Returns the
 * result of the last check: the first one that is not refused, or the one at which the checks were used up or the
 * work they are for had ended.
 * @throws what `check` throws
 */
export const checkWithRetries = async <Found>(
  check: () => Promise<Found>,
  isRefused: (found: Found) => boolean,
  isStopped: () => boolean,
): Promise<Found> => {
  for (let checks = 1; ; checks += 1) {
    const found = await check();
    if (!isRefused(found) || checks === MAX_CHECKS || isStopped()) return found;
    await delay(CHECK_INTERVAL_MS);
  }
};
