/** The form of an alert rule. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ServiceAnswer } from '../../testing/service.js';
import { BUSINESS_ID, showSignedIn } from '../../testing/signed-in.js';
import type { AlertRule } from './draft.js';
import { RuleForm } from './rule-form.js';

const RULE: AlertRule = {
  alertRuleId: 'rule-1',
  name: 'Costs',
  metric: 'cost',
  comparison: 'above',
  threshold: 12_500_000,
  windowMinutes: 60,
  minimumCount: null,
  agentId: null,
  campaignId: null,
  notifyWebhooks: true,
  emails: ['kim@acme.example'],
  enabled: true,
  status: 'ok',
  firingSince: null,
  mutedUntil: null,
  revision: 1,
  createdAt: '2026-03-02T10:00:00.000Z',
  updatedAt: '2026-03-02T10:00:00.000Z',
};

const show = async (rule: AlertRule | null, answer: ServiceAnswer = { data: { alertRule: RULE } }) => {
  const onSaved = vi.fn();
  const shown = await showSignedIn(<RuleForm rule={rule} canSendEmail isSaved={false} onSaved={onSaved} />, {
    reads: { '/api/v1/agents': { agents: [] }, '/api/v1/campaigns': { campaigns: [] } },
    write: () => answer,
  });
  return { ...shown, onSaved };
};

const field = (name: string): HTMLElement => screen.getByLabelText(name);

test('what is wrong stands at its field, the first one has the focus, and nothing is sent', async () => {
  const { user, sent } = await show(null);
  await user.clear(field('Threshold, in per cent'));
  await user.type(field('Threshold, in per cent'), '101');
  await user.clear(field('With at least'));
  await user.type(field('With at least'), '2.5');
  await user.click(screen.getByRole('checkbox', { name: /^Notify webhooks/ }));
  await user.click(screen.getByRole('button', { name: 'Create rule' }));
  expect(await screen.findByText('Fill this in.')).toBeDefined();
  expect(document.activeElement).toBe(field('Name'));
  expect(screen.getByText('Enter at most 100.')).toBeDefined();
  expect(screen.getByText('Enter a whole number.')).toBeDefined();
  expect(screen.getByText('Choose webhooks, or enter an address.')).toBeDefined();
  await user.type(field('E-mail addresses'), 'kim');
  expect(screen.queryByText('Choose webhooks, or enter an address.')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create rule' }));
  expect(await screen.findByText('Enter an e-mail address, like ann@example.org.')).toBeDefined();
  expect(sent()).toEqual([]);
});

test('a new rule is sent in the units of the service', async () => {
  const { user, sent, onSaved } = await show(null);
  await user.type(field('Name'), ' Slow answers ');
  await user.selectOptions(field('Figure'), 'Response heard after (95 %)');
  await user.type(field('Threshold, in seconds'), '1.5');
  await user.selectOptions(field('During the last'), '3 hours');
  await user.type(field('E-mail addresses'), 'kim@acme.example');
  await user.click(screen.getByRole('button', { name: 'Create rule' }));
  await waitFor(() => expect(onSaved).toHaveBeenCalledWith('rule-1'));
  expect(sent()).toEqual([
    {
      businessId: BUSINESS_ID,
      name: 'Slow answers',
      metric: 'heard_latency_p95',
      comparison: 'above',
      threshold: 1_500,
      windowMinutes: 180,
      minimumCount: 20,
      agentId: null,
      campaignId: null,
      notifyWebhooks: true,
      emails: ['kim@acme.example'],
    },
  ]);
});

test('a refusal of the service stands at its field, and what was typed stays', async () => {
  const { user, sent, onSaved } = await show(RULE, {
    code: 'validation_failed',
    details: [{ path: '/emails/0', message: 'must be an e-mail address, like ann@example.org' }],
  });
  await user.clear(field('Threshold, in credits'));
  await user.type(field('Threshold, in credits'), '20');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const refusal = await screen.findByText('must be an e-mail address, like ann@example.org');
  expect(field('E-mail addresses').getAttribute('aria-describedby')).toContain(refusal.id);
  expect(document.activeElement).toBe(field('E-mail addresses'));
  expect(sent()).toMatchObject([{ threshold: 20_000_000, emails: ['kim@acme.example'] }]);
  expect(field('Threshold, in credits')).toHaveProperty('value', '20');
  expect(onSaved).not.toHaveBeenCalled();
});
