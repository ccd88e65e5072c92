/** Dialogs that confirm and that show a secret once, by keyboard. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { ApiProblem } from '../../api/client.js';
import { Confirm } from './confirm.js';
import { Secret } from './secret.js';

const show = (content: ReactNode) => {
  const user = userEvent.setup();
  render(<QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>);
  return user;
};

const confirmWith = (onConfirm: () => Promise<unknown>, onClose: () => void): ReactNode => (
  <Confirm
    title="Delete Guests?"
    help="Its contacts stay."
    name="Guests"
    label="Type Guests"
    button="Delete"
    onConfirm={onConfirm}
    onClose={onClose}
  />
);
const button = () => screen.getByRole('button', { name: 'Delete' });

test('the name has to be typed before the action, in any case; then the dialog closes', async () => {
  const onConfirm = vi.fn(() => Promise.resolve());
  const onClose = vi.fn();
  const user = show(confirmWith(onConfirm, onClose));
  expect(screen.getByRole('dialog', { name: 'Delete Guests?' })).toBeDefined();
  await user.type(screen.getByLabelText('Type Guests'), 'Guest{Enter}');
  expect(button().hasAttribute('disabled')).toBe(true);
  expect(onConfirm).not.toHaveBeenCalled();
  await user.clear(screen.getByLabelText('Type Guests'));
  await user.type(screen.getByLabelText('Type Guests'), 'guests {Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('a refusal stays in the dialog, which stays open', async () => {
  const onClose = vi.fn();
  const refuse = () => Promise.reject(new ApiProblem('Refused.', 'category_not_empty', 'request-1'));
  const user = show(confirmWith(refuse, onClose));
  await user.type(screen.getByLabelText('Type Guests'), 'Guests{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('request-1');
  expect(onClose).not.toHaveBeenCalled();
});

test('Escape closes without the action', async () => {
  const onConfirm = vi.fn(() => Promise.resolve());
  const onClose = vi.fn();
  const user = show(confirmWith(onConfirm, onClose));
  await user.click(screen.getByLabelText('Type Guests'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onConfirm).not.toHaveBeenCalled();
});

test('a secret can be copied, and the button says that it was', async () => {
  const onClose = vi.fn();
  const user = show(
    <Secret title="Your key" help="It is shown once." secret="parley_sk_1" onClose={onClose} />,
  );
  expect(screen.getByText('parley_sk_1')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe('parley_sk_1');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
});
