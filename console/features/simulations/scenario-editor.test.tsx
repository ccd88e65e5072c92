/** The form of a scenario. */
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { ServiceAnswer } from '../../testing/service.js';
import { BUSINESS_ID, showSignedIn } from '../../testing/signed-in.js';
import { ScenarioEditor } from './scenario-editor.js';

const AGENT_ID = '3c0e5f0e-7a1f-4b50-8b0e-0d8f6f0f3b21';

const show = async (answer: ServiceAnswer = { data: { scenario: {} } }) => {
  const onSaved = vi.fn();
  const shown = await showSignedIn(
    <ScenarioEditor
      agentId={AGENT_ID}
      channel="voice"
      scenario={null}
      onSaved={onSaved}
      onClose={() => undefined}
    />,
    { write: () => answer },
  );
  return { ...shown, onSaved };
};

const field = (name: string): HTMLElement => screen.getByLabelText(name);
const save = () => screen.getByRole('button', { name: 'Save scenario' });

test('an empty scenario is not sent: each field says what it needs', async () => {
  const { user, sent } = await show();
  await user.type(field('Conversations'), '101');
  await user.selectOptions(field('How it is judged'), 'A model gives a score');
  await user.clear(field('Lowest score that passes (0 to 10)'));
  await user.type(field('Lowest score that passes (0 to 10)'), '11');
  await user.click(save());
  // The names, the persona, and what must hold.
  expect(await screen.findAllByText('Fill this in.')).toHaveLength(5);
  expect(document.activeElement).toBe(field('Name'));
  expect(await screen.findByText('Enter at most 100.')).toBeDefined();
  expect(await screen.findByText('Enter at most 10.')).toBeDefined();
  expect(sent()).toEqual([]);
});

test('customers and criteria are added, removed and sent', async () => {
  const { user, sent, onSaved } = await show();
  await user.type(field('Name'), 'Tables');
  await user.click(screen.getByRole('button', { name: 'Add a customer' }));
  const [, second] = screen.getAllByLabelText('Name of the customer');
  if (second === undefined) throw new Error('there is no second customer');
  await user.type(second, 'Bob');
  await user.click(screen.getByRole('button', { name: 'Remove customer' }));
  await user.selectOptions(field('What they say'), 'Always the same lines');
  await user.type(field('Lines'), 'hello{Enter}bye');
  await user.type(field('Conversations'), '2');
  await user.type(field('Name of the criterion'), 'greets');
  await user.selectOptions(field('How it is judged'), 'The agent says');
  await user.type(field('Words, or a regular expression'), 'good day');
  await user.click(save());
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(sent()).toEqual([
    {
      businessId: BUSINESS_ID,
      name: 'Tables',
      agentId: AGENT_ID,
      channel: 'voice',
      scenario: {
        customers: [{ name: 'Bob', lines: ['hello', 'bye'], runs: 2 }],
        criteria: [{ name: 'greets', says: 'good day' }],
      },
    },
  ]);
});

test('a refusal stands at its field, and what no field shows at its line', async () => {
  const { user } = await show({
    code: 'validation_failed',
    details: [
      { path: '/scenario/criteria/0/judge', message: 'is not clear' },
      { path: '/scenario/customers/0', message: 'is only for calls; leave it out' },
    ],
  });
  await user.type(field('Name'), 'Tables');
  await user.type(field('Name of the customer'), 'Ann');
  await user.type(field('Who they are and what they want'), 'You are Ann.');
  await user.type(field('Name of the criterion'), 'polite');
  await user.type(field('What must hold'), 'It is polite.');
  await user.click(save());
  const refusal = await screen.findByText('is not clear');
  expect(field('What must hold').getAttribute('aria-describedby')).toBe(refusal.id);
  expect(screen.getByText('is only for calls; leave it out')).toBeDefined();
  expect(field('What must hold')).toHaveProperty('value', 'It is polite.');
});
