/** Alert rules, and the times at which they fired. */
import { ALERT_RULE_KIND } from '../../actors/alert-rule/events.js';
import { defineView, following } from '../kernel/view.js';
import { ALERT_FIRING_TABLES, alertFiringQueries, projectAlertFirings } from './firings.js';
import { ALERT_RULE_TABLES, alertRuleQueries, projectAlertRules } from './rules.js';

export type { EvaluatedRule } from './rules.js';

/** Alert rules. */
export const alerts = defineView({
  name: 'alerts',
  tables: [ALERT_RULE_TABLES, ALERT_FIRING_TABLES],
  projections: [
    following(ALERT_RULE_KIND, projectAlertRules),
    following(ALERT_RULE_KIND, projectAlertFirings),
  ],
  queries: (db) => ({ ...alertRuleQueries(db), ...alertFiringQueries(db) }),
});
