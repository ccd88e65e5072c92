/** An iteration over time: the outcomes of its members, and the number of attempts in progress. */
import type { Database } from 'better-sqlite3';
import {
  type CampaignSeries,
  MAX_BUCKETS,
  SERIES_DAYS,
  type SeriesBucket,
} from '../../schemas/campaigns/plan.js';
import { iso } from '../kernel/dates.js';

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
/** Widths of buckets, minutes; with the last one, the buckets of {@link SERIES_DAYS} days are few enough. */
const WIDTHS = [1, 2, 5, 10, 15, 30, 60, 90] as const;
const WIDEST = 90;

const NO_OUTCOMES = {
  completed: 0,
  voicemail: 0,
  no_answer: 0,
  busy: 0,
  failed: 0,
  cancelled: 0,
  skipped: 0,
} as const;

type What = keyof typeof NO_OUTCOMES | 'begun' | 'over';

/** Queries on the course of iterations. */
export const seriesQueries = (db: Database) => {
  const facts = db.prepare<[string], { readonly first: number | null; readonly last: number | null }>(
    'SELECT min(minute) AS first, max(minute) AS last FROM iteration_minutes WHERE iteration_id = ?',
  );
  const sums = db.prepare<
    { iterationId: string; from: number; width: number },
    { readonly bucket: number; readonly what: What; readonly n: number }
  >(
    `SELECT minute / :width AS bucket, what, sum(n) AS n FROM iteration_minutes
     WHERE iteration_id = :iterationId AND minute >= :from GROUP BY bucket, what`,
  );
  const activeNow = db.prepare<[string], { readonly n: number }>(
    "SELECT n FROM membership_counts WHERE iteration_id = ? AND status = 'active'",
  );
  return {
    /** The series of an iteration; until now, or until its last minute when it has `ended`. `at`: ms since the epoch. */
    iterationSeries: (iterationId: string, ended: boolean, at: number): CampaignSeries => {
      const { first, last } = facts.get(iterationId) ?? { first: null, last: null };
      if (first === null || last === null) return { iterationId, bucketSeconds: 60, buckets: [] };
      const until = ended ? last : Math.max(last, Math.floor(at / MINUTE_MS));
      const since = Math.max(first, until - SERIES_DAYS * DAY_MINUTES + WIDEST);
      const width =
        WIDTHS.find((minutes) => Math.floor(until / minutes) - Math.floor(since / minutes) < MAX_BUCKETS) ??
        WIDEST;
      const from = Math.floor(since / width);
      const found = new Map<number, Record<What, number>>();
      for (const { bucket, what, n } of sums.all({ iterationId, from: from * width, width })) {
        const counts = found.get(bucket) ?? { ...NO_OUTCOMES, begun: 0, over: 0 };
        counts[what] += n;
        found.set(bucket, counts);
      }
      // The current number of attempts in progress is known; earlier ones are computed backwards from the buckets.
      let active = activeNow.get(iterationId)?.n ?? 0;
      const buckets: SeriesBucket[] = [];
      for (let bucket = Math.floor(until / width); bucket >= from; bucket -= 1) {
        const {
          begun,
          over: finished,
          ...outcomes
        } = found.get(bucket) ?? { ...NO_OUTCOMES, begun: 0, over: 0 };
        buckets.push({
          ...outcomes,
          at: iso(bucket * width * MINUTE_MS),
          begun,
          active: Math.max(0, active),
        });
        active += finished - begun;
      }
      return { iterationId, bucketSeconds: width * 60, buckets: buckets.reverse() };
    },
  };
};
