/** Webhook subscriptions, the attempts to deliver to them, and their dead letters. Secrets are not in the views. */
import type { Database } from 'better-sqlite3';
import type { Letter, SubscriptionEvent } from '../../actors/subscription/events.js';
import { assertNever } from '../../schemas/assert.js';
import { isAccountChannel } from '../../schemas/channel.js';
import type {
  DeadLetter,
  DeliveryAttempt,
  EventType,
  SubscriptionChannel,
  SubscriptionResource,
  SubscriptionStatus,
} from '../../schemas/subscription.js';
import { decodeCursor, encodeCursor, type ListScope, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import { rowNumber } from '../kernel/row-number.js';
import type { Stored } from '../kernel/stored-event.js';

/** `account_id`: null where it is of the whole business. `events`: JSON. Times in ms since the epoch. */
export const SUBSCRIPTION_TABLES = `
CREATE TABLE subscriptions (
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  channel TEXT NOT NULL,
  account_id TEXT,
  callback_url TEXT NOT NULL,
  events TEXT NOT NULL,
  status TEXT NOT NULL,
  secret_last4 TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX subscriptions_by_age ON subscriptions (business_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_by_account ON subscriptions (business_id, channel, account_id)
  WHERE status = 'active';
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
  PRIMARY KEY (subscription_id, position)
) WITHOUT ROWID;
`;

/** The log of a subscription keeps as many attempts. */
const ATTEMPTS_KEPT = 1_000;

export const projectSubscriptions = (db: Database): ((stored: Stored<SubscriptionEvent>) => void) => {
  const create = db.prepare<[string, string, string, string | null, string, string, string, number, number]>(
    `INSERT INTO subscriptions (business_id, id, channel, account_id, callback_url, events, status, secret_last4,
       created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, 'active', ?, ?, ?)`,
  );
  const change = db.prepare<
    [string | null, string | null, string | null, string | null, number, string, string]
  >(
    `UPDATE subscriptions SET callback_url = coalesce(?, callback_url), events = coalesce(?, events),
       status = coalesce(?, status), secret_last4 = coalesce(?, secret_last4), updated_at = ?
     WHERE business_id = ? AND id = ?`,
  );
  const attempt = db.prepare<[number, string, string]>(
    'INSERT INTO delivery_attempts (row, subscription_id, attempt) VALUES (?, ?, ?)',
  );
  const forget = db.prepare<[string, string, number]>(
    `DELETE FROM delivery_attempts WHERE subscription_id = ? AND row <=
       (SELECT row FROM delivery_attempts WHERE subscription_id = ? ORDER BY row DESC LIMIT 1 OFFSET ?)`,
  );
  const bury = db.prepare<[string, number, string, string, number, number]>(
    `INSERT INTO dead_letters (subscription_id, position, event_id, letter, died_at, attempts)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const resend = db.prepare<[number, string, string]>(
    'UPDATE dead_letters SET resent_at = ? WHERE subscription_id = ? AND event_id = ? AND resent_at IS NULL',
  );
  const discard = db.prepare<[string, string]>(
    'DELETE FROM dead_letters WHERE subscription_id = ? AND event_id = ? AND resent_at IS NULL',
  );
  return (stored) => {
    const { businessId, id, at, event } = stored;
    switch (event.type) {
      case 'subscription.created': {
        const { channel, accountId, callbackUrl, events, secretLast4 } = event;
        create.run(
          businessId,
          id,
          channel,
          accountId,
          callbackUrl,
          JSON.stringify(events),
          secretLast4,
          at,
          at,
        );
        return;
      }
      case 'subscription.changed': {
        const events = event.events === undefined ? null : JSON.stringify(event.events);
        change.run(event.callbackUrl ?? null, events, event.status ?? null, null, at, businessId, id);
        return;
      }
      case 'secret.rotated':
        change.run(null, null, null, event.secretLast4, at, businessId, id);
        return;
      case 'subscription.revoked':
        change.run(null, null, 'revoked', null, at, businessId, id);
        return;
      case 'deliveries.attempted':
        for (const [offset, one] of event.attempts.entries())
          attempt.run(rowNumber(stored, offset), id, JSON.stringify(one));
        forget.run(id, id, ATTEMPTS_KEPT);
        return;
      case 'letter.died': {
        const { payload: _payload, ...letter } = event.letter;
        bury.run(id, rowNumber(stored), letter.eventId, JSON.stringify(letter), at, event.attempts);
        return;
      }
      case 'letter.resent':
        resend.run(at, id, event.eventId);
        return;
      case 'letters.discarded':
        for (const eventId of event.eventIds) discard.run(id, eventId);
        return;
      default:
        assertNever(event);
    }
  };
};

interface SubscriptionRow {
  readonly id: string;
  readonly business_id: string;
  readonly channel: SubscriptionChannel;
  readonly account_id: string | null;
  readonly callback_url: string;
  readonly events: string;
  readonly status: SubscriptionStatus;
  readonly secret_last4: string;
  readonly created_at: number;
  readonly updated_at: number;
}

interface LetterRow {
  readonly position: number;
  readonly letter: string;
  readonly died_at: number;
  readonly attempts: number;
  readonly resent_at: number | null;
}

export interface ActiveSubscription {
  readonly id: string;
  readonly businessId: string;
}

const toResource = (row: SubscriptionRow): SubscriptionResource => {
  const events: EventType[] = JSON.parse(row.events);
  return {
    id: row.id,
    channel: row.channel,
    phoneNumberId: row.channel === 'whatsapp' ? row.account_id : null,
    providerAccountId: row.channel === 'instagram' ? row.account_id : null,
    callbackUrl: row.callback_url,
    events,
    externalAutomation: isAccountChannel(row.channel),
    status: row.status,
    secretLast4: row.secret_last4,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
};

export const subscriptionQueries = (db: Database) => {
  const page = db.prepare<[string, number, string, number], SubscriptionRow>(
    `SELECT * FROM subscriptions WHERE business_id = ? AND (created_at, id) < (?, ?)
     ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  const byId = db.prepare<[string, string], SubscriptionRow>(
    'SELECT * FROM subscriptions WHERE business_id = ? AND id = ?',
  );
  const ofAccount = db.prepare<[string, string, string | null], SubscriptionRow>(
    `SELECT * FROM subscriptions WHERE business_id = ? AND channel = ? AND account_id IS ? AND status = 'active'
     ORDER BY created_at, id`,
  );
  const active = db.prepare<[], SubscriptionRow>(`SELECT * FROM subscriptions WHERE status = 'active'`);
  const attempts = db.prepare<[string, number, number], { row: number; attempt: string }>(
    `SELECT row, attempt FROM delivery_attempts WHERE subscription_id = ? AND row < ?
     ORDER BY row DESC LIMIT ?`,
  );
  const letters = db.prepare<[string, number, number], LetterRow>(
    `SELECT position, letter, died_at, attempts, resent_at FROM dead_letters
     WHERE subscription_id = ? AND position < ? ORDER BY position DESC LIMIT ?`,
  );
  const paged = <Row, T>(
    scope: ListScope,
    { limit, cursor }: PageRequest,
    read: (before: number, count: number) => readonly Row[],
    numberIn: (row: Row) => number,
    show: (row: Row) => T,
  ): Page<T> => {
    const before = cursor === null ? Number.MAX_SAFE_INTEGER : decodeCursor(scope, cursor).createdAt;
    const rows = read(before, limit + 1);
    const last = rows.slice(0, limit).at(-1);
    return {
      items: rows.slice(0, limit).map(show),
      nextCursor:
        rows.length > limit && last !== undefined
          ? encodeCursor(scope, { createdAt: numberIn(last), id: '' })
          : null,
    };
  };
  return {
    /** Newest first, revoked ones too. */
    subscriptions: (businessId: string, { limit, cursor }: PageRequest): Page<SubscriptionResource> => {
      const scope = ['subscriptions', businessId];
      const { createdAt, id } = positionOf(scope, cursor);
      return pageOf(scope, page.all(businessId, createdAt, id, limit + 1), limit, toResource);
    },
    subscription: (businessId: string, subscriptionId: string): SubscriptionResource | null => {
      const row = byId.get(businessId, subscriptionId);
      return row === undefined ? null : toResource(row);
    },
    /** Those that are told of an account now. */
    subscribersOf: (
      businessId: string,
      channel: SubscriptionChannel,
      accountId: string | null,
    ): readonly SubscriptionResource[] => ofAccount.all(businessId, channel, accountId).map(toResource),
    /** Of all businesses. */
    activeSubscriptions: (): readonly ActiveSubscription[] =>
      active.all().map(({ id, business_id }) => ({ id, businessId: business_id })),
    automationOf: (businessId: string, channel: SubscriptionChannel, accountId: string): string | null =>
      ofAccount.get(businessId, channel, accountId)?.id ?? null,
    /** The latest attempts, newest first. */
    deliveryAttempts: (subscriptionId: string, page: PageRequest): Page<DeliveryAttempt> =>
      paged(
        ['attempts', subscriptionId],
        page,
        (before, count) => attempts.all(subscriptionId, before, count),
        ({ row }) => row,
        ({ attempt }) => attemptOf(attempt),
      ),
    /** Newest first, re-sent ones too. */
    deadLetters: (subscriptionId: string, page: PageRequest): Page<DeadLetter> =>
      paged(
        ['dead letters', subscriptionId],
        page,
        (before, count) => letters.all(subscriptionId, before, count),
        ({ position }) => position,
        (row) => {
          const letter: Omit<Letter, 'payload'> = JSON.parse(row.letter);
          const { eventId, eventType, conversationId = null, callId = null, campaignId = null } = letter;
          const { died_at, attempts: count, resent_at } = row;
          return {
            eventId,
            eventType,
            conversationId,
            callId,
            campaignId,
            occurredAt: letter.occurredAt,
            diedAt: iso(died_at),
            attempts: count,
            resentAt: isoOrNull(resent_at),
          };
        },
      ),
  };
};

const attemptOf = (text: string): DeliveryAttempt => {
  const kept: {
    readonly eventId: string;
    readonly eventType: EventType;
    readonly retryNumber: number;
    readonly at: number;
    readonly httpStatus: number | null;
    readonly problem: string | null;
    readonly latencyMs: number;
    readonly excerpt: string;
  } = JSON.parse(text);
  const { at, httpStatus, excerpt, ...rest } = kept;
  const delivered = httpStatus !== null && httpStatus >= 200 && httpStatus < 300;
  return {
    ...rest,
    at: iso(at),
    outcome: delivered ? 'delivered' : 'failed',
    httpStatus,
    responseExcerpt: excerpt,
  };
};
