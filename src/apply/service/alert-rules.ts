/** Alert rules of `parley apply`: read in the form of a file, and the bodies of requests that create and change them. */
import { isAlertMetric, metricFacts } from '../../../schemas/alerts/metrics.js';
import { alertFields } from '../fields.js';
import { asJson, type Json, listOf } from '../json.js';
import type { Kind, Present, Wanted } from '../resource.js';
import { type Api, Refusal } from './api.js';

export const ALERT_RULES = '/api/v1/alert-rules';

/** The service's rules; null: the key may not read them, which needs the figures of calls and of messages. @throws Refusal */
export const listAlertRules = async (api: Api): Promise<readonly Json[] | null> => {
  try {
    return listOf((await api.send('GET', ALERT_RULES)).data.alertRules);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'scope_missing') return null;
    throw error;
  }
};

/** `agents`: names by id. */
export const alertRuleOf = (rule: Json, agents: ReadonlyMap<string, string>): Omit<Present, 'owned'> => {
  const { agentId } = rule;
  return {
    kind: 'alert',
    key: String(rule.name),
    id: String(rule.alertRuleId),
    otherProject: null,
    fields: alertFields({
      ...rule,
      agent: typeof agentId === 'string' ? (agents.get(agentId) ?? agentId) : undefined,
    }),
    tag: null,
  };
};

type IdOf = (kind: Kind, key: string) => string;

/** Of a new rule: absent fields have their defaults. */
export const alertRule = ({ key, fields }: Wanted, idOf: IdOf): Json => {
  const { agent, campaignId: _never, ...rule } = fields;
  return { name: key, ...rule, ...(typeof agent === 'string' ? { agentId: idOf('agent', agent) } : {}) };
};

/** Everything that is not in the file has its default again, as far as the metric has the setting. */
export const alertRuleUpdate = (wanted: Wanted, idOf: IdOf): Json => {
  const { metric, ...rule } = alertRule(wanted, idOf);
  const facts = typeof metric === 'string' && isAlertMetric(metric) ? metricFacts(metric) : null;
  return {
    ...(facts?.hasWindow === true ? { windowMinutes: 60, agentId: null, campaignId: null } : {}),
    ...(facts === null || facts.sample === null ? {} : { minimumCount: 20 }),
    notifyWebhooks: true,
    emails: [],
    enabled: true,
    ...asJson(rule),
  };
};
