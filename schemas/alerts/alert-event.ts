/** An alert in webhooks. The object is open: further fields are a compatible change. */
import { Type } from 'typebox';
import { about, text } from '../described.js';
import { AlertRuleResource } from './alert-rule.js';
import { AlertFiring } from './firing.js';

const { metric, comparison, threshold, windowMinutes, agentId, campaignId } = AlertRuleResource.properties;
const { firingId, value, count, firedAt, resolvedAt, resolution, resolvedValue } = AlertFiring.properties;

export const AlertEvent = Type.Object(
  {
    firingId,
    name: text('The name of the rule.', 'Too few calls succeed'),
    metric,
    comparison,
    threshold,
    windowMinutes,
    agentId,
    campaignId,
    value,
    count,
    firedAt,
    resolvedAt,
    resolution,
    resolvedValue,
  },
  about('The alert, and its rule as it was when it fired.'),
);
