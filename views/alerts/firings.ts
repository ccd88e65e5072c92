/** The times at which alert rules fired. */
import type { Database } from 'better-sqlite3';
import {
  type AlertRuleEvent,
  type FiringFacts,
  mailIdOf,
  type Notified,
} from '../../actors/alert-rule/events.js';
import type { AlertFiring, AlertMail, AlertResolution } from '../../schemas/alerts/firing.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** Alerts of a rule that are shown; older ones are only in the journal. */
const KEPT = 500;

/** `facts`, `mails`: JSON. Those of removed rules are deleted. Times in ms since the epoch. */
export const ALERT_FIRING_TABLES = `
CREATE TABLE alert_firings (
  business_id TEXT NOT NULL,
  rule_id TEXT NOT NULL,
  id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  facts TEXT NOT NULL,
  resolved_at INTEGER,
  resolution TEXT,
  resolved_value REAL,
  notified_at INTEGER,
  mails TEXT NOT NULL,
  PRIMARY KEY (business_id, rule_id, created_at, id)
) WITHOUT ROWID;
CREATE INDEX alert_firings_by_id ON alert_firings (business_id, rule_id, id);
`;

interface FiringRow {
  readonly id: string;
  readonly created_at: number;
  readonly facts: string;
  readonly resolved_at: number | null;
  readonly resolution: AlertResolution | null;
  readonly resolved_value: number | null;
  readonly notified_at: number | null;
  readonly mails: string;
}

const mailsIn = (text: string): readonly AlertMail[] => JSON.parse(text);

/** The e-mails of a notification. */
const mailsOf = (notified: Notified | null, notification: AlertMail['notification']): readonly AlertMail[] =>
  notified === null
    ? []
    : [
        ...notified.emails.map((email) => ({
          email,
          notification,
          status: 'pending' as const,
          attempts: 0,
          problem: null,
        })),
        ...notified.overLimit.map((email) => ({
          email,
          notification,
          status: 'failed' as const,
          attempts: 0,
          problem: 'daily_limit' as const,
        })),
      ];

type MailAttempted = Extract<AlertRuleEvent, { type: 'alert_rule.mail_attempted' }>;

const afterAttempt = (mail: AlertMail, { firingId, mailId, problem, retryAt }: MailAttempted): AlertMail => {
  if (mailIdOf(firingId, mail.notification, mail.email) !== mailId) return mail;
  const ended = problem === null ? 'sent' : 'failed';
  return { ...mail, attempts: mail.attempts + 1, problem, status: retryAt === null ? ended : 'pending' };
};

/** Projects alerts. */
export const projectAlertFirings = (db: Database): ((stored: Stored<AlertRuleEvent>) => void) => {
  type Key = { readonly businessId: string; readonly ruleId: string; readonly id: string };
  const begin = db.prepare<
    Key & {
      readonly at: number;
      readonly facts: string;
      readonly notifiedAt: number | null;
      readonly mails: string;
    }
  >(
    `INSERT INTO alert_firings (business_id, rule_id, id, created_at, facts, notified_at, mails)
     VALUES (:businessId, :ruleId, :id, :at, :facts, :notifiedAt, :mails)`,
  );
  const forgetOld = db.prepare<{
    readonly businessId: string;
    readonly ruleId: string;
    readonly kept: number;
  }>(
    `DELETE FROM alert_firings WHERE business_id = :businessId AND rule_id = :ruleId AND created_at <=
       (SELECT created_at FROM alert_firings WHERE business_id = :businessId AND rule_id = :ruleId
        ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET :kept)`,
  );
  const end = db.prepare<
    Key & { readonly at: number; readonly resolution: AlertResolution; readonly value: number | null }
  >(
    `UPDATE alert_firings SET resolved_at = :at, resolution = :resolution, resolved_value = :value
     WHERE business_id = :businessId AND rule_id = :ruleId AND id = :id`,
  );
  const notify = db.prepare<Key & { readonly at: number }>(
    `UPDATE alert_firings SET notified_at = coalesce(notified_at, :at)
     WHERE business_id = :businessId AND rule_id = :ruleId AND id = :id`,
  );
  const find = db
    .prepare<Key, string>(
      'SELECT mails FROM alert_firings WHERE business_id = :businessId AND rule_id = :ruleId AND id = :id',
    )
    .pluck();
  const setMails = db.prepare<Key & { readonly mails: string }>(
    `UPDATE alert_firings SET mails = :mails
     WHERE business_id = :businessId AND rule_id = :ruleId AND id = :id`,
  );
  const forget = db.prepare<[string, string]>(
    'DELETE FROM alert_firings WHERE business_id = ? AND rule_id = ?',
  );
  const changeMails = (key: Key, change: (mails: readonly AlertMail[]) => readonly AlertMail[]): void => {
    const mails = find.get(key);
    if (mails !== undefined) setMails.run({ ...key, mails: JSON.stringify(change(mailsIn(mails))) });
  };
  return ({ businessId, id: ruleId, at, event }) => {
    const keyOf = (firing: Pick<FiringFacts, 'firingId'>): Key => ({
      businessId,
      ruleId,
      id: firing.firingId,
    });
    switch (event.type) {
      case 'alert_rule.fired': {
        const { firing, notified } = event;
        const mails = JSON.stringify(mailsOf(notified, 'fired'));
        const facts = JSON.stringify(firing);
        begin.run({ ...keyOf(firing), at: firing.firedAt, facts, notifiedAt: notified && at, mails });
        forgetOld.run({ businessId, ruleId, kept: KEPT });
        return;
      }
      case 'alert_rule.notified_late':
        notify.run({ ...keyOf(event.firing), at });
        changeMails(keyOf(event.firing), (mails) => [...mails, ...mailsOf(event.notified, 'fired')]);
        return;
      case 'alert_rule.resolved': {
        const { firing, value, resolution, notified } = event;
        end.run({ ...keyOf(firing), at, resolution, value });
        changeMails(keyOf(firing), (mails) => [...mails, ...mailsOf(notified, 'resolved')]);
        return;
      }
      case 'alert_rule.mail_attempted':
        changeMails(keyOf(event), (mails) => mails.map((mail) => afterAttempt(mail, event)));
        return;
      case 'alert_rule.removed':
        forget.run(businessId, ruleId);
        return;
      default:
    }
  };
};

const toFiring = (row: FiringRow): AlertFiring => {
  const { comparison, threshold, value, count }: FiringFacts = JSON.parse(row.facts);
  return {
    firingId: row.id,
    status: row.resolved_at === null ? 'firing' : 'resolved',
    comparison,
    threshold,
    value,
    count,
    firedAt: iso(row.created_at),
    resolvedAt: isoOrNull(row.resolved_at),
    resolution: row.resolution,
    resolvedValue: row.resolved_value,
    notifiedAt: isoOrNull(row.notified_at),
    mails: [...mailsIn(row.mails)],
  };
};

/** Queries on alerts. */
export const alertFiringQueries = (db: Database) => {
  const page = db.prepare<PageParameters<'businessId' | 'ruleId'>, FiringRow>(
    `SELECT * FROM alert_firings WHERE business_id = :businessId AND rule_id = :ruleId AND (created_at, id) < (:createdAt, :id)
     ORDER BY created_at DESC, id DESC LIMIT :count`,
  );
  return {
    /** Newest first, the latest 500. @throws DomainError cursor_invalid */
    alertFirings: (businessId: string, ruleId: string, { limit, cursor }: PageRequest): Page<AlertFiring> => {
      const scope = ['alert firings', businessId, ruleId];
      const rows = page.all({ businessId, ruleId, ...positionOf(scope, cursor), count: limit + 1 });
      return pageOf(scope, rows, limit, toFiring);
    },
  };
};
