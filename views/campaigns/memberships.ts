/** Members of iterations: how often they were contacted, and with which outcome. */
import type { Database } from 'better-sqlite3';
import { BLOCK_SIZE, placeOfBlock } from '../../actors/recipients/block.js';
import type { RecipientsEvent } from '../../actors/recipients/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { CallBack } from '../../schemas/campaigns/call-back.js';
import type { Attempt } from '../../schemas/campaigns/membership.js';
import {
  type MembershipStatus,
  OUTCOMES,
  type Outcome,
  type RecipientWait,
} from '../../schemas/campaigns/states.js';
import { survivorOf } from '../contacts/merges.js';
import { iso } from '../kernel/dates.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';
import { callBackWriter } from './call-backs.js';

/**
 * `position`: the member's place in the iteration. `joined_as`: the contact that joined it, which may have been merged since. `attempts`: JSON. `waits_for`: why it may not be contacted before `retry_at`.
 * `findings_until`: until when
 * its block waits for the findings about its last call. `call_back_…`: the latest call-back that it requested.
 * `minute`: whole minutes since the epoch; other times in ms. `what` happened in that minute: an outcome that members reached, or
 * attempts that were `begun` and `over`.
 */
export const MEMBERSHIP_TABLES = `
CREATE TABLE memberships (
  row INTEGER PRIMARY KEY,
  campaign_id TEXT NOT NULL,
  iteration_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  contact_id TEXT NOT NULL,
  joined_as TEXT NOT NULL,
  status TEXT NOT NULL,
  attempts TEXT NOT NULL DEFAULT '[]',
  skip_reason TEXT,
  retry_at INTEGER,
  waits_for TEXT,
  findings_until INTEGER,
  call_back_at INTEGER,
  call_back_state TEXT,
  call_back_reason TEXT,
  last_activity_at INTEGER,
  UNIQUE (iteration_id, position)
);
CREATE INDEX memberships_by_campaign ON memberships (campaign_id, row);
CREATE INDEX memberships_by_status ON memberships (campaign_id, status, row);
CREATE INDEX memberships_by_contact ON memberships (contact_id, campaign_id, row);
CREATE INDEX memberships_deferred ON memberships (iteration_id, retry_at) WHERE waits_for IS NOT NULL;
CREATE INDEX memberships_awaiting ON memberships (iteration_id, findings_until) WHERE findings_until IS NOT NULL;
CREATE INDEX memberships_with_call_back ON memberships (campaign_id, call_back_state, row) WHERE call_back_state IS NOT NULL;
CREATE TABLE membership_counts (
  iteration_id TEXT NOT NULL,
  status TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (iteration_id, status)
) WITHOUT ROWID;
CREATE TABLE iteration_minutes (
  iteration_id TEXT NOT NULL,
  minute INTEGER NOT NULL,
  what TEXT NOT NULL,
  n INTEGER NOT NULL,
  PRIMARY KEY (iteration_id, minute, what)
) WITHOUT ROWID;
`;

const MINUTE_MS = 60_000;

/** A stored member. */
export interface MemberRow {
  readonly row: number;
  readonly contact_id: string;
  readonly iteration_id: string;
  readonly status: MembershipStatus;
  readonly attempts: string;
  readonly skip_reason: string | null;
  readonly retry_at: number | null;
  readonly waits_for: RecipientWait | null;
  readonly call_back_at: number | null;
  readonly call_back_state: CallBack['state'] | null;
  readonly call_back_reason: string | null;
  readonly last_activity_at: number | null;
}

/** The change of a member. Omitted fields stay unchanged, except the retry time and the wait, which are cleared. */
interface Move {
  readonly status: MembershipStatus;
  readonly attempts?: readonly Attempt[];
  /** ms since the epoch. */
  readonly retryAt?: number | null;
  /** Absent: no wait. */
  readonly waitsFor?: RecipientWait;
}

/** The events that are counted per minute. */
type TalliedEvent = Outcome | 'begun' | 'over';

const isOutcome = (status: MembershipStatus): status is Outcome =>
  OUTCOMES.some((outcome) => outcome === status);

/** The number of attempts in progress. */
const openIn = (attempts: readonly Attempt[]): number =>
  attempts.filter(({ endedAt }) => endedAt === null).length;

const prepare = (db: Database) => ({
  current: survivorOf(db),
  insert: db.prepare<{
    row: number;
    campaignId: string;
    iterationId: string;
    position: number;
    contactId: string;
    joinedAs: string;
    status: string;
    skip: string | null;
  }>(
    `INSERT INTO memberships (row, campaign_id, iteration_id, position, contact_id, joined_as, status, skip_reason)
     VALUES (:row, :campaignId, :iterationId, :position, :contactId, :joinedAs, :status, :skip)`,
  ),
  find: db.prepare<[string, number], Pick<MemberRow, 'status' | 'attempts'>>(
    'SELECT status, attempts FROM memberships WHERE iteration_id = ? AND position = ?',
  ),
  update: db.prepare<{
    iterationId: string;
    position: number;
    status: string;
    attempts: string;
    retryAt: number | null;
    waitsFor: RecipientWait | null;
    at: number;
  }>(
    `UPDATE memberships SET status = :status, attempts = :attempts, retry_at = :retryAt, waits_for = :waitsFor,
       last_activity_at = :at
     WHERE iteration_id = :iterationId AND position = :position`,
  ),
  explain: db.prepare<{ iterationId: string; position: number; reason: string }>(
    `UPDATE memberships SET skip_reason = :reason
     WHERE iteration_id = :iterationId AND position = :position`,
  ),
  count: db.prepare<{ iterationId: string; status: string; n: number }>(
    `INSERT INTO membership_counts (iteration_id, status, n) VALUES (:iterationId, :status, :n)
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  ),
  tally: db.prepare<{ iterationId: string; minute: number; what: TalliedEvent; n: number }>(
    `INSERT INTO iteration_minutes (iteration_id, minute, what, n) VALUES (:iterationId, :minute, :what, :n)
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
  ),
});

type Statements = ReturnType<typeof prepare>;
type Created = Extract<RecipientsEvent, { readonly type: 'recipients.created' }>;

const create = (
  { insert, count, current }: Statements,
  stored: Stored<unknown>,
  { link, members }: Created,
): void => {
  const { campaignId, iterationId, block } = link;
  let skipped = 0;
  for (const [index, { contactId: joinedAs, skip }] of members.entries()) {
    const status = skip === null ? 'pending' : 'skipped';
    if (skip !== null) skipped += 1;
    const [row, position] = [rowNumber(stored, index), block * BLOCK_SIZE + index];
    const contactId = current(joinedAs);
    insert.run({ row, campaignId, iterationId, position, contactId, joinedAs, status, skip });
  }
  count.run({ iterationId, status: 'skipped', n: skipped });
  count.run({ iterationId, status: 'pending', n: members.length - skipped });
};

/** Moves the members at some places of a block, and updates the counts. */
const createMover =
  ({ find, update, count, tally }: Statements) =>
  (
    { id, at }: Stored<unknown>,
    indexes: readonly number[],
    moveOf: (attempts: readonly Attempt[]) => Move,
  ): void => {
    const { iterationId, block } = placeOfBlock(id);
    const moved = new Map<MembershipStatus, number>();
    const happened = new Map<TalliedEvent, number>();
    const tallyEvent = (what: TalliedEvent): void => void happened.set(what, (happened.get(what) ?? 0) + 1);
    for (const index of indexes) {
      const position = block * BLOCK_SIZE + index;
      const before = find.get(iterationId, position);
      if (before === undefined) continue;
      const earlier: readonly Attempt[] = JSON.parse(before.attempts);
      const { status, attempts: changed, retryAt = null, waitsFor = null } = moveOf(earlier);
      const attempts = changed === undefined ? before.attempts : JSON.stringify(changed);
      update.run({ iterationId, position, status, attempts, retryAt, waitsFor, at });
      moved.set(before.status, (moved.get(before.status) ?? 0) - 1);
      moved.set(status, (moved.get(status) ?? 0) + 1);
      if (isOutcome(status)) tallyEvent(status);
      const opened = openIn(changed ?? earlier) - openIn(earlier);
      if (opened !== 0) tallyEvent(opened > 0 ? 'begun' : 'over');
    }
    for (const [status, n] of moved) if (n !== 0) count.run({ iterationId, status, n });
    const minute = Math.floor(at / MINUTE_MS);
    for (const [what, n] of happened) tally.run({ iterationId, minute, what, n });
  };

/** Projects the members of iterations. */
export const projectMemberships = (db: Database): ((stored: Stored<RecipientsEvent>) => void) => {
  const statements = prepare(db);
  const move = createMover(statements);
  const callBacks = callBackWriter(db, move);
  return (stored) => {
    const { id, at, event } = stored;
    callBacks(stored);
    switch (event.type) {
      case 'recipients.created':
        create(statements, stored, event);
        return;
      case 'recipients.claimed':
        move(
          stored,
          event.claims.map(({ index }) => index),
          () => ({ status: 'claimed' }),
        );
        return;
      case 'recipients.released':
        move(stored, event.indexes, (attempts) => ({
          status: attempts.length === 0 ? 'pending' : 'retry_wait',
        }));
        return;
      case 'recipient.contacted':
        move(stored, [event.index], (attempts) => ({
          status: 'active',
          attempts: [...attempts, begun(event, at)],
        }));
        return;
      case 'recipient.ended': {
        const { outcome, retryAt } = event;
        const status = retryAt === null ? outcome : 'retry_wait';
        move(stored, [event.index], (attempts) => ({
          status,
          attempts: ended(attempts, outcome, at),
          retryAt,
        }));
        return;
      }
      case 'recipient.skipped': {
        const { iterationId, block } = placeOfBlock(id);
        move(stored, [event.index], () => ({ status: 'skipped' }));
        const position = block * BLOCK_SIZE + event.index;
        statements.explain.run({ iterationId, position, reason: event.reason });
        return;
      }
      case 'recipient.postponed':
        move(stored, [event.index], () => ({
          status: 'retry_wait',
          retryAt: event.until,
          waitsFor: waitOf(event.reason),
        }));
        return;
      case 'recipients.cancelled':
        move(stored, event.indexes, () => ({ status: 'cancelled' }));
        return;
      // callBackWriter moves these.
      case 'recipient.findings_noted':
      case 'recipient.call_back_planned':
      case 'recipient.call_back_dropped':
      case 'recipients.permitted':
      case 'recipients.gated':
      case 'recipients.reported':
      case 'recipients.report_taken':
      case 'recipients.retries_due':
      // The wait of a block is shown on its iteration (projection.ts).
      case 'recipients.held':
      case 'recipients.hold_ended':
      case 'recipient.withdrawn':
      case 'recipient.handed_over':
        return;
      default:
        assertNever(event);
    }
  };
};

/** The wait for the error code that postponed a member. */
const waitOf = (code: string): RecipientWait => {
  switch (code) {
    case 'quiet_hours':
      return 'calling_hours';
    case 'attempts_exceeded':
      return 'attempts';
    default:
      return 'limits';
  }
};

const begun = (
  { activity }: Extract<RecipientsEvent, { type: 'recipient.contacted' }>,
  at: number,
): Attempt => ({
  callId: activity.kind === 'call' ? activity.id : null,
  messageId: activity.kind === 'message' ? activity.id : null,
  startedAt: iso(at),
  endedAt: null,
  outcome: null,
});

const ended = (attempts: readonly Attempt[], outcome: Outcome, at: number): readonly Attempt[] =>
  attempts.map((attempt, index) =>
    index === attempts.length - 1 && attempt.endedAt === null
      ? { ...attempt, endedAt: iso(at), outcome }
      : attempt,
  );
