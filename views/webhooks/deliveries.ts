/** Delivery attempts of subscriptions, and dead letters. */
import type { Database } from 'better-sqlite3';
import type { SubscriptionEvent, WebhookEvent } from '../../actors/subscription/events.js';
import type {
  DeadLetter,
  DeadReason,
  DeliveryAttempt,
  EventType,
} from '../../schemas/events/subscription.js';
import { type ListScope, numberOf, pageByNumber } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { rowNumber, type Stored } from '../kernel/stored-event.js';

/** `attempt`, `letter`: JSON. `position`: in the order of the journal. Times in ms since the epoch. */
export const DELIVERY_TABLES = `
CREATE TABLE delivery_attempts (
  row INTEGER PRIMARY KEY,
  subscription_id TEXT NOT NULL,
  attempt TEXT NOT NULL
);
CREATE INDEX delivery_attempts_by_subscription ON delivery_attempts (subscription_id);
CREATE TABLE dead_letters (
  subscription_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  event_id TEXT NOT NULL,
  letter TEXT NOT NULL,
  died_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  resent_at INTEGER,
  reason TEXT NOT NULL,
  PRIMARY KEY (subscription_id, position)
) WITHOUT ROWID;
CREATE INDEX dead_letters_waiting ON dead_letters (subscription_id) WHERE resent_at IS NULL;
`;

/** The number of attempts that the log of a subscription keeps. */
const ATTEMPTS_KEPT = 1_000;

const prepare = (db: Database) => ({
  attempt: db.prepare<{ row: number; id: string; attempt: string }>(
    'INSERT INTO delivery_attempts (row, subscription_id, attempt) VALUES (:row, :id, :attempt)',
  ),
  forget: db.prepare<{ id: string; kept: number }>(
    `DELETE FROM delivery_attempts WHERE subscription_id = :id AND row <=
       (SELECT row FROM delivery_attempts WHERE subscription_id = :id ORDER BY row DESC LIMIT 1 OFFSET :kept)`,
  ),
  keep: db.prepare<{
    id: string;
    position: number;
    eventId: string;
    letter: string;
    at: number;
    attempts: number;
    reason: DeadReason;
  }>(
    `INSERT INTO dead_letters (subscription_id, position, event_id, letter, died_at, attempts, reason)
     VALUES (:id, :position, :eventId, :letter, :at, :attempts, :reason)`,
  ),
  resend: db.prepare<{ id: string; eventId: string; at: number }>(
    `UPDATE dead_letters SET resent_at = :at
     WHERE subscription_id = :id AND event_id = :eventId AND resent_at IS NULL`,
  ),
  discard: db.prepare<[string, string]>(
    'DELETE FROM dead_letters WHERE subscription_id = ? AND event_id = ? AND resent_at IS NULL',
  ),
});

/** Projects the results of deliveries. */
export const projectDeliveries = (db: Database): ((stored: Stored<SubscriptionEvent>) => void) => {
  const statements = prepare(db);
  return (stored) => {
    const { id, at, event } = stored;
    switch (event.type) {
      case 'deliveries.attempted':
        for (const [offset, attempt] of event.attempts.entries())
          statements.attempt.run({ row: rowNumber(stored, offset), id, attempt: JSON.stringify(attempt) });
        statements.forget.run({ id, kept: ATTEMPTS_KEPT });
        return;
      case 'delivery.dead_lettered': {
        const { payload: _payload, ...kept } = event.letter;
        const letter = JSON.stringify(kept);
        const { attempts, reason = 'attempts_exhausted' } = event;
        const { eventId } = kept;
        statements.keep.run({ id, position: rowNumber(stored), eventId, letter, at, attempts, reason });
        return;
      }
      case 'dead_letter.resent':
        statements.resend.run({ id, eventId: event.eventId, at });
        return;
      case 'dead_letters.discarded':
        for (const eventId of event.eventIds) statements.discard.run(id, eventId);
        return;
      // The other events concern the subscription itself.
      default:
        return;
    }
  };
};

interface DeadLetterRow {
  readonly position: number;
  readonly letter: string;
  readonly died_at: number;
  readonly attempts: number;
  readonly resent_at: number | null;
  readonly reason: DeadReason;
}

/** Queries on attempts and dead letters. */
export const deliveryQueries = (db: Database) => {
  const attempts = db.prepare<
    { subscriptionId: string; before: number; count: number },
    { row: number; attempt: string }
  >(
    `SELECT row, attempt FROM delivery_attempts WHERE subscription_id = :subscriptionId AND row < :before
     ORDER BY row DESC LIMIT :count`,
  );
  const letters = db.prepare<{ subscriptionId: string; before: number; count: number }, DeadLetterRow>(
    `SELECT position, letter, died_at, attempts, resent_at, reason FROM dead_letters
     WHERE subscription_id = :subscriptionId AND position < :before ORDER BY position DESC LIMIT :count`,
  );
  const waiting = db
    .prepare<[string, number], number>(
      `SELECT count(*) FROM (SELECT 1 FROM subscriptions s
         CROSS JOIN dead_letters d INDEXED BY dead_letters_waiting ON d.subscription_id = s.id AND d.resent_at IS NULL
       WHERE s.business_id = ? AND s.status <> 'revoked' LIMIT ?)`,
    )
    .pluck();
  return {
    /** The dead letters of a business that were not resent, counted up to `limit`. */
    waitingDeadLetters: (businessId: string, limit: number): number => waiting.get(businessId, limit) ?? 0,
    /** The latest attempts, newest first. */
    deliveryAttempts: (subscriptionId: string, { limit, cursor }: PageRequest): Page<DeliveryAttempt> => {
      const scope: ListScope = ['attempts', subscriptionId];
      const before = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const rows = attempts.all({ subscriptionId, before, count: limit + 1 });
      return pageByNumber(
        scope,
        rows,
        limit,
        ({ row }) => row,
        ({ attempt }) => toAttempt(attempt),
      );
    },
    /** Newest first, including resent ones. */
    deadLetters: (subscriptionId: string, { limit, cursor }: PageRequest): Page<DeadLetter> => {
      const scope: ListScope = ['dead letters', subscriptionId];
      const before = numberOf(scope, cursor, Number.MAX_SAFE_INTEGER);
      const rows = letters.all({ subscriptionId, before, count: limit + 1 });
      return pageByNumber(scope, rows, limit, ({ position }) => position, toDeadLetter);
    },
  };
};

const toDeadLetter = (row: DeadLetterRow): DeadLetter => {
  const letter: Omit<WebhookEvent, 'payload'> = JSON.parse(row.letter);
  const { eventId, eventType, conversationId = null, callId = null, campaignId = null } = letter;
  return {
    eventId,
    eventType,
    conversationId,
    callId,
    campaignId,
    occurredAt: letter.occurredAt,
    diedAt: iso(row.died_at),
    attempts: row.attempts,
    reason: row.reason,
    resentAt: isoOrNull(row.resent_at),
  };
};

const toAttempt = (text: string): DeliveryAttempt => {
  const stored: {
    readonly eventId: string;
    readonly eventType: EventType;
    readonly retryNumber: number;
    readonly at: number;
    readonly httpStatus: number | null;
    readonly problem: string | null;
    readonly latencyMs: number;
    readonly excerpt: string;
  } = JSON.parse(text);
  const { at, httpStatus, excerpt, ...rest } = stored;
  const delivered = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  return {
    ...rest,
    at: iso(at),
    outcome: delivered ? 'delivered' : 'failed',
    httpStatus,
    responseExcerpt: excerpt,
  };
};
