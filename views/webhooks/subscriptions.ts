/** Webhook subscriptions. The views contain no secrets. */
import type { Database } from 'better-sqlite3';
import type { SubscriptionEvent } from '../../actors/subscription/events.js';
import { subscriptionTag } from '../../actors/subscription/tag.js';
import { assertNever } from '../../schemas/assert.js';
import { isAccountChannel } from '../../schemas/channels/channel.js';
import type {
  EventType,
  PauseReason,
  SubscriptionChannel,
  SubscriptionResource,
  SubscriptionStatus,
} from '../../schemas/events/subscription.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/**
 * `account_id`: null for a subscription of the whole business. `events`: JSON. `created_seq`: sequence of the commit that created
 * it, in the stream of the business's shard. `pause_reason`: null unless the service paused it. `previous_until`: when the last former secret ends; null: none signs. `observes`: its subscriber does not answer. Times in ms since the epoch.
 */
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
  created_seq INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  paused_at INTEGER,
  pause_reason TEXT,
  observes INTEGER NOT NULL,
  previous_until INTEGER,
  PRIMARY KEY (business_id, id)
) WITHOUT ROWID;
CREATE INDEX subscriptions_by_age ON subscriptions (business_id, created_at DESC, id DESC);
CREATE INDEX subscriptions_by_account ON subscriptions (business_id, channel, account_id, status)
  WHERE status <> 'revoked';
`;

/** Null: unchanged. */
interface Changes {
  readonly callbackUrl: string | null;
  readonly events: string | null;
  readonly status: string | null;
  readonly secretLast4: string | null;
  readonly pauseReason: string | null;
}

const NO_CHANGES: Changes = {
  callbackUrl: null,
  events: null,
  status: null,
  secretLast4: null,
  pauseReason: null,
};

const prepare = (db: Database) => ({
  create: db.prepare<{
    businessId: string;
    id: string;
    channel: string;
    accountId: string | null;
    callbackUrl: string;
    events: string;
    secretLast4: string;
    at: number;
    seq: number;
    observes: number;
  }>(
    `INSERT INTO subscriptions (business_id, id, channel, account_id, callback_url, events, status, secret_last4,
       created_at, created_seq, updated_at, observes)
     VALUES (:businessId, :id, :channel, :accountId, :callbackUrl, :events, 'active', :secretLast4, :at, :seq, :at, :observes)`,
  ),
  change: db.prepare<Changes & { readonly businessId: string; readonly id: string; readonly at: number }>(
    `UPDATE subscriptions SET callback_url = coalesce(:callbackUrl, callback_url),
       events = coalesce(:events, events), status = coalesce(:status, status),
       secret_last4 = coalesce(:secretLast4, secret_last4), updated_at = :at,
       paused_at = CASE coalesce(:status, status) WHEN 'paused' THEN coalesce(paused_at, :at) END,
       pause_reason = CASE coalesce(:status, status) WHEN 'paused' THEN coalesce(:pauseReason, pause_reason) END
     WHERE business_id = :businessId AND id = :id`,
  ),
  overlap: db.prepare<{ businessId: string; id: string; until: number | null }>(
    'UPDATE subscriptions SET previous_until = :until WHERE business_id = :businessId AND id = :id',
  ),
});

/** Projects subscriptions. */
export const projectSubscriptions = (db: Database): ((stored: Stored<SubscriptionEvent>) => void) => {
  const statements = prepare(db);
  return ({ businessId, id, seq, at, event }) => {
    switch (event.type) {
      case 'subscription.created': {
        const { channel, accountId, callbackUrl, secretLast4 } = event;
        const events = JSON.stringify(event.events);
        statements.create.run({
          businessId,
          id,
          channel,
          accountId,
          callbackUrl,
          events,
          secretLast4,
          at,
          seq,
          observes: event.observes === true ? 1 : 0,
        });
        return;
      }
      case 'subscription.changed': {
        const { callbackUrl = null, status = null } = event;
        const events = event.events === undefined ? null : JSON.stringify(event.events);
        statements.change.run({ ...NO_CHANGES, businessId, id, callbackUrl, events, status, at });
        return;
      }
      case 'subscription.paused': {
        const { reason: pauseReason } = event;
        statements.change.run({ ...NO_CHANGES, businessId, id, status: 'paused', pauseReason, at });
        return;
      }
      case 'secret.rotated':
        statements.change.run({ ...NO_CHANGES, businessId, id, secretLast4: event.secretLast4, at });
        statements.overlap.run({ businessId, id, until: event.lastUntil ?? null });
        return;
      case 'secret.overlap_ended':
        statements.overlap.run({ businessId, id, until: event.lastUntil ?? null });
        return;
      case 'subscription.revoked':
        statements.change.run({ ...NO_CHANGES, businessId, id, status: 'revoked', at });
        statements.overlap.run({ businessId, id, until: null });
        return;
      case 'deliveries.attempted':
      case 'delivery.dead_lettered':
      case 'dead_letter.resent':
      case 'dead_letters.discarded':
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
  readonly paused_at: number | null;
  readonly pause_reason: PauseReason | null;
  readonly observes: number;
  readonly previous_until: number | null;
}

/** A subscription that events are sent to, or wait for. */
export interface SubscriberId {
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
    externalAutomation: isAccountChannel(row.channel) && row.observes === 0,
    status: row.status,
    pauseReason: row.pause_reason,
    pausedAt: isoOrNull(row.paused_at),
    secretLast4: row.secret_last4,
    previousSecretUntil: isoOrNull(row.previous_until),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    tag: subscriptionTag({ callbackUrl: row.callback_url, events, status: row.status }),
  };
};

/** Queries on subscriptions. */
export const subscriptionQueries = (db: Database) => {
  const page = db.prepare<PageParameters<'businessId'>, SubscriptionRow>(
    `SELECT * FROM subscriptions WHERE business_id = :businessId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  const byId = db.prepare<[string, string], SubscriptionRow>(
    'SELECT * FROM subscriptions WHERE business_id = ? AND id = ?',
  );
  const ofAccount = db.prepare<
    { businessId: string; channel: string; accountId: string | null },
    SubscriptionRow
  >(
    `SELECT * FROM subscriptions
     WHERE business_id = :businessId AND channel = :channel AND account_id IS :accountId
       AND status <> 'revoked' AND status = 'active' AND observes = 0
     ORDER BY created_at, id`,
  );
  const before = db.prepare<
    { businessId: string; channel: string; accountId: string | null; seq: number },
    SubscriptionRow
  >(
    `SELECT * FROM subscriptions
     WHERE business_id = :businessId AND channel = :channel AND account_id IS :accountId
       AND status <> 'revoked' AND (status = 'active' OR pause_reason IS NOT NULL) AND created_seq < :seq
     ORDER BY created_seq`,
  );
  const withStatus = db.prepare<[SubscriptionStatus], SubscriberId>(
    `SELECT id, business_id AS businessId FROM subscriptions WHERE status <> 'revoked' AND status = ?`,
  );
  const pausedByService = db
    .prepare<[string], number>(
      `SELECT count(*) FROM subscriptions
       WHERE business_id = ? AND status <> 'revoked' AND status = 'paused' AND pause_reason IS NOT NULL`,
    )
    .pluck();
  return {
    /** Newest first, including revoked ones. */
    subscriptions: (businessId: string, { limit, cursor }: PageRequest): Page<SubscriptionResource> => {
      const scope = ['subscriptions', businessId];
      const rows = page.all({ businessId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, toResource);
    },
    subscription: (businessId: string, subscriptionId: string): SubscriptionResource | null => {
      const row = byId.get(businessId, subscriptionId);
      return row === undefined ? null : toResource(row);
    },
    /**
     * The subscriptions of an account, of all calls or of all campaigns (`accountId` null) that receive events: active ones,
     * and those that the service paused, whose events wait. Only those that were created before the commit at `seq` of the business's shard, oldest first. Clocks of nodes differ, so `createdAt` cannot order the two.
     */
    subscribersOf: (
      businessId: string,
      channel: SubscriptionChannel,
      accountId: string | null,
      seq: number,
    ): readonly SubscriptionResource[] => before.all({ businessId, channel, accountId, seq }).map(toResource),
    /** The active subscriptions of all businesses. */
    activeSubscriptions: (): readonly SubscriberId[] => withStatus.all('active'),
    /** The paused subscriptions of all businesses. */
    pausedSubscriptions: (): readonly SubscriberId[] => withStatus.all('paused'),
    /** How many subscriptions of the business the service has paused. */
    subscriptionsPausedByService: (businessId: string): number => pausedByService.get(businessId) ?? 0,
    /** The first active subscription through which an external backend answers on the account; null: none. */
    automationOf: (businessId: string, channel: SubscriptionChannel, accountId: string): string | null =>
      ofAccount.get({ businessId, channel, accountId })?.id ?? null,
  };
};
