/** The timers of a call: every wait of a call has a deadline here. */
import { BLOCK_SECONDS } from '../../schemas/accounts/prices.js';
import { type CallState, type HangUp, isPutThrough, isTranscriptFinal } from './state.js';

/** A call waits for a free line at most 30 minutes (docs/reference/api.md "Voice"). */
export const LINE_WAIT_MS = 30 * 60_000;
/** An unknown placement is reconciled for at most 10 minutes (docs/reference/api.md "Placement"). */
const RECONCILE_MS = 10 * 60_000;
/**
 * Every call is hung up by the age of 4 hours (docs/reference/api.md "Voice", hang-up), counted from its answer, or from its
 * placement while it is unanswered. The wait for a line does not count.
 */
export const CALL_LIFE_MS = 4 * 3_600_000;
/** A hang-up that is first requested at that age is retried for this long: ten attempts. */
export const LAST_HANG_UP_MS = 5 * 60_000;
/**
 * The last turns before the end arrive from the media session just after it. A session that has not detached by then is
 * gone: a socket that closes without a farewell is given up after 5 s, and its last words take a commit or two.
 */
const TRANSCRIPT_MS = 10_000;
/** An answered call without a media socket is hung up after this long. */
const MEDIA_LOST_MS = 30_000;
/** The next block is requested this long before the paid ones run out: a few journal round trips, with a margin. */
const BLOCK_LEAD_MS = 3_000;
/** Hang-up attempts, ms after the request; every 60 s from then on (docs/reference/api.md "Voice"). */
const HANG_UP_OFFSETS_MS = [0, 1_000, 2_000, 5_000, 10_000, 30_000] as const;

/** When attempt `attempt` (1 = first) is due. */
const hangUpDueAt = (hangUp: HangUp, attempt: number): number => {
  const offset = HANG_UP_OFFSETS_MS[attempt - 1] ?? 30_000 + (attempt - HANG_UP_OFFSETS_MS.length) * 60_000;
  return hangUp.requestedAt + offset;
};

/** When the blocks reserved so far are used up, ms since the epoch. */
const paidUntil = (state: CallState, answeredAt: number): number =>
  answeredAt + state.billing.reservedBlocks * BLOCK_SECONDS * 1_000;

export const timers = (state: CallState): Readonly<Record<string, number>> => {
  if (state.accepted === null) return {};
  const { placement, hangUp, answeredAt, billing, checking, media, ended } = state;
  if (ended !== null) {
    // Journals older than the `books` timer hold settled calls whose media never detached.
    const isDone = isTranscriptFinal(state) || (state.settled && state.recordingFinished);
    return isDone ? {} : { books: ended.at + TRANSCRIPT_MS };
  }
  if (placement.type === 'none') return { line_wait: state.accepted.at + LINE_WAIT_MS };

  const oldAt = (answeredAt ?? placement.since) + CALL_LIFE_MS;
  const due: Record<string, number> = {
    deadline: hangUp === null ? oldAt : Math.max(oldAt, hangUp.requestedAt + LAST_HANG_UP_MS),
  };
  // An answered call exists, even if the carrier's id is unknown. Reconciling resumes when the call is to be hung up.
  const reconcileSince = answeredAt === null ? placement.since : hangUp?.requestedAt;
  if (placement.type !== 'placed' && reconcileSince !== undefined)
    due.reconcile = reconcileSince + RECONCILE_MS;
  if (!checking.owed) due.check = checking.nextAt;
  if (hangUp !== null) {
    if (placement.type === 'placed' && !hangUp.owed) due.hang_up = hangUpDueAt(hangUp, hangUp.attempt + 1);
    return due;
  }
  if (answeredAt !== null) {
    if (billing.exhausted) due.credit_end = paidUntil(state, answeredAt);
    else if (billing.asking === null) due.block = paidUntil(state, answeredAt) - BLOCK_LEAD_MS;
    if (media === null) due.media_lost = answeredAt + MEDIA_LOST_MS;
    else if (media.detachedAt !== null && !isPutThrough(state))
      due.media_lost = media.detachedAt + MEDIA_LOST_MS;
  }
  return due;
};
