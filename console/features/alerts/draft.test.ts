/** Rules as people type them, and as the API has them. */
import { describe, expect, test } from 'vitest';
import {
  type AlertRule,
  addressesIn,
  definitionOf,
  draftOf,
  hasNoRecipient,
  METRICS,
  NEW_DRAFT,
  typedValue,
  withMetric,
} from './draft.js';

const rule = (facts: Partial<AlertRule> = {}): AlertRule => ({
  alertRuleId: 'rule-1',
  name: 'Too few calls succeed',
  metric: 'success_rate',
  comparison: 'below',
  threshold: 0.7,
  windowMinutes: 60,
  minimumCount: 20,
  agentId: null,
  campaignId: null,
  notifyWebhooks: true,
  emails: ['kim@acme.example', 'lee@acme.example'],
  enabled: true,
  status: 'ok',
  firingSince: null,
  mutedUntil: null,
  revision: 1,
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-02T10:00:00.000Z',
  ...facts,
});

describe('a rule', () => {
  test.each([
    ['success_rate', 0.7, 70],
    ['answer_rate', 0.555, 55.5],
    ['heard_latency_p95', 1_500, 1.5],
    ['cost', 12_500_000, 12.5],
    ['credit_left', 100, 0.0001],
    ['credit_days', 4, 4],
  ] as const)('%s %d is typed as %d', (metric, threshold, typed) => {
    expect(typedValue(metric, threshold)).toBe(typed);
    const draft = draftOf(rule({ metric, threshold }));
    expect(draft.threshold).toBe(String(typed));
    expect(definitionOf(draft).threshold).toBe(threshold);
  });

  test('is sent as it was read when nothing is typed', () => {
    const {
      name,
      comparison,
      threshold,
      windowMinutes,
      minimumCount,
      agentId,
      campaignId,
      notifyWebhooks,
      emails,
    } = rule();
    expect(definitionOf(draftOf(rule()))).toEqual({
      name,
      comparison,
      threshold,
      windowMinutes,
      minimumCount,
      agentId,
      campaignId,
      notifyWebhooks,
      emails,
    });
  });

  test('has only the fields of its metric', () => {
    const credit = definitionOf({ ...NEW_DRAFT, name: 'Credit', metric: 'credit_days', threshold: '4' });
    expect(Object.keys(credit).toSorted()).toEqual([
      'comparison',
      'emails',
      'name',
      'notifyWebhooks',
      'threshold',
    ]);
    const cost = definitionOf({ ...NEW_DRAFT, name: 'Cost', metric: 'cost', agentId: 'agent-1' });
    expect(cost).not.toHaveProperty('minimumCount');
    expect(cost).toMatchObject({ agentId: 'agent-1', campaignId: null, windowMinutes: 60 });
  });
});

test.each(['', ' ', 'many'])('%j is sent as no number', (text) => {
  expect(definitionOf({ ...NEW_DRAFT, threshold: text, minimumCount: text })).toMatchObject({
    threshold: Number.NaN,
    minimumCount: Number.NaN,
  });
});

test('a rule without webhooks and addresses notifies no one', () => {
  expect(hasNoRecipient(NEW_DRAFT)).toBe(false);
  expect(hasNoRecipient({ ...NEW_DRAFT, notifyWebhooks: false })).toBe(true);
  expect(hasNoRecipient({ ...NEW_DRAFT, notifyWebhooks: false, emails: 'kim@acme.example' })).toBe(false);
});

test('another metric asks for another threshold', () => {
  expect(withMetric(NEW_DRAFT, 'cost')).toMatchObject({ metric: 'cost', comparison: 'above', threshold: '' });
  expect(withMetric(NEW_DRAFT, 'success_rate').threshold).toBe(NEW_DRAFT.threshold);
  expect(METRICS).toHaveLength(8);
});

test('addresses are separated by anything that no address has', () => {
  expect(addressesIn(' kim@acme.example, lee@acme.example;\nkim@acme.example\n')).toEqual([
    'kim@acme.example',
    'lee@acme.example',
  ]);
});
