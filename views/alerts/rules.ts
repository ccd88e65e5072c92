/** Alert rules, and whether they fire. */
import type { Database } from 'better-sqlite3';
import type { AlertRuleEvent, StoredAlertRule } from '../../actors/alert-rule/events.js';
import type { AlertRuleResource } from '../../schemas/alerts/alert-rule.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { Stored } from '../kernel/stored-event.js';

/**
 * `rule`: JSON. `firing_since`: null: it does not fire. `is_clearing`: the condition was false in the last evaluation. Removed rules
 * have no row. Times in ms since the epoch.
 */
export const ALERT_RULE_TABLES = `
CREATE TABLE alert_rules (
  row INTEGER PRIMARY KEY,
  business_id TEXT NOT NULL,
  id TEXT NOT NULL,
  rule TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  muted_until INTEGER,
  firing_since INTEGER,
  is_notified INTEGER NOT NULL DEFAULT 0,
  is_clearing INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (business_id, id)
);
`;

/** Projects alert rules. */
export const projectAlertRules = (db: Database): ((stored: Stored<AlertRuleEvent>) => void) => {
  const save = db.prepare<{ businessId: string; id: string; rule: string; enabled: number; at: number }>(
    `INSERT INTO alert_rules (business_id, id, rule, enabled, revision, created_at, updated_at)
     VALUES (:businessId, :id, :rule, :enabled, 1, :at, :at)
     ON CONFLICT DO UPDATE SET rule = excluded.rule, enabled = excluded.enabled, revision = revision + 1, updated_at = :at`,
  );
  const mute = db.prepare<{ businessId: string; id: string; until: number | null; at: number }>(
    'UPDATE alert_rules SET muted_until = :until, updated_at = :at WHERE business_id = :businessId AND id = :id',
  );
  const remove = db.prepare<[string, string]>('DELETE FROM alert_rules WHERE business_id = ? AND id = ?');
  const stand = db.prepare<{ businessId: string; id: string; since: number | null; isNotified: number }>(
    `UPDATE alert_rules SET firing_since = :since, is_notified = :isNotified, is_clearing = 0
     WHERE business_id = :businessId AND id = :id`,
  );
  const clear = db.prepare<{ businessId: string; id: string; isClearing: number }>(
    'UPDATE alert_rules SET is_clearing = :isClearing WHERE business_id = :businessId AND id = :id',
  );
  return ({ businessId, id, at, event }) => {
    switch (event.type) {
      case 'alert_rule.saved': {
        const enabled = event.rule.enabled ? 1 : 0;
        save.run({ businessId, id, rule: JSON.stringify(event.rule), enabled, at });
        return;
      }
      case 'alert_rule.muted':
        mute.run({ businessId, id, until: event.until, at });
        return;
      case 'alert_rule.removed':
        remove.run(businessId, id);
        return;
      case 'alert_rule.fired':
      case 'alert_rule.notified_late': {
        const isNotified = event.notified === null ? 0 : 1;
        stand.run({ businessId, id, since: event.firing.firedAt, isNotified });
        return;
      }
      case 'alert_rule.cleared':
      case 'alert_rule.persisted':
        clear.run({ businessId, id, isClearing: event.type === 'alert_rule.cleared' ? 1 : 0 });
        return;
      case 'alert_rule.resolved':
        stand.run({ businessId, id, since: null, isNotified: 0 });
        return;
      default:
    }
  };
};

interface RuleRow {
  readonly id: string;
  readonly rule: string;
  readonly revision: number;
  readonly muted_until: number | null;
  readonly firing_since: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A rule that is evaluated. */
export interface EvaluatedRule {
  /** Its place in the list. */
  readonly row: number;
  readonly businessId: string;
  readonly id: string;
  readonly rule: StoredAlertRule;
  readonly revision: number;
  readonly isFiring: boolean;
  /** Whether it fires, and observations that meet the condition change nothing: it is notified, and not about to end. */
  readonly isSettled: boolean;
}

interface EvaluatedRow {
  readonly row: number;
  readonly business_id: string;
  readonly id: string;
  readonly rule: string;
  readonly revision: number;
  readonly firing_since: number | null;
  readonly is_notified: number;
  readonly is_clearing: number;
}

const ruleIn = (text: string): StoredAlertRule => JSON.parse(text);

const toResource = (row: RuleRow, at: number): AlertRuleResource => {
  const { notifyWebhooks, emails, enabled, ...rule } = ruleIn(row.rule);
  const standing = row.firing_since === null ? 'ok' : 'firing';
  const isMuted = row.muted_until !== null && row.muted_until > at;
  return {
    alertRuleId: row.id,
    ...rule,
    notifyWebhooks,
    emails: [...emails],
    enabled,
    status: enabled ? standing : 'off',
    firingSince: isoOrNull(row.firing_since),
    mutedUntil: isMuted ? isoOrNull(row.muted_until) : null,
    revision: row.revision,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
};

/** Queries on alert rules. */
export const alertRuleQueries = (db: Database) => {
  const byId = db.prepare<[string, string], RuleRow>(
    'SELECT * FROM alert_rules WHERE business_id = ? AND id = ?',
  );
  const ofBusiness = db.prepare<[string], RuleRow>(
    'SELECT * FROM alert_rules WHERE business_id = ? ORDER BY row',
  );
  const enabled = db.prepare<[number, number], EvaluatedRow>(
    `SELECT row, business_id, id, rule, revision, firing_since, is_notified, is_clearing FROM alert_rules
     WHERE enabled = 1 AND row > ? ORDER BY row LIMIT ?`,
  );
  return {
    /** `at`: now, ms since the epoch. */
    alertRule: (businessId: string, alertRuleId: string, at: number): AlertRuleResource | null => {
      const row = byId.get(businessId, alertRuleId);
      return row === undefined ? null : toResource(row, at);
    },
    /** In the order in which they were created. `at`: now, ms since the epoch. */
    alertRules: (businessId: string, at: number): readonly AlertRuleResource[] =>
      ofBusiness.all(businessId).map((row) => toResource(row, at)),
    /** The next enabled rules of all businesses after a place; 0: from the beginning. */
    alertRulesToEvaluate: (after: number, limit: number): readonly EvaluatedRule[] =>
      enabled.all(after, limit).map((row) => ({
        row: row.row,
        businessId: row.business_id,
        id: row.id,
        rule: ruleIn(row.rule),
        revision: row.revision,
        isFiring: row.firing_since !== null,
        isSettled: row.is_notified === 1 && row.is_clearing === 0,
      })),
  };
};
