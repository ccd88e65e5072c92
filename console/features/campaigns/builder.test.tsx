/** The builder of a campaign as a form. */
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ServiceAnswer, ServiceRequest } from '../../testing/service.js';
import { BUSINESS_ID, showSignedIn } from '../../testing/signed-in.js';
import { memoryStorage } from '../../testing/storage.js';
import { Builder } from './builder.js';
import { keepDraft, loadDraft, newDraft } from './draft.js';

const AGENT_ID = '3c0e5f0e-7a1f-4b50-8b0e-0d8f6f0f3b21';
const CATEGORY_ID = '7f0c1f5e-1c54-4d4e-9d63-3f1f6b0a7a12';

const RETRIES = 'Further attempts if busy, unanswered or failed';

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  // Without hours: a list of all time zones slows the test.
  keepDraft(BUSINESS_ID, { ...newDraft(), agentId: AGENT_ID, hasWindow: false });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const show = async (answer: ServiceAnswer) => {
  const created: ServiceRequest[] = [];
  const shown = await showSignedIn(<Builder />, {
    reads: {
      '/api/v1/agents': {
        agents: [{ id: AGENT_ID, name: 'Zoe', channel: 'voice', status: 'active' }],
        nextCursor: null,
      },
      '/api/v1/contacts/categories': {
        categories: [{ id: CATEGORY_ID, name: 'Customers', contactCount: 2 }],
        nextCursor: null,
      },
    },
    write: (request) => {
      if (request.path !== '/api/v1/campaigns') return { code: 'not_found' };
      created.push(request);
      return answer;
    },
  });
  await shown.user.click(await screen.findByLabelText(/^Customers/));
  return { ...shown, created: () => created.map(({ body }) => body) };
};

const field = (name: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(name);
const enter = async (user: UserEvent, input: HTMLInputElement, text: string): Promise<void> => {
  await user.clear(input);
  await user.click(input);
  await user.paste(text);
};
const create = () => screen.getByRole('button', { name: 'Create campaign' });

test('what is wrong stands at its field, the first one has the focus, and nothing is created', async () => {
  const { user, created } = await show({ data: {} });
  await enter(user, field(RETRIES), '11');
  await user.click(create());
  expect(await screen.findByText('Enter at most 10.')).toBeDefined();
  expect(screen.getAllByText('Fill this in.')).toHaveLength(2);
  expect(document.activeElement).toBe(field('Name'));
  expect(created()).toEqual([]);
});

test('the campaign is created as it was entered, and its draft is forgotten', async () => {
  const { user, created } = await show({ data: { campaign: { id: 'campaign-1' } } });
  await enter(user, field('Name'), 'Renewals');
  await enter(user, field('Objective'), 'Renew contracts.');
  await enter(user, field(RETRIES), '2');
  await waitFor(() => expect(loadDraft(BUSINESS_ID)).toMatchObject({ name: 'Renewals', maxRetries: '2' }));
  await user.click(create());
  await waitFor(() => expect(created()).toHaveLength(1));
  expect(created()).toEqual([
    {
      businessId: BUSINESS_ID,
      name: 'Renewals',
      objective: 'Renew contracts.',
      channel: 'voice',
      agentId: AGENT_ID,
      audience: { categoryIds: [CATEGORY_ID] },
      settings: {
        maxRetries: 2,
        retryDelayMinutes: 60,
      },
    },
  ]);
  await waitFor(() => expect(loadDraft(BUSINESS_ID).name).toBe(''));
});

test('a refusal stands at its field and below the audience, and the draft stays', async () => {
  const { user } = await show({
    code: 'validation_failed',
    details: [
      { path: '/settings/maxRetries', message: 'must be 5 or less' },
      { path: '/audience', message: 'set contactIds or categoryIds' },
    ],
  });
  await enter(user, field('Name'), 'Renewals');
  await enter(user, field('Objective'), 'Renew contracts.');
  await user.click(create());
  const refusal = await screen.findByText('must be 5 or less');
  expect(field(RETRIES).getAttribute('aria-describedby')).toBe(refusal.id);
  expect(screen.getByText('set contactIds or categoryIds')).toBeDefined();
  expect(loadDraft(BUSINESS_ID).name).toBe('Renewals');
});
