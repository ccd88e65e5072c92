/** Alert rules of a business, and their present values. */
import { agent } from '../../actors/agent/index.js';
import { meetsCondition } from '../../actors/alert-rule/condition.js';
import type { StoredAlertRule } from '../../actors/alert-rule/events.js';
import { alertRule } from '../../actors/alert-rule/index.js';
import {
  type AlertReading,
  type AlertRuleCreate,
  type AlertRuleResource,
  type AlertRuleUpdate,
  MAX_ALERT_RULES,
  MAX_MUTE_DAYS,
} from '../../schemas/alerts/alert-rule.js';
import { type AlertMetric, metricFacts } from '../../schemas/alerts/metrics.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { DAY_MS } from '../../schemas/time-zone.js';
import { readThrough } from '../../views/kernel/read-through.js';
import { authorOf, type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { cleanName, nameProblems, refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { readMetric } from './reading.js';

interface AlertRuleOperations {
  /** In the order in which they were created. `at`: now, ms since the epoch. */
  list(businessId: string, at: number): readonly AlertRuleResource[];
  /** Whether the installation has a mail server. */
  canSendEmail(): boolean;
  /** With the present value. `at`: now, ms since the epoch. @throws DomainError alert_rule_not_found */
  read(
    businessId: string,
    alertRuleId: string,
    at: number,
  ): Promise<{ readonly alertRule: AlertRuleResource; readonly current: AlertReading }>;
  /**
   * @throws DomainError validation_failed, email_not_configured, agent_not_found, campaign_not_found, too_many_alert_rules,
   *   alert_rule_not_found if it was removed since
   */
  create(caller: Caller, body: AlertRuleCreate): Promise<Written<AlertRuleResource>>;
  /** @throws DomainError validation_failed, email_not_configured, agent_not_found, campaign_not_found, alert_rule_not_found */
  change(caller: Caller, alertRuleId: string, body: AlertRuleUpdate): Promise<Written<AlertRuleResource>>;
  /** @throws DomainError alert_rule_not_found */
  remove(
    caller: Caller,
    alertRuleId: string,
  ): Promise<Written<{ readonly alertRuleId: string; readonly removed: boolean }>>;
}

type Deps = Pick<OperationsDeps, 'actors' | 'views' | 'mail'>;

const DEFAULT_WINDOW_MINUTES = 60;
const DEFAULT_MINIMUM_COUNT = 20;

export const alertRuleOperations = (deps: Deps): AlertRuleOperations => {
  const { actors, views, mail } = deps;
  const resource = (businessId: string, alertRuleId: string, at: number): AlertRuleResource => {
    const found = views.alertRule(businessId, alertRuleId, at);
    if (found === null) throw new DomainError('alert_rule_not_found');
    return found;
  };

  return {
    list: (businessId, at) => views.alertRules(businessId, at),

    canSendEmail: () => mail !== null,

    read: async (businessId, alertRuleId, at) => {
      const found = resource(businessId, alertRuleId, at);
      const reading = await readMetric(views, businessId, found, at);
      return { alertRule: found, current: { ...reading, meetsCondition: meetsCondition(found, reading) } };
    },

    create: async (caller, body) => {
      const { businessId, at } = caller;
      refuseProblems([...nameProblems(body.name), ...settingProblems(body.metric, body)]);
      const rule = newRule(body);
      await checkReferences(deps, caller, rule);
      const alertRuleId = commandIdOf(caller);
      await views.catchUp(businessId);
      const isNew = views.alertRule(businessId, alertRuleId, at) === null;
      if (isNew && views.alertRules(businessId, at).length >= MAX_ALERT_RULES)
        throw new DomainError('too_many_alert_rules');
      const { shard, seq } = await actors.ask(
        alertRule,
        { business: businessId, id: alertRuleId },
        { type: 'create', rule, ...authorOf(caller) },
      );
      await views.waitFor(shard, seq);
      return { result: resource(businessId, alertRuleId, at), shard, seq };
    },

    change: async (caller, alertRuleId, body) => {
      const { businessId, at } = caller;
      const target = { business: businessId, id: alertRuleId };
      const { answer } = await actors.query(alertRule, target, 'get');
      refuseProblems([
        ...(body.name === undefined ? [] : nameProblems(body.name)),
        ...settingProblems(answer.rule.metric, body),
        ...muteProblems(body.mutedUntil, at),
      ]);
      const changes = changesIn(body);
      await checkReferences(deps, caller, changes);
      const { shard, seq } = await actors.ask(
        alertRule,
        target,
        {
          type: 'change',
          changes,
          ...(body.mutedUntil === undefined ? {} : { mutedUntil: timeOf(body.mutedUntil) }),
          ...authorOf(caller),
        },
        { commandId: commandIdOf(caller) },
      );
      await views.waitFor(shard, seq);
      return { result: resource(businessId, alertRuleId, at), shard, seq };
    },

    remove: async (caller, alertRuleId) => {
      const target = { business: caller.businessId, id: alertRuleId };
      const command = { type: 'remove', ...authorOf(caller) } as const;
      const { shard, seq } = await actors.ask(alertRule, target, command, { commandId: commandIdOf(caller) });
      await views.waitFor(shard, seq);
      return { result: { alertRuleId, removed: true }, shard, seq };
    },
  };
};

const newRule = ({ businessId: _, name, metric, ...body }: AlertRuleCreate): StoredAlertRule => {
  const { hasWindow, sample } = metricFacts(metric);
  return {
    name: cleanName(name),
    metric,
    comparison: body.comparison,
    threshold: body.threshold,
    windowMinutes: hasWindow ? (body.windowMinutes ?? DEFAULT_WINDOW_MINUTES) : null,
    minimumCount: sample === null ? null : (body.minimumCount ?? DEFAULT_MINIMUM_COUNT),
    agentId: body.agentId ?? null,
    campaignId: body.campaignId ?? null,
    notifyWebhooks: body.notifyWebhooks ?? true,
    emails: [...new Set(body.emails)],
    enabled: body.enabled ?? true,
  };
};

const changesIn = ({
  businessId: _,
  mutedUntil: _muted,
  name,
  ...changes
}: AlertRuleUpdate): Partial<Omit<StoredAlertRule, 'metric'>> => ({
  ...changes,
  ...(name === undefined ? {} : { name: cleanName(name) }),
});

type Settings = Pick<
  AlertRuleUpdate,
  'threshold' | 'windowMinutes' | 'minimumCount' | 'agentId' | 'campaignId'
>;

/** Settings that the metric does not have would do nothing. */
const settingProblems = (metric: AlertMetric, settings: Settings): readonly ErrorDetail[] => {
  const { maxThreshold, hasWindow, sample } = metricFacts(metric);
  const { threshold = 0, windowMinutes, minimumCount, agentId, campaignId } = settings;
  const unused = (path: string, value: unknown, isUsed: boolean): readonly ErrorDetail[] =>
    isUsed || value === undefined || value === null
      ? []
      : [{ path, message: `is not allowed: ${metric} has no such setting` }];
  return [
    ...(threshold <= maxThreshold
      ? []
      : [{ path: '/threshold', message: `must be at most ${maxThreshold} for ${metric}` }]),
    ...unused('/windowMinutes', windowMinutes, hasWindow),
    ...unused('/minimumCount', minimumCount, sample !== null),
    ...unused('/agentId', agentId, hasWindow),
    ...unused('/campaignId', campaignId, hasWindow),
  ];
};

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text));

const muteProblems = (mutedUntil: string | null | undefined, at: number): readonly ErrorDetail[] => {
  if (mutedUntil === undefined || mutedUntil === null) return [];
  const until = Date.parse(mutedUntil);
  if (until > at && until <= at + MAX_MUTE_DAYS * DAY_MS) return [];
  return [{ path: '/mutedUntil', message: `must be in the next ${MAX_MUTE_DAYS} days` }];
};

/** @throws DomainError email_not_configured, agent_not_found, campaign_not_found */
const checkReferences = async (
  { actors, views, mail }: Deps,
  { businessId, at }: Caller,
  { emails = [], agentId = null, campaignId = null }: Partial<StoredAlertRule>,
): Promise<void> => {
  if (emails.length > 0 && mail === null) throw new DomainError('email_not_configured');
  if (agentId !== null) await actors.query(agent, { business: businessId, id: agentId }, 'get');
  if (campaignId === null) return;
  const found = await readThrough(views, businessId, () => views.campaign(businessId, campaignId, at));
  if (found === null) throw new DomainError('campaign_not_found');
};
