/** The progress of an iteration. */
import type { Database } from 'better-sqlite3';
import { assertNever } from '../../schemas/assert.js';
import type { CampaignProgress, Counts } from '../../schemas/campaigns/campaign.js';
import { type MEMBERSHIP_STATUSES, OUTCOMES, type RecipientWait } from '../../schemas/campaigns/states.js';
import { iso } from '../kernel/dates.js';
import type { IterationRow } from './tables.js';

/** The pace covers the latest minutes only: older ones say little about the end. */
const PACE_MINUTES = 10;
const MINUTE_MS = 60_000;

const NO_COUNTS: Record<keyof Counts, number> = {
  total: 0,
  pending: 0,
  claimed: 0,
  active: 0,
  retry_wait: 0,
  completed: 0,
  voicemail: 0,
  no_answer: 0,
  busy: 0,
  failed: 0,
  cancelled: 0,
  skipped: 0,
} satisfies Record<'total' | (typeof MEMBERSHIP_STATUSES)[number], number>;

/** Counts the members of an iteration by status, and measures how fast they finish. */
export const iterationProgress = (db: Database) => {
  const counts = db.prepare<[string], { readonly status: keyof Counts; readonly n: number }>(
    'SELECT status, n FROM membership_counts WHERE iteration_id = ?',
  );
  const pace = db.prepare<{ iterationId: string; from: number; to: number }, { readonly n: number | null }>(
    `SELECT sum(n) AS n FROM iteration_minutes
     WHERE iteration_id = :iterationId AND minute >= :from AND minute <= :to AND what NOT IN ('begun', 'over')`,
  );
  const deferred = db.prepare<{ iterationId: string; at: number }, { readonly waits_for: RecipientWait }>(
    `SELECT waits_for FROM memberships
     WHERE iteration_id = :iterationId AND waits_for IS NOT NULL AND retry_at > :at ORDER BY retry_at LIMIT 1`,
  );
  const awaiting = db
    .prepare<{ iterationId: string; at: number }, number>(
      'SELECT 1 FROM memberships WHERE iteration_id = :iterationId AND findings_until > :at LIMIT 1',
    )
    .pluck();
  /** Why recipients may not be contacted yet, if no other recipient is being contacted. */
  const recipientWait = (
    { id: iterationId, status }: IterationRow,
    all: Counts,
    at: number,
  ): RecipientWait | 'analysis' | null => {
    if (status !== 'running' || all.claimed + all.active > 0) return null;
    const wait = deferred.get({ iterationId, at })?.waits_for ?? null;
    const mayBeAnalysed = wait === null && all.pending + all.retry_wait === 0;
    return mayBeAnalysed && awaiting.get({ iterationId, at }) !== undefined ? 'analysis' : wait;
  };
  return {
    countsOf: (iterationId: string): Counts => {
      const found = { ...NO_COUNTS };
      for (const { status, n } of counts.all(iterationId)) {
        found[status] = n;
        found.total += n;
      }
      return found;
    },
    /** `at`: now, ms since the epoch. */
    progressOf: (row: IterationRow, all: Counts, at: number): CampaignProgress => {
      const finished = OUTCOMES.reduce((sum, outcome) => sum + all[outcome], 0);
      const until = row.ended_at ?? at;
      const since = Math.max(row.started_at ?? until, until - PACE_MINUTES * MINUTE_MS);
      const minutes = Math.max(1, (until - since) / MINUTE_MS);
      const [from, to] = [Math.floor(since / MINUTE_MS), Math.floor(until / MINUTE_MS)];
      const finishedRecently = pace.get({ iterationId: row.id, from, to })?.n ?? 0;
      const perMinute = Math.round((finishedRecently / minutes) * 10) / 10;
      const left = all.total - finished;
      const isProgressing = row.status === 'running' && perMinute > 0 && left > 0;
      return {
        finished,
        percent: all.total === 0 ? 0 : Math.floor((finished * 100) / all.total),
        perMinute,
        estimatedEndAt: isProgressing ? iso(at + Math.ceil((left / perMinute) * MINUTE_MS)) : null,
        waitingFor: waitingFor(row, at) ?? recipientWait(row, all, at),
      };
    },
  };
};

const waitingFor = (row: IterationRow, at: number): CampaignProgress['waitingFor'] => {
  switch (row.status) {
    case 'draft':
    case 'scheduled':
    case 'paused':
      return row.audience_ready === 0 ? 'audience' : 'start';
    case 'running':
      if (row.closed === 'window') return 'window';
      return row.hold_until !== null && row.hold_until > at ? row.hold_reason : null;
    case 'cancelling':
    case 'cancelled':
    case 'completed':
      return null;
    default:
      return assertNever(row.status);
  }
};
