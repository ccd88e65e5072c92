/** Alert rules, their history, and tests of their notifications (docs/how-to/alerts.md). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import {
  AlertReading,
  AlertRuleCreate,
  AlertRuleResource,
  AlertRuleUpdate,
} from '../../../schemas/alerts/alert-rule.js';
import { AlertFiring, AlertTest } from '../../../schemas/alerts/firing.js';
import { about } from '../../../schemas/described.js';
import { DomainError } from '../../../schemas/errors.js';
import { AlertRuleId, BusinessId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery, epochMs, ListQuery, NextCursor, pageRequest, writtenAs } from '../common.js';

const RuleParams = Type.Object({ alertRuleId: AlertRuleId }, closed);
const Response = Type.Object({ alertRule: AlertRuleResource }, closed);

/** Figures of calls and of conversations alike. */
const READ = ['voice:read', 'communications:read'] as const;
const WRITE = ['voice:write', 'communications:write'] as const;

/** The routes of alerts. */
export const alertRuleRoutes = (
  operations: Pick<Operations, 'alertRules' | 'alertTests'>,
  views: Pick<ViewStore, 'alertRule' | 'alertFirings'>,
): readonly Route[] => [
  ...collectionRoutes(operations),
  ...singleRoutes(operations),
  ...historyRoutes(operations, views),
];

const collectionRoutes = (operations: Pick<Operations, 'alertRules'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/alert-rules',
    operationId: 'listAlertRules',
    summary: 'List the alert rules of the business, in the order in which they were created: at most 50.',
    description:
      'Each with whether it fires at present. `GET /api/v1/alert-rules/{alertRuleId}` also evaluates it.',
    scopes: READ,
    query: BusinessQuery,
    response: Type.Object(
      {
        alertRules: Type.Array(
          AlertRuleResource,
          about('The rules, in the order in which they were created.'),
        ),
        canSendEmail: Type.Boolean(
          about('Whether the installation has a mail server. If not, rules cannot have addresses.'),
        ),
      },
      closed,
    ),
    handler: async ({ businessId, caller }) => ({
      data: {
        alertRules: operations.alertRules.list(businessId, caller.at),
        canSendEmail: operations.alertRules.canSendEmail(),
      },
    }),
  }),
  route({
    method: 'POST',
    path: '/api/v1/alert-rules',
    operationId: 'createAlertRule',
    audit: { action: 'alert_rule.set', target: 'data.alertRule.alertRuleId' },
    summary:
      'Create a rule: subscribers and e-mail addresses are notified when a figure crosses a threshold.',
    description:
      'A rule is evaluated once a minute over the latest minutes of its window. It fires once, and is resolved when the condition was false twice in a row. Calls count once their charge is settled. A business has at most 50 rules.',
    scopes: WRITE,
    idempotent: true,
    status: 201,
    body: AlertRuleCreate,
    response: Response,
    errors: [
      'agent_not_found',
      'campaign_not_found',
      'email_not_configured',
      'too_many_alert_rules',
      'alert_rule_not_found',
    ],
    handler: async ({ caller, body }) =>
      writtenAs('alertRule', await operations.alertRules.create(caller, body)),
  }),
];

const singleRoutes = (operations: Pick<Operations, 'alertRules'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/alert-rules/{alertRuleId}',
    operationId: 'readAlertRule',
    summary: 'Read a rule, and evaluate its metric now.',
    description:
      'Evaluating it here changes nothing: only the evaluation of each minute fires or resolves an alert.',
    scopes: READ,
    params: RuleParams,
    query: BusinessQuery,
    response: Type.Object({ alertRule: AlertRuleResource, current: AlertReading }, closed),
    errors: ['alert_rule_not_found'],
    handler: async ({ businessId, caller, params: { alertRuleId } }) => ({
      data: await operations.alertRules.read(businessId, alertRuleId, caller.at),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/alert-rules/{alertRuleId}',
    operationId: 'updateAlertRule',
    audit: { action: 'alert_rule.set', target: 'params.alertRuleId' },
    summary: 'Change a rule, switch it off or on, or mute it until a time.',
    description:
      'Omitted fields keep their values; the metric cannot be changed. If the condition changes or the rule is switched off while it fires, the alert is resolved. A muted rule fires without notifications.',
    scopes: WRITE,
    idempotent: true,
    params: RuleParams,
    body: AlertRuleUpdate,
    response: Response,
    errors: ['alert_rule_not_found', 'agent_not_found', 'campaign_not_found', 'email_not_configured'],
    handler: async ({ caller, params: { alertRuleId }, body }) => {
      if (typeof body.mutedUntil === 'string') epochMs('mutedUntil', body.mutedUntil);
      return writtenAs('alertRule', await operations.alertRules.change(caller, alertRuleId, body));
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/alert-rules/{alertRuleId}',
    operationId: 'removeAlertRule',
    audit: { action: 'alert_rule.removed', target: 'params.alertRuleId' },
    summary: 'Remove a rule and its history.',
    description: 'If it fires, the alert is resolved first, with the resolution `rule_removed`.',
    scopes: WRITE,
    idempotent: true,
    params: RuleParams,
    query: BusinessQuery,
    response: Type.Object(
      { alertRuleId: AlertRuleId, removed: Type.Boolean({ description: 'Always true.' }) },
      closed,
    ),
    errors: ['alert_rule_not_found'],
    handler: async ({ caller, params: { alertRuleId } }) => operations.alertRules.remove(caller, alertRuleId),
  }),
];

const historyRoutes = (
  operations: Pick<Operations, 'alertTests'>,
  views: Pick<ViewStore, 'alertRule' | 'alertFirings'>,
): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/alert-rules/{alertRuleId}/firings',
    operationId: 'listAlertFirings',
    summary: 'List when a rule fired, newest first: the latest 500 times.',
    description: 'Each with its values, why it ended, and what became of its e-mails.',
    scopes: READ,
    params: RuleParams,
    query: ListQuery,
    response: Type.Object(
      {
        firings: Type.Array(AlertFiring, about('The page of alerts, newest first.')),
        nextCursor: NextCursor,
      },
      closed,
    ),
    errors: ['alert_rule_not_found', 'cursor_invalid'],
    handler: async ({ businessId, caller, params: { alertRuleId }, query }) => {
      if (views.alertRule(businessId, alertRuleId, caller.at) === null)
        throw new DomainError('alert_rule_not_found');
      const { items, nextCursor } = views.alertFirings(businessId, alertRuleId, pageRequest(query));
      return { data: { firings: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/alert-rules/{alertRuleId}/test',
    operationId: 'testAlertRule',
    audit: { action: 'alert_rule.tested', target: 'params.alertRuleId' },
    summary: 'Send a test notification to the subscribers and addresses of a rule, and read how each went.',
    description:
      'Nothing fires. Test events have `"test": true`, as those of `POST /api/v1/webhook-subscriptions/{subscriptionId}/test`. Each is attempted once. A business may request five tests a minute (429 `rate_limited`).',
    scopes: WRITE,
    quota: 'none',
    idempotent: 'optional',
    params: RuleParams,
    body: Type.Object({ businessId: BusinessId }, closed),
    response: Type.Object({ test: AlertTest }, closed),
    errors: ['alert_rule_not_found'],
    handler: async ({ caller, params: { alertRuleId } }) =>
      writtenAs('test', await operations.alertTests.send(caller, alertRuleId)),
  }),
];
